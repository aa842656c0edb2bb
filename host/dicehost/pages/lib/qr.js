/** A QR code, drawn by the host. It is asked with a POST, so that no token stands in an address. */

import { set } from "./dom.js";
import { ask } from "./net.js";

/**
 * Draw where a link leads into a node, as large as the style lets it be.
 *
 * @param {Element} picture
 * @param {string} link
 */
export async function drawCode(picture, link) {
  const drawing = await ask("/api/qr", null, { text: new URL(link, location.href).href });
  const shown = new DOMParser().parseFromString(drawing, "text/html").querySelector("svg");
  if (shown === null) return;
  // With a box of its own the drawing fills whatever room the style gives it.
  const side = shown.getAttribute("width");
  if (side) set(shown, "viewBox", `0 0 ${side} ${side}`);
  picture.replaceChildren(shown);
}

/** Whether this page was opened by an address that leads nowhere from a phone. */
export function isLocal() {
  return /^(localhost|127\..*|\[::1\])$/.test(location.hostname);
}

/**
 * A code as people read and type it.
 *
 * @param {string} code
 */
export function spaced(code) {
  return code && `${code.slice(0, 3)} ${code.slice(3)}`;
}
