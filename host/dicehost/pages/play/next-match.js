/** After a match: watch it again, play again with the same people, or go on to the match they play next. */

import { byId, el, maybe, set, text } from "../lib/dom.js";
import { ask, Refusal } from "../lib/net.js";
import { whyNot } from "../lib/refusals.js";
import { ownerKey } from "../lib/store.js";
import { catalogue, voice } from "../lib/words.js";

/**
 * Make what a screen offers once its match is over.
 *
 * @returns {Promise<LatePart>}
 */
export default async function makeNextMatch() {
  const { word } = voice(await catalogue("lobby"));
  const key = ownerKey();
  const place = el("div");
  const replay = el("a", { class: "button", "data-test": "look-back" }, word("again.replay"));
  byId("why").after(el("div", { class: "again" }, place, replay));

  /** @returns {Part<[ScreenState]>} */
  function makeNext() {
    const link = el("a", { class: "button main", "data-test": "next-match" }, word("again.next"));
    return { node: link, show: ({ next }) => set(link, "href", next) };
  }

  /** @returns {Part<[ScreenState]>} */
  function makeAgain() {
    const button = el("button", { class: "main", "data-test": "play-again" }, word("again.play"));
    let match = "";
    button.addEventListener("click", async () => {
      button.disabled = true;
      try {
        // The link to this screen's place in the new match comes with the next state.
        await ask(`/api/matches/${match}/again`, key, {});
      } catch (error) {
        text(byId("refusal"), error instanceof Refusal ? await whyNot(error) : word("lobby.lost"));
        button.disabled = false;
      }
    });
    return {
      node: button,
      show(screen) {
        match = screen.match;
      },
    };
  }

  return {
    show(screen) {
      set(replay, "href", `/after/${screen.match}${location.hash}`);
      const mayOpen = key !== null && screen.me === -1;
      maybe(place, screen.next || mayOpen ? screen : null, screen.next ? makeNext : makeAgain);
    },
  };
}
