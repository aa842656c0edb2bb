/** The bots' faces, drawn by us: six characters as a few flat shapes each. Nothing is loaded. */

import { set, svg } from "../lib/dom.js";

const INK = "#2a241d";

/** @param {number} x @param {number} y @param {number} r */
const dot = (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;

/** @param {number} left @param {number} right @param {number} y @param {number} r */
const dots = (left, right, y, r) => dot(left, y, r) + dot(right, y, r);

/**
 * What each face is made of, from the back to the front: a colour and a path in a box of 48.
 *
 * @type {Record<Host.FaceName, [fill: string, path: string][]>}
 */
const FACES = {
  bolt: [
    ["#c9efe9", dot(24, 24, 23)],
    ["#ffcf33", "M25 2l-5 8h3.5l-1.5 6l6-8h-3.500z"],
    ["#2aa59a", "M12 16h24a4 4 0 0 1 4 4v16a4 4 0 0 1-4 4H12a4 4 0 0 1-4-4V20a4 4 0 0 1 4-4z"],
    ["#1c7f76", "M4 24h4v8H4zM40 24h4v8h-4z"],
    ["#eafffc", "M14 20h20a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2H14a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2z"],
    [INK, dots(18, 30, 25.5, 2.6)],
    ["#eafffc", "M17 34h14v3H17z"],
  ],
  luna: [
    ["#e3dcff", dot(24, 24, 23)],
    ["#6b57c9", "M9 8l10 8H29L39 8v18a15 14 0 0 1-30 0z"],
    ["#ffb8d2", "M12 13l4.500 4h-4.500zM36 13l-4.500 4h4.500z"],
    ["#ffe066", dots(17.5, 30.5, 25, 4)],
    [INK, "M16.500 25a1 3.400 0 1 0 2 0a1 3.400 0 1 0-2 0zM29.500 25a1 3.400 0 1 0 2 0a1 3.400 0 1 0-2 0z"],
    ["#ffb8d2", "M22 31h4l-2 2.500z"],
    ["none", "M24 33.500q-2.500 3-5 1M24 33.500q2.500 3 5 1M10 30l-6-1M10 33l-6 2M38 30l6-1M38 33l6 2"],
  ],
  otto: [
    ["#ffe3c2", dot(24, 24, 23)],
    ["#9a6b3f", "M10 9l8 4h12l8-4v18a14 15 0 0 1-28 0z"],
    ["#f3dcbd", "M17 33q7-4 14 0q-1 8-7 8t-7-8z"],
    ["#fff", dots(17, 31, 22, 6.5)],
    [INK, dots(18, 30, 22, 3)],
    ["#fff", dots(19, 31, 21, 1)],
    ["#f58a1f", "M24 25l3 4l-3 4l-3-4z"],
  ],
  pip: [
    ["#fff3bd", dot(24, 24, 23)],
    ["#ffb52e", "M24 4q3 3 1 8q5-5 7-3q-1 4-6 6h-5q-3-3-4-6q4-1 6 3q-1-5 1-8z"],
    ["#ffd23f", dot(24, 27, 15)],
    [INK, dots(18, 30, 24, 2.2)],
    ["#ff9f9f", dots(14, 34, 29, 2.4)],
    ["#f58a1f", "M20 28h8l-4 5z"],
  ],
  mina: [
    ["#ffdcc9", dot(24, 24, 23)],
    ["#e8702a", "M7 7l11 7h12l11-7l-2 18L24 42L9 25z"],
    ["#5b2a12", "M10 10l5 4l-4 4zM38 10l-5 4l4 4z"],
    ["#fff7ef", "M9 25q8 0 15 17q7-17 15-17q-3 8-15 17q-12-9-15-17z"],
    [INK, dots(18, 30, 23.5, 2.2)],
    [INK, dot(24, 39, 2.8)],
  ],
  rex: [
    ["#d5f2cd", dot(24, 24, 23)],
    ["#2f7d3c", "M14 12l2-6l4 5l3-6l4 6l4-5l2 7z"],
    ["#57b35f", "M9 24a15 13 0 0 1 30 0v8q0 8-8 8H17q-8 0-8-8z"],
    ["#fff", dots(17, 31, 21, 4.2)],
    [INK, dots(18, 30, 21, 2)],
    [INK, dots(21.5, 26.5, 28, 1)],
    ["#fff", "M14 32h20l-2.500 4l-2.500-4l-2.500 4l-2.500-4l-2.500 4l-2.500-4l-2.500 4z"],
  ],
};

/** The faces there are, in the order they are given out. */
export const FACE_NAMES = /** @type {Host.FaceName[]} */ (Object.keys(FACES));

/**
 * A bot's face; a name that is not known gets the first one.
 *
 * @returns {Part<[face: string]>}
 */
export function makeBotFace() {
  const node = svg("svg", { class: "bot-face", viewBox: "0 0 48 48", "aria-hidden": true });
  let drawn = "";
  return {
    node,
    show(face) {
      const known = FACE_NAMES.find((name) => name === face) ?? FACE_NAMES[0];
      if (known === drawn) return;
      drawn = known;
      set(node, "data-bot", known);
      const paths = FACES[known].map(([fill, d], at) =>
        svg("path", { d, fill, stroke: at ? INK : "none", "stroke-width": 1.5, "stroke-linejoin": "round" }),
      );
      node.replaceChildren(...paths);
    },
  };
}
