/** A phone whose player waits: who is on, large and in their colour, where this seat stands, and what has just happened. */

import { stillTray } from "../draw/dice.js";
import { makeBadge } from "../draw/seats.js";
import { byId, each, el, lay, set, text } from "../lib/dom.js";

/** Sentences of the last event that are told; the table has room for more. */
const NEWEST = 2;
/** More dice than these are no small picture any more. */
const MOST_DICE = 12;

/**
 * Show who is on, or after the match who has won.
 *
 * @param {ScreenState | null} screen
 * @param {Context} ctx
 */
export function showScene(screen, { seats }) {
  const on = screen ? castOf(screen) : [];
  set(byId("scene"), "data-colour", on.length === 1 ? seats[on[0]].colour : null);
  set(byId("scene"), "data-rolls", screen?.roll?.state === "tumbling");
  each(byId("cast"), on, (one) => one, makeActor, seats);
}

/** Who has won, who rolls, or who is asked; everybody, if all roll at once. @param {ScreenState} screen */
function castOf({ over, roll, view, waiting, seats }) {
  if (over) return over.winners;
  if (!roll) return waiting;
  return view.turn === null ? seats.map((_, seat) => seat) : [view.turn];
}

/** @returns {Part<[seat: number, seats: Host.SeatShown[]]>} */
function makeActor() {
  const badge = makeBadge();
  return {
    node: el("li", {}, badge.node),
    show: (seat, seats) => badge.show(seat, seats[seat].colour),
  };
}

/**
 * Show this seat's place; while all are level nobody has one to be proud of.
 *
 * @param {ScreenState | null} screen
 * @param {Context} ctx
 */
export function showStanding(screen, { word }) {
  const node = byId("standing");
  if (screen === null) return text(node, "");
  const { scores, me } = screen;
  const rank = 1 + scores.filter((score) => score > scores[me]).length;
  text(node, word("standing", { score: scores[me], rank, count: scores.length }));
  set(node, "data-rank", scores.some((score) => score !== scores[0]) ? rank : null);
}

/**
 * What has just happened, in words and a small picture: the dice that were rolled, or the shape of who did it.
 *
 * @param {ScreenState | null} screen
 * @param {Context} ctx
 */
export function showRecap(screen, ctx) {
  const news = screen?.view.news?.slice(-NEWEST) ?? [];
  set(byId("recap"), "hidden", news.length === 0);
  text(byId("recap-words"), news.map(ctx.say).join(" "));
  lay(byId("recap-picture"), news.length && screen ? [pictureOf(screen, news, ctx)].flat() : []);
}

/** @param {ScreenState} screen @param {Host.Message[]} news @param {Context} ctx */
function pictureOf({ landed, seats }, news, ctx) {
  if (landed?.dice.length && landed.dice.length <= MOST_DICE) return stillTray(landed.dice, ctx);
  const seat = news.map(({ facts }) => facts?.seat).find((one) => typeof one === "number");
  if (typeof seat !== "number" || !seats[seat]) return [];
  const badge = makeBadge();
  badge.show(seat, seats[seat].colour);
  return badge.node;
}
