/** What this seat has to do now: in sight, under the keys, and said aloud. Decides nothing. */

import { byId } from "./dom.js";

// Whoever is here has nothing else in hand: nothing at all, or what has just been answered.
const IDLE = "#form, #rolling, #waiting, #headline, #back";
let soughtFor = null;
let said = null;

/**
 * Go where the duty is when it becomes another one. `what` tells them apart, `form` is the one to
 * fill, if any. Those who use keys are taken along unless they are busy elsewhere.
 */
export function seek(what, form) {
  tell(form);
  if (what === soughtFor) return;
  const first = soughtFor === null;
  soughtFor = what;
  // Nobody has lost a place on a page that has just been opened, or behind a sheet.
  if (first || document.querySelector("dialog[open]")) return;
  scrollTo({ top: 0 });
  const at = document.activeElement;
  if (at !== null && at !== document.body && !at.closest(IDLE)) return;
  if (form) form.focus();
  else place().focus({ preventScroll: true });
}

/** The node that tells the duty where there is no form: the button to press, or who is waited for. */
function place() {
  const press = byId("rolling").querySelector("button:not([hidden])");
  return press ?? (byId("waiting").hidden ? byId("headline") : byId("waiting"));
}

/** Those who listen rather than look hear of a duty once, wherever on the page they are. */
function tell(form) {
  const call = byId("rolling").querySelector(".call")?.textContent;
  const now = form?.title ?? call ?? (byId("waiting").textContent || byId("headline").textContent);
  if (now === said) return;
  said = now;
  byId("duty").textContent = now;
}
