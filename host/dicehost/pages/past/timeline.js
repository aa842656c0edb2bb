/** A match along its steps: marks of what happened, and the score's course. Draws; decides nothing. */

import { shapeOf } from "../draw/seats.js";
import { el, set, svg } from "../lib/dom.js";

// Each kind of step by a shape and a height of its own, so that colour is not needed to tell them apart.
/** @type {Record<string, {y: number, d: string}>} */
const MARKS = {
  rolled: { y: 9, d: "M-4-5h8v10h-8z" },
  moved: { y: 24, d: "M-1-5h2v10h-2z" },
  timed: { y: 39, d: "M0-6L6 5h-12z" },
  withdrawn: { y: 39, d: "M0-6L6 0L0 6L-6 0z" },
  paused: { y: 39, d: "M-4-4h3v8h-3zM1-4h3v8h-3z" },
};
const WIDE = 1000;

/**
 * The time line's marks. It is as wide as the slider below it, whose thumb is `--thumb` wide.
 *
 * @param {Host.Mark[]} marks
 */
export function makeStrip(marks) {
  const x = place(marks.length);
  const squeeze = Math.min(1, WIDE / marks.length / 9);
  const drawn = marks.flatMap(([kind], at) => (MARKS[kind] ? [makeMark(kind, x(at + 1), squeeze)] : []));
  const now = svg("line", { class: "now", y1: 0, y2: 50 });
  const node = svg("svg", { viewBox: `0 0 ${WIDE} 50`, preserveAspectRatio: "none" }, ...drawn, now);
  const kinds = Object.keys(MARKS).filter((kind) => marks.some(([had]) => had === kind));
  return {
    node,
    /** @param {number} step */
    show(step) {
      set(now, "x1", x(step));
      set(now, "x2", x(step));
    },
    /** @param {Speech["word"]} word */
    legend: (word) => kinds.map((kind) => el("span", {}, makeSign(kind), word(`after.mark.${kind}`))),
  };
}

/** @param {number} steps @returns {(step: number) => number} */
function place(steps) {
  return (step) => (steps < 2 ? 0 : (WIDE * (step - 1)) / (steps - 1));
}

/** @param {string} kind @param {number} x @param {number} squeeze */
function makeMark(kind, x, squeeze) {
  const { y, d } = MARKS[kind];
  // A rare mark must be seen among hundreds.
  const wide = y === 39 ? Math.max(squeeze, 0.7) : squeeze;
  return svg("path", { class: kind, d, transform: `translate(${x.toFixed(1)} ${y}) scale(${wide.toFixed(3)} 1)` });
}

/** @param {string} kind */
function makeSign(kind) {
  return svg("svg", { class: "sign", viewBox: "-7 -7 14 14" }, svg("path", { class: kind, d: MARKS[kind].d }));
}

/**
 * The score of every seat along the steps; each line ends in its seat's shape.
 *
 * @param {Host.Head} head
 */
export function makeCourse({ marks, seats }) {
  const [wide, high, rim] = [600, 200, 12];
  const all = marks.flatMap(([, , , scores]) => scores);
  const [low, top] = [Math.min(0, ...all), Math.max(1, ...all)];
  /** @param {number} step */
  const x = (step) => rim + ((wide - 3 * rim) * (step - 1)) / Math.max(1, marks.length - 1);
  /** @param {number} score */
  const y = (score) => high - rim - ((high - 2 * rim) * (score - low)) / (top - low);
  const lines = seats.map(({ colour }, seat) => {
    const start = `M${x(1)} ${y(marks[0][3][seat]).toFixed(1)}`;
    const steps = marks.map(([, , , scores], at) => `H${x(at + 1).toFixed(1)}V${y(scores[seat]).toFixed(1)}`);
    const end = y(marks[marks.length - 1][3][seat]);
    return makeSeatLine(seat, colour, start + steps.join(""), [x(marks.length), end]);
  });
  const base = svg("line", { class: "base", x1: 0, x2: wide, y1: y(0), y2: y(0) });
  const now = svg("line", { class: "now", y1: 0, y2: high });
  return {
    node: svg("svg", { viewBox: `0 0 ${wide} ${high}` }, base, ...lines, now),
    /** @param {number} step */
    show(step) {
      set(now, "x1", x(step));
      set(now, "x2", x(step));
    },
  };
}

/**
 * A seat's line through a drawing; it ends in the seat's shape.
 *
 * @param {number} seat
 * @param {string} colour
 * @param {string} d
 * @param {[x: number, y: number]} end
 */
function makeSeatLine(seat, colour, d, [x, y]) {
  const badge = svg("path", { class: "end", d: shapeOf(seat, colour) });
  set(badge, "transform", `translate(${x} ${y - 9}) scale(.75)`);
  return svg(
    "g",
    { "data-colour": colour },
    svg("path", { class: "under", d }),
    svg("path", { class: "line", d }),
    badge,
  );
}

/**
 * Everybody's winning chances along the steps, with a mark at each swing.
 *
 * @param {Host.Head} head
 * @param {Host.HindsightSeen} seen
 */
export function makeChances({ marks, seats }, { line, swings }) {
  const [wide, high, rim, left] = [600, 240, 16, 96];
  /** @param {number} step */
  const x = (step) => left + ((wide - left - 2 * rim) * (step - 1)) / Math.max(1, marks.length - 1);
  /** @param {number} part */
  const y = (part) => high - rim - (high - 2 * rim) * part;
  const grid = [0, 0.5, 1].flatMap((part) => [
    svg("line", { class: "base", x1: left, x2: wide, y1: y(part), y2: y(part) }),
    svg("text", { x: left - 8, y: y(part) + 8, "text-anchor": "end" }, `${part * 100}\u00a0%`),
  ]);
  const lines = seats.map(({ colour }, seat) => {
    const d = line.map(([step, parts], at) => `${at ? "L" : "M"}${x(step).toFixed(1)} ${y(parts[seat]).toFixed(1)}`);
    const [step, parts] = line[line.length - 1];
    return makeSeatLine(seat, colour, d.join(""), [x(step), y(parts[seat])]);
  });
  const signs = swings.map(({ step }) =>
    svg("path", { class: "swing", d: "M0 0l6-11h-12z", transform: `translate(${x(step)} ${high})` }),
  );
  const now = svg("line", { class: "now", y1: 0, y2: high });
  return {
    node: svg("svg", { viewBox: `0 0 ${wide} ${high}` }, ...grid, ...lines, ...signs, now),
    /** @param {number} step */
    show(step) {
      set(now, "x1", x(step));
      set(now, "x2", x(step));
    },
  };
}
