/** The bots that can be invited: their names and faces, and how strong they play. */

import { FACE_NAMES } from "../draw/bot-faces.js";
import { el, set } from "../lib/dom.js";

/** @typedef {{level: string, face: Host.FaceName}} Bot */

/**
 * What a bot with this face is called; its face's name, so the two stay together.
 *
 * @param {Host.FaceName} face
 */
export function nameOf(face) {
  return face[0].toUpperCase() + face.slice(1);
}

/**
 * A face that nobody at the table has, by face or by name.
 *
 * @param {string[]} names
 */
export function freeFace(names) {
  const taken = names.map((name) => name.trim().toLowerCase());
  return FACE_NAMES.find((face) => !taken.includes(face)) ?? FACE_NAMES[0];
}

/**
 * The strongest of a game's levels that is no stronger than the one wanted.
 *
 * @param {string[]} levels
 * @param {string} wanted
 */
export function nearest(levels, wanted) {
  const order = ["random", "steady", "sharp"];
  const fit = levels.filter((level) => order.indexOf(level) <= order.indexOf(wanted));
  return fit.at(-1) ?? levels[0];
}

/**
 * A choice of levels.
 *
 * @param {Speech["word"]} word
 * @param {(level: string) => void} changed
 * @returns {Part<[levels: string[], chosen: string, label: string]> & {node: HTMLSelectElement}}
 */
export function makeLevel(word, changed) {
  const node = el("select", { class: "level" });
  let drawn = "";
  node.addEventListener("change", () => changed(node.value));
  return {
    node,
    show(levels, chosen, label) {
      if (drawn !== levels.join()) {
        node.replaceChildren(...levels.map((level) => el("option", { value: level }, word(`bot.level.${level}`))));
        drawn = levels.join();
      }
      node.value = chosen;
      set(node, "aria-label", label);
    },
  };
}
