/** The game nights and players of this host, and matches exported and imported. For the owner. */

import { makeSeatName } from "../draw/seats.js";
import { byId, each, el, set, text } from "../lib/dom.js";
import { saveFile } from "../lib/download.js";
import { ask, askUntilAnswered, Refusal } from "../lib/net.js";
import { ready } from "../lib/start-page.js";
import { ownerKey } from "../lib/store.js";
import { join, language, voice } from "../lib/words.js";
import { duration, plain, startPast, tell } from "./shared.js";

const COUNT = 50;
// A night ends at six in the morning: play after midnight belongs to the evening before.
const DAWN = 6 * 3600 * 1000;

/** @type {Speech["word"]} */
let word;
/** @type {string | null} */
let key = null;
/** @type {Intl.DateTimeFormat} */
let night;
/** @type {Intl.DateTimeFormat} */
let clock;
/** @type {Record<string, string>} */
let games = {};
/** @type {Host.Result[]} */
let shown = [];
let typing = 0;

/** Open the history. */
export async function startHistory() {
  await startPast();
  word = plain.word;
  key = ownerKey();
  night = new Intl.DateTimeFormat(language(), { dateStyle: "full" });
  clock = new Intl.DateTimeFormat(language(), { timeStyle: "short" });
  const search = byId("words", HTMLInputElement);
  set(search, "placeholder", word("history.search"));
  search.addEventListener("input", () => {
    clearTimeout(typing);
    typing = setTimeout(() => tell(look), 250);
  });
  byId("search").addEventListener("submit", (event) => {
    event.preventDefault();
    tell(look);
  });
  byId("more").addEventListener("click", () => tell(() => look(false)));
  byId("export").addEventListener("click", () => tell(() => saveFile("/api/export", key, "dicetower.jsonl")));
  const file = byId("file", HTMLInputElement);
  byId("import").addEventListener("click", () => file.click());
  file.addEventListener("change", () => file.files?.[0] && importFile(file, file.files[0]));
  ready();
  if (key === null) text(byId("refusal"), word("history.no_key"));
  else await tell(look);
}

function searched() {
  return byId("words", HTMLInputElement).value;
}

async function look(anew = true) {
  const words = encodeURIComponent(searched().trim());
  const skip = anew ? 0 : shown.length;
  // The host first counts matches that are new, and goes on with that between two requests.
  /** @type {{found: number, matches: Host.Result[], players: Host.Player[], games: Record<string, string>, unread: Record<string, Host.Message>}} */
  const past = await askUntilAnswered(`/api/history?words=${words}&skip=${skip}&count=${COUNT}`, key);
  games = past.games;
  shown = anew ? past.matches : [...shown, ...past.matches];
  each(byId("nights"), nights(shown), ({ name }) => name, makeNight);
  each(byId("players"), past.players, ({ name }) => name, makePlayer);
  text(byId("none"), past.found ? "" : word("history.none"));
  text(byId("found"), searched() ? word("history.found", { count: past.found }) : "");
  set(byId("more"), "hidden", shown.length >= past.found);
  showUnread(past.unread);
  set(byId("past"), "hidden", false);
}

/** @param {Record<string, Host.Message>} unread */
async function showUnread(unread) {
  const matches = Object.keys(unread);
  const said = matches.length ? voice(await ask(`/api/words/${language()}`, key)) : plain;
  const lines = matches.map((match) => word("history.unread", { match, why: said.say(unread[match]) }));
  byId("unread").replaceChildren(...lines.map((line) => el("li", { class: "note", "data-tone": "bad" }, line)));
}

/**
 * Matches by the evening they began.
 *
 * @param {Host.Result[]} matches
 */
function nights(matches) {
  /** @type {Map<string, Host.Result[]>} */
  const found = new Map();
  for (const match of matches) {
    const name = night.format(new Date(match.began).getTime() - DAWN);
    found.set(name, [...(found.get(name) ?? []), match]);
  }
  return [...found].map(([name, played]) => ({ name, played }));
}

