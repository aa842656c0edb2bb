/** What the host says no with, in the language of this page. Its words are fetched when they are needed. */

import { ask } from "./net.js";
import { LANGUAGE, voice } from "./words.js";

/** The sentence of a refusal; as the host put it, where its words do not come. */
export async function whyNot(refusal) {
  const words = await ask(`/api/words/${LANGUAGE}`).catch(() => ({}));
  return voice(words).refusal(refusal);
}
