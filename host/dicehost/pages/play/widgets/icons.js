/** Drawings for options and slots, our own, each one path. */

import { svg } from "../../lib/dom.js";

/** @type {Record<string, string>} */
const PATHS = {
  thumb_up:
    "M9 21H5a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2h4zM10.5 21V10l4-8c1.8 0 3 1.2 3 3l-.7 4H20a2.5 2.5 0 0 1 2.4 3l-1.6 6.5A3 3 0 0 1 18 21z",
  thumb_down:
    "M15 3h4a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2h-4zM13.5 3v11l-4 8c-1.8 0-3-1.2-3-3l.7-4H4a2.5 2.5 0 0 1-2.4-3L3.2 5.5A3 3 0 0 1 6 3z",
  deck: "M7 2h11a2 2 0 0 1 2 2v13a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2zM3 6v13a3 3 0 0 0 3 3h11v-1.8H6.5A1.7 1.7 0 0 1 4.8 18.5V6z",
  discards: "M9 2h6l1 2h5v2.5H3V4h5zM4.5 8h15l-1.2 12.5A1.8 1.8 0 0 1 16.5 22h-9a1.8 1.8 0 0 1-1.8-1.5z",
  lock: "M7 10V7a5 5 0 0 1 10 0v3h1.5A1.5 1.5 0 0 1 20 11.5v9a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 20.5v-9A1.5 1.5 0 0 1 5.5 10zm2.5 0h5V7a2.5 2.5 0 0 0-5 0z",
  cross: "M5.5 3.5L12 10l6.5-6.5l2 2L14 12l6.5 6.5l-2 2L12 14l-6.5 6.5l-2-2L10 12L3.5 5.5z",
};

/** @param {string} name */
export function makeIcon(name) {
  const path = svg("path", { d: PATHS[name] ?? "", "fill-rule": "evenodd" });
  return svg("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": true }, path);
}
