/** The drawings that pages have, by the name that a face, a card or a page asks for; images/icons.svg holds them. */

import { set, svg } from "../lib/dom.js";

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
 * It is an image: a copy of the drawing itself is up to thirty nodes, and a form may show forty dice.
 *
 * @param {string} name
 * @param {number} size
 */
export function iconIn(name, size = 74) {
  const at = (100 - size) / 2;
  fetchDrawings();
  const box = { x: at, y: at, width: size, height: size };
  return svg("image", { class: "drawing", "data-drawing": name, href: imageOf(name), ...box });
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
 * Images by name, in the line colour of this page.
 *
 * @type {Map<string, string>}
 */
const images = new Map();
/** @type {string | null} */
let ink = null;

function fetchDrawings() {
  fetched ??= readDrawings();
  return fetched;
}

async function readDrawings() {
  try {
    const written = await (await fetch(FILE)).text();
    drawings = new DOMParser().parseFromString(written, "image/svg+xml").documentElement;
    inkAgain();
    // An image knows nothing of the page around it: where that has another line colour, it is made again.
    const inked = new MutationObserver(inkAgain);
    inked.observe(document.documentElement, { attributeFilter: ["data-contrast"] });
    inked.observe(document.body, { attributeFilter: ["data-theme"] });
  } catch {
    // The host is away: the next drawing asks again.
    fetched = null;
  }
}

function inkAgain() {
  ink = getComputedStyle(document.body).getPropertyValue("--i-line").trim();
  images.clear();
  for (const node of document.querySelectorAll("image[data-drawing]")) {
    set(node, "href", imageOf(node.getAttribute("data-drawing") ?? ""));
  }
}

/** What drawings are drawn with now; null until they are here. */
export function inkNow() {
  return ink;
}

/**
 * The address of a drawing as an image; none until the drawings are here.
 *
 * @param {string} name
 */
function imageOf(name) {
  const known = images.get(name);
  if (known !== undefined) return known;
  const drawn = drawings?.querySelector(`#i-${name}`);
  if (!drawn) return null;
  const alone = svg("svg", { viewBox: drawn.getAttribute("viewBox") });
  alone.append(...drawn.cloneNode(true).childNodes);
  const written = new XMLSerializer()
    .serializeToString(alone)
    .replaceAll(/var\(--i-line,([^)]*)\)/g, (_, usual) => ink || usual);
  const image = `data:image/svg+xml,${encodeURIComponent(written)}`;
  images.set(name, image);
  return image;
}

/** Put the drawings into the page, once: a browser that takes each from the file reads it again and again. */
function layOut() {
  if (drawings === null || drawings.isConnected) return;
  set(drawings, "hidden", true);
  document.body.append(drawings);
}
