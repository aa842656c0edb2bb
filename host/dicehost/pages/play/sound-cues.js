/** What a change of the table sounds like. Follows messages, not clicks, so that everyone hears the same. */

import { APART } from "../draw/landing.js";
import { play } from "../lib/sound.js";

// The rings hurry in the last ten seconds too.
const HURRY = 10000;
let timer = 0;

/**
 * Sound what is new on a screen; nothing for the first state, where nothing has just happened.
 *
 * @param {ScreenState | null} before
 * @param {ScreenState} now
 * @param {number} dice
 */
export function cue(before, now, dice) {
  if (before === null) return;
  for (const [name, ...facts] of cuesOf(before, now, dice)) play(name, ...facts);
  warn(now.clock);
}

/** @param {ScreenState} before @param {ScreenState} now @param {number} dice @returns {[string, ...number[]][]} */
function cuesOf(before, now, dice) {
  if (now.over && !before.over) return [["win"]];
  if (now.roll?.state === "tumbling" && before.roll?.state !== "tumbling") return [["roll"]];
  if (hasSettled(before, now)) return [["settle", dice, APART]];
  if (now.view.turn !== before.view.turn && now.view.turn !== null) return [["turn"]];
  return [];
}

/**
 * Whether the roll that was waited for lies on the table now.
 *
 * @param {ScreenState | null} before
 * @param {ScreenState} now
 * @returns {boolean}
 */
export function hasSettled(before, now) {
  if (!before?.roll) return false;
  return before.roll.id !== now.roll?.id && now.seq > before.seq;
}

/**
 * One warning before the first running countdown ends.
 *
 * @param {Host.ClockShown | null} clock
 */
function warn(clock) {
  clearTimeout(timer);
  const running = clock?.hands.filter((hand) => hand.runs).map((hand) => hand.left_ms) ?? [];
  const left = Math.min(...running) - HURRY;
  if (left > 0 && Number.isFinite(left)) timer = setTimeout(play, left, "time");
}
