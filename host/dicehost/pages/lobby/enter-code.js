/** The page where a person types the short code of a seat and is taken there. */

import { byId, text } from "../lib/dom.js";
import { ask, Refusal } from "../lib/net.js";
import { whyNot } from "../lib/refusals.js";
import { ready } from "../lib/start-page.js";
import { catalogue, loadWords, sayPage, voice } from "../lib/words.js";

/** @type {Speech["word"]} */
let word;

/** Open the page; what was typed before it started is still in the field. */
export async function startEnterCode() {
  await loadWords();
  const speech = voice(await catalogue("lobby"));
  word = speech.word;
  sayPage(speech);
  document.title = word("code.title");
  byId("form").addEventListener("submit", go);
  ready();
}

/** @param {SubmitEvent} event */
async function go(event) {
  event.preventDefault();
  const input = byId("code", HTMLInputElement);
  try {
    /** @type {Host.CodeLink} */
    const { link } = await ask("/api/join", null, { code: input.value });
    location.assign(link);
  } catch (error) {
    text(byId("refusal"), error instanceof Refusal ? await whyNot(error) : word("lobby.lost"));
    input.select();
  }
}
