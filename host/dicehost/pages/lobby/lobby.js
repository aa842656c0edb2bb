/** The lobby: choose a game, say who plays, start; or continue a match, replay one, see the towers. For the owner. */

import { around, byId, each, el, set, text } from "../lib/dom.js";
import { ask, isLost, Refusal } from "../lib/net.js";
import { fetchPart } from "../lib/parts.js";
import { whyNot } from "../lib/refusals.js";
import { keepShell, ready } from "../lib/start-page.js";
import { keep, ownerKey, recall } from "../lib/store.js";
import { catalogue, join, language, loadWords, sayPage, voice } from "../lib/words.js";
import { makeAlone } from "./alone.js";
import { makeClocks } from "./clock-choice.js";
import { openJoin } from "./join-codes.js";
import { makeMatches } from "./match-list.js";
import { makeOptions } from "./options.js";
import { makePeople } from "./people.js";
import { makeTowers } from "./towers.js";

// The tower may be plugged in and matches played elsewhere while this page lies open.
const LOOK_AGAIN = 5000;

/** @type {Speech["word"]} */
let word;
/** @type {string | null} */
let key = null;
/** @type {Host.GameListed[]} */
let games = [];
/** @type {Host.GameListed | null} */
let game = null;
/** @type {ReturnType<typeof makeOptions> | null} */
let options = null;
/** @type {Promise<unknown>} */
let choosing = Promise.resolve();
/** @type {ReturnType<typeof makeClocks>} */
let clocks;
/** @type {ReturnType<typeof makePeople>} */
let people;
/** @type {ReturnType<typeof makeAlone>} */
let alone;
/** @type {ReturnType<typeof makeMatches>} */
let matches;
/** @type {ReturnType<typeof makeTowers>} */
let towers;
/** @type {Awaited<ReturnType<typeof import("./tower-choice.js").makeTowerChoice>> | null} */
let choice = null;

/** Open the lobby. */
export async function startLobby() {
  await loadWords();
  const speech = voice(await catalogue("lobby"));
  word = speech.word;
  key = ownerKey();
  people = makePeople(word, showStart);
  alone = makeAlone(key, word, { tell, me: () => people.first(), options: chosenOptions, hints: wantsHints });
  matches = makeMatches(key, word, tell, nameOf, () => tell(look));
  towers = makeTowers(speech);
  sayPage(speech);
  set(byId("welcome"), "hidden", key !== null);
  // The owner's link pasted into the same tab changes the fragment only.
  addEventListener("hashchange", () => location.reload());
  addEventListener("settings", (event) => {
    const choices = /** @type {CustomEvent<HTMLElement>} */ (event).detail;
    choices.append(el("a", { class: "button", href: "/network", "data-test": "network" }, word("lobby.network")));
  });
  keepShell();
  byId("new").addEventListener("submit", start);
  byId("intro").addEventListener("click", () => tell(introduce));
  byId("rules").addEventListener("click", () =>
    tell(async () => {
      const { openRules } = await fetchPart("help");
      if (game) await openRules(game.key, key);
    }),
  );
  byId("new").addEventListener("invalid", unfold, true);
  ready();
  if (key === null) return;
  await tell(open);
  setInterval(() => tell(options ? look : open), LOOK_AGAIN);
}

/**
 * A field in a closed part cannot show what is wrong with it: open the part first.
 *
 * @param {Event} event
 */
function unfold({ target }) {
  const part = around(target, "details");
  if (part instanceof HTMLDetailsElement) part.open = true;
}

/** The chosen game in a minute, and from there a match to try it in. */
async function introduce() {
  if (game === null) return;
  const { openIntro } = await fetchPart("help");
  const button = el("button", { type: "button", class: "main", "data-test": "try-alone" }, word("lobby.intro.alone"));
  button.addEventListener("click", () => byId("alone-start").click());
  await openIntro(game.key, game.name, key, game.bots.length ? button : null);
}

/** @param {string} wanted */
function nameOf(wanted) {
  return games.find((one) => one.key === wanted)?.name ?? wanted;
}

/** @param {Host.GameListed} chosen */
async function chooseGame(chosen) {
  game = chosen;
  keep("game", chosen.key);
  people.fit(chosen.seats, chosen.colours, chosen.bots);
  alone.fit(chosen);
  /** @type {Words} */
  const words = await ask(`/api/games/${chosen.key}/words/${language()}?part=options`, key);
  // Another game may have been chosen while these words came.
  if (game !== chosen) return;
  options = makeOptions(chosen, (name) => words[name], word, showOptions);
  byId("options").replaceChildren(...options.nodes);
  set(byId("hints-part"), "hidden", !chosen.hints);
  set(byId("options-part"), "hidden", options.nodes.length === 0 && !chosen.hints);
  showOptions();
}

