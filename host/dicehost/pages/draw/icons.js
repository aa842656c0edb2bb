/** The drawings that pages have, by the name that a face, a card or a page asks for; images/icons.svg holds them. */

import { el, set, svg } from "../lib/dom.js";

const FILE = "/static/images/icons.svg";

/** The names there are. A game may ask for another one: then its mark is drawn. */
const NAMES = new Set(
  [
    "f-donut f-pearls f-sling f-sax f-pacifier f-cow",
    "z-charm z-leap z-dash z-grab z-thrust z-taunt",
    "chip star crown dice",
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
 * It is an image: a copy of the drawing itself is up to thirty nodes.
 *
 * @param {string} name
 * @param {number} size
 */
export function iconIn(name, size = 74) {
  const at = (100 - size) / 2;
  fetchDrawings();
  const box = { x: at, y: at, width: size, height: size, "pointer-events": "none" };
  return svg("image", { "data-drawing": name, href: images.get(name), ...box });
}

/**
 * Let a small die show a drawing, or none. It is the die's background, as a form may show forty such dice.
 *
 * @param {Element} die
 * @param {string | null} name
 */
export function drawOn(die, name) {
  if (name !== null) fetchDrawings();
  set(die, "data-drawing", name);
}

/**
 * A drawing of its own.
 *
 * @param {string} name
 * @param {string} look
 */
export function makeIcon(name, look = "icon") {
  const node = svg("svg", { class: look, viewBox: "0 0 48 48", "aria-hidden": true });
  fetchDrawings().then(() => node.append(...copyOf(name)));
  return node;
}

/** @type {Promise<void> | null} */
let fetched = null;
/** @type {Element | null} */
let drawings = null;
/**
 * The addresses of drawings as images, in the line colour of this page; empty until they are here.
 *
 * @type {Map<string, string>}
 */
const images = new Map();
/** @type {Element | undefined} */
let style;

function fetchDrawings() {
  fetched ??= readDrawings();
  return fetched;
}

async function readDrawings() {
  try {
    const written = await (await fetch(FILE)).text();
    drawings = new DOMParser().parseFromString(written, "image/svg+xml").documentElement;
    ink();
    // An image knows nothing of the page around it: where that has another line colour, it is made again.
    addEventListener("appearance", ink);
  } catch {
    // The host is away: the next drawing asks again.
    fetched = null;
  }
}

function ink() {
  const line = getComputedStyle(document.body).getPropertyValue("--i-line") || "$1";
  let rules = "";
  for (const name of NAMES) {
    const alone = svg("svg", { viewBox: "0 0 48 48" }, ...copyOf(name));
    const written = new XMLSerializer().serializeToString(alone).replace(/var\(--i-line,(.*?)\)/g, line);
    const image = `data:image/svg+xml,${encodeURIComponent(written)}`;
    images.set(name, image);
    for (const node of document.querySelectorAll(`image[data-drawing=${name}]`)) set(node, "href", image);
    rules += `.die[data-drawing=${name}]{background-image:url("${image}")}`;
  }
  style?.remove();
  style = el("style", {}, rules);
  document.head.append(style);
}

/** @param {string} name @returns {any[]} */
function copyOf(name) {
  return [...(drawings?.querySelector(`#i-${name}`)?.cloneNode(true).childNodes ?? [])];
}
