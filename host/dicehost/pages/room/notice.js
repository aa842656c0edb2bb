/** What the organiser says to the whole room, on top of whatever a screen shows, until somebody there has read it. */

import { el, fetchStyle, worded } from "../lib/dom.js";

const words = el("p");
const node = el("aside", { id: "room-notice", role: "status", "data-test": "room-notice" }, words);
node.append(el("button", { class: "quiet square", "aria-label": "✕", onclick: () => node.remove() }, "✕"));

/**
 * Show a notice; an empty one takes the last one down.
 *
 * @param {string} said
 */
export async function showNotice(said) {
  if (said === "") return node.remove();
  await fetchStyle("notice.css");
  worded(words, said);
  if (!node.isConnected) document.body.append(node);
}