function showOptions() {
  if (options) text(byId("options-now"), options.called());
}

function showStart() {
  const names = join(people.names(), word("and"));
  if (game) text(byId("start-what"), word("lobby.start.what", { game: game.name, names }));
  alone?.show();
}

async function chosenOptions() {
  // The options on the page may still be those of the game chosen before.
  await choosing;
  return options?.chosen();
}

function wantsHints() {
  return (game?.hints ?? false) && byId("hints", HTMLInputElement).checked;
}

/** @param {Host.GameListed} shown @returns {Part<[Host.GameListed]>} */
function makeGame(shown) {
  const input = el("input", { type: "radio", name: "game", value: shown.key });
  input.addEventListener("change", () => {
    choosing = tell(() => chooseGame(shown));
  });
  input.checked = shown === game;
  /** @param {string} name @param {[number, number]} range */
  const fact = (name, [low, high]) => el("span", {}, word(name, { low, high }));
  const picture = el("img", { src: `/api/games/${shown.key}/cover`, alt: "", width: 320, height: 200 });
  const facts = el("small", {}, fact("lobby.seats", shown.seats), fact("lobby.minutes", shown.playing_time));
  const name = el("strong", {}, shown.name);
  const about = shown.about[language()] ?? shown.about.en;
  const line = about ? el("p", { "data-test": `about-${shown.key}` }, about) : null;
  const node = el("label", { "data-test": `game-${shown.key}` }, input, picture, name, line, facts);
  return { node, show() {} };
}

/** @param {SubmitEvent} event */
async function start(event) {
  event.preventDefault();
  const button = byId("start", HTMLButtonElement);
  button.disabled = true;
  await tell(async () => {
    const chosen = await chosenOptions();
    const body = {
      game: game?.key,
      names: people.names(),
      colours: people.colours(),
      bots: people.bots(),
      options: chosen,
      clock: clocks.chosen(),
      checkable: byId("checkable", HTMLInputElement).checked,
      hints: wantsHints(),
      tower: choice?.chosen(),
    };
    await openJoin(await ask("/api/matches", key, body), key);
    await look();
  });
  button.disabled = false;
}

/**
 * Do something with the host; say what goes wrong, in words.
 *
 * @param {() => unknown} job
 */
async function tell(job) {
  const alarm = byId("refusal");
  try {
    await job();
    text(alarm, "");
  } catch (error) {
    if (error instanceof Refusal) text(alarm, await whyNot(error));
    else if (isLost(error)) text(alarm, word("lobby.lost"));
    else throw error;
  }
}

function showDice() {
  const { checked } = byId("checkable", HTMLInputElement);
  text(byId("dice-now"), word(checked ? "lobby.checkable.on" : "lobby.checkable.off"));
}

async function look() {
  /** @type {[Host.MatchListed[], Host.TowerListed[]]} */
  const [played, known] = await Promise.all([ask("/api/matches", key), ask("/api/towers", key)]);
  // A simulated tower of another evening is nothing that somebody could plug in.
  const found = known.filter((one) => one.state !== "searching" || one.source !== "simulated" || one.name || one.match);
  matches.show(played);
  people.meet(played);
  towers.show(found, played);
  if (found.filter(({ id }) => id).length > 1) {
    const { makeTowerChoice } = await fetchPart("towerChoice");
    choice ??= await makeTowerChoice(key, tell, () => tell(look));
  }
  choice?.show(found, played);
}

/** Say which files were damaged when the host was started, and what became of them. */
async function showNotices() {
  /** @type {Host.Message[]} */
  const notices = await ask("/api/notices", key);
  const said = await Promise.all(notices.map((say) => whyNot({ message: "", say })));
  text(byId("notices"), said.join(" "));
}

async function open() {
  /** @type {[Host.GameListed[], Host.ClockListed[]]} */
  const [known, timings] = await Promise.all([ask("/api/games", key), ask("/api/clocks", key)]);
  games = known;
  clocks = makeClocks(timings, word);
  showDice();
  byId("checkable").addEventListener("change", showDice);
  const chosen = games.find((one) => one.key === recall("game")) ?? games[0];
  game = chosen;
  each(byId("games"), games, (one) => one.key, makeGame);
  await chooseGame(chosen);
  await look();
  await showNotices();
  set(byId("new"), "hidden", false);
  set(byId("side"), "hidden", false);
}
