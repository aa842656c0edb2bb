/** What the owner can do with a match that is damaged on the disk: export, go on, or take it off the list. */

import { el, text } from "../lib/dom.js";
import { saveFile } from "../lib/download.js";
import { ask } from "../lib/net.js";

/**
 * A line that says how much of the match is sound, and the ways out.
 *
 * @param {Host.MatchListed} shown
 * @param {number} sound
 * @param {string | null} key
 * @param {Speech["word"]} word
 * @param {(job: () => unknown) => void} tell
 */
export function makeWaysOut({ match }, sound, key, word, tell) {
  const facts = { sound };

  /**
   * A button that takes two taps: what it does cannot be undone on this page.
   *
   * @param {string} what
   * @param {() => Promise<void>} job
   */
  function makeSure(what, job) {
    const label = `lobby.damaged.${what}`;
    const button = el("button", { type: "button", class: "quiet", "data-test": what }, word(label, facts));
    let sure = false;
    button.addEventListener("click", () => {
      sure = !sure;
      text(button, word(sure ? `${label}.sure` : label, facts));
      if (!sure) tell(job);
    });
    return button;
  }

  const save = el("button", { type: "button", class: "quiet", "data-test": "export" }, word("lobby.damaged.export"));
  save.addEventListener("click", () =>
    tell(() => saveFile(`/api/matches/${match}/export`, key, `${match}-sound-part.jsonl`)),
  );
  const recover = makeSure("recover", async () => {
    const { table } = await ask(`/api/matches/${match}/recover`, key, {});
    location.assign(table);
  });
  const remove = makeSure("remove", async () => {
    await ask(`/api/matches/${match}/remove`, key, {});
    location.reload();
  });
  const buttons = sound > 0 ? [recover, save, remove] : [remove];
  const said = el("p", { "data-test": "damaged" }, word("lobby.damaged", facts));
  return [said, el("div", { class: "ways" }, ...buttons)];
}
