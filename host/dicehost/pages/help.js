/** Help in a sheet: the game's rules page and a card's own words. Markdown is made into nodes, never into HTML text. */

import { el, set } from "./dom.js";
import { makeTray } from "./dice.js";
import { ruled } from "./rulings.js";
import { ask } from "./net.js";
import { openSheet } from "./sheet.js";
import { LANGUAGE, voice } from "./words.js";

const RULING = /^[A-Z]{2}-[A-Z]\d+$/;
const INLINE = /\*\*(.+?)\*\*|\*(.+?)\*|`(.+?)`|\[(.+?)\]\([^)]*\)/g;

function inline(line) {
  const nodes = [];
  let from = 0;
  for (const found of line.matchAll(INLINE)) {
    nodes.push(...ruled(line.slice(from, found.index)));
    const [, strong, em, code, link] = found;
    if (strong) nodes.push(el("strong", {}, strong));
    else if (em) nodes.push(el("em", {}, em));
    else nodes.push(code ? el("code", {}, code) : link);
    from = found.index + found[0].length;
  }
  return [...nodes, ...ruled(line.slice(from))];
}

function table(lines) {
  const cells = (line) => line.split("|").slice(1, -1).map((cell) => cell.trim());
  const row = (line, tag) => el("tr", {}, ...cells(line).map((cell) => el(tag, {}, ...inline(cell))));
  const [head, , ...body] = lines;
  return el(
    "table",
    {},
    // Markdown has no table without a head; one that says nothing is none.
    ...(cells(head).some(Boolean) ? [el("thead", {}, row(head, "th"))] : []),
    el("tbody", {}, ...body.map((line) => row(line, "td"))),
  );
}

function list(lines, tag, bullet) {
  const items = [];
  for (const line of lines) {
    if (bullet.test(line)) items.push(line.replace(bullet, ""));
    else items[items.length - 1] += ` ${line.trim()}`;
  }
  return el(tag, {}, ...items.map(entry));
}

/** A list's entry; one that begins with a ruling's name can be found by it. */
function entry(item) {
  const node = el("li", {}, ...inline(item));
  const name = node.firstElementChild?.textContent ?? "";
  if (RULING.test(name)) set(node, "id", name);
  return node;
}

function block(lines) {
  const [first] = lines;
  const heading = /^(#{1,4}) /.exec(first);
  if (heading) {
    const level = Math.min(heading[1].length + 1, 4);
    const title = el(`h${level}`, {}, ...inline(first.slice(heading[0].length)));
    return lines.length > 1 ? [title, ...block(lines.slice(1))] : [title];
  }
  if (first.startsWith("|")) return [table(lines)];
  if (/^[-*] /.test(first)) return [list(lines, "ul", /^[-*] /)];
  if (/^\d+\. /.test(first)) return [list(lines, "ol", /^\d+\. /)];
  return [el("p", {}, ...inline(lines.join(" ")))];
}

/** Make nodes of Markdown. */
function pageOf(markdown) {
  const written = (part) => part.split("\n").filter((line) => line.trim());
  const blocks = markdown.split(/\n\s*\n/).map(written);
  return blocks.filter((lines) => lines.length > 0).flatMap(block);
}

/** Put a reader before a part of the page, and mark it until another one is looked for. */
function goTo(page, node) {
  for (const marked of page.querySelectorAll("[data-here]")) set(marked, "data-here", false);
  set(node, "data-here", true);
  set(node, "tabindex", -1);
  node.focus({ preventScroll: true });
  node.scrollIntoView({ block: "start" });
}

/** The chapters as a list of ways to them. */
function contentsOf(page, chapters) {
  const way = (chapter) => {
    const onclick = () => goTo(page, chapter);
    return el("li", {}, el("button", { type: "button", class: "quiet", onclick }, chapter.textContent));
  };
  return el("nav", { class: "contents", "aria-label": voice().word("contents") }, el("ul", {}, ...chapters.map(way)));
}

/**
 * Open the rules of a game, fetched only when somebody asks, at a chapter or a ruling where one is
 * named; `closed` is a promise of their being closed.
 */
export async function openRules(game, token, { chapter = "", ruling = null } = {}) {
  const [title, ...nodes] = pageOf(await ask(`/api/games/${game}/rules/${LANGUAGE}`, token));
  const page = el("article", { class: "rules" }, ...nodes);
  const chapters = nodes.filter((node) => node.tagName === "H3");
  page.addEventListener("click", ({ target }) => {
    const name = target.closest("[data-ruling]")?.dataset.ruling;
    const line = name && page.querySelector(`#${name}`);
    if (line) goTo(page, line);
  });
  page.prepend(contentsOf(page, chapters));
  const sheet = openSheet(title.textContent, [page]);
  const wanted = ruling
    ? page.querySelector(`#${ruling}`)
    : chapters.find((heading) => heading.textContent === chapter);
  if (wanted) goTo(page, wanted);
  return sheet;
}

/** Open a card's own sheet: its dice by name, its worth, what it says. */
export function openCard(card, ctx) {
  const nodes = [];
  if (card.state) nodes.push(el("p", { class: "card-state" }, ctx.word(`card.${card.state}`)));
  if (card.dice) {
    const tray = makeTray();
    tray.show(card.dice, ctx);
    nodes.push(tray.node);
  }
  if (card.value) nodes.push(el("p", {}, ctx.word("card.value", { value: card.value })));
  if (card.text) nodes.push(el("p", {}, ...ruled(ctx.say(card.text))));
  if (card.more) nodes.push(el("p", { "data-test": "more" }, ...ruled(ctx.say(card.more))));
  return openSheet(ctx.say(card.name), nodes);
}
