/** The bots' faces: drawings of a sprite that is fetched when the first bot comes. */

import { set, svg } from "../lib/dom.js";

/**
 * The faces there are, in the order they are given out.
 *
 * @type {Host.FaceName[]}
 */
export const FACE_NAMES = ["bolt", "luna", "otto", "pip", "mina", "rex"];

/**
 * A bot's face; a name that is not known gets the first one.
 *
 * @returns {Part<[face: string]>}
 */
export function makeBotFace() {
  const drawing = svg("use");
  const node = svg("svg", { class: "bot-face", viewBox: "0 0 48 48", "aria-hidden": true }, drawing);
  return {
    node,
    show(face) {
      const known = FACE_NAMES.find((name) => name === face) ?? FACE_NAMES[0];
      set(node, "data-bot", known);
      set(drawing, "href", `/static/images/bot-faces.svg#${known}`);
    },
  };
}
