/** The drawings that pages have, by the name that a face, a card or a page asks for; images/icons.svg holds them. */

import { el, set, svg, worded } from "../lib/dom.js";

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
  const box = { x: at, y: at, width: size, height: size };
  return svg("image", { class: "drawing", "data-drawing": name, href: images.get(name), ...box });
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
  fetchDrawings().then(layOut);
  return svg("svg", { class: look, viewBox: "0 0 48 48", "aria-hidden": true }, svg("use", { href: `#i-${name}` }));
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
const backgrounds = el("style");

function fetchDrawings() {
  fetched ??= readDrawings();
  return fetched;
}

async function readDrawings() {
  try {
    const written = await (await fetch(FILE)).text();
    drawings = new DOMParser().parseFromString(written, "image/svg+xml").documentElement;
  } catch {
    // The host is away: the next drawing asks again.
    fetched = null;
    return;
  }
  document.head.append(backgrounds);
  ink();
  // An image knows nothing of the page around it: where that has another line colour, it is made again.
  const inked = new MutationObserver(ink);
  inked.observe(document.documentElement, { attributeFilter: ["data-contrast"] });
  inked.observe(document.body, { attributeFilter: ["data-theme"] });
}

function ink() {
  const line = getComputedStyle(document.body).getPropertyValue("--i-line").trim();
  for (const name of NAMES) {
    const drawn = drawings?.querySelector(`#i-${name}`);
    if (drawn) images.set(name, imageOf(drawn, line));
  }
  for (const node of document.querySelectorAll("image[data-drawing]")) {
    set(node, "href", images.get(node.getAttribute("data-drawing") ?? ""));
  }
  const rules = [...images].map(([name, image]) => `.die[data-drawing="${name}"]{background-image:url("${image}")}`);
  worded(backgrounds, rules.join(""));
}

/** @param {Element} drawn @param {string} line */
function imageOf(drawn, line) {
  const alone = svg("svg", { viewBox: drawn.getAttribute("viewBox") });
  alone.append(...drawn.cloneNode(true).childNodes);
  const written = new XMLSerializer().serializeToString(alone);
  return `data:image/svg+xml,${encodeURIComponent(written.replaceAll(/var\(--i-line,([^)]*)\)/g, line || "$1"))}`;
}

/** Put the drawings into the page, once: a browser that takes each from the file reads it again and again. */
function layOut() {
  if (drawings === null || drawings.isConnected) return;
  set(drawings, "hidden", true);
  document.body.append(drawings);
}
