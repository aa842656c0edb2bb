/** The drawings that pages have, by the name that a face, a card or a page asks for; images/icons.svg holds them. */

import { set, svg } from "../lib/dom.js";

const FILE = "/static/images/icons.svg";

/** The names there are. A game may ask for another one: then its mark is drawn. */
const NAMES = new Set(
  [
    "f-donut f-pearls f-sling f-sax f-pacifier f-cow",
    "z-charm z-leap z-dash z-grab z-thrust z-taunt",
    "chip tick cross star crown dice rules join sound gear",
  ].flatMap((line) => line.split(" ")),
);

/**
 * Whether there is a drawing of this name.
 *
 * @param {string | undefined} name
 */
export function hasIcon(name) {
  return name !== undefined && NAMES.has(name);
}

/**
 * A drawing, to be laid out in a picture of 100 by 100.
 *
 * @param {string} name
 * @param {number} size
 */
export function iconIn(name, size = 74) {
  const at = (100 - size) / 2;
  fetchDrawings();
  return svg("use", { class: "icon", href: `#i-${name}`, x: at, y: at, width: size, height: size });
}

/**
 * A drawing of its own.
 *
 * @param {string} name
 * @param {string} look
 */
export function makeIcon(name, look = "icon") {
  fetchDrawings();
  return svg("svg", { class: look, viewBox: "0 0 48 48", "aria-hidden": true }, svg("use", { href: `#i-${name}` }));
}

let fetched = false;

/**
 * Put the drawings into the page, once: a browser that takes each from the file reads it again and again, and lays
 * out the page twice.
 */
async function fetchDrawings() {
  if (fetched) return;
  fetched = true;
  try {
    const written = await (await fetch(FILE)).text();
    const drawings = new DOMParser().parseFromString(written, "image/svg+xml").documentElement;
    set(drawings, "hidden", true);
    document.body.append(drawings);
  } catch {
    // The host is away: the next drawing asks again.
    fetched = false;
  }
}
