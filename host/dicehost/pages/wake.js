/** Keeps the screen awake while a match needs it; where the browser does not allow that, says once how to. */

import { el, fetchStyle } from "./dom.js";
import { keep, recall } from "./store.js";
import { catalogue, voice } from "./words.js";

const { word } = voice(await catalogue("stay"));

/** What keeps the screen awake. `show` takes every state; a phone stays awake only for its own turn. */
export default function makeWake({ kind }) {
  let wanted = false;
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
        tellHow();
      }
    },
  };
}

async function tellHow() {
  keep("awake.told", true);
  await fetchStyle("stay.css");
  const button = el("button", { class: "quiet", "data-test": "awake-close" }, word("awake.close"));
  const note = el("aside", { class: "awake", "data-test": "awake" }, el("p", {}, word("awake.how")), button);
  button.addEventListener("click", () => note.remove());
  document.body.append(note);
}
