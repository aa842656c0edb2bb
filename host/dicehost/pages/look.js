/** How this screen looks and moves: theme, contrast, motion, text size. Remembered here, never told to the host. */

import { keep, recall } from "./store.js";

const DEFAULTS = { theme: "system", motion: true, text: 100 };
const wantsContrast = matchMedia("(prefers-contrast: more)");
const wantsCalm = matchMedia("(prefers-reduced-motion: reduce)");

/** What was chosen on this screen. */
export function look() {
  return { ...DEFAULTS, ...recall("look") };
}

/** Choose something anew, and show it at once. */
export function changeLook(change) {
  keep("look", { ...look(), ...change });
  apply();
}

/** Whether things may move: neither the system nor this screen's people asked for calm. */
export function moves() {
  return document.documentElement.dataset.motion === undefined;
}

function apply() {
  const { theme, motion, text } = look();
  const root = document.documentElement;
  mark(root, "theme", theme === "light" || theme === "dark" ? theme : null);
  mark(root, "contrast", theme === "contrast" || wantsContrast.matches ? "more" : null);
  mark(root, "motion", motion && !wantsCalm.matches ? null : "less");
  mark(root, "large", text > 100 ? "" : null);
  root.style.setProperty("--text", String(text / 100));
}

function mark(root, name, value) {
  if (value === null) delete root.dataset[name];
  else root.dataset[name] = value;
}

apply();
wantsContrast.addEventListener("change", apply);
wantsCalm.addEventListener("change", apply);
// Another tab of this browser is the same screen to the people in front of it.
addEventListener("storage", apply);
addEventListener("click", async ({ target }) => {
  if (!target.closest?.("[data-look]")) return;
  const { fetchPart } = await import("./net.js");
  const { openSettings } = await fetchPart("./settings.js");
  openSettings();
});
