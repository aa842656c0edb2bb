/** The simulated tower: its lamps as the firmware drives them, its button, beam and tray, and a workshop. */

import { chime, click, knock, rattle, setSound, soundOn } from "./sounds.js";
import { fall, keepUp, lie, MOST, sweep } from "./tray.js";
import { sayPage, word } from "./words.js";

/**
 * @typedef {{
 *   plugged: boolean, scene: string, roll: string, faces: number[] | null, still: number, pixels: string,
 *   faults: {rate: number}, noise: {stuck: boolean}, settings: string,
 *   counters: {starts: number, harmed: {in: Record<string, number>, out: Record<string, number>},
 *     health?: string, rolls?: number, bad?: number},
 * }} State
 */

const LEVEL = 32; // the brightest a lamp is driven
const ACROSS = 16;
const UNLIT = "#221f2b";
const DICE = new Set(["show", "plain"]);
const LIT = 0.55; // of the brightest lamp of a die: marks and fading lamps are darker

/** @template {HTMLElement} Kind @param {string} id @param {new () => Kind} kind @returns {Kind} */
function byId(id, kind) {
  const node = document.getElementById(id);
  if (!(node instanceof kind)) throw new Error(`the page has no #${id}`);
  return node;
}

const stage = byId("stage", HTMLElement);
const button = byId("press", HTMLButtonElement);
const beam = byId("beam", HTMLElement);
const workshop = byId("workshop", HTMLElement);
const [opener, plug] = [byId("open", HTMLButtonElement), byId("plug", HTMLButtonElement)];
const [rate, stuck] = [byId("rate", HTMLInputElement), byId("stuck", HTMLInputElement)];
const pen = /** @type {CanvasRenderingContext2D} */ (byId("lamps", HTMLCanvasElement).getContext("2d"));
const calm = matchMedia("(prefers-reduced-motion: reduce)");
// A link may carry a token; whatever this page asks, it shows it.
const token = [location.search, location.hash]
  .map((part) => new URLSearchParams(part.slice(1)).get("token"))
  .find(Boolean);
const query = token ? `?token=${encodeURIComponent(token)}` : "";

/** @type {State | null} */
let now = null;
let thrown = "";

/** The light of one lamp, three times 0 to 255 as it is driven. @param {number} at */
function lamp(at) {
  return [0, 2, 4].map((part) => Number.parseInt((now?.pixels ?? "").slice(6 * at + part, 6 * at + part + 2), 16) || 0);
}

/** Lamps are driven in linear light, a screen is not. @param {number} duty */
function onScreen(duty) {
  return Math.round(255 * Math.min(duty / LEVEL, 1) ** (1 / 2.2));
}

/** @param {number} at @param {number} part @param {string} colour @param {number} alpha */
function disc(at, part, colour, alpha = 1) {
  const size = pen.canvas.width / ACROSS;
  pen.globalAlpha = alpha;
  pen.beginPath();
  pen.arc(((at % ACROSS) + 0.5) * size, (Math.floor(at / ACROSS) + 0.5) * size, size * part, 0, 7);
  pen.fillStyle = colour;
  pen.fill();
}

// A glow is drawn as a faint larger disc: blurred shadows of 128 lamps keep a small computer busy.
function drawLamps() {
  pen.clearRect(0, 0, pen.canvas.width, pen.canvas.height);
  for (let at = 0; at < ACROSS * 8; at += 1) {
    const rgb = lamp(at).map(onScreen);
    const lit = rgb.some((part) => part > 0);
    const colour = `rgb(${rgb.join()})`;
    if (lit) {
      disc(at, 0.62, colour, 0.14);
      disc(at, 0.46, colour, 0.32);
    }
    disc(at, 0.34, lit ? colour : UNLIT);
    if (lit) disc(at, 0.16, "#fff", 0.45 * (Math.max(...rgb) / 255));
  }
}

