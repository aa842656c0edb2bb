/** Help in a sheet: a game in a minute, its rules page with the list of all its cards, and a card's own words. */

import { makeTray, stillTray } from "../draw/dice.js";
import { makeHouseSign, showItems } from "../draw/items.js";
import { ruled } from "../draw/rulings.js";
import { around, el, set } from "./dom.js";
import { ask } from "./net.js";
import { openSheet } from "./sheet.js";
import { language, voice } from "./words.js";

// What stands out already is the ruling itself, or a sample of something.
const NOT_RULED = "strong, em, code, h2, h3, h4";

/**
 * Make nodes of the rules as the host sends them, with a way from every ruling named to its entry.
 *
 * @param {string} html
 * @returns {HTMLElement[]}
 */
function nodesOf(html) {
  // Parsed as a document of its own, where nothing runs.
  const { body } = new DOMParser().parseFromString(html, "text/html");
  const walk = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  /** @type {Text[]} */
  const words = [];
  while (walk.nextNode()) words.push(/** @type {Text} */ (walk.currentNode));
  for (const node of words) {
    if (!node.parentElement?.closest(NOT_RULED)) node.replaceWith(...ruled(node.data));
  }
  const nodes = /** @type {HTMLElement[]} */ ([...body.children]);
  return nodes.map((node) => document.adoptNode(node));
}

/**
 * What the house sign means, said once.
 *
 * @param {Context} ctx
 */
function houseKey(ctx) {
  const sign = makeHouseSign(ctx);
  return el("p", { class: "house-key", "data-test": "house-key" }, sign, el("span", {}, ctx.word("card.house.why")));
}

/**
 * A card as an entry of the list: all that it says, and nothing to tap.
 *
 * @param {Host.Card} card
 * @param {Context} ctx
 * @param {string} list
 */
function cardEntry(card, ctx, list) {
  const name = el("strong", {}, ctx.say(card.name));
  const sign = card.house ? [makeHouseSign(ctx)] : [];
  const value = card.value ? [el("b", { class: "value" }, card.value)] : [];
  const head = el("div", { class: "entry-head" }, name, ...sign, ...value);
  const dice = card.dice?.length ? [stillTray(card.dice, ctx)] : [];
  const says = [card.text, card.more].filter(Boolean).map((what) => el("p", {}, ctx.say(what)));
  return el("li", { "data-test": `${list}-${card.key}` }, head, ...dice, ...says);
}

/**
 * @param {Host.Item} item
 * @param {Context} ctx
 * @param {"entry" | "step"} list
 * @returns {HTMLElement[]}
 */
function cardItem(item, ctx, list) {
  if (item.type === "cards") {
    const cards = item.cards.map((card) => cardEntry(card, ctx, list));
    return [el("h4", {}, ctx.say(item.label)), el("ul", { class: "card-list" }, ...cards)];
  }
  if (item.type === "card") return [el("ul", { class: "card-list" }, cardEntry(item, ctx, list))];
  const other = el("div", { class: "items" });
  showItems(other, [item], ctx);
  return [other];
}

/**
 * The chapter of all cards; nothing for a game that has none.
 *
 * @param {string} game
 * @param {string | null} token
 */
async function cardChapter(game, token) {
  const [{ items, faces }, words] = await Promise.all([
    ask(`/api/games/${game}/cards`, token),
    ask(`/api/games/${game}/words/${language()}`, token),
  ]);
  if (items.length === 0) return [];
  /** @type {Context} */
  const ctx = { ...voice(words), faces, seats: [], leaders: [], me: -1 };
  /** @type {Host.Item[]} */
  const listed = items;
  const cards = listed.flatMap((item) => (item.type === "cards" ? item.cards : item.type === "card" ? [item] : []));
  const key = cards.some((card) => card.house) ? [houseKey(ctx)] : [];
  return [el("h3", {}, ctx.word("cards")), ...key, ...listed.flatMap((item) => cardItem(item, ctx, "entry"))];
}

/**
 * A game in a minute: steps with a sentence and a small picture each; nothing for a game that has none.
 *
 * @param {string} game
 * @param {string | null} token
 */
