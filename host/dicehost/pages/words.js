/** Sentences by key, filled as dicerules/words.py fills them. A language is a file words.xx.js, one lobby.xx.js and the games' own. */

import { keep, recall } from "./store.js";

/** The languages there are, each by its own name. */
export const LANGUAGES = { en: "English", de: "Deutsch" };

/** The one chosen here before, else the first the browser asks for that there is. */
export const LANGUAGE =
  [recall("language"), ...navigator.languages.map((tag) => tag.slice(0, 2))].find((tag) => tag in LANGUAGES) ?? "en";

/** The sentences of a part of the pages, in this language. */
export async function catalogue(part) {
  return (await import(`./${part}.${LANGUAGE}.js`)).default;
}

/** Speak another language from now on. */
export function speak(language) {
  keep("language", language);
  location.reload();
}

const PAGE = await catalogue("words");
// A page speaks for one game, and would put its words together anew with every message.
let together = { of: null, words: PAGE };

const BLANK = /\{([\p{L}\p{N}_]+)(?::([^|{}]*)\|([^{}]*))?\}/gu;

/** Fill a sentence's blanks; a key the catalogue lacks is said as the key itself. */
export function sentence(what, words, names) {
  const facts = what.facts ?? {};
  const plain = words[what.key] ?? what.key;
  // Most have no blanks, and a look for one is cheaper than a search for all.
  if (!plain.includes("{")) return plain;
  return plain.replace(BLANK, (blank, name, one, many) => {
    const fact = facts[name] ?? blank;
    if (one !== undefined) return fact === 1 ? one : many;
    return said(name, fact, words, names);
  });
}

function said(name, fact, words, names) {
  if (Array.isArray(fact)) return join(fact.map((seat) => names[seat]), words);
  if (typeof fact === "object") return sentence(fact, words, names);
  if (typeof fact === "number" && (name === "seat" || name.endsWith("_seat"))) return names[fact];
  return String(fact);
}

/** Join names as a person would: "Ann, Bo and Cy". */
export function join(parts, words) {
  if (parts.length < 2) return parts.join("");
  return `${parts.slice(0, -1).join(", ")} ${words.and ?? "and"} ${parts.at(-1)}`;
}

/**
 * A voice for one table: `say` speaks for the game, `word` for the page, `kind` names a state the
 * host may add to later (the host's own word is better than none).
 */
export function voice(gameWords = {}, names = []) {
  if (together.of !== gameWords) together = { of: gameWords, words: { ...PAGE, ...gameWords } };
  const { words } = together;
  return {
    say: (what) => (what ? sentence(what, words, names) : ""),
    word: (key, facts) => sentence({ key: `page.${key}`, facts }, words, names),
    kind: (family, name) => words[`page.${family}.${name}`] ?? name,
    refusal: (refusal) =>
      refusal.say && words[refusal.say.key] ? sentence(refusal.say, words, names) : refusal.message,
  };
}

/** Put the page's own words into the HTML that asks for them: as text, or as the name of a sign. */
export function sayPage({ word }) {
  document.documentElement.lang = LANGUAGE;
  for (const node of document.querySelectorAll("[data-word]")) {
    node.textContent = word(node.dataset.word);
  }
  for (const node of document.querySelectorAll("[data-label]")) {
    node.setAttribute("aria-label", word(node.dataset.label));
  }
}
