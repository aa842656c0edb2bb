/** Sentences by key, filled as dicerules/words.py fills them. A language is the files words/*.xx.js and the games' own. */

import { keep, recall } from "./store.js";

/**
 * The languages there are, each by its own name.
 *
 * @type {Record<string, string>}
 */
export const LANGUAGES = { en: "English", de: "Deutsch" };

const BLANK = /\{([\p{L}\p{N}_]+)(?::([^|{}]*)\|([^{}]*))?\}/gu;

/** @type {Words} */
let pageWords = {};
// A page speaks for one game, and would put its words together anew with every message.
/** @type {{of: Words | null, words: Words}} */
let together = { of: null, words: {} };

/** The language chosen here before, or else the first the browser asks for that we have. */
export function language() {
  const wanted = [recall("language"), ...navigator.languages.map((tag) => tag.slice(0, 2))];
  return wanted.find((tag) => tag in LANGUAGES) ?? "en";
}

/**
 * The sentences of a part of the pages, in this language.
 *
 * @param {"play" | "lobby" | "extras" | "past" | "finale" | "tips" | "rare" | "network" | "home" | "tower" | "room"} part
 * @returns {Promise<Words>}
 */
export async function catalogue(part) {
  const { default: words } = await import(`../words/${part}.${language()}.js`);
  return Object.fromEntries(Object.entries(words).map(([key, said]) => [`page.${key}`, said]));
}

/** Fetch what every page says. Each page's start waits for it before anything else. */
export async function loadWords() {
  pageWords = await catalogue("play");
  together = { of: null, words: pageWords };
}

/**
 * Speak another language from now on.
 *
 * @param {string} wanted
 */
export function speak(wanted) {
  keep("language", wanted);
  location.reload();
}

/**
 * Fill a sentence's blanks; a key the catalogue lacks is said as the key itself.
 *
 * @param {{key: string, facts?: Facts}} what
 * @param {Words} words
 * @param {string[]} names
 * @returns {string}
 */
export function sentence(what, words, names) {
  const facts = what.facts ?? {};
  const plain = words[what.key] ?? what.key;
  // Most have no blanks, and looking for one is cheaper than searching for all.
  if (!plain.includes("{")) return plain;
  return plain.replace(BLANK, (blank, name, one, many) => {
    const fact = facts[name] ?? blank;
    if (one !== undefined) return fact === 1 ? one : many;
    return said(name, fact, words, names);
  });
}

/** @param {string} name @param {Facts[string]} fact @param {Words} words @param {string[]} names @returns {string} */
function said(name, fact, words, names) {
  if (Array.isArray(fact)) {
    const seats = fact.map((seat) => names[seat]);
    return join(seats, words.and ?? words["page.and"]);
  }
  if (typeof fact === "object") return sentence(/** @type {Host.Message} */ (fact), words, names);
  if (typeof fact === "number" && (name === "seat" || name.endsWith("_seat"))) return names[fact];
  return String(fact);
}

/**
 * Join names as a person would: "Ann, Bo and Cy".
 *
 * @param {string[]} parts
 * @param {string} and
 */
export function join(parts, and = "and") {
  if (parts.length < 2) return parts.join("");
  return `${parts.slice(0, -1).join(", ")} ${and} ${parts.at(-1)}`;
}

/**
 * A voice for one table: `say` speaks for the game, `word` for the page, `kind` names a state the
 * host may add to later (the host's own word is better than none). `refusal` has words for some refusals only.
 *
 * @param {Words} gameWords
 * @param {string[]} names
 * @returns {Speech}
 */
export function voice(gameWords = {}, names = []) {
  if (together.of !== gameWords) together = { of: gameWords, words: { ...pageWords, ...gameWords } };
  const { words } = together;
  return {
    say: (what) => (what ? sentence(what, words, names) : ""),
    word: (key, facts) => sentence({ key: `page.${key}`, facts }, words, names),
    kind: (family, name) => words[`page.${family}.${name}`] ?? name,
    refusal: (refusal) => (refusal.say && words[refusal.say.key] ? sentence(refusal.say, words, names) : null),
  };
}

/**
 * Put the page's own words into the HTML that asks for them: as text, or as the name of a sign.
 *
 * @param {Speech} speech
 */
export function sayPage({ word }) {
  document.documentElement.lang = language();
  for (const node of document.querySelectorAll("[data-word]")) {
    if (node instanceof HTMLElement) node.textContent = word(node.dataset.word ?? "");
  }
  for (const node of document.querySelectorAll("[data-label]")) {
    if (node instanceof HTMLElement) node.setAttribute("aria-label", word(node.dataset.label ?? ""));
  }
}
