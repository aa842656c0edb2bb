/** The game's rules page in a sheet: just enough Markdown for RULES.md, made into nodes, never into HTML text. */

import { el } from "./dom.js";
import { ask } from "./net.js";
import { openSheet } from "./sheet.js";
import { LANGUAGE, voice } from "./words.js";

const INLINE = /\*\*(.+?)\*\*|\*(.+?)\*|`(.+?)`|\[(.+?)\]\([^)]*\)/g;

function inline(line) {
  const nodes = [];
  let from = 0;
  for (const found of line.matchAll(INLINE)) {
    nodes.push(line.slice(from, found.index));
    const [, strong, em, code, link] = found;
    if (strong) nodes.push(el("strong", {}, strong));
    else if (em) nodes.push(el("em", {}, em));
    else nodes.push(code ? el("code", {}, code) : link);
    from = found.index + found[0].length;
  }
  return [...nodes, line.slice(from)];
}

function table(lines) {
  const cells = (line) => line.split("|").slice(1, -1).map((cell) => cell.trim());
  const row = (line, tag) => el("tr", {}, ...cells(line).map((cell) => el(tag, {}, ...inline(cell))));
  const [head, , ...body] = lines;
  return el(
    "table",
    {},
    el("thead", {}, row(head, "th")),
    el("tbody", {}, ...body.map((line) => row(line, "td"))),
  );
}

function list(lines, tag, bullet) {
  const items = [];
  for (const line of lines) {
    if (bullet.test(line)) items.push(line.replace(bullet, ""));
    else items[items.length - 1] += ` ${line.trim()}`;
  }
  return el(tag, {}, ...items.map((item) => el("li", {}, ...inline(item))));
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

/** Open the rules of a game, fetched only when somebody asks; `closed` is a promise of their being closed. */
export async function openRules(game, token) {
  return openSheet(voice().word("rules"), pageOf(await ask(`/api/games/${game}/rules/${LANGUAGE}`, token)));
}