/**
 * What the lamps show of a die now: its colour, and its face as nine pips, or as a number that has no pips.
 *
 * @param {number} die
 */
function look(die) {
  const corner = (die >> 2) * 4 * ACROSS + (die & 3) * 4;
  const cells = Array.from({ length: 9 }, (_, at) => lamp(corner + Math.floor(at / 3) * ACROSS + (at % 3)));
  const light = cells.map((rgb) => Math.max(...rgb));
  const most = Math.max(...light);
  const bits = light.reduce((sum, one) => 2 * sum + Number(most > 0 && one >= LIT * most), 0);
  const brightest = cells[light.indexOf(most)].map((part) =>
    most ? Math.round(onScreen((LEVEL * part) / most)) : 236,
  );
  const dark = 0.3 * brightest[0] + 0.59 * brightest[1] + 0.11 * brightest[2] < 130;
  const face = now?.faces?.[die] ?? 0;
  const written = now?.settings.includes('"digits": 1') || (now?.faces ?? []).some((one) => one < 1 || one > 9);
  return { bits, colour: `rgb(${brightest.join()})`, dark, text: written && face ? String(face) : "" };
}

/** @param {number} die */
function stands(die) {
  return ((now?.still ?? 0) & (0x80 >> die)) !== 0;
}

/** Dice that are to be shown tumble until their time has come. @param {State} state */
function tumbles({ scene, faces }) {
  return scene === "tumble" || (DICE.has(scene) && faces === null);
}

/** Let the dice do what the lamps do. @param {State | null} before @param {State} state */
function follow(before, state) {
  if (tumbles(state) && !(before && tumbles(before))) {
    sweep(stands);
    rattle();
    shake();
    thrown = "";
  }
  if (state.scene === "win" && before && before.scene !== "win") chime();
  if (!state.plugged && before?.plugged) sweep(() => false);
  if (state.faces === null) return;
  const roll = `${state.roll} ${state.faces.join()}`;
  if (roll === thrown) {
    keepUp(look);
    return;
  }
  const count = Math.min(state.faces.length, MOST);
  // Pages of one roll take turns on the lamps; only what has tumbled falls.
  if (thrown === "" && before !== null) {
    fall(count, look, stands);
    flicker(260);
  } else lie(count, look, roll);
  thrown = roll;
}

function shake() {
  if (calm.matches) return;
  const frames = ["none", "translate3d(-2px,1px,0) rotate(-.25deg)", "translate3d(2px,0,0) rotate(.25deg)", "none"];
  const shaking = frames.map((transform) => ({ transform }));
  byId("tower", HTMLElement).animate(shaking, { duration: 130, iterations: 5 });
}

/** Something passes the beam. @param {number} delay */
function flicker(delay) {
  beam.animate([{ opacity: 1 }, { opacity: 0.1 }, { opacity: 1 }], { duration: 360, delay });
}

/** @param {State} state */
function tell(state) {
  const before = now;
  now = state;
  drawLamps();
  follow(before, state);
  const { plugged, scene, counters, faults, noise } = state;
  say(word(plugged ? `scene.${tumbles(state) ? "tumble" : scene}` : "dark"));
  button.dataset.armed = String(plugged && scene === "armed");
  stage.dataset.plugged = String(plugged);
  plug.textContent = word(plugged ? "plug.out" : "plug.in");
  stuck.checked = noise.stuck;
  byId("share", HTMLOutputElement).textContent = `${Math.round(100 * faults.rate)} %`;
  if (document.activeElement !== rate) rate.value = String(faults.rate);
  if (opener.getAttribute("aria-expanded") === "true") count(counters);
}

/** @param {State["counters"]} counters */
function count({ health = "–", rolls = 0, bad = 0, starts, harmed }) {
  const all = [harmed.in, harmed.out].flatMap((part) => Object.values(part)).reduce((sum, one) => sum + one, 0);
  const rows = Object.entries({ health, rolls, bad, harmed: all, starts });
  const html = rows.map(([key, value]) => `<dt>${word(`count.${key}`)}</dt><dd>${value}</dd>`).join("");
  const list = byId("counters", HTMLElement);
  if (list.innerHTML !== html) list.innerHTML = html;
}

