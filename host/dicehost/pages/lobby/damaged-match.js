/** What the owner can do with a match that is damaged on the disk: export, go on, or take it off the list. */

import { el } from "../lib/dom.js";
import { saveFile } from "../lib/download.js";
import { ask } from "../lib/net.js";
import { makeSureButton } from "./removal.js";

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

  const save = el("button", { type: "button", class: "quiet", "data-test": "export" }, word("lobby.damaged.export"));
  save.addEventListener("click", () =>
    tell(() => saveFile(`/api/matches/${match}/export`, key, `${match}-sound-part.jsonl`)),
  );
  /** @param {string} what @param {() => Promise<void>} job */
  const makeSure = (what, job) => {
    const label = `lobby.damaged.${what}`;
    return makeSureButton(what, word(label, facts), word(`${label}.sure`, facts), () => tell(job));
  };
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
