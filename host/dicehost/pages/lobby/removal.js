/** Ending and removing matches: what cannot be undone takes two taps, and a file is offered before. */

import { el, set, text } from "../lib/dom.js";
import { saveFile } from "../lib/download.js";
import { ask } from "../lib/net.js";

/**
 * A button that asks whether it is meant, and does it with the second tap.
 *
 * @param {string} hook
 * @param {string} label
 * @param {string} sure
 * @param {() => void} job
 */
export function makeSureButton(hook, label, sure, job) {
  const button = el("button", { type: "button", class: "quiet slim", "data-test": hook }, label);
  let asked = false;
  /** @param {boolean} now */
  function become(now) {
    asked = now;
    text(button, asked ? sure : label);
    set(button, "data-sure", asked);
  }
  button.addEventListener("click", () => {
    become(!asked);
    if (!asked) job();
  });
  button.addEventListener("blur", () => become(false));
  return button;
}

/**
 * The way out for a match that is over: asked twice, with the file to keep.
 *
 * @param {Host.MatchListed} shown
 * @param {string | null} key
 * @param {Speech["word"]} word
 * @param {(job: () => unknown) => void} tell
 * @param {() => void} again
 */
export function makeRemoval({ match }, key, word, tell, again) {
  /** @param {string} hook @param {string} name @param {string} look @param {() => void} onclick */
  const make = (hook, name, look, onclick) =>
    el("button", { type: "button", class: look, "data-test": hook, onclick }, word(name));
  const open = make("remove", "lobby.remove", "quiet slim", () => question(true));
  const sure = el("p", {}, word("lobby.remove.sure"));
  const save = make("remove-save", "lobby.remove.save", "quiet", () =>
    tell(() => saveFile(`/api/matches/${match}/export`, key, `${match}.jsonl`)),
  );
  const keep = make("remove-keep", "lobby.remove.keep", "quiet", () => question(false));
  const go = make("remove-sure", "lobby.remove.go", "bad", () =>
    tell(async () => {
      await ask(`/api/matches/${match}/remove`, key, {});
      again();
    }),
  );
  const panel = el("div", { class: "removal", hidden: true }, sure, save, el("div", { class: "pair" }, keep, go));
  /** @param {boolean} asked */
  function question(asked) {
    set(panel, "hidden", !asked);
    set(open, "hidden", asked);
    (asked ? keep : open).focus();
  }
  return [open, panel];
}