/** @returns {Part<[shown: {name: string, played: Host.Result[]}]>} */
function makeNight() {
  const name = el("h3");
  const count = el("small");
  const matches = el("ol", { class: "matches" });
  return {
    node: el("li", { class: "night" }, el("header", {}, name, count), matches),
    show(shown) {
      text(name, shown.name);
      text(count, word("history.count", { count: shown.played.length }));
      each(matches, shown.played, ({ match }) => match, makeMatch);
    },
  };
}

/** @param {Host.Result} match @returns {Part<[shown: Host.Result]>} */
function makeMatch({ match, names, colours, bots }) {
  const title = el("strong");
  const when = el("small");
  const people = el("ul", { class: "people" });
  const scores = names.map((name, seat) => {
    const called = makeSeatName("span");
    called.show(seat, { name, colour: colours[seat] });
    const score = el("b");
    const bot = bots.includes(seat) ? el("small", { "data-test": "bot" }, word("history.bot")) : null;
    people.append(el("li", {}, called.node, ...(bot ? [bot] : []), score));
    return score;
  });
  const result = el("span", { class: "result" });
  const open = el("a", { class: "button", href: `/after/${match}`, "data-test": `after-${match}` });
  const save = el("button", { class: "quiet", "data-test": `export-${match}` }, word("after.export"));
  save.addEventListener("click", () => tell(() => saveFile(`/api/matches/${match}/export`, key, `${match}.jsonl`)));
  const node = el("li", {}, el("div", {}, title, when, people, result), el("div", { class: "pair" }, save, open));
  return {
    node,
    show(shown) {
      text(title, games[shown.game] ?? shown.game);
      text(when, clock.format(new Date(shown.began)));
      scores.forEach((score, seat) => {
        text(score, String(shown.scores[seat]) + (shown.winners.includes(seat) ? " ★" : ""));
      });
      text(result, shown.over ? resultOf(shown) : word("open"));
      text(open, word("history.replay"));
      set(open, "hidden", !shown.over);
      set(save, "hidden", !shown.over);
    },
  };
}

/** @param {Host.Result} result */
function resultOf({ winners, names }) {
  if (winners.length === 0) return word("history.nobody");
  const won = join(
    winners.map((seat) => names[seat]),
    word("and"),
  );
  return word(winners.length > 1 ? "history.shared" : "history.won", { names: won });
}

/** @param {Host.Player} player @returns {Part<[player: Host.Player]>} */
function makePlayer({ name }) {
  const cells = ["matches", "wins", "spent"].map(() => el("td"));
  const byGame = el("td", { class: "by-game" });
  return {
    node: el("tr", { "data-test": `player-${name}` }, el("th", { scope: "row" }, name), ...cells, byGame),
    show(player) {
      const told = [String(player.matches), String(player.wins), player.spent_ms ? duration(player.spent_ms) : "–"];
      for (const [at, cell] of cells.entries()) text(cell, told[at]);
      const lines = player.games
        .filter(({ matches }) => matches > 0)
        .map((one) => word("history.by_game", { ...one, game: games[one.game] ?? one.game }));
      const { bot_matches: matches, bot_wins: wins } = player;
      if (matches > 0) lines.push(word("history.with_bots", { matches, wins }));
      byGame.replaceChildren(...lines.map((line) => el("div", {}, line)));
    },
  };
}

/** @param {HTMLInputElement} input @param {File} file */
async function importFile(input, file) {
  text(byId("taken"), "");
  await tell(async () => {
    const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/x-ndjson" };
    const response = await fetch("/api/import", { method: "POST", headers, body: file });
    const answer = await response.json();
    if (!response.ok) throw new Refusal(answer);
    /** @type {Host.Taken} */
    const taken = answer;
    const facts = { new: taken.new.length, known: taken.known.length };
    text(byId("taken"), word("history.taken", facts));
    await look();
  });
  // The same file may be chosen again after it was repaired.
  input.value = "";
}
