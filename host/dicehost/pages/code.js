/** The page where a person types the short code of a seat and is led to it. */

import { byId, text } from "./dom.js";
import { ask, Refusal } from "./net.js";
import { whyNot } from "./refused.js";
import { catalogue, sayPage, voice } from "./words.js";

const speech = voice(await catalogue("lobby"));
const { word } = speech;
sayPage(speech);
document.title = word("code.title");

async function go(event) {
  event.preventDefault();
  const input = byId("code");
  try {
    const { link } = await ask("/api/join", null, { code: input.value });
    location.assign(link);
  } catch (error) {
    text(byId("refusal"), error instanceof Refusal ? await whyNot(error) : word("lobby.lost"));
    input.select();
  }
}

byId("form").addEventListener("submit", go);
