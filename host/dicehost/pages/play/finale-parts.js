/** What a finale is made of: podium, awards, score curve. Drawn from the result alone; knows no motion. */

import { makeIcon } from "../draw/icons.js";
import { makeBadge, makeSeatName } from "../draw/seats.js";
import { el, svg } from "../lib/dom.js";

const ON_PODIUM = 3;
/** @type {Partial<Record<Host.MatchAward["kind"], string>>} */
const SIGNS = {
  bold: "M13.5 1.5c.8 4 5.5 6 5.5 12A7 7 0 0 1 5 14c0-3.6 2-5.3 3-7.5c1 1 1.4 2 1.6 3.2C11.5 8 13.5 5.5 13.5 1.5zM12 13c-1.5 1.5-2.6 2.4-2.6 4.2a2.6 2.6 0 0 0 5.2 0C14.6 15.4 13.3 14.8 12 13z",
  comeback: "M2 18.5l6.5-7l4 3.5L18.3 8H14V4.5h9.5V14H20v-3.7l-7.3 9.2l-4-3.5L4.5 21z",
  close: "M4 2h2.5v1H21l-3 5.5l3 5.5H6.5v8H4zM6.5 5.5v3h3.5v-3zM13.5 5.5v3h3.5v-3zM10 8.5v3h3.5v-3z",
  luck: "M12 11.3C8 9 6.6 6.8 7 4.6C7.4 2.5 10.5 2 12 5C13.5 2 16.6 2.5 17 4.6C17.4 6.8 16 9 12 11.3zM12.7 12C15 8 17.2 6.6 19.4 7C21.5 7.4 22 10.5 19 12C22 13.5 21.5 16.6 19.4 17C17.2 17.4 15 16 12.7 12zM11.3 12C9 16 6.8 17.4 4.6 17C2.5 16.6 2 13.5 5 12C2 10.5 2.5 7.4 4.6 7C6.8 6.6 9 8 11.3 12zM12 13l1.8 9h-3.6z",
  fast: "M9 1h6v2.5h-1.7v1.6a8.7 8.7 0 1 1-2.6 0V3.5H9zM10.9 8.5v6l4.2 2.5l1.1-1.9l-3.1-1.8V8.5z",
};

/**
 * The sign of an award, which only decorates; the best roll has a die.
 *
 * @param {string} [path]
 */
function sign(path) {
  if (!path) return makeIcon("dice", "sign");
  const drawn = svg("path", { d: path, "fill-rule": "evenodd" });
  return svg("svg", { class: "sign", viewBox: "0 0 24 24", "aria-hidden": true }, drawn);
}

/** The length of a text's longest word: what has to find room in one line. @param {string} text */
function longestWord(text) {
  return Math.max(...text.split(/[\s-]/).map((word) => word.length), 4);
}

/**
 * Seats in the order of their places.
 *
 * @param {Host.Finale} finale
 */
export function inOrder({ ranks }) {
  return ranks.map((_, seat) => seat).sort((one, other) => ranks[one] - ranks[other] || one - other);
}

/**
 * The podium: the first in the middle, the others beside by turns; equal places are equally high.
 *
 * @param {Host.Finale} finale
 * @param {Speech} speech
 */
export function makePodium(finale, { word }) {
  /** @type {HTMLElement[]} */
  const steps = [];
  for (const seat of inOrder(finale).filter((one) => finale.ranks[one] <= ON_PODIUM)) {
    const step = makeStep(finale, seat, word);
    if (steps.length % 2) steps.unshift(step);
    else steps.push(step);
  }
  return el("ol", { class: "podium", "aria-label": word("finale.podium"), "data-steps": steps.length }, ...steps);
}

