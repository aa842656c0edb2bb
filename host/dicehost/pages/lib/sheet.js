/** The sheet that lies over a page: the codes to scan, the rules to read. */

import { el, fetchStyle } from "./dom.js";
import { catalogue, voice } from "./words.js";

/** @type {HTMLDialogElement | null} */
let made = null;

function sheet() {
  if (made === null) {
    made = el("dialog", { "aria-labelledby": "sheet-title" });
    document.body.append(made);
  }
  return made;
}

/**
 * Open the sheet with a title, its nodes and perhaps a foot; `closed` resolves when it is closed.
 *
 * @param {string} title
 * @param {Node[]} nodes
 * @param {Node | null} foot
 * @returns {Promise<{closed: Promise<unknown>}>}
 */
export async function openSheet(title, nodes, foot = null) {
  const { word } = voice(await catalogue("lobby"));
  await fetchStyle("sheet.css");
  const dialog = sheet();
  const button = el("button", { class: "quiet", "data-test": "close" }, word("close"));
  const close = el("form", { method: "dialog" }, button);
  dialog.replaceChildren(
    el("header", {}, el("h2", { id: "sheet-title" }, title), close),
    el("div", { class: "sheet-body" }, ...nodes),
    ...(foot ? [el("footer", {}, foot)] : []),
  );
  if (!dialog.open) dialog.showModal();
  return { closed: new Promise((done) => dialog.addEventListener("close", done, { once: true })) };
}
