/** Keeps the screen awake while a match needs it; where the browser does not allow that, says once how to. */

import { el, fetchStyle } from "../lib/dom.js";
import { keep, recall } from "../lib/store.js";
import { catalogue, voice } from "../lib/words.js";

/**
 * What keeps the screen awake. `show` takes every state; a phone stays awake only for its own turn.
 *
 * @param {Surroundings} around
 * @returns {Promise<LatePart>}
 */
export async function makeWakeLock({ kind }) {
  const { word } = voice(await catalogue("extras"));
  let wanted = false;
  /** @type {WakeLockSentinel | null} */
  let lock = null;

  async function hold() {
    if (!wanted || lock || document.visibilityState !== "visible") return;
    try {
      lock = await navigator.wakeLock.request("screen");
    } catch {
      return; // a battery that runs low has the last word
    }
    lock.addEventListener("release", () => (lock = null));
    if (!wanted) drop();
  }

  function drop() {
    lock?.release();
    lock = null;
  }

  // A browser lets go when the page is hidden.
  document.addEventListener("visibilitychange", hold);
  return {
    show({ over, form, roll }) {
      wanted = over === null && (kind === "table" || form !== null || roll?.may_press === true);
      if (navigator.wakeLock) {
        if (wanted) hold();
        else drop();
      } else if (wanted && kind === "table" && !recall("awake.told")) {
        tellHow(word);
      }
    },
  };
}

/** @param {Speech["word"]} word */
async function tellHow(word) {
  keep("awake.told", true);
  await fetchStyle("late.css");
  const button = el("button", { class: "quiet", "data-test": "awake-close" }, word("awake.close"));
  const note = el("aside", { class: "awake", "data-test": "awake" }, el("p", {}, word("awake.how")), button);
  button.addEventListener("click", () => note.remove());
  document.body.append(note);
}