/** @param {Host.Finale} finale @param {number} seat @param {Speech["word"]} word */
function makeStep({ seats, ranks, scores, over }, seat, word) {
  const { name, colour } = seats[seat];
  const rank = ranks[seat];
  const badge = makeBadge();
  badge.show(seat, colour);
  const medal = el("span", { class: "medal" }, badge.node);
  const crown = over.winners.includes(seat) ? [makeIcon("crown", "crown")] : [];
  const who = el("b", { class: "person-name" }, name);
  const person = el("div", { class: "person" }, ...crown, medal, who);
  const place = el("small", {}, word("finale.rank", { rank }));
  const block = el(
    "div",
    { class: "block" },
    el("span", { "data-test": `final-${seat}` }, String(scores[seat])),
    place,
  );
  const style = `--letters:${longestWord(name)}`;
  return el("li", { class: "step", "data-rank": rank, "data-colour": colour, style }, person, block);
}

/**
 * Everybody who found no place on the podium.
 *
 * @param {Host.Finale} finale
 * @param {Speech} speech
 */
export function makeOthers(finale, { word }) {
  const rows = inOrder(finale)
    .filter((seat) => finale.ranks[seat] > ON_PODIUM)
    .map((seat) => {
      const name = makeSeatName();
      name.show(seat, finale.seats[seat]);
      const rank = el("em", {}, word("finale.rank", { rank: finale.ranks[seat] }));
      const score = el("b", { "data-test": `final-${seat}` }, String(finale.scores[seat]));
      const style = `--letters:${longestWord(finale.seats[seat].name)}`;
      return el("li", { "data-colour": finale.seats[seat].colour, style }, rank, name.node, score);
    });
  return el("ul", { class: "others", hidden: rows.length === 0 }, ...rows);
}

/**
 * Awards, each in the colour of who gets it.
 *
 * @param {readonly Host.MatchAward[]} awards
 * @param {Host.Finale} finale
 * @param {Speech} speech
 */
export function makeAwards(awards, { seats }, { say }) {
  const cards = awards.map(({ kind, seats: to, title, text, figure }) => {
    const parts = [el("h3", {}, say(title)), el("strong", {}, say(figure)), el("p", {}, say(text))];
    const look = { class: "award", "data-colour": seats[to[0]].colour, "data-test": `award-${kind}` };
    return el("li", look, sign(SIGNS[kind]), ...parts);
  });
  return el("ul", { class: "awards" }, ...cards);
}

/**
 * How the scores went, a line for each seat with its shape at the end.
 *
 * @param {Host.Finale} finale
 * @param {Speech} speech
 */
export function makeCurve(finale, { word }) {
  const { curve, seats, scores } = finale;
  const all = curve.flatMap(([, each]) => each);
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const last = curve[curve.length - 1][0] || 1;
  /** @param {number} score */
  const y = (score) => 100 - (100 * (score - low)) / Math.max(1, high - low);
  const order = inOrder(finale).reverse();
  const lines = order.map((seat) => {
    const points = curve.map(([event, each]) => `${((100 * event) / last).toFixed(2)},${y(each[seat]).toFixed(2)}`);
    const drawn = points.join(" ");
    const both = [svg("polyline", { class: "under", points: drawn }), svg("polyline", { points: drawn })];
    return svg("g", { "data-colour": seats[seat].colour }, ...both);
  });
  const told = seats.map((_, seat) => word("finale.line", { seat, score: scores[seat] })).join(", ");
  const label = `${word("finale.curve")}: ${told}`;
  const box = { class: "lines", viewBox: "0 0 100 100", preserveAspectRatio: "none", role: "img", "aria-label": label };
  const ends = order.map((seat) => {
    const badge = makeBadge();
    badge.show(seat, seats[seat].colour);
    badge.node.setAttribute("style", `top:${y(scores[seat]).toFixed(2)}%`);
    return badge.node;
  });
  const inner = el("div", { class: "inner" }, svg("svg", box, ...lines), el("div", { class: "ends" }, ...ends));
  return el(
    "section",
    { class: "curve", hidden: curve.length < 2 },
    el("h3", {}, word("finale.curve")),
    el("div", { class: "window" }, inner),
  );
}
