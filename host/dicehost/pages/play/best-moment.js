/** A player's best moment of a match: the step that brought the most points, on the way their score took. */

import { makeBadge } from "../draw/seats.js";
import { el, svg } from "../lib/dom.js";

/**
 * @param {Host.Finale} finale
 * @param {number} seat
 * @param {Speech} speech
 * @returns {Element | null} nothing if no step brought any points
 */
export function makeBestMoment({ curve, seats }, seat, { word }) {
  const mine = curve.map(([, scores]) => scores[seat]);
  const gains = mine.map((score, at) => (at ? score - mine[at - 1] : 0));
  const count = Math.max(...gains);
  if (count <= 0) return null;
  const at = gains.indexOf(count);
  const [from, to] = [at - 1, at].map((step) => placeOf(curve[step][1], seat));
  const words = [word("finale.best.gain", { count })];
  if (to < from) words.push(word("finale.best.place", { from, to }));
  return el(
    "section",
    { class: "best", "data-colour": seats[seat].colour, "data-test": "best-moment" },
    el("h3", {}, word("finale.best")),
    el("p", {}, words.join(" ")),
    drawWay(curve, mine, at, seat, seats[seat].colour),
  );
}

/** @param {readonly number[]} scores @param {number} seat */
function placeOf(scores, seat) {
  return 1 + scores.filter((score) => score > scores[seat]).length;
}

/**
 * @param {Host.Finale["curve"]} curve
 * @param {number[]} mine
 * @param {number} best
 * @param {number} seat
 * @param {string} colour
 */
function drawWay(curve, mine, best, seat, colour) {
  const last = curve[curve.length - 1][0] || 1;
  const [low, high] = [Math.min(...mine), Math.max(...mine)];
  const places = mine.map((score, at) => ({
    x: (100 * curve[at][0]) / last,
    y: 100 - (100 * (score - low)) / (high - low),
  }));
  /** @param {{x: number, y: number}[]} way */
  const line = (way) => svg("polyline", { points: way.map(({ x, y }) => `${x.toFixed(2)},${y.toFixed(2)}`).join(" ") });
  const leap = line(places.slice(best - 1, best + 1));
  leap.setAttribute("class", "leap");
  const box = { class: "lines", viewBox: "0 0 100 100", preserveAspectRatio: "none" };
  const badge = makeBadge();
  badge.show(seat, colour);
  badge.node.setAttribute("style", `left:${places[best].x.toFixed(2)}%;top:${places[best].y.toFixed(2)}%`);
  return el("div", { class: "way", "aria-hidden": true }, svg("svg", box, line(places), leap), badge.node);
}
