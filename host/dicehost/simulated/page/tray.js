/**
 * The tray: dice that fall out of the gate and come to lie. A die's face is copied from the lamps and from nowhere
 * else, after they have shown it: no die can tell a face before the lamps do.
 */

import { knock } from "./sounds.js";
import { path } from "./throw.js";

export const MOST = 8;
const SIZE = 98;
const GATE = { y: -330, z: 20 };
// When die k leaves the gate and how long it falls: always later than its lamps come to rest (at most 160 + 110 k).
const LEAVE = 220;
const EVERY = 56;
const FALL = 640;
const LONGER = 62;
// The part of its fall after which a die has its face: it turns too fast to be read until then.
const KNOWN = 0.6;
const LAMPS_AT_REST = 1300;
const SPOTS = Array.from({ length: MOST }, (_, k) => ({
  x: ((k % 4) - 1.5) * 168 + (k > 3 ? 44 : -30) + [6, -9, 4, 10, -7, 9, -4, 5][k],
  y: (k > 3 ? 84 : -52) + [-6, 8, -3, 5, 7, -8, 4, -5][k],
  yaw: [0.32, -0.41, 0.12, -0.22, -0.36, 0.27, -0.12, 0.44][k],
}));
// What the other sides show while a die turns.
const SIDES = { n: 0x101, s: 0x145, e: 0x111, w: 0x155, b: 0x16d };

const floor = document.getElementById("floor");
const calm = matchMedia("(prefers-reduced-motion: reduce)");
/** @type {Set<Animation>} */
const running = new Set();
/** @type {number[]} */
let timers = [];
/** Dice that fell and have their faces. @type {Set<number>} */
const told = new Set();
/** @type {Map<string, Seen[]>} */
const known = new Map();

/** @param {string} name @param {string} html */
function box(name, html = "") {
  const node = document.createElement("div");
  node.className = name;
  node.innerHTML = html;
  return node;
}

/** @param {number} bits nine pips row by row, the first one the highest bit */
function pips(bits) {
  return Array.from({ length: 9 }, (_, at) => ((bits >> (8 - at)) & 1 ? `<i style="--at:${at}"></i>` : "")).join("");
}

const dice = SPOTS.map((spot) => {
  const sides = Object.entries(SIDES).map(([side, bits]) => `<div class="face ${side}">${pips(bits)}</div>`);
  const body = box("die", `<div class="up"><div class="cube"><div class="face t"></div>${sides.join("")}</div></div>`);
  const shadow = box("shadow");
  const cube = /** @type {HTMLElement} */ (body.querySelector(".cube"));
  const top = /** @type {HTMLElement} */ (body.querySelector(".t"));
  body.style.transform = `translate3d(${spot.x}px,${spot.y}px,0)`;
  cube.style.transform = `rotate3d(0,0,1,${spot.yaw}rad)`;
  shadow.style.transform = `translate3d(${spot.x}px,${spot.y}px,0) rotate(${spot.yaw}rad)`;
  for (const node of [shadow, body]) node.hidden = true;
  floor?.append(shadow, body);
  return { spot, body, shadow, cube, top };
});

/** @param {number} at @param {boolean} there */
function put(at, there) {
  const { body, shadow } = dice[at];
  body.hidden = !there;
  shadow.hidden = !there;
}

/** @param {Element} node @param {Keyframe[]} frames @param {number} duration */
function move(node, frames, duration) {
  running.add(node.animate(frames, duration));
}

function stop() {
  timers.forEach(clearTimeout);
  timers = [];
  for (const one of running) one.cancel();
  running.clear();
  told.clear();
}

/** @typedef {{bits: number, colour: string, dark: boolean, text: string}} Seen what the lamps show of a die */

/** @param {number} at @param {Seen} seen */
function show(at, { bits, colour, dark, text }) {
  const { body, top } = dice[at];
  body.style.setProperty("--die", colour);
  body.style.setProperty("--pip", dark ? "#fff" : "#20180f");
  body.dataset.bits = String(bits);
  top.innerHTML = text ? `<b>${text}</b>` : pips(bits);
}

