/** The picture of a die: pips as dots, drawings, or a mark with the tower's nine lamps. */

import { el, svg, text } from "../lib/dom.js";
import { drawOn, hasIcon, iconIn } from "./icons.js";
import { shapeOf } from "./seats.js";

// Nine lamps row by row, one octal digit a row, as the tower lights them.
const PIPS = [0, 0o020, 0o401, 0o421, 0o505, 0o525, 0o555];
const LAMPS = [0, 1, 2, 3, 4, 5, 6, 7, 8];

/**
 * What a die shows: which lamps, which mark, which name.
 *
 * @param {DieShown} die
 * @param {Faces} faces
 * @returns {Host.Face}
 */
export function faceOf({ kind = "pips", value }, faces) {
  if (value === 0) return { lamps: 0, mark: "", name: "" };
  const face = faces[kind]?.[value - 1];
  if (face) return face;
  const lamps = PIPS[value] ?? 0;
  return { lamps, mark: lamps ? "" : String(value), name: "" };
}

/**
 * A shape for each colour that games sort dice by, so that nobody needs to see colours: a heart, a sun, a
 * drop, a leaf, a moon, a flake. Seats have shapes of their own.
 *
 * @type {Record<string, string>}
 */
const GROUPS = {
  red: "M12 21C4 15 2 11 2 8a5.5 5.5 0 0 1 10-3a5.5 5.5 0 0 1 10 3c0 3-2 7-10 13z",
  yellow: "M12 1l2.5 4.5l4.5-2l-.5 5L23 12l-4.5 3.5l.5 5l-4.5-2L12 23l-2.5-4.5l-4.5 2l.5-5L1 12l4.5-3.5l-.5-5l4.5 2z",
  blue: "M12 1.5c4 5 7 8.7 7 12.8a7 7 0 0 1-14 0C5 10.2 8 6.5 12 1.5z",
  green: "M21.5 2.5C9 2.5 2.5 9 3.5 20.5C15 21.5 21.5 15 21.5 2.5z",
  black: "M15 2a10.5 10.5 0 1 0 7.5 13A9 9 0 0 1 15 2z",
  white: "M12 1.5l9 5.25v10.5l-9 5.25l-9-5.25V6.750z",
};

/**
 * The shape that goes with a colour, or with the seat a die belongs to.
 *
 * @param {string | undefined} colour
 * @param {number | null} seat
 * @returns {string | null}
 */
export function groupOf(colour, seat = null) {
  return seat === null ? (GROUPS[colour ?? ""] ?? null) : shapeOf(seat, colour ?? "");
}

/**
 * Dots in their places on a die, all in one path: a table may show sixty dice, and every node costs.
 *
 * @param {number} lamps
 */
function dots(lamps) {
  const lit = LAMPS.filter((at) => lamps & (256 >> at));
  return lit
    .map((at) => `M${14.5 + 26 * (at % 3)} ${24 + 26 * Math.floor(at / 3)}a9.5 9.5 0 1 0 19 0a9.5 9.5 0 1 0-19 0z`)
    .join("");
}

/**
 * Write a mark into a node: the more letters, the smaller.
 *
 * @template {HTMLElement | SVGElement} Kind
 * @param {Kind} node
 * @param {string} mark
 */
function lettered(node, mark) {
  node.textContent = mark;
  if (mark.length > 1) node.style.setProperty("--letters", String(mark.length));
  return node;
}

/**
 * What is drawn on a die's body; only what is seen.
 *
 * @param {Host.Face} face
 * @param {string} drawn
 * @param {string | null} group
 * @param {string | undefined} state
 * @param {boolean} small
 */
function partsOf(face, drawn, group, state, small) {
  const picture = drawn === "picture";
  /** @param {string} look */
  const tick = (look) => svg("path", { class: look, d: "M78 6l8 9l15-18" });
  const { lamps, mark, icon } = face;
  const lit = [
    picture && !small ? svg("path", { class: "lamps unlit", d: dots(~lamps) }) : null,
    lamps && !(picture && small) ? svg("path", { class: "lamps", d: dots(lamps) }) : null,
    mark ? lettered(svg("text", { x: 50, "text-anchor": "middle" }), mark) : null,
  ];
  return [
    ...(icon && hasIcon(icon) ? [iconIn(icon, 84)] : lit),
    group ? svg("path", { class: "group", d: group }) : null,
    state === "out" ? svg("path", { class: "struck", d: "M14 86L86 14" }) : null,
    ...(state === "kept" ? [tick("tick halo"), tick("tick")] : []),
  ].filter((part) => part !== null);
}

// The body is the style's: a box with a border, whose inside the picture fills.
/** @param {import("../lib/dom.js").Attributes} attrs @param {SVGElement[]} parts */
const makePicture = (attrs, ...parts) => svg("svg", { viewBox: "3 3 94 94", ...attrs }, ...parts);

/**
 * One side of a cube. A face without a drawing is told by its mark alone: lamps are too small to turn.
 *
 * @param {Host.Face} face
 * @param {string | null} group
 */
export function pictureOf(face, group) {
  const drawn = face.name && face.mark ? "picture" : "pips";
  return makePicture({ class: `face ${drawn}` }, ...partsOf(face, drawn, group, undefined, true));
}

/**
 * What a die is drawn on.
 *
 * @typedef {{
 *   node: Element,
 *   body: Element,
 *   draw(face: Host.Face, drawn: string, group: string | null, state: string | undefined): void,
 *   call(name: string): void,
 * }} DieBody
 */

/**
 * A small die is a box; a mark alone lies in it as plain text, as letters in a picture cost the browser far more, and
 * a drawing alone is its background.
 *
 * @returns {DieBody}
 */
export function makeSmall() {
  const node = el("span", { class: "die small", "data-test": "face", role: "img" });
  return {
    node,
    body: node,
    draw(face, drawn, group, state) {
      const alone = !group && !state;
      const icon = alone && hasIcon(face.icon) ? face.icon : null;
      drawOn(node, icon ?? null);
      if (icon) {
        node.replaceChildren();
        return;
      }
      const plain = alone && face.mark !== "";
      const parts = plain ? [] : partsOf(face, drawn, group, state, true);
      node.replaceChildren(plain ? lettered(el("b"), face.mark) : makePicture({}, ...parts));
    },
    call() {},
  };
}

/** @returns {DieBody} */
export function makeLarge() {
  const body = makePicture({ class: "block", role: "img" });
  const node = el("span", { class: "die", "data-test": "die" }, body);
  /** @type {HTMLElement | null} */
  let name = null;
  return {
    node,
    body,
    draw: (face, drawn, group, state) => body.replaceChildren(...partsOf(face, drawn, group, state, false)),
    /** Write a name under the die, where it has one. */
    call(called) {
      if (called !== "" && name === null) {
        name = el("span", { class: "die-name", "aria-hidden": true });
        node.append(name);
      }
      if (name) text(name, called);
    },
  };
}
