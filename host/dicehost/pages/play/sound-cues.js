/** What a change of the table sounds like. Follows what is shown, not clicks, so that everyone hears the same. */

import { play } from "../lib/sound.js";

// The rings hurry in the last ten seconds too.
const HURRY = 10000;
let timer = 0;

/**
 * Sound what is new on a screen; nothing for the first state, where nothing has just happened.
 *
 * @param {ScreenState | null} before
 * @param {ScreenState} now
 */
export function cue(before, now) {
  if (before === null) return;
  for (const name of cuesOf(before, now)) play(name);
  warn(now.clock);
}

/** @param {ScreenState} before @param {ScreenState} now @returns {string[]} */
function cuesOf(before, now) {
  if (now.over && !before.over) return ["win"];
  if (now.roll?.state === "tumbling" && before.roll?.state !== "tumbling") return ["roll"];
  if (now.view.turn !== before.view.turn && now.view.turn !== null) return ["turn"];
  return [];
}

/**
 * A die knocks on the table after some milliseconds.
 *
 * @param {number} ms
 * @param {number} hard
 */
export function knockAt(ms, hard) {
  play("knock", ms / 1000, hard);
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
