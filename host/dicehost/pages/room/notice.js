/** What the organiser says to the whole room, on top of whatever a screen shows, until somebody there has read it. */

import { el, fetchStyle } from "../lib/dom.js";

/** @type {HTMLElement | null} */
let shown = null;

/**
 * Show a notice; an empty one takes the last one down.
 *
 * @param {string} said
 */
export async function showNotice(said) {
  shown?.remove();
  shown = null;
  if (said === "") return;
  const close = el("button", { class: "quiet square", "aria-label": "✕", onclick: () => node.remove() }, "✕");
  const node = el("aside", { id: "room-notice", role: "status", "data-test": "room-notice" }, el("p", {}, said), close);
  shown = node;
  await fetchStyle("notice.css");
  // A newer one may have come while the style was fetched.
  if (shown === node) document.body.append(node);
}
