/** The lobby: choose a game, say who plays, start; or go on, look back, see the towers. For the table's owner. */

import { byId, each, el, set, text } from "./dom.js";
import { openRules } from "./help.js";
import { openJoin } from "./join.js";
import { makeMatches } from "./matches.js";
import { ask, Refusal } from "./net.js";
import { makeOptions } from "./options.js";
import { makePeople } from "./people.js";
import { whyNot } from "./refused.js";
import { keepShell } from "./shell.js";
import { keep, ownerKey, recall } from "./store.js";
import { makeClocks } from "./timing.js";
import { makeTowers } from "./towers.js";
import { catalogue, join, LANGUAGE, sayPage, voice } from "./words.js";

// The tower may be plugged in and matches played elsewhere while this page lies open.
const LOOK_AGAIN = 5000;

const speech = voice(await catalogue("lobby"));
const { word } = speech;
const key = ownerKey();
let games = [];
let game = null;
let options = null;
let clocks = null;
const people = makePeople(word, showStart);
const nameOf = (wanted) => games.find((one) => one.key === wanted)?.name ?? wanted;
const matches = makeMatches(key, { word, language: LANGUAGE }, tell, nameOf);
const towers = makeTowers(speech);

sayPage(speech);

async function chooseGame(chosen) {
  game = chosen;
  keep("game", game.key);
  people.fit(game.seats);
  const words = await ask(`/api/games/${game.key}/words/${LANGUAGE}`, key);
  // Another game may have been chosen while its words came.
  if (game !== chosen) return;
  options = makeOptions(game, (name) => words[name], word, showOptions);
  byId("options").replaceChildren(...options.nodes);
  set(byId("options-part"), "hidden", options.nodes.length === 0);
  showOptions();
}

function showOptions() {
  if (options) text(byId("options-now"), options.called());
}

function showStart() {
  if (game) text(byId("start-what"), word("lobby.start.what", { game: game.name, names: join(people.names(), { and: word("and") }) }));
}

function makeGame(shown) {
  const input = el("input", { type: "radio", name: "game", value: shown.key });
  input.addEventListener("change", () => tell(() => chooseGame(shown)));
  input.checked = shown === game;
  const fact = (name, [low, high]) => el("span", {}, word(name, { low, high }));
  const picture = el("img", { src: `/api/games/${shown.key}/cover`, alt: "", width: 320, height: 200 });
  const facts = el("small", {}, fact("lobby.seats", shown.seats), fact("lobby.minutes", shown.minutes));
  const node = el("label", { "data-test": `game-${shown.key}` }, input, picture, el("strong", {}, shown.name), facts);
  return { node, show() {} };
}

async function start(event) {
  event.preventDefault();
  const button = byId("start");
  button.disabled = true;
  await tell(async () => {
    const body = {
      game: game.key,
      names: people.names(),
      colours: people.colours(),
      options: options.chosen(),
      clock: clocks.chosen(),
    };
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
    text(alarm, lost ? word("lobby.lost") : await whyNot(error));
  }
}

async function look() {
  const [played, found] = await Promise.all([ask("/api/matches", key), ask("/api/towers", key)]);
  matches.show(played);
  people.meet(played);
  towers.show(found);
}

async function open() {
  const [known, timings] = await Promise.all([ask("/api/games", key), ask("/api/clocks", key)]);
  games = known;
  clocks = makeClocks(timings, word);
  game = games.find((one) => one.key === recall("game")) ?? games[0];
  each(byId("games"), games, (one) => one.key, makeGame);
  await chooseGame(game);
  await look();
  set(byId("new"), "hidden", false);
  set(byId("side"), "hidden", false);
}

set(byId("welcome"), "hidden", key !== null);
// The owner's link pasted into the same tab changes the fragment only.
addEventListener("hashchange", () => location.reload());
keepShell();
byId("new").addEventListener("submit", start);
byId("rules").addEventListener("click", () => tell(() => openRules(game.key, key)));
// A field in a closed part cannot show what is wrong with it: open the part first.
byId("new").addEventListener("invalid", ({ target }) => (target.closest("details").open = true), true);
if (key !== null) {
  await tell(open);
  setInterval(() => tell(options ? look : open), LOOK_AGAIN);
}
