/** A player's best moment of a match: the step that brought the most points. */

import { el } from "../lib/dom.js";

/**
 * @param {Host.Finale} finale
 * @param {number} seat
 * @param {Speech} speech
 * @returns {Element | ""} nothing if no step brought any points
 */
export function makeBestMoment({ curve, seats }, seat, { word }) {
  const gains = curve.map(([, scores], at) => scores[seat] - curve[Math.max(0, at - 1)][1][seat]);
  const count = Math.max(...gains);
  if (count <= 0) return "";
  const at = gains.indexOf(count);
  const [from, to] = [at - 1, at].map(
    (step) => 1 + curve[step][1].filter((other) => other > curve[step][1][seat]).length,
  );
  const climbs = to < from ? word("finale.best.place", { from, to }) : "";
  const look = { class: "best", "data-colour": seats[seat].colour, "data-test": "best-moment" };
  const gain = el("p", {}, word("finale.best.gain", { count }), " ", climbs);
  return el("section", look, el("h3", {}, word("finale.best")), gain);
}
