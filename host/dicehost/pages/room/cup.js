/** A tournament for everybody: who sits where in this round, and the standings with what decided them. */

import { byId, each, el, set, text, worded } from "../lib/dom.js";
import { join, language } from "../lib/words.js";

/** @type {Intl.NumberFormat} */
let number;

/**
 * Show a tournament, and which others there are.
 *
 * @param {Host.TournamentTold | null} cup
 * @param {readonly Host.TournamentTold[]} all
 * @param {Speech} speech
 */
export function showCup(cup, all, speech) {
  set(byId("cup"), "hidden", cup === null);
  if (cup === null) return;
  number ??= new Intl.NumberFormat(language(), { maximumFractionDigits: 2 });
  const { word } = speech;
  const cups = byId("cups", HTMLSelectElement);
  set(cups, "hidden", all.length < 2);
  each(cups, all, (one) => one.id, makeChoice);
  cups.value = cup.id;
  worded(byId("cup-name"), cup.name);
  worded(byId("cup-now"), [cup.title, word(`cup.mode.${cup.mode}`), nowOf(cup, speech)].join(" · "));
  showRound(cup, speech);
  each(byId("standings"), cup.standings, (row) => row.player, makeRow, cup, speech);
  const points = cup.points.map((one) => number.format(one)).join(" · ");
  worded(byId("cup-points"), word("cup.points", { points }));
  worded(byId("cup-bye"), word(`cup.bye.${cup.mode}`));
}

/** @param {Host.TournamentTold} cup @param {Speech} speech */
function nowOf(cup, { word }) {
  if (cup.now === "over") return word("cup.over");
  if (cup.now === "open") return word("cup.open", { count: cup.players.length });
  const facts = { round: cup.rounds.length, of: cup.rounds_planned };
  return word(cup.rounds_planned ? "cup.round_of" : "cup.round", facts);
}

/** @param {Host.TournamentTold} cup @param {Speech} speech */
function showRound(cup, { word }) {
  const round = cup.rounds.at(-1);
  set(byId("pairings"), "hidden", round === undefined || cup.now === "over");
  if (round === undefined) return;
  worded(byId("round-name"), word("cup.round", { round: cup.rounds.length }));
  each(byId("seatings"), round.tables, (_, at) => `${cup.rounds.length} ${at}`, makeSeating, cup, word);
  const names = join(
    round.byes.map((at) => cup.players[at].name),
    word("and"),
  );
  text(byId("byes"), names && word("cup.byes", { names }));
}

/** @returns {Part<[Host.TournamentTold]>} */
function makeChoice() {
  const node = el("option");
  return {
    node,
    show(one) {
      node.value = one.id;
      worded(node, one.name);
    },
  };
}

/** @returns {Part<[table: Host.SeatingTold, cup: Host.TournamentTold, word: Speech["word"], at: number]>} */
function makeSeating() {
  const at = el("b");
  const names = el("ul");
  const state = el("small");
  const node = el("li", { "data-test": "seating" }, at, names, state);
  return {
    node,
    show(table, cup, word, place) {
      worded(at, String(place + 1));
      set(at, "aria-label", word("cup.table", { number: place + 1 }));
      each(names, table.players, (player) => player, makeName, table, cup);
      set(node, "data-over", table.ranks.length > 0);
      text(state, table.ranks.length ? "" : word(table.match ? "cup.plays" : "cup.waits"));
    },
  };
}

/** @returns {Part<[player: number, table: Host.SeatingTold, cup: Host.TournamentTold, at: number]>} */
function makeName() {
  const name = el("span", { class: "name" });
  const got = el("b");
  const node = el("li", {}, name, got);
  return {
    node,
    show(player, table, cup, at) {
      worded(name, cup.players[player].name);
      text(got, table.ranks.length ? `+${number.format(table.points[at])}` : "");
      set(node, "data-first", table.ranks[at] === 1);
    },
  };
}

/** @returns {Part<[row: Host.StandingTold, cup: Host.TournamentTold, speech: Speech, at: number]>} */
function makeRow() {
  const place = el("b", { class: "place" });
  const name = el("span", { class: "name" });
  const points = el("b", { class: "points" });
  const why = el("small", { "data-test": "why" });
  const node = el("li", { "data-test": "standing" }, place, name, points, why);
  return {
    node,
    show(row, cup, speech, at) {
      const player = cup.players[row.player];
      worded(place, `${row.place}.`);
      worded(name, player.name);
      worded(points, number.format(row.points));
      set(node, "data-left", player.left);
      const begun = cup.rounds.some((round) => round.tables.some((table) => table.ranks.length));
      text(why, player.left ? speech.word("cup.left") : begun ? whyOf(row, cup.standings[at - 1], speech) : "");
    },
  };
}

/**
 * What put somebody behind the one before, where points do not say it.
 *
 * @param {Host.StandingTold} row
 * @param {Host.StandingTold | undefined} before
 * @param {Speech} speech
 */
function whyOf(row, before, { word }) {
  const { decided } = row;
  if (before === undefined || decided === "" || decided === "points") return "";
  if (decided === "level") return word("cup.level");
  return word(`cup.by.${decided}`, { own: number.format(row[decided]), other: number.format(before[decided]) });
}
