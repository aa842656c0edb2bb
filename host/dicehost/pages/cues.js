/** What a change of the table sounds like. Hears messages, not clicks, so that everybody hears the same. */

import { APART } from "./dice.js";
import { play } from "./sound.js";

// Ten seconds before the end is when the rings hurry too.
const HURRY = 10000;
let timer = 0;

/** Sound what is new in a screen; nothing at first sight, as nothing happened before somebody's eyes. */
export function cue(before, now, dice) {
  if (before === null) return;
  for (const [name, ...facts] of cuesOf(before, now, dice)) play(name, ...facts);
  warn(now.clock);
}

function cuesOf(before, now, dice) {
  if (now.over && !before.over) return [["win"]];
  if (now.roll?.state === "tumbling" && before.roll?.state !== "tumbling") return [["roll"]];
  if (hasSettled(before, now)) return [["settle", dice, APART]];
  if (now.view.turn !== before.view.turn && now.view.turn !== null) return [["turn"]];
  return [];
}

/** Whether the roll that was waited for lies on the table now. */
export function hasSettled(before, now) {
  return Boolean(before?.roll) && before.roll.id !== now.roll?.id && now.seq > before.seq;
}

/** One warning before the first time that runs is over. */
function warn(clock) {
  clearTimeout(timer);
  const running = clock?.hands.filter((hand) => hand.runs).map((hand) => hand.left_ms) ?? [];
  const left = Math.min(...running) - HURRY;
  if (left > 0 && Number.isFinite(left)) timer = setTimeout(play, left, "time");
}
