/** How a finale is performed: third, second, a breath, first; then awards, the curve, the buttons. Ends in the page as it is. */

import { moves } from "../lib/appearance.js";
import { fetchPart } from "../lib/parts.js";
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
 */
export function perform(root) {
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
    for (const fallen of all(".confetti")) fallen.remove();
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
  if (root.querySelector(".crown")) {
    later(AT[1] - 100, () => sound("fanfare"));
    later(AT[1] + 500, () => shower(root));
    later(AT[1] + 1200, () => shower(root));
  }
  later(rest + 1600, end);
  return end;
}

/**
 * A phone's own medal comes, then what it has to tell; its winner gets confetti. A tap ends nothing: it is short.
 *
 * @param {HTMLElement} root
 * @param {boolean} won
 */
export function performOnPhone(root, won) {
  if (!moves()) return;
  const [medal, ...rest] = root.querySelectorAll(".medal, .place > :not(.medal), .award, .best, .again");
  medal.animate([{ transform: "scale(0) rotate(-160deg)" }, {}], { duration: 760, easing: BOUNCE });
  for (const [at, node] of rest.entries()) {
    const frames = [{ transform: "translate3d(0, 2.4rem, 0)", opacity: 0 }, {}];
    node.animate(frames, { delay: 480 + 160 * at, duration: 420, easing: OUT, fill: "backwards" });
  }
  if (won) setTimeout(shower, 500, root);
}

/**
 * Confetti in these tints, from the podium or the medal.
 *
 * @param {HTMLElement} root
 */
async function shower(root) {
  const { celebrate } = await fetchPart("beats");
  const { width, height } = root.getBoundingClientRect();
  const from = { x: width * (width > height ? 0.32 : 0.5), y: Math.min(height, innerHeight) * 0.42 };
  const first = root.querySelectorAll('[data-rank="1"] .badge');
  const tints = [...first].map((badge) => getComputedStyle(badge).fill);
  celebrate(root, [...tints, "#fff", "#ffd23e"], PIECES, from, Math.max(260, width * 0.42));
}
