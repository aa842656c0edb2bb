/** The place of the clocks on a page. Most matches have none, so they are fetched by the first that has. */

import { byId, fetchStyle, maybe } from "../lib/dom.js";
import { fetchPart } from "../lib/parts.js";

/** @type {typeof import("./clock.js") | null} */
let part = null;

/**
 * Fetch what it takes to show a state's clocks, before it is drawn: nothing jumps.
 *
 * @param {Host.Screen} screen
 */
export async function fetchClocks({ clock }) {
  if (clock !== null && part === null) [part] = await Promise.all([fetchPart("clock"), fetchStyle("late.css")]);
}

/**
 * Show the clocks of a state, if it has some.
 *
 * @param {ScreenState} screen
 * @param {Context} ctx
 * @param {Act} act
 */
export function showClocks({ clock, arrived, over }, ctx, act) {
  if (part === null) return;
  const { makeClocks } = part;
  maybe(byId("clocks"), clock, () => makeClocks(act), ctx, arrived, over !== null);
}
