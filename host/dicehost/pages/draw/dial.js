/** A chance as a dial: an arc that fills, a needle, per cent, and "about 1 in 5". */

import { el, set, svg, text } from "../lib/dom.js";
import { language } from "../lib/words.js";

const ARC = "M20 100A80 80 0 0 1 180 100";
/** A chance is said with small numbers, as people do. */
const MOST = 10;

/**
 * Fill a place with a dial.
 *
 * @param {Element} node
 * @returns {(dial: Host.Dial, ctx: Context) => void}
 */
export function fillDial(node) {
  const fill = svg("path", { class: "dial-fill", d: ARC, pathLength: 100 });
  // A box, which the compositor turns: what moves in a drawing is laid out anew for each frame.
  const needle = el("i", { class: "dial-needle" });
  const arc = svg("svg", { viewBox: "0 0 200 112" }, svg("path", { d: ARC }), fill);
  const face = el("div", { class: "dial-face", "aria-hidden": true }, arc, needle);
  const share = el("b");
  const about = el("span", { class: "dial-about" });
  const label = el("h3");
  node.append(face, share, about, label);
  return ({ percent, label: what }, { say, word }) => {
    set(fill, "stroke-dasharray", `${percent} 100`);
    set(needle, "style", `transform:rotate(${(1.8 * percent - 90).toFixed(1)}deg)`);
    set(node, "data-likely", percent >= 60 ? "good" : percent < 30 ? "bad" : null);
    text(share, `${shareOf(percent)}\u00a0%`);
    text(about, inWords(percent, word));
    text(label, say(what));
  };
}

/**
 * Whole per cent, and finer where that would say never or always of what is neither.
 *
 * @param {number} percent
 */
function shareOf(percent) {
  const rare = Math.min(percent, 100 - percent);
  const places = rare === 0 || (rare >= 1 && percent >= 10) ? 0 : rare < 0.1 ? 2 : 1;
  return percent.toLocaleString(language(), { minimumFractionDigits: places, maximumFractionDigits: places });
}

/**
 * How likely that is, as people say it.
 *
 * @param {number} percent
 * @param {Context["word"]} word
 */
function inWords(percent, word) {
  if (percent === 0) return word("dial.never");
  return percent === 100 ? word("dial.always") : word("dial.about", smallShare(percent));
}

/**
 * The share with small numbers that comes nearest: 1 in 5, or for what hardly ever fails 29 in 30.
 *
 * @param {number} percent
 */
function smallShare(percent) {
  const rare = Math.min(percent, 100 - percent);
  if (rare < 100 / MOST) {
    const of = Math.round(100 / rare);
    return { count: percent < 50 ? 1 : of - 1, of };
  }
  const all = Array.from({ length: MOST }, (_, at) => at + 1).map((of) => ({
    of,
    count: Math.round((percent * of) / 100),
  }));
  const off = all.map(({ count, of }) => Math.abs(count / of - percent / 100));
  return all[off.indexOf(Math.min(...off))];
}
