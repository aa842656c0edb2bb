/** An announcer: the browser's own voice reads what happens, in the page's language. */

import { appearance } from "./appearance.js";
import { volume } from "./sound.js";
import { language } from "./words.js";

/** Whether this browser has a voice at all: some on televisions and in apps have none. */
export function canSpeak() {
  return "speechSynthesis" in window;
}

/**
 * Read a sentence aloud, where people asked for it: "short" is verdicts and turns, "all" is everything.
 *
 * @param {"short" | "all"} kind
 * @param {string} words
 */
export function speakUp(kind, words) {
  const { voice } = appearance();
  if (!canSpeak() || words === "" || voice === "off" || (voice === "short" && kind === "all")) return;
  const spoken = new SpeechSynthesisUtterance(words);
  spoken.lang = language();
  spoken.volume = Math.min(1, volume() / 100);
  // What is still to be said is about something that is over.
  if (speechSynthesis.pending) speechSynthesis.cancel();
  speechSynthesis.speak(spoken);
}
