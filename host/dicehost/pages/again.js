/** After a match: look back at it, play again with the same people, or go to the match they play next. */

import { byId, el, maybe, set, text } from "./dom.js";
import { ask, Refusal } from "./net.js";
import { whyNot } from "./refused.js";
import { ownerKey } from "./store.js";
import { catalogue, voice } from "./words.js";

const { word } = voice(await catalogue("lobby"));
const key = ownerKey();
const place = el("div");
const look = el("a", { class: "button", "data-test": "look-back" }, word("again.look"));
byId("why").after(el("div", { class: "again" }, place, look));

/** Open the same match once more; the link of this screen's place comes with the next state. */
export function playAgain(match) {
  return ask(`/api/matches/${match}/again`, key, {});
}

function makeNext() {
  const link = el("a", { class: "button main", "data-test": "next-match" }, word("again.next"));
  return { node: link, show: ({ next }) => set(link, "href", next) };
}

function makeAgain() {
  const button = el("button", { class: "main", "data-test": "play-again" }, word("again.play"));
  const alarm = byId("refusal");
  let match = "";
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      await playAgain(match);
    } catch (error) {
      text(alarm, error instanceof Refusal ? await whyNot(error) : word("lobby.lost"));
      button.disabled = false;
    }
  });
  return { node: button, show: (screen) => (match = screen.match) };
}

/** Show what can be played next on a screen whose match is over. */
export function showAgain(screen) {
  set(look, "href", `/after/${screen.match}${location.hash}`);
  const mayOpen = key !== null && screen.me === -1;
  maybe(place, screen.next || mayOpen ? screen : null, screen.next ? makeNext : makeAgain);
}
