/** How this screen looks and moves: theme, contrast, motion, pace, text, forms. Remembered here, never told to the host. */

import { around } from "./dom.js";
import { keep, recall } from "./store.js";

const DEFAULTS = { theme: "system", motion: true, text: 100, pace: "table", voice: "off", plain: false };
const MORE_CONTRAST = "(prefers-contrast: more)";
const LESS_MOTION = "(prefers-reduced-motion: reduce)";

/**
 * What was chosen on this screen.
 *
 * @returns {typeof DEFAULTS}
 */
export function appearance() {
  return { ...DEFAULTS, ...recall("look") };
}

/**
 * Choose something else, and show it at once.
 *
 * @param {Partial<typeof DEFAULTS>} change
 */
export function changeAppearance(change) {
  keep("look", { ...appearance(), ...change });
  apply();
  dispatchEvent(new Event("appearance"));
}

/** Whether things may move: neither the system nor this screen's people asked for calm. */
export function moves() {
  return document.documentElement.dataset.motion === undefined;
}

function apply() {
  const { theme, motion, text } = appearance();
  const root = document.documentElement;
  mark(root, "theme", ["light", "dark", "party"].includes(theme) ? theme : null);
  mark(root, "contrast", theme === "contrast" || matchMedia(MORE_CONTRAST).matches ? "more" : null);
  mark(root, "motion", motion && !matchMedia(LESS_MOTION).matches ? null : "less");
  mark(root, "large", text > 100 ? "" : null);
  root.style.setProperty("--text", String(text / 100));
}

/** @param {HTMLElement} root @param {string} name @param {string | null} value */
function mark(root, name, value) {
  if (value === null) delete root.dataset[name];
  else root.dataset[name] = value;
}

/** Show the page as this screen's people like it, from the first frame on, and let them change it. */
export function startAppearance() {
  apply();
  for (const query of [MORE_CONTRAST, LESS_MOTION]) matchMedia(query).addEventListener("change", apply);
  // Another tab of this browser is the same screen to the people in front of it.
  addEventListener("storage", apply);
  addEventListener("click", async ({ target }) => {
    if (!around(target, "[data-settings]")) return;
    const { fetchPart } = await import("./parts.js");
    const { openSettings } = await fetchPart("settings");
    openSettings();
  });
}
