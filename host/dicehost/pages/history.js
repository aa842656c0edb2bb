/** Nights and players of this host, and files of matches out and in. For the owner. */

import { byId, each, el, set, text } from "./dom.js";
import { ask, askUntilAnswered, Refusal } from "./net.js";
import { duration, plain, tell } from "./past.js";
import { saveFile } from "./save.js";
import { makeSeatName } from "./seats.js";
import { ownerKey } from "./store.js";
import { join, LANGUAGE, sayPage, voice } from "./words.js";

const { word } = plain;
const COUNT = 50;
// A night ends at six in the morning: who plays past midnight is still at the same evening.
const DAWN = 6 * 3600 * 1000;

const key = ownerKey();
const night = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: "full" });
const clock = new Intl.DateTimeFormat(LANGUAGE, { timeStyle: "short" });
let games = {};
let shown = [];

sayPage(plain);
set(byId("words"), "placeholder", word("history.search"));

async function look(anew = true) {
  const words = encodeURIComponent(byId("words").value.trim());
  const skip = anew ? 0 : shown.length;
  // Matches that were never counted are folded first; the host goes on with it between two questions.
  const past = await askUntilAnswered(`/api/history?words=${words}&skip=${skip}&count=${COUNT}`, key);
  games = past.games;
  shown = anew ? past.matches : [...shown, ...past.matches];
  each(byId("nights"), nights(shown), ({ name }) => name, makeNight);
  each(byId("players"), past.players, ({ name }) => name, makePlayer);
  text(byId("none"), past.found ? "" : word("history.none"));
  text(byId("found"), byId("words").value ? word("history.found", { count: past.found }) : "");
  set(byId("more"), "hidden", shown.length >= past.found);
  showUnread(past.unread);
  set(byId("past"), "hidden", false);
}

async function showUnread(unread) {
  const matches = Object.keys(unread);
  const said = matches.length ? voice(await ask(`/api/words/${LANGUAGE}`, key)) : plain;
  const lines = matches.map((match) => word("history.unread", { match, why: said.say(unread[match]) }));
  byId("unread").replaceChildren(...lines.map((line) => el("li", { class: "note", "data-tone": "bad" }, line)));
}

/** Matches by the evening they began. */
function nights(matches) {
  const found = new Map();
  for (const match of matches) {
    const name = night.format(new Date(new Date(match.began) - DAWN));
    found.set(name, [...(found.get(name) ?? []), match]);
  }
  return [...found].map(([name, played]) => ({ name, played }));
}

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

function makeMatch({ match, names, colours }) {
  const title = el("strong");
  const when = el("small");
  const people = el("ul", { class: "people" });
  const scores = names.map((name, seat) => {
    const called = makeSeatName("span");
    called.show(seat, { name, colour: colours[seat] });
    const score = el("b");
    people.append(el("li", {}, called.node, score));
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
        text(score, String(shown.standing[seat]) + (shown.winners.includes(seat) ? " ★" : ""));
      });
      text(result, shown.over ? resultOf(shown) : word("open"));
      text(open, word("history.look"));
      set(open, "hidden", !shown.over);
      set(save, "hidden", !shown.over);
    },
  };
}

function resultOf({ winners, names }) {
  if (winners.length === 0) return word("history.nobody");
  const won = join(winners.map((seat) => names[seat]), { and: word("and") });
  return word(winners.length > 1 ? "history.shared" : "history.won", { names: won });
}

function makePlayer({ name }) {
  const cells = ["matches", "wins", "spent"].map(() => el("td"));
  const byGame = el("td", { class: "by-game" });
  return {
    node: el("tr", { "data-test": `player-${name}` }, el("th", { scope: "row" }, name), ...cells, byGame),
    show(player) {
      const told = [String(player.matches), String(player.wins), player.spent_ms ? duration(player.spent_ms) : "–"];
      cells.forEach((cell, at) => text(cell, told[at]));
      const lines = player.games.map((one) => word("history.by_game", { ...one, game: games[one.game] ?? one.game }));
      byGame.replaceChildren(...lines.map((line) => el("div", {}, line)));
    },
  };
}

async function takeIn(file) {
  text(byId("taken"), "");
  await tell(async () => {
    const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/x-ndjson" };
    const response = await fetch("/api/import", { method: "POST", headers, body: file });
    const answer = await response.json();
    if (!response.ok) throw new Refusal(answer);
    const facts = { new: answer.new.length, known: answer.known.length };
    text(byId("taken"), word("history.taken", facts));
    await look();
  });
  // The same file may be chosen again, mended.
  byId("file").value = "";
}

let typing = 0;
byId("words").addEventListener("input", () => {
  clearTimeout(typing);
  typing = setTimeout(() => tell(look), 250);
});
byId("search").addEventListener("submit", (event) => {
  event.preventDefault();
  tell(look);
});
byId("more").addEventListener("click", () => tell(() => look(false)));
byId("export").addEventListener("click", () => tell(() => saveFile("/api/export", key, "dicetower.jsonl")));
byId("import").addEventListener("click", () => byId("file").click());
byId("file").addEventListener("change", () => byId("file").files[0] && takeIn(byId("file").files[0]));

if (key === null) text(byId("refusal"), word("history.no_key"));
else await tell(look);
