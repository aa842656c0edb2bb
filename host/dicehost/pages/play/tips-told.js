/** Which tips this device was given, and which one a question asks for. Kept apart from the tips: most questions ask for none. */

import { appearance } from "../lib/appearance.js";
import { recall } from "../lib/store.js";

/** @returns {string[]} */
export function toldTips() {
  return recall("tips") ?? [];
}

/**
 * The kind of question that this device has not met before: how its first fields are drawn, or a button to press.
 *
 * @param {Host.Screen} screen
 * @returns {string | null}
 */
export function newKind({ form, roll }) {
  const told = toldTips();
  const fields = form?.fields ?? [];
  /** @type {string[]} */
  const kinds = fields.map((field) =>
    "draw" in field && field.draw && !appearance().plain ? field.draw.type : field.type,
  );
  if (form === null && roll?.may_press) kinds.push("press");
  return kinds.find((kind) => !told.includes(kind)) ?? null;
}
