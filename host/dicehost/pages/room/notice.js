/** What the organiser says to the whole room, on top of whatever a screen shows, until somebody there has read it. */

import { el, fetchStyle } from "../lib/dom.js";

/** @type {HTMLElement | null} */
let shown = null;
/** What was read here and waved away: a screen that comes back is told it again. */
let read = "";

/**
 * Show a notice; an empty one takes the last one down.
 *
 * @param {string} said
 */
export async function showNotice(said) {
  if (said === read && said !== "") return;
  shown?.remove();
  shown = null;
  read = "";
  if (said === "") return;
  const node = el("aside", { id: "room-notice", role: "status", "data-test": "room-notice" }, el("p", {}, said));
  const wave = () => {
    read = said;
    node.remove();
  };
  node.append(el("button", { class: "quiet square", "aria-label": "✕", onclick: wave }, "✕"));
  shown = node;
  await fetchStyle("notice.css");
  // A newer one may have come while the style was fetched.
  if (shown === node) document.body.append(node);
}
