/** How a finale is performed: third, second, a breath, first; then awards, the curve, the buttons. Ends in the page as it is. */

import { moves } from "../lib/appearance.js";
import { el } from "../lib/dom.js";
import { play as sound } from "../lib/sound.js";

const BOUNCE = "cubic-bezier(.34,1.7,.5,1)";
const RISE = "cubic-bezier(.2,1.1,.3,1)";
const OUT = "cubic-bezier(.16,1,.3,1)";
// When each place rises; the winners wait for a breath.
const AT = { 3: 200, 2: 750, 1: 1900 };
const CALM = 260;
const PIECES = 56;

/**
 * Perform a finale once; returns what ends it at once.
 *
 * @param {HTMLElement} root
 * @param {string[]} colours
 */
export function perform(root, colours) {
  /** @type {Set<Animation>} */
  const running = new Set();
  /** @type {number[]} */
  const timers = [];
  /** @param {string} selector */
  const all = (selector) => /** @type {HTMLElement[]} */ ([...root.querySelectorAll(selector)]);

  /**
   * From these frames to the page as it is: nothing lingers, so the end is the same with and without a show.
   *
   * @param {Element} node
   * @param {Keyframe[]} frames
   * @param {number} delay
   * @param {number} duration
   * @param {string} easing
   */
  function move(node, frames, delay, duration, easing) {
    running.add(node.animate([...frames, {}], { delay, duration, easing, fill: "backwards" }));
  }

  /** @param {number} at @param {() => void} act */
  const later = (at, act) => timers.push(setTimeout(act, at));

  function end() {
    timers.forEach(clearTimeout);
    for (const one of running) one.cancel();
    running.clear();
    for (const fallen of all(".shower")) fallen.remove();
    root.removeAttribute("data-performing");
  }

  root.setAttribute("data-performing", "");
  if (!moves()) {
    move(root, [{ opacity: 0 }], 0, CALM, "ease-out");
    sound("fanfare");
    later(CALM, end);
    return end;
  }

  for (const step of all(".step")) {
    const rank = Math.min(3, Number(step.dataset.rank));
    const at = AT[/** @type {1 | 2 | 3} */ (rank)];
    move(step, [{ transform: "translate3d(0, 34rem, 0)" }], at, 680, RISE);
    const [medal, crown] = [step.querySelector(".medal"), step.querySelector(".crown")];
    if (medal) move(medal, [{ transform: "scale(0) rotate(-90deg)" }], at + 380, 420, BOUNCE);
    if (crown) {
      const fall = [{ transform: "translate3d(0, -16rem, 0) rotate(-40deg)", opacity: 0 }];
      move(crown, [...fall, { transform: "scale(1.12, .84)", opacity: 1, offset: 0.7 }], AT[1] + 560, 620, "ease-in");
    }
  }
  all(".title > span").forEach((node, at) => {
    move(node, [{ transform: "translate3d(0, -6rem, 0) scale(1.8)", opacity: 0 }], AT[1] + 420 + 130 * at, 460, BOUNCE);
  });
  for (const [at, node] of all(".why").entries()) move(node, [{ opacity: 0 }], AT[1] + 1000 + at, 320, "ease-out");
  all(".others > li").forEach((node, at) => {
    move(node, [{ transform: "translate3d(0, 6rem, 0)", opacity: 0 }], AT[1] + 900 + 80 * at, 420, OUT);
  });
  all(".award").forEach((node, at) => {
    const open = AT[1] + 1500 + 420 * at;
    move(node, [{ transform: "perspective(60rem) rotateY(-92deg)", opacity: 0 }], open, 520, BOUNCE);
    const drawn = node.querySelector(".sign");
    if (drawn) move(drawn, [{ transform: "scale(0) rotate(-60deg)" }], open + 260, 420, BOUNCE);
    later(open + 200, () => sound("award"));
  });
  const rest = AT[1] + 1500 + 420 * all(".award").length;
  // Drawn once and uncovered by two boxes that slide against each other: nothing is painted again.
  for (const node of all(".curve")) move(node, [{ opacity: 0 }], rest, 320, "ease-out");
  for (const [name, sign] of Object.entries({ ".window": -1, ".inner": 1 })) {
    for (const node of all(name)) {
      move(node, [{ transform: `translate3d(${sign * node.offsetWidth}px, 0, 0)` }], rest + 150, 1300, "linear");
    }
  }
  for (const node of all(".again"))
    move(node, [{ transform: "translate3d(0, 5rem, 0)", opacity: 0 }], rest + 300, 480, OUT);
  if (colours.length) {
    later(AT[1] - 100, () => sound("fanfare"));
    later(AT[1] + 500, () => shower(root, colours, running));
    later(AT[1] + 1200, () => shower(root, colours, running));
  }
  later(rest + 1600, end);
  return end;
}

/**
 * A phone's own medal comes, then what it has to tell; its winner gets confetti. A tap ends nothing: it is short.
 *
 * @param {HTMLElement} root
 * @param {string[]} colours
 */
export function performOnPhone(root, colours) {
  if (!moves()) return;
  const [medal, ...rest] = root.querySelectorAll(".medal, .place > :not(.medal), .award, .best, .again");
  medal.animate([{ transform: "scale(0) rotate(-160deg)" }, {}], { duration: 760, easing: BOUNCE });
  for (const [at, node] of rest.entries()) {
    const frames = [{ transform: "translate3d(0, 2.4rem, 0)", opacity: 0 }, {}];
    node.animate(frames, { delay: 480 + 160 * at, duration: 420, easing: OUT, fill: "backwards" });
  }
  if (colours.length === 0) return;
  /** @type {Set<Animation>} */
  const running = new Set();
  setTimeout(async () => {
    shower(root, colours, running);
    await Promise.allSettled([...running].map((one) => one.finished));
    for (const fallen of root.querySelectorAll(".shower")) fallen.remove();
  }, 500);
}

/**
 * A shower of confetti from the podium.
 *
 * @param {HTMLElement} root
 * @param {string[]} colours
 * @param {Set<Animation>} running
 */
function shower(root, colours, running) {
  const sky = el("div", { class: "shower", "aria-hidden": "true" });
  const { width, height } = root.getBoundingClientRect();
  const from = { x: width * (width > height ? 0.32 : 0.5), y: height * 0.42 };
  const pieces = Array.from({ length: PIECES }, (_, at) => {
    const size = 9 + Math.random() * 12;
    const look = `width:${size}px;height:${size * (at % 3 ? 0.55 : 1)}px;border-radius:${at % 4 ? 2 : 50}px`;
    return el("i", { "data-colour": colours[at % colours.length], style: look });
  });
  sky.append(...pieces);
  root.append(sky);
  for (const [at, piece] of pieces.entries()) {
    const far = (Math.random() - 0.5) * width * 0.95;
    const up = height * (0.3 + Math.random() * 0.5);
    const frames = Array.from({ length: 9 }, (_, step) => {
      const t = step / 8;
      const x = from.x + far * (1 - (1 - t) ** 2.2);
      const y = from.y - up * 4 * t * (1 - t) + t * t * height * 0.75;
      return {
        transform: `translate3d(${x}px, ${y}px, 0) rotate3d(.6, 1, .4, ${t * (500 + at * 17)}deg)`,
        opacity: t > 0.82 ? 0 : 1,
      };
    });
    running.add(piece.animate(frames, { duration: 1700 + Math.random() * 1300, fill: "both" }));
  }
}
