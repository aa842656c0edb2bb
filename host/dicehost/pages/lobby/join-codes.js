/** The sheet everybody joins from: one code for all, and one for each seat and for the table. */

import { makeSeatName } from "../draw/seats.js";
import { el, set, text } from "../lib/dom.js";
import { ask, command } from "../lib/net.js";
import { drawCode, isLocal, spaced } from "../lib/qr.js";
import { openSheet } from "../lib/sheet.js";
import { catalogue, voice } from "../lib/words.js";

const LOOK_AGAIN = 2000;

/**
 * Show the codes of a match, given as the host tells its links.
 *
 * @param {Host.MatchListed} links
 * @param {string | null} key
 */
export async function openJoin(links, key) {
  const { word } = voice(await catalogue("lobby"));
  const local = isLocal() ? word("join.local", { host: location.hostname }) : "";
  const seats = links.seats.map((seat, at) => makeSeat(links, at, seat, key, word));
  const nodes = [
    makeForAll(links, word),
    ...(local ? [el("p", { class: "item note", "data-tone": "bad" }, local)] : []),
    el("h3", { class: "each-title" }, word("join.each")),
    el("div", { class: "codes" }, ...seats.map(({ node }) => node), makeTable(links, word)),
  ];
  const here = el("a", { class: "button main", "data-test": "open-table", href: links.table });
  text(here, word("join.here"));
  const { closed } = await openSheet(word("join.title"), nodes, here);
  // People arrive one by one: show who is here.
  const timer = setInterval(async () => {
    const now = await ask(`/api/matches/${links.match}/links`, key).catch(() => null);
    /** @type {Host.SeatListed[]} */
    const places = now?.seats ?? [];
    places.forEach((seat, at) => {
      seats[at].show(seat);
    });
  }, LOOK_AGAIN);
  closed.then(() => clearInterval(timer));
}

/**
 * Ask the host for a match's links, and show them.
 *
 * @param {string} match
 * @param {string | null} key
 */
export async function openJoinOf(match, key) {
  await openJoin(await ask(`/api/matches/${match}/links`, key), key);
}

/**
 * The one code for everybody: scan it, tap who you are.
 *
 * @param {Host.MatchListed} links
 * @param {Speech["word"]} word
 */
function makeForAll({ join, join_code: code }, word) {
  const made = makeCode(word("join.all"), "all", word);
  made.show({ link: join, code });
  const how = el("p", {}, word("join.how", { address: `${location.host}/join` }));
  const said = el("div", {}, el("h3", {}, word("join.all")), how, made.typed, made.anchor);
  return el("section", { class: "for-all" }, made.picture, said);
}

/** @param {string} name @param {string} hook @param {Speech["word"]} word */
function makeCode(name, hook, word) {
  const picture = el("div", { class: "qr", role: "img", "aria-label": word("join.qr", { name }) });
  const typed = el("b", { class: "typed", "data-test": `code-${hook}` });
  const anchor = el("a", { "data-test": `link-${hook}` }, word("join.open"));
  let drawn = "";
  /** @param {{link: string, code: string}} place */
  const show = async ({ link, code }) => {
    text(typed, spaced(code));
    set(anchor, "href", link);
    if (link === drawn) return;
    drawn = link;
    await drawCode(picture, link);
  };
  return { picture, typed, anchor, show };
}

/** @param {Host.MatchListed} links @param {Speech["word"]} word */
function makeTable({ table, code }, word) {
  const made = makeCode(word("join.table"), "table", word);
  made.show({ link: table, code });
  const head = el("h3", {}, word("join.table"), el("small", {}, word("join.table.how")));
  return el("section", { class: "code" }, head, made.picture, made.typed, made.anchor);
}

/**
 * A seat's code; or, while a bot plays it, the bot: it needs no phone.
 *
 * @param {Host.MatchListed} links
 * @param {number} at
 * @param {Host.SeatListed} seat
 * @param {string | null} key
 * @param {Speech["word"]} word
 */
function makeSeat({ match, table }, at, seat, key, word) {
  const name = makeSeatName("h3");
  const code = makeCode(seat.name, `seat-${at}`, word);
  const here = el("small", { class: "here", "data-test": `here-${at}` });
  const button = el("button", { class: "quiet", "data-test": `rekey-${at}` }, word("join.rekey"));
  const bot = el("button", { class: "quiet", "data-test": `bot-${at}` });
  const phone = [code.picture, code.typed, code.anchor, button];
  let plays = false;
  // The table may hand any seat to a bot, and its link is among these.
  bot.addEventListener("click", async () => {
    const act = { do: plays ? "bot_stops" : "bot_plays", answer: { seat: at } };
    await command(match, table.split("#")[1], act, () => bot.isConnected);
    show((await ask(`/api/matches/${match}/links`, key)).seats[at]);
  });
  /** @param {Host.SeatListed} shown */
  const show = (shown) => {
    plays = shown.bot !== null;
    name.show(at, shown);
    for (const part of phone) set(part, "hidden", plays);
    if (!plays) code.show(shown);
    set(here, "data-here", shown.here);
    const state = shown.here ? "join.here.yes" : "join.here.no";
    text(here, shown.bot ? word("join.bot", { level: word(`bot.level.${shown.bot.level}`) }) : word(state));
    text(bot, word(plays ? "join.person" : "join.to_bot"));
  };
  let sure = false;
  // A new code locks out the phone that holds the old one, so it takes two taps.
  button.addEventListener("click", async () => {
    if (sure) show((await ask(`/api/matches/${match}/seats/${at}/rekey`, key, {})).seats[at]);
    sure = !sure;
    text(button, word(sure ? "join.rekey.sure" : "join.rekey"));
  });
  show(seat);
  const node = el("section", { class: "code" }, name.node, here, ...phone, bot);
  return { node, show };
}
