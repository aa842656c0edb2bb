/** Rulings named in a sentence, as buttons that lead to their line of the rules page. */

import { el } from "../lib/dom.js";

const RULING = /\b[A-Z]{2}-[A-Z]\d+\b/g;

/**
 * The parts of a sentence. The page that shows them handles clicks on `[data-ruling]`.
 *
 * @param {string} sentence
 * @returns {(HTMLElement | string)[]}
 */
export function ruled(sentence) {
  /** @type {(HTMLElement | string)[]} */
  const parts = [];
  let from = 0;
  for (const { 0: name, index } of sentence.matchAll(RULING)) {
    parts.push(sentence.slice(from, index));
    parts.push(el("button", { type: "button", class: "ruling", "data-ruling": name }, name));
    from = index + name.length;
  }
  return [...parts, sentence.slice(from)].filter((part) => part !== "");
}