/** @param {number} at @param {(at: number) => Seen} look */
function blank(at, look) {
  const { colour, dark } = look(at);
  show(at, { bits: 0, colour, dark, text: "" });
}

/**
 * Dice fall into the tray and take their faces from the lamps; some may stay as they lie.
 *
 * @param {number} count
 * @param {(at: number) => Seen} look what the lamps show of a die now
 * @param {(at: number) => boolean} stays
 */
export function fall(count, look, stays) {
  stop();
  const thrown = dice.map((_, at) => at).filter((at) => at < count && !(stays(at) && !dice[at].body.hidden));
  for (const at of dice.keys()) put(at, at < count && !thrown.includes(at));
  thrown.forEach((at, k) => {
    blank(at, look);
    const { spot, body, cube, shadow } = dice[at];
    const delay = LEAVE + EVERY * k;
    const duration = FALL + LONGER * k;
    // The lamps come to rest in the order of all dice, not only of those that fall.
    const due = Math.max(delay + KNOWN * duration, 400 + 110 * at);
    const tell = () => {
      told.add(at);
      show(at, look(at));
      put(at, true);
    };
    timers.push(setTimeout(tell, due));
    if (calm.matches) return;
    const from = { x: (Math.random() - 0.5) * 150, ...GATE };
    const way = path(from, spot, SIZE, duration, k === thrown.length - 1 ? 2.4 : 1.5);
    // It is behind the wall until it leaves the gate.
    const leave = () => {
      put(at, true);
      move(body, way.body, duration);
      move(cube, way.cube, duration);
      move(shadow, way.shadow, duration);
    };
    timers.push(setTimeout(leave, delay));
    knock(delay + way.knocks[0], 0.8);
    knock(delay + way.knocks[3], k === thrown.length - 1 ? 0.9 : 0.5);
  });
}

/**
 * The lamps may come later than a busy browser's clock says: dice that have fallen keep showing what the lamps show.
 *
 * @param {(at: number) => Seen} look
 */
export function keepUp(look) {
  for (const at of told) {
    const seen = look(at);
    if (seen.bits > 0 && !seen.text && dice[at].body.dataset.bits !== String(seen.bits)) show(at, seen);
  }
}

/**
 * Dice that lie there already: those of a page that was just opened, or of a roll that takes turns on the lamps.
 *
 * @param {number} count
 * @param {(at: number) => Seen} look
 * @param {string} roll
 */
export function lie(count, look, roll) {
  stop();
  const before = known.get(roll);
  for (const at of dice.keys()) {
    put(at, at < count);
    if (at < count && !before) blank(at, look);
  }
  for (const [at, seen] of (before ?? []).entries()) show(at, seen);
  if (before) return;
  const learn = () => {
    const seen = Array.from({ length: count }, (_, at) => look(at));
    for (const [at, one] of seen.entries()) show(at, one);
    known.set(roll, seen);
  };
  timers.push(setTimeout(learn, LAMPS_AT_REST));
}

/**
 * Take dice out of the tray: up, and back into the tower.
 *
 * @param {(at: number) => boolean} stays
 */
export function sweep(stays) {
  stop();
  for (const [at, { body, shadow, spot }] of dice.entries()) {
    if (stays(at) || body.hidden) continue;
    const gone = { transform: `translate3d(${spot.x * 0.3}px,-330px,60px) scale(.7)`, opacity: 0 };
    const timing = { duration: calm.matches ? 0 : 260, delay: 18 * at, easing: "cubic-bezier(.6,0,.9,.4)" };
    const away = body.animate([{}, gone], { ...timing, fill: "both" });
    shadow.animate([{}, { opacity: 0 }], { ...timing, fill: "both" });
    away.finished.then(
      () => {
        for (const node of [body, shadow]) for (const one of node.getAnimations()) one.cancel();
        put(at, false);
      },
      () => {},
    );
    running.add(away);
  }
}