/** @param {string} text */
function say(text) {
  const node = byId("say", HTMLElement);
  if (node.textContent !== text) node.textContent = text;
}

/** @param {string} path @param {object} body */
async function post(path, body = {}) {
  const answer = await fetch(`${path}${query}`, { method: "POST", body: JSON.stringify(body) });
  const said = await answer.json();
  if (answer.ok) tell(said);
  byId("told", HTMLElement).textContent = answer.ok ? "" : said.error;
}

function press() {
  click();
  button.querySelector(".dome")?.animate([{ transform: "translate3d(0,13px,0) scale(1,.93)" }, {}], 220);
  post("press");
}

/** A die falls into the hopper: the beam sees it. */
function drop() {
  knock(120, 0.6);
  if (!calm.matches) {
    const die = document.createElement("i");
    die.className = "falling";
    byId("tower", HTMLElement).append(die);
    const fallen = die.animate(
      [
        { transform: "translate3d(0,-140px,0) rotate(-40deg)" },
        { transform: "translate3d(0,30px,0) rotate(220deg)", opacity: 1, offset: 0.9 },
        { transform: "translate3d(0,40px,0) rotate(250deg)", opacity: 0 },
      ],
      { duration: 460, easing: "cubic-bezier(.5,0,.9,.6)" },
    );
    fallen.finished.finally(() => die.remove());
  }
  flicker(420);
  post("drop");
}

/** @param {boolean} open */
function openWorkshop(open) {
  workshop.inert = !open;
  opener.setAttribute("aria-expanded", String(open));
  if (open && now) count(now.counters);
  (open ? byId("close", HTMLButtonElement) : opener).focus();
}

/** Everything is drawn at one size and scaled as a whole, upright or lying. */
function fit() {
  const tall = innerHeight > innerWidth;
  stage.dataset.shape = tall ? "tall" : "wide";
  const [wide, high] = tall ? [640, 1300] : [1280, 800];
  const scale = Math.min(innerWidth / wide, innerHeight / high);
  const [x, y] = [(innerWidth - wide * scale) / 2, (innerHeight - high * scale) / 2];
  stage.style.transform = `translate(${x}px,${y}px) scale(${scale})`;
}

sayPage();
fit();
addEventListener("resize", fit);
const sound = byId("sound", HTMLButtonElement);
sound.setAttribute("aria-pressed", String(soundOn()));
sound.onclick = () => {
  setSound(!soundOn());
  sound.setAttribute("aria-pressed", String(soundOn()));
};
button.onclick = press;
byId("drop", HTMLButtonElement).onclick = drop;
byId("hold", HTMLButtonElement).onclick = () => post("hold");
plug.onclick = () => post(now?.plugged ? "unplug" : "replug");
stuck.onchange = () => post("noise", { stuck: stuck.checked });
rate.oninput = () => post("faults", { rate: Number(rate.value), seed: "page" });
opener.onclick = () => openWorkshop(workshop.inert);
byId("close", HTMLButtonElement).onclick = () => openWorkshop(false);
document.onkeydown = (event) => {
  if (event.key === "Escape" && !workshop.inert) openWorkshop(false);
  if ((event.key === " " || event.key === "Enter") && event.target === document.body && !event.repeat) {
    event.preventDefault();
    press();
  }
};

// Only the newest state is drawn: a browser that is slow skips frames instead of falling behind.
/** @type {string | null} */
let newest = null;
const live = new EventSource(`live${query}`);
live.onmessage = ({ data }) => {
  if (newest === null) {
    requestAnimationFrame(() => {
      tell(JSON.parse(newest ?? data));
      newest = null;
    });
  }
  newest = data;
};
live.onerror = () => say(word("gone"));
