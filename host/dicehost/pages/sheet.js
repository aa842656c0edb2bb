/** The sheet that lies over a page: the codes to scan, the rules to read. */

import { el, fetchStyle } from "./dom.js";
import { catalogue, voice } from "./words.js";

export const { word } = voice(await catalogue("lobby"));
const sheet = el("dialog", { "aria-labelledby": "sheet-title" });
document.body.append(sheet);
await fetchStyle("sheet.css");

/** Open the sheet with a title, its nodes and perhaps a foot; `closed` is a promise of its end. */
export function openSheet(title, nodes, foot = null) {
  const button = el("button", { class: "quiet", "data-test": "close" }, word("close"));
  const close = el("form", { method: "dialog" }, button);
  sheet.replaceChildren(
    el("header", {}, el("h2", { id: "sheet-title" }, title), close),
    el("div", { class: "sheet-body" }, ...nodes),
    ...(foot ? [el("footer", {}, foot)] : []),
  );
  if (!sheet.open) sheet.showModal();
  return { closed: new Promise((done) => sheet.addEventListener("close", done, { once: true })) };
}
