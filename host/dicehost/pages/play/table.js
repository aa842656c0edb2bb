/** The tablet in the middle: dice first, whose turn, what is waited for, every seat's board. Tells, never asks. */

import { showItems } from "../draw/items.js";
import { inRow, settle } from "../draw/landing.js";
import { makeBadge, makeSeatName } from "../draw/seats.js";
import { byId, each, el, maybe, set, text } from "../lib/dom.js";
import { fetchPart } from "../lib/parts.js";
import { ownerKey } from "../lib/store.js";
import { loadWords } from "../lib/words.js";
import { makeClocks } from "./clock.js";
import { makeFit } from "./fit.js";
import { laid, makeRoll } from "./roll.js";
import { openPage } from "./screen.js";
import { cue, hasSettled } from "./sound-cues.js";
import { resultOf, waitingFor } from "./summary.js";

const LINES = 12;
/** @type {(kind: string) => void} */
let fit;
/** @type {ScreenState | null} */
let before = null;
/** @type {ReturnType<typeof makeBadge>} */
let turnBadge;
/** @type {ReturnType<typeof openPage>} */
let page;

/** Open the table's page. */
export async function startTable() {
  await loadWords();
  fit = makeFit([...document.querySelectorAll("main, .middle, .around")].filter((node) => node instanceof HTMLElement));
  turnBadge = makeBadge();
  byId("turn").prepend(turnBadge.node);
  const key = ownerKey();
  set(byId("join"), "hidden", !key);
  byId("join").addEventListener("click", async () => {
    const { openJoinOf } = await fetchPart("joinCodes");
    openJoinOf(page.match, key);
  });
  // A part that was fetched later needs room too.
  for (const change of ["later", "resize"]) addEventListener(change, () => before && fit(kindOf(before)));
  page = openPage("table", draw);
}

/** @param {ScreenState} screen @param {Context} ctx */
function draw(screen, ctx) {
  const { view, roll, over } = screen;
  const { centre, boards, row } = laid(view, roll, ctx.seats);
  const thrown = hasSettled(before, screen) ? inRow(document) : null;
  showTurn(view.turn, over, ctx);
  const headline = over ? resultOf(screen, ctx) : ctx.say(view.headline);
  text(byId("headline"), headline);
  text(byId("why"), over ? ctx.say(over.why) : "");
  set(document.body, "data-over", over !== null);
  maybe(byId("rolling"), roll, () => makeRoll(page.press), ctx, headline, row);
  showItems(
    byId("dice"),
    centre.filter((item) => item.type === "dice"),
    ctx,
  );
  showItems(
    byId("centre"),
    centre.filter((item) => item.type !== "dice"),
    ctx,
  );
  text(byId("waiting"), waitingFor(screen, ctx));
  // Where only the seat on turn is waited for, the turn says it already; screen readers still say it.
  const same = screen.waiting.length === 1 && screen.waiting[0] === view.turn;
  set(byId("waiting"), "class", same ? "waiting unseen" : "waiting");
  text(byId("back"), backOf(screen.back, ctx));
  maybe(byId("clocks"), screen.clock, () => makeClocks(page.act), ctx, screen.arrived, over !== null);
  set(byId("main"), "data-many", boards.length > 4);
  each(byId("boards"), boards, (board) => board.seat, makeBoard, ctx, view.turn);
  showLog(screen.log, ctx);
  showTower(screen.tower, ctx);
  fit(kindOf(screen));
  cue(before, screen, thrown ? settle(byId("dice"), thrown) : 0);
  before = screen;
}

/**
 * What kind of moment a screen shows; moments of a kind need about the same room.
 *
 * @param {ScreenState} screen
 */
function kindOf(screen) {
  return `${screen.view.headline.key} ${screen.roll?.state} ${screen.waiting.length}`;
}

/** @param {number | null} turn @param {Host.Over | null} over @param {Context} ctx */
function showTurn(turn, over, ctx) {
  const seat = over ? (over.winners[0] ?? null) : turn;
  set(byId("turn"), "hidden", seat === null);
  set(byId("stage"), "data-colour", seat === null ? null : ctx.seats[seat].colour);
  if (seat === null) return;
  turnBadge.show(seat, ctx.seats[seat].colour);
  text(byId("turn-name"), ctx.word(over ? "over" : "turn", { seat }));
}

/** @param {Host.BackShown | null} back @param {Context} ctx */
function backOf(back, { word }) {
  if (back === null) return "";
  return `${word("back.asked", { seat: back.seat })} ${word("back.missing", { seats: back.missing })}`;
}

/** @returns {Part<[board: Host.Board, ctx: Context, turn: number | null]>} */
function makeBoard() {
  const name = makeSeatName("h3");
  const away = el("span", { class: "away-seat" });
  const lead = el("span", { class: "lead", role: "img" });
  const score = el("b", { class: "score" });
  const items = el("div", { class: "items" });
  const head = el("header", {}, name.node, away, lead, score);
  const node = el("article", { class: "board" }, head, items);
  return {
    node,
    show(board, ctx, turn) {
      const { seat } = board;
      const shown = ctx.seats[seat];
      name.show(seat, shown);
      text(away, shown.here ? "" : ctx.word("seat.away"));
      text(lead, ctx.leaders.includes(seat) ? "★" : "");
      set(lead, "aria-label", ctx.word("leads"));
      text(score, String(board.score));
      set(score, "data-test", `score-${seat}`);
      set(node, "data-colour", shown.colour);
      set(node, "data-turn", turn === seat);
      set(node, "data-away", !shown.here);
      showItems(items, board.items ?? [], ctx);
    },
  };
}

/** @param {Host.LogEntry[]} log @param {Context} ctx */
function showLog(log, ctx) {
  const lines = log
    .map((line, at) => ({ ...line, at }))
    .slice(-LINES)
    .reverse();
  /** @returns {Part<[Host.LogEntry]>} */
  const make = () => {
    const node = el("li");
    return { node, show: (line) => text(node, ctx.say(line.message)) };
  };
  each(byId("log"), lines, (line) => `${line.seq} ${ctx.say(line.message)}`, make);
}

/** @param {Host.TowerShown} tower @param {Context} ctx */
function showTower({ state, source, page: address, fault }, ctx) {
  const node = byId("tower");
  const name = ctx.word(`tower.${source || "tower"}`);
  text(byId("tower-state"), fault ? ctx.say(fault) : `${name}: ${ctx.kind("tower.state", state)}`);
  set(node, "data-state", fault ? "fault" : state);
  set(node, "href", address);
}