async function introduction(game, token) {
  const [{ steps, faces }, words] = await Promise.all([
    ask(`/api/games/${game}/intro`, token),
    ask(`/api/games/${game}/words/${language()}`, token),
  ]);
  if (steps.length === 0) return [];
  /** @type {Context} */
  const ctx = { ...voice(words), faces, seats: [], leaders: [], me: -1 };
  /** @param {{text: Host.Message, picture: Host.Item[]}} step */
  const entry = ({ text: says, picture }) => {
    const drawn = el("div", { class: "picture" }, ...picture.flatMap((item) => cardItem(item, ctx, "step")));
    return el("li", {}, drawn, el("p", {}, ctx.say(says)));
  };
  return [el("h3", {}, ctx.word("intro")), el("ol", { class: "intro", "data-test": "intro" }, ...steps.map(entry))];
}

/**
 * Open the introduction of a game, or its rules where it has none.
 *
 * @param {string} game
 * @param {string} name
 * @param {string | null} token
 * @param {Node | null} foot
 */
export async function openIntro(game, name, token, foot = null) {
  const [, steps] = await introduction(game, token);
  return steps ? openSheet(name, [steps], foot) : openRules(game, token);
}

/**
 * Take a reader to a part of the page, and mark it until another one is opened.
 *
 * @param {Element} page
 * @param {HTMLElement} node
 */
function goTo(page, node) {
  for (const marked of page.querySelectorAll("[data-here]")) set(marked, "data-here", false);
  set(node, "data-here", true);
  set(node, "tabindex", -1);
  node.focus({ preventScroll: true });
  node.scrollIntoView({ block: "start" });
}

/**
 * The chapters as a list of buttons that lead to them.
 *
 * @param {Element} page
 * @param {HTMLElement[]} chapters
 */
function contentsOf(page, chapters) {
  /** @param {HTMLElement} chapter */
  const way = (chapter) => {
    const onclick = () => goTo(page, chapter);
    return el("li", {}, el("button", { type: "button", class: "quiet", onclick }, chapter.textContent));
  };
  return el("nav", { class: "contents", "aria-label": voice().word("contents") }, el("ul", {}, ...chapters.map(way)));
}

/**
 * Open the rules of a game, fetched only when somebody asks, at a chapter or a ruling where one is
 * named; `closed` resolves when they are closed.
 *
 * @param {string} game
 * @param {string | null} token
 * @param {{chapter?: string, ruling?: string | null}} at
 */
export async function openRules(game, token, { chapter = "", ruling = null } = {}) {
  const [html, intro, cards] = await Promise.all([
    ask(`/api/games/${game}/rules/${language()}`, token),
    introduction(game, token),
    cardChapter(game, token),
  ]);
  const [title, ...told] = nodesOf(html);
  const nodes = [...intro, ...told, ...cards];
  const page = el("article", { class: "rules" }, ...nodes);
  const chapters = nodes.filter((node) => node.tagName === "H3");
  page.addEventListener("click", ({ target }) => {
    const name = around(target, "[data-ruling]")?.dataset.ruling;
    /** @type {HTMLElement | null} */
    const line = name ? page.querySelector(`#${name}`) : null;
    if (line) goTo(page, line);
  });
  page.prepend(contentsOf(page, chapters));
  const sheet = await openSheet(title.textContent, [page]);
  /** @type {HTMLElement | null | undefined} */
  const wanted = ruling
    ? page.querySelector(`#${ruling}`)
    : chapters.find((heading) => heading.textContent === chapter);
  if (wanted) goTo(page, wanted);
  return sheet;
}

/**
 * Open a card's own sheet: its dice by name, its worth, whether it is ours, what it says.
 *
 * @param {Host.Card} card
 * @param {Context} ctx
 */
export function openCard(card, ctx) {
  const nodes = [];
  if (card.state) nodes.push(el("p", { class: "card-state" }, ctx.word(`card.${card.state}`)));
  if (card.dice) {
    const tray = makeTray();
    tray.show(card.dice, ctx);
    nodes.push(tray.node);
  }
  if (card.value) nodes.push(el("p", {}, ctx.word("card.value", { value: card.value })));
  if (card.house) nodes.push(houseKey(ctx));
  if (card.text) nodes.push(el("p", {}, ...ruled(ctx.say(card.text))));
  if (card.more) nodes.push(el("p", { "data-test": "more" }, ...ruled(ctx.say(card.more))));
  return openSheet(ctx.say(card.name), nodes);
}
