/** The lobby: choose a game, name the players, start or go on, see the towers. For the table's owner. */

import { byId, each, el, set, text } from "./dom.js";
import { openRules } from "./help.js";
import { openJoin, openJoinOf } from "./join.js";
import { ask, Refusal } from "./net.js";
import { makeOptions } from "./options.js";
import { makeBadge, makeSeatName } from "./seats.js";
import { keep, ownerKey, recall } from "./store.js";
import { catalogue, sayPage, voice } from "./words.js";

// The tower may be plugged in and matches played elsewhere while this page lies open.
const LOOK_AGAIN = 5000;

const { word, kind, refusal } = voice(await catalogue("lobby"));
const key = ownerKey();
let games = [];
let game = null;
let options = null;
let names = recall("names") ?? ["", ""];
let clock = recall("clock") ?? "off";

sayPage({ word });

function chooseGame(chosen) {
  game = chosen;
  keep("game", game.key);
  options = makeOptions(game.options);
  byId("options").replaceChildren(...options.nodes);
  set(byId("options-part"), "hidden", options.nodes.length === 0);
  const [low, high] = game.seats;
  names = names.slice(0, high);
  while (names.length < low) names.push("");
  showNames();
}

function makeGame(shown) {
  const input = el("input", { type: "radio", name: "game", value: shown.key });
  input.addEventListener("change", () => chooseGame(shown));
  input.checked = shown === game;
  const fact = (name, [low, high]) => el("span", {}, word(name, { low, high }));
  const facts = [fact("lobby.seats", shown.seats), fact("lobby.minutes", shown.minutes)];
  const node = el("label", { "data-test": `game-${shown.key}` }, input, el("strong", {}, shown.name));
  node.append(el("small", {}, ...facts));
  return { node, show() {} };
}

function makeClock({ name, settings }) {
  const input = el("input", { type: "radio", name: "clock", value: name });
  input.addEventListener("change", () => {
    clock = name;
    keep("clock", clock);
  });
  input.checked = name === clock;
  const node = el("label", { "data-test": `clock-${name}` }, input);
  node.append(el("strong", {}, word(`lobby.clock.${name}`)));
  node.append(el("small", {}, word(`lobby.clock.${name}.how`, settings)));
  return { node, show() {} };
}

function showNames() {
  const [low, high] = game.seats;
  each(byId("names"), names, (_, at) => at, makeName, names.length > low);
  set(byId("add"), "hidden", names.length >= high);
}

function makeName(_, at) {
  const number = at + 1;
  const badge = makeBadge();
  badge.show(at, null);
  const input = el("input", {
    type: "text",
    maxlength: 20,
    autocomplete: "off",
    placeholder: word("lobby.player", { number }),
    "aria-label": word("lobby.name", { number }),
    "data-test": `name-${at}`,
    oninput: () => (names[at] = input.value),
  });
  const drop = el("button", { type: "button", class: "quiet square" }, "✕");
  set(drop, "aria-label", word("lobby.remove", { number }));
  drop.addEventListener("click", () => {
    names.splice(at, 1);
    showNames();
  });
  return {
    node: el("li", {}, badge.node, input, drop),
    show(name, mayDrop) {
      if (input.value !== name) input.value = name;
      set(drop, "hidden", !mayDrop);
    },
  };
}

async function start(event) {
  event.preventDefault();
  const called = names.map((name, at) => name.trim() || word("lobby.player", { number: at + 1 }));
  keep("names", names);
  const button = byId("start");
  button.disabled = true;
  await tell(async () => {
    const body = { game: game.key, names: called, options: options.chosen(), clock };
    openJoin(await ask("/api/matches", key, body), key);
    await look();
  });
  button.disabled = false;
}

/** Do something with the host; say aloud what goes wrong, in words. */
async function tell(job) {
  const alarm = byId("refusal");
  try {
    await job();
    text(alarm, "");
  } catch (error) {
    const lost = error instanceof TypeError || error.name === "TimeoutError";
    if (!lost && !(error instanceof Refusal)) throw error;
    text(alarm, lost ? word("lobby.lost") : refusal(error));
  }
}

const when = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

function makeMatch({ match, seats }) {
  const title = el("strong");
  const state = el("small");
  const people = el("ul", { class: "people" });
  seats.forEach((seat, at) => {
    const name = makeSeatName("li");
    name.show(at, seat);
    people.append(name.node);
  });
  const open = el("a", { class: "button" });
  const codes = el("button", { class: "quiet" }, word("lobby.codes"));
  codes.addEventListener("click", () => tell(() => openJoinOf(match, key)));
  const head = el("div", { class: "match-head" }, title, state);
  const foot = el("div", { class: "pair" }, codes, open);
  const node = el("li", { "data-test": `match-${match}` }, head, people, foot);
  return {
    node,
    show(shown) {
      const over = shown.state === "over";
      text(title, games.find((one) => one.key === shown.game)?.name ?? shown.game);
      const at = when.format(new Date(shown.at));
      text(state, over ? `${at} · ${word("lobby.over")}` : at);
      text(open, word(over ? "lobby.look" : "lobby.resume"));
      set(open, "href", shown.table);
      set(codes, "hidden", over);
    },
  };
}

function makeTower() {
  const name = el("strong");
  const state = el("span");
  const page = el("a", {}, word("tower.page"));
  const node = el("li", { "data-test": "tower" }, name, state, page);
  return {
    node,
    show(tower) {
      text(name, word(`tower.${tower.source || "tower"}`));
      const feels = [
        kind("tower.state", tower.state),
        tower.health && kind("tower.health", tower.health),
        tower.fw && word("tower.firmware", { version: tower.fw }),
      ];
      text(state, tower.fault || feels.filter(Boolean).join(" · "));
      set(node, "data-state", tower.fault ? "fault" : tower.state);
      set(page, "href", tower.page);
      set(page, "hidden", !tower.page);
    },
  };
}

async function look() {
  const [matches, towers] = await Promise.all([ask("/api/matches", key), ask("/api/towers", key)]);
  // The host tells the last played first; those that can go on come before those that are over.
  matches.sort((one, other) => (one.state === "over") - (other.state === "over"));
  each(byId("matches"), matches, (match) => match.match, makeMatch);
  text(byId("no-matches"), matches.length ? "" : word("lobby.matches.none"));
  each(byId("towers"), towers, (tower, at) => tower.id || at, makeTower);
  text(byId("no-towers"), towers.length ? "" : word("tower.none"));
}

async function open() {
  const [known, clocks] = await Promise.all([ask("/api/games", key), ask("/api/clocks", key)]);
  games = known;
  each(byId("clocks"), clocks, (one) => one.name, makeClock);
  game = games.find((one) => one.key === recall("game")) ?? games[0];
  each(byId("games"), games, (one) => one.key, makeGame);
  chooseGame(game);
  await look();
  set(byId("new"), "hidden", false);
  set(byId("side"), "hidden", false);
}

set(byId("welcome"), "hidden", key !== null);
byId("new").addEventListener("submit", start);
byId("rules").addEventListener("click", () => tell(() => openRules(game.key, key)));
byId("add").addEventListener("click", () => {
  names.push("");
  showNames();
  byId("names").lastElementChild.querySelector("input").focus();
});
if (key !== null) {
  await tell(open);
  setInterval(() => tell(game ? look : open), LOOK_AGAIN);
}
