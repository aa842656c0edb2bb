/** Why the host refused something, in the language of this page. Its words are fetched when they are needed. */

import { ask } from "./net.js";
import { language, voice } from "./words.js";

/**
 * The sentence of a refusal; the host's own English where its words cannot be fetched.
 *
 * @param {{message: string, say?: any}} refusal
 */
export async function whyNot(refusal) {
  const words = await ask(`/api/words/${language()}`).catch(() => ({}));
  return voice(words).refusal(refusal) ?? refusal.message;
}
