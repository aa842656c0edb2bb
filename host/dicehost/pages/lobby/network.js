/** The page that says what people on the same network can see and do, with a link and without. */

import { byId } from "../lib/dom.js";
import { ready } from "../lib/start-page.js";
import { catalogue, loadWords, sayPage, voice } from "../lib/words.js";

/** Say it; how this very page was sent decides who can read along. */
export async function startNetwork() {
  await loadWords();
  const speech = voice(await catalogue("network"));
  sayPage(speech);
  document.title = speech.word("network.title");
  byId(location.protocol === "https:" ? "https" : "http").hidden = false;
  ready();
}
