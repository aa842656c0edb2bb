/** An announcer: the browser's own voice reads what happens, in the page's language. */

import { appearance } from "./appearance.js";
import { language } from "./words.js";

/**
 * Read a sentence aloud, where people asked for it: "short" is verdicts and turns, "all" is everything.
 *
 * @param {"short" | "all"} kind
 * @param {string} words
 */
export function speakUp(kind, words) {
  const { voice } = appearance();
  if (words === "" || voice === "off" || (voice === "short" && kind === "all")) return;
  const spoken = new SpeechSynthesisUtterance(words);
  spoken.lang = language();
  // What is still to be said is about something that is over.
  if (speechSynthesis.pending) speechSynthesis.cancel();
  speechSynthesis.speak(spoken);
}
