/** What the pages about past matches share: their words, and saying what goes wrong. */

import { byId, text } from "../lib/dom.js";
import { isLost, Refusal } from "../lib/net.js";
import { whyNot } from "../lib/refusals.js";
import { catalogue, loadWords, sayPage, voice } from "../lib/words.js";

/**
 * What these pages say, by key.
 *
 * @type {Words}
 */
export const words = {};
/**
 * Their voice, as long as no game speaks.
 *
 * @type {Speech}
 */
export const plain = voice(words);

/** Fetch what these pages say, and put it into the HTML. */
export async function startPast() {
  await loadWords();
  Object.assign(words, await catalogue("past"));
  Object.assign(plain, voice(words));
  sayPage(plain);
}

/**
 * Do something with the host; say aloud what goes wrong, in words. True if all went well.
 *
 * @param {() => unknown} job
 */
export async function tell(job) {
  const alarm = byId("refusal");
  try {
    await job();
    text(alarm, "");
    return true;
  } catch (error) {
    if (error instanceof Refusal) text(alarm, await whyNot(error));
    else if (isLost(error)) text(alarm, plain.word("after.lost"));
    else throw error;
    return false;
  }
}

/**
 * Where dice came from, in words; a source this page does not know is told by its own name.
 *
 * @param {{source: string, tower: string}} from
 */
export function sourceOf({ source, tower }) {
  const known = `page.source.${source}` in words;
  return known ? plain.word(`source.${source}`, { tower: tower || "" }).trim() : `${source} ${tower}`.trim();
}

/**
 * A time used, as minutes and seconds, or hours and minutes.
 *
 * @param {number} ms
 */
export function duration(ms) {
  const seconds = Math.round(ms / 1000);
  const [large, small] = seconds < 3600 ? [seconds, 60] : [Math.floor(seconds / 60), 60];
  const told = `${Math.floor(large / small)}:${String(large % small).padStart(2, "0")}`;
  return seconds < 3600 ? told : `${told} h`;
}
