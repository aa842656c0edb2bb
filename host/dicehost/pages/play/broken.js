/** What went wrong with this match, in words; the owner's tablet can open it again. */

import { byId, el, maybe, text } from "../lib/dom.js";
import { ask, Refusal } from "../lib/net.js";
import { catalogue, voice } from "../lib/words.js";

/**
 * Make the notice; `show` takes every state of the match.
 *
 * @param {Surroundings} around
 * @returns {Promise<LatePart>}
 */
export async function makeBroken({ match, owner }) {
  const { word } = voice(await catalogue("extras"));
  const place = el("div");
  byId("refusal").after(place);

  /** @returns {Part<[Host.Message, Context]>} */
  function makeNotice() {
    const words = el("p");
    const button = el("button", { class: "main", "data-test": "reopen", hidden: !owner }, word("broken.reopen"));
    const node = el("section", { class: "alarm broken", role: "alert", "data-test": "broken" }, words, button);
    /** @type {Context | null} */
    let latest = null;
    button.addEventListener("click", async () => {
      button.disabled = true;
      try {
        await ask(`/api/matches/${match}/reopen`, owner, {});
      } catch (error) {
        text(
          words,
          error instanceof Refusal && latest ? (latest.refusal(error) ?? error.message) : word("broken.lost"),
        );
      }
      button.disabled = false;
    });
    return {
      node,
      show(broken, ctx) {
        latest = ctx;
        text(words, ctx.say(broken));
      },
    };
  }

  return { show: ({ broken }, ctx) => maybe(place, broken ?? null, makeNotice, ctx) };
}
