/** Are the dice fair? Counts, drawings, sentences, sources, the noise's health. Judges nothing itself. */

import { byId, each, el, set, text } from "../lib/dom.js";
import { saveFile } from "../lib/download.js";
import { ask, askUntilAnswered } from "../lib/net.js";
import { ready } from "../lib/start-page.js";
import { ownerKey, recall } from "../lib/store.js";
import { language, voice } from "../lib/words.js";
import { makeHealthLine } from "./health-line.js";
import { plain, sourceOf, startPast, tell, words } from "./shared.js";

const WISHES = /** @type {const} */ (["game", "player", "source", "match"]);

/** @typedef {Record<(typeof WISHES)[number], [value: string, label: string][]>} Offered */
/** @typedef {{dice: (Host.Verdict & {svg: string})[], choices: Host.Choices | null, games: Record<string, string>, health: Host.Span[], called: Record<string, string>}} Fairness */

/** @type {Speech["word"]} */
let word;
/** @type {Speech["kind"]} */
let kind;
/** @type {URLSearchParams} */
let wish;
/** @type {string | null} */
let key = null;
/** @type {string | null} */
let token = null;
/** @type {Intl.DateTimeFormat} */
let when;
/** @type {Intl.NumberFormat} */
let number;
/** @type {Intl.NumberFormat} */
let fine;
/** @type {Intl.NumberFormat} */
let percent;
/** @type {Speech} */
let speech;

/** Open the page about the dice. */
export async function startFairness() {
  await startPast();
  ({ word, kind } = plain);
  speech = plain;
  wish = new URLSearchParams(location.search);
  key = ownerKey();
  const match = wish.get("match") ?? "";
  // People who played a match may count its dice with the link of the table or seat.
  token = key ?? ["after", "table", "seat"].map((place) => recall(`${place}.${match}`)).find(Boolean) ?? null;
  when = new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" });
  number = new Intl.NumberFormat(language(), { maximumFractionDigits: 1 });
  fine = new Intl.NumberFormat(language(), { maximumSignificantDigits: 3 });
  percent = new Intl.NumberFormat(language(), { style: "percent", maximumFractionDigits: 1 });
  byId("csv").addEventListener("click", () => tell(() => saveFile(`/api/fairness.csv?${wish}`, token, "rolls.csv")));
  ready();
  if (token === null) text(byId("refusal"), word("fair.no_key"));
  else await tell(open);
}

async function open() {
  speech = voice({ ...words, ...(await ask(`/api/words/${language()}`, token)) });
  await look();
  set(byId("to-history"), "hidden", key === null);
  set(byId("fair"), "hidden", false);
}

async function look() {
  // The host first counts matches that are new, and goes on with that between two requests.
  /** @type {Fairness} */
  const fair = await askUntilAnswered(`/api/fairness?${wish}`, token);
  for (const one of [...fair.dice, ...fair.health]) one.tower = fair.called[one.tower] ?? one.tower;
  showWishes(fair);
  text(byId("none"), fair.dice.length ? "" : word("fair.none"));
  each(byId("dice"), fair.dice, (one) => `${one.faces} ${one.source} ${one.tower}`, makeVerdict);
  showSources(fair.dice);
  if (fair.choices) showHealth(fair.health);
  set(byId("csv"), "disabled", fair.dice.length === 0);
  document.body.dataset.rolls = String(fair.dice.reduce((all, one) => all + one.rolls, 0));
}

/** @param {Fairness} fair */
function showWishes({ choices, games }) {
  /** @type {Offered} */
  const offered = {
    game: (choices?.games ?? []).map((game) => [game, games[game] ?? game]),
    player: (choices?.players ?? []).map((name) => [name, name]),
    source: (choices?.sources ?? []).map((source) => [source, sourceOf({ source, tower: "" })]),
    match: matchesOf(choices?.matches ?? [], games),
  };
  const asked = WISHES.filter((name) => offered[name].length && (choices || name === "match"));
  each(byId("wish"), asked, (name) => name, makeWish, offered, choices !== null);
}

/**
 * The newest matches by game and time; one that was asked for is among them, however old.
 *
 * @param {Host.Played[]} matches
 * @param {Record<string, string>} games
 * @returns {[string, string][]}
 */
function matchesOf(matches, games) {
  /** @type {[string, string][]} */
  const offered = matches.map(({ match: one, game, at }) => [
    one,
    `${games[game] ?? game} · ${when.format(new Date(at))}`,
  ]);
  const asked = wish.get("match");
  return !asked || matches.some((one) => one.match === asked) ? offered : [[asked, asked], ...offered];
}

