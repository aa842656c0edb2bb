/** What the pages for looking back have in common: their words, the key, and telling what goes wrong. */

import { byId, text } from "./dom.js";
import { Refusal } from "./net.js";
import { whyNot } from "./refused.js";
import { catalogue, voice } from "./words.js";

export const WORDS = await catalogue("after");
export const plain = voice(WORDS);

/** Do something with the host; say aloud what goes wrong, in words. True if all went well. */
export async function tell(job) {
  const alarm = byId("refusal");
  try {
    await job();
    text(alarm, "");
    return true;
  } catch (error) {
    const lost = error instanceof TypeError || error.name === "TimeoutError";
    if (!lost && !(error instanceof Refusal)) throw error;
    text(alarm, lost ? plain.word("after.lost") : await whyNot(error));
    return false;
  }
}

/** Where dice came from, in words; a source this page does not know is told by its own name. */
export function sourceOf({ source, tower }) {
  const known = `page.source.${source}` in WORDS;
  return known ? plain.word(`source.${source}`, { tower: tower || "" }).trim() : `${source} ${tower}`.trim();
}

/** A time used, as minutes and seconds, or hours and minutes. */
export function duration(ms) {
  const seconds = Math.round(ms / 1000);
  const [large, small] = seconds < 3600 ? [seconds, 60] : [Math.floor(seconds / 60), 60];
  const told = `${Math.floor(large / small)}:${String(large % small).padStart(2, "0")}`;
  return seconds < 3600 ? told : `${told} h`;
}
