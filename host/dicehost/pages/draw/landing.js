/** How thrown dice come to rest on a screen. */

import { moves } from "../lib/appearance.js";

// Milliseconds between two dice coming to rest, as on the tower's lamps.
export const APART = 80;
const FADE = 260;
const LANDING = [{ opacity: 0.25, scale: 1.16, rotate: "14deg", translate: "0 -10%" }, {}];
const CALM_LANDING = [{ opacity: 0.25 }, {}];

/**
 * The dice that wait or tumble in a row of the view; they lie in the same places when they have a face.
 *
 * @param {ParentNode} place
 * @returns {Element[]}
 */
export function inRow(place) {
  return [...place.querySelectorAll(".item.dice .die:is([data-face=tumbling], [data-face=blank])")];
}

/**
 * Let dice come to rest one after the other, as the tower's lamps do; returns how many did.
 *
 * Those are `thrown`, where some lay `inRow` before, or else all that lie in a place and are not kept.
 *
 * @param {ParentNode} place
 * @param {Element[]} thrown
 */
export function settle(place, thrown) {
  const all = thrown.length ? thrown : [...place.querySelectorAll(".die:not(.small, [data-state], [data-face=blank])")];
  all.forEach((die, at) => {
    /** @type {KeyframeAnimationOptions} */
    const timing = { duration: FADE, delay: moves() ? APART * at : 0, fill: "backwards", easing: "ease-out" };
    /** @type {Keyframe[]} */
    const landing = moves() ? LANDING : CALM_LANDING;
    die.firstElementChild?.animate(landing, timing);
  });
  return all.length;
}
