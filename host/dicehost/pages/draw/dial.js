/** A chance as a dial: an arc that fills, a needle, per cent, and "about 1 in 5". */

import { el, set, svg, text } from "../lib/dom.js";

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
  const needle = svg("path", { class: "dial-needle", d: "M94 100L100 36L106 100A6 6 0 0 1 94 100Z" });
  const face = svg("svg", { viewBox: "0 0 200 112", "aria-hidden": true }, svg("path", { d: ARC }), fill, needle);
  const share = el("b");
  const about = el("span", { class: "dial-about" });
  const label = el("h3");
  node.append(face, share, about, label);
  return ({ percent, label: what }, { say, word }) => {
    set(fill, "stroke-dasharray", `${percent} 100`);
    set(needle, "style", `transform:rotate(${(1.8 * percent - 90).toFixed(1)}deg)`);
    set(node, "data-likely", percent >= 60 ? "good" : percent < 30 ? "bad" : null);
    text(share, `${shareOf(percent)}\u00a0%`);
    text(about, word("dial.about", smallShare(percent)));
    text(label, say(what));
  };
}

/** @param {number} percent */
function shareOf(percent) {
  return percent > 0 && percent < 10 ? percent.toFixed(1) : String(Math.round(percent));
}

/**
 * The share with small numbers that comes nearest: 1 in 5.
 *
 * @param {number} percent
 */
function smallShare(percent) {
  if (percent > 0 && percent < 100 / MOST) return { count: 1, of: Math.round(100 / percent) };
  const all = Array.from({ length: MOST }, (_, at) => at + 1).map((of) => ({
    of,
    count: Math.round((percent * of) / 100),
  }));
  const off = all.map(({ count, of }) => Math.abs(count / of - percent / 100));
  return all[off.indexOf(Math.min(...off))];
}
