/** Draws attention to what this seat has to do now: scrolled to, focused and read out. Decides nothing. */

import { byId } from "../lib/dom.js";

// Focus in one of these may be moved: there is nothing half-done in them.
const IDLE = "#form, #rolling, #waiting, #headline, #back";
/** @type {string | null} */
let soughtFor = null;
/** @type {string | null} */
let said = null;

/**
 * Go to the task when it changes. `what` identifies it, `form` is the form to fill, if any.
 * Keyboard focus moves along unless it is busy elsewhere.
 *
 * @param {string} what
 * @param {{title: string, focus(): void} | null} form
 */
export function seek(what, form) {
  tell(form);
  if (what === soughtFor) return;
  const first = soughtFor === null;
  soughtFor = what;
  // A page that was just opened, or lies behind a sheet, stays where it is.
  if (first || document.querySelector("dialog[open]")) return;
  scrollTo({ top: 0 });
  const at = document.activeElement;
  if (at !== null && at !== document.body && !at.closest(IDLE)) return;
  if (form) form.focus();
  else place().focus({ preventScroll: true });
}

/**
 * What to focus where there is no form: the button to press, or who is waited for.
 *
 * @returns {HTMLElement}
 */
function place() {
  /** @type {HTMLElement | null} */
  const press = byId("rolling").querySelector("button:not([hidden])");
  return press ?? (byId("waiting").hidden ? byId("headline") : byId("waiting"));
}

/**
 * Screen readers announce a task once, wherever the reader is on the page.
 *
 * @param {{title: string} | null} form
 */
function tell(form) {
  const call = byId("rolling").querySelector(".call")?.textContent;
  const now = form?.title ?? call ?? (byId("waiting").textContent || byId("headline").textContent);
  if (now === said) return;
  said = now;
  byId("duty").textContent = now;
}
