/** After a match: play again, go on to the match that the same people play next, watch it again, save it, or go home. */

import { byId, el, maybe, set, text } from "../lib/dom.js";
import { saveFile } from "../lib/download.js";
import { ask, Refusal } from "../lib/net.js";
import { whyNot } from "../lib/refusals.js";
import { ownerKey } from "../lib/store.js";
import { catalogue, language, voice } from "../lib/words.js";
import { savePicture } from "./save-picture.js";

/**
 * Make what a screen offers once its match is over; a picture can be saved where there is a token for it.
 *
 * @param {"table" | "seat"} kind
 * @param {string | null} token
 * @returns {Promise<Part<[ScreenState]>>}
 */
export async function makeNextMatch(kind, token) {
  const words = { ...(await catalogue("lobby")), ...(await catalogue("finale")) };
  const { word } = voice(words);
  const key = ownerKey();
  const place = el("div", { class: "next" });
  const replay = el("a", { class: "button", "data-test": "look-back" }, word("again.replay"));
  const picture = el("button", { "data-test": "save-picture", hidden: token === null }, word("finale.save"));
  const stays = kind === "seat" || token === null;
  const home = el("a", { class: "button", href: "/", hidden: stays, "data-test": "end-evening" });
  home.append(word("finale.end"));
  const node = el("div", { class: "again" }, place, replay, picture, home);
  let match = "";

  picture.addEventListener("click", async () => {
    const name = `${word("finale.saved")}-${match}`;
    const path = `/api/matches/${match}/result.svg?language=${language()}`;
    picture.disabled = true;
    try {
      // A browser that cannot paint it can still keep it as it came.
      if (!(await savePicture(path, token, name))) await saveFile(path, token, `${name}.svg`);
    } catch {
      text(byId("refusal"), word("finale.unsaved"));
    }
    picture.disabled = false;
  });

  /** @returns {Part<[ScreenState]>} */
  function makeNext() {
    const link = el("a", { class: "button main", "data-test": "next-match" }, word("again.next"));
    return { node: link, show: ({ next }) => set(link, "href", next) };
  }

  /** @returns {Part<[ScreenState]>} */
  function makeAgain() {
    const button = el("button", { class: "main", "data-test": "play-again" }, word("finale.again"));
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
    return { node: button, show: () => {} };
  }

  return {
    node,
    show(screen) {
      match = screen.match;
      set(replay, "href", `/after/${screen.match}${location.hash}`);
      const mayOpen = key !== null && screen.me === -1;
      maybe(place, screen.next || mayOpen ? screen : null, screen.next ? makeNext : makeAgain);
    },
  };
}