/** @param {(typeof WISHES)[number]} name @returns {Part<[name: string, offered: Offered, mayAll: boolean]>} */
function makeWish(name) {
  const select = el("select", { "data-test": `wish-${name}` });
  const node = el("label", {}, el("span", {}, word(`fair.${name}`)), select);
  select.addEventListener("change", () => {
    if (select.value) wish.set(name, select.value);
    else wish.delete(name);
    const asked = wish.toString();
    history.replaceState(null, "", location.pathname + (asked ? `?${asked}` : "") + location.hash);
    tell(look);
  });
  return {
    node,
    show(_, offered, mayAll) {
      const all = mayAll ? [["", word("fair.all")]] : [];
      const options = [...all, ...offered[name]].map(([value, label]) => el("option", { value }, label));
      select.replaceChildren(...options);
      select.value = wish.get(name) ?? "";
    },
  };
}

/** @returns {Part<[one: Fairness["dice"][number]]>} */
function makeVerdict() {
  const title = el("h2");
  const sample = el("p", { class: "soft" });
  const drawing = el("div", { class: "drawing" });
  const said = el("p", { class: "said", "data-test": "said" });
  const run = el("p", { "data-test": "run" });
  const chi = el("p", { class: "soft", "data-test": "chi" });
  const rows = el("tbody");
  const heads = ["face", "came", "expected", "difference"].map((name) =>
    el("th", { scope: "col" }, word(`fair.${name}`)),
  );
  const table = el("table", {}, el("thead", {}, el("tr", {}, ...heads)), rows);
  const behind = el(
    "details",
    { "data-test": "counts" },
    el("summary", {}, word("fair.table")),
    el("div", { class: "scroll" }, table),
  );
  const node = el("article", { class: "panel" }, title, sample, drawing, said, run, chi, behind);
  return {
    node,
    show(one) {
      text(title, word("fair.die", { faces: one.faces }));
      text(sample, `${sourceOf(one)} · ${word("fair.sample", { count: number.format(one.rolls) })}`);
      const drawn = new DOMParser().parseFromString(one.svg, "text/html").querySelector("svg");
      drawing.replaceChildren(...(drawn ? [drawn] : []));
      text(said, speech.say(one.said));
      text(run, speech.say(one.run_said));
      const facts = { chi: number.format(one.chi), free: one.faces - 1 };
      text(chi, one.p === null ? "" : word("fair.chi", { ...facts, p: fine.format(one.p) }));
      rows.replaceChildren(...one.counts.map((count, at) => row(count, at, one.expected)));
    },
  };
}

/** @param {number} count @param {number} at @param {number} expected */
function row(count, at, expected) {
  const off = number.format(count - expected);
  const told = [number.format(count), number.format(expected), count > expected ? `+${off}` : off];
  return el("tr", {}, el("th", { scope: "row" }, String(at + 1)), ...told.map((cell) => el("td", {}, cell)));
}

/** @param {Host.Verdict[]} dice */
function showSources(dice) {
  /** @type {Map<string, number>} */
  const sums = new Map();
  for (const one of dice) sums.set(sourceOf(one), (sums.get(sourceOf(one)) ?? 0) + one.rolls);
  const all = [...sums.values()].reduce((one, other) => one + other, 0);
  const rows = [...sums].map(([name, count]) =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, name),
      el("td", {}, number.format(count)),
      el("td", {}, percent.format(count / all)),
    ),
  );
  byId("from").replaceChildren(...rows);
}

/** @param {Host.Span[]} spans */
function showHealth(spans) {
  set(byId("health"), "hidden", false);
  text(byId("no-health"), spans.length ? "" : word("fair.health.none"));
  /** @type {Map<string, Host.Span[]>} */
  const towers = new Map();
  for (const span of spans) towers.set(span.tower, [...(towers.get(span.tower) ?? []), span]);
  const lines = [...towers.values()].map((all) => {
    const last = all[all.length - 1];
    return makeHealthLine(all, `${sourceOf(last)}: ${kind("fair.health", last.state)}`, when);
  });
  byId("spans").replaceChildren(...lines);
  byId("span-rows").replaceChildren(...[...spans].reverse().map(spanRow));
}

/** @param {Host.Span} span */
function spanRow(span) {
  const told = [
    kind("fair.health", span.state),
    String(span.trips),
    when.format(new Date(span.since)),
    when.format(new Date(span.until)),
  ];
  return el("tr", {}, el("th", { scope: "row" }, sourceOf(span)), ...told.map((cell) => el("td", {}, cell)));
}
