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
  use: "M14 1.5L4 14h6.5l-2 8.5L20 9.5h-7z",
  keep: "M10 2h4v7h4l-6 6.5L6 9h4zM2.5 13h4v5h11v-5h4v7a2 2 0 0 1-2 2h-15a2 2 0 0 1-2-2z",
  skip: "M3 4l10 8l-10 8zM15 4h5v16h-5z",
  stop: "M12 1.5a10.5 10.5 0 1 0 0 21a10.5 10.5 0 1 0 0-21zM6 9.8h12v4.4H6z",
  done: "M9.5 20L2 12.5l3-3l4.5 4.5L19 4.5l3 3z",
  again: "M12 3.5c2.5 0 4.7 1 6.3 2.7L21 3.5V11h-7.5l2.8-2.8A6 6 0 1 0 17.8 14h3A9 9 0 1 1 12 3.5z",
  swap: "M7.5 1v4H20v4H7.5v4L1.5 7zM16.5 11v4H4v4h12.5v4l6-6z",
  bank: "M12 3c5 0 9 1.5 9 3.3s-4 3.4-9 3.4s-9-1.6-9-3.4S7 3 12 3zM3 9.3c1.8 1.5 5.2 2.2 9 2.2s7.2-.7 9-2.2v2.5c0 1.9-4 3.4-9 3.4s-9-1.5-9-3.4zM3 14.8c1.8 1.5 5.2 2.2 9 2.2s7.2-.7 9-2.2v2.7c0 1.9-4 3.5-9 3.5s-9-1.6-9-3.5z",
  pay: "M12 1.5a10.5 10.5 0 1 0 0 21a10.5 10.5 0 1 0 0-21zM12 5l6.5 7L12 19l-6.5-7z",
  lock: "M7 10V7a5 5 0 0 1 10 0v3h1.5A1.5 1.5 0 0 1 20 11.5v9a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 20.5v-9A1.5 1.5 0 0 1 5.5 10zm2.5 0h5V7a2.5 2.5 0 0 0-5 0z",
  cross: "M5.5 3.5L12 10l6.5-6.5l2 2L14 12l6.5 6.5l-2 2L12 14l-6.5 6.5l-2-2L10 12L3.5 5.5z",
};

/** @param {string} name */
export function makeSign(name) {
  const path = svg("path", { d: PATHS[name] ?? "", "fill-rule": "evenodd" });
  return svg("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": true }, path);
}
