/** The tablet in the middle: whose turn, the tray of dice, what is waited for, every seat's board. Tells, never asks. */

import { showItems } from "../draw/items.js";
import { makeScene } from "../draw/scene.js";
import { makeBadge, makeSeatName } from "../draw/seats.js";
import { appearance, moves } from "../lib/appearance.js";
import { byId, each, el, maybe, set, text } from "../lib/dom.js";
import { reachable } from "../lib/net.js";
import { fetchPart } from "../lib/parts.js";
import { keep, recall } from "../lib/store.js";
import { loadWords } from "../lib/words.js";
import { showClocks } from "./clocks.js";
import { makeFit } from "./fit.js";
import { laid, makeRoll, rolledDice, rolling } from "./roll.js";
import { openPage } from "./screen.js";
import { cue, knockAt } from "./sound-cues.js";
import { leaders, resultOf, thingsOf, waitingFor } from "./summary.js";

const NEWEST = 3;
/** Boards with this many tracks are sheets that people read from afar. */
const SHEET = 3;
/** @type {(phase: string) => void} */
let fit;
/** @type {ScreenState | null} */
let before = null;
/** @type {ReturnType<typeof makeBadge>} */
let turnBadge;
/** @type {ReturnType<typeof makeScene>} */
let scene;
/** @type {ReturnType<typeof openPage>} */
let page;
/** @type {() => void} */
let openLog = () => {};

/** Open the table's page. */
export async function startTable() {
  await loadWords();
  const columns = [...document.querySelectorAll("main, .middle, .around")];
  fit = makeFit(
    columns.filter((node) => node instanceof HTMLElement),
    location.pathname,
  );
  turnBadge = makeBadge();
  byId("turn").prepend(turnBadge.node);
  scene = makeScene(byId("dice"));
  byId("log-open").addEventListener("click", () => openLog());
  // A part that was fetched later needs room too.
  for (const change of ["later", "resize"]) addEventListener(change, () => before && fit(phaseOf(before)));
  page = openPage("table", { draw, things, throwDice, rest, stop: () => scene.stop() });
}

/** @param {ScreenState} screen @param {Context} ctx */
function draw(screen, ctx) {
  const { view, roll, over } = screen;
  const headline = over ? resultOf(screen, ctx) : ctx.say(view.headline);
  showTurn(view.turn, over, ctx, headline);
  text(byId("headline"), headline);
  text(byId("why"), over ? ctx.say(over.why) : "");
  set(document.body, "data-over", over !== null);
  showRoll(roll, ctx, headline);
  text(byId("waiting"), waitingFor(screen, ctx));
  text(byId("back"), backOf(screen.back, ctx));
  showClocks(screen, ctx, page.act);
  const { centre, boards, rows } = lieNow(screen, ctx);
  scene.show(rows, ctx);
  showCover(rows.length ? null : screen.game);
  showThings(screen, ctx, centre, boards);
  fit(phaseOf(screen));
  cue(before, screen);
  announceTurn(screen, ctx);
  before = screen;
}

/**
 * What lies on the table after an event, and not yet what is asked next. Points come with the beats.
 *
 * @param {ScreenState} screen
 * @param {Context} ctx
 * @param {ScreenState} old
 */
function things(screen, ctx, old) {
  const { centre, boards } = thingsOf(screen, old);
  const rows = centre.flatMap((item) => (item.type === "dice" ? [rowOf(item, ctx)] : []));
  const { landed } = screen;
  const lying = landed && !rows.some((row) => holds(row.dice, landed.dice));
  scene.show(lying ? [{ label: "", dice: landed.dice }] : rows, ctx);
  showCover(lying || rows.length ? null : screen.game);
  const scores = new Map(old.view.boards.map((board) => [board.seat, board.score]));
  const held = boards.map((board) => ({ ...board, score: scores.get(board.seat) ?? board.score }));
  // The story comes last: it may already name who is next.
  showThings({ ...screen, log: old.log }, { ...ctx, leaders: leaders(old) }, centre, held, old.view.turn);
  showRoll(null, ctx, "");
  text(byId("waiting"), ctx.word("show.skip"));
  fit(phaseOf(screen));
}

/**
 * A tray without dice shows the game's own picture.
 *
 * @param {string | null} game
 */
function showCover(game) {
  set(byId("dice"), "style", game && coverOf(game));
}

/** @param {string} game */
function coverOf(game) {
  return `--cover:url("/api/games/${game}/cover")`;
}

/**
 * What kind of moment this is: what it is about, and what lies there.
 *
 * @param {ScreenState} screen
 */
function phaseOf({ view }) {
  return [view.headline.key, ...view.centre.map((item) => item.key)].join(" ");
}

/** @param {ScreenState} screen @param {Context} ctx @param {Host.Item[]} centre @param {Host.Board[]} boards */
function showThings(screen, ctx, centre, boards, turn = screen.view.turn) {
  const dials = centre.filter((item) => item.type === "dial");
  showItems(byId("dial"), dials, ctx);
  // Where a chance stood once in a match it keeps its place, so that no die is ever moved for it.
  if (dials.length) keep("dial", screen.match);
  const kept = recall("dial") === screen.match;
  set(byId("main"), "data-dial", kept);
  set(byId("dial"), "style", kept && coverOf(screen.game));
  showItems(
    byId("centre"),
    centre.filter((item) => item.type !== "dice" && item.type !== "dial"),
    ctx,
  );
  const tracks = Math.max(0, ...boards.map(({ items = [] }) => items.filter(({ type }) => type === "track").length));
  set(byId("main"), "data-many", boards.length > 4);
  set(byId("main"), "data-sheets", tracks >= SHEET);
  set(byId("boards"), "style", `--seats:${boards.length}`);
  each(byId("boards"), boards, (board) => board.seat, makeBoard, ctx, turn);
  showLog(screen.log, ctx);
  showTower(screen.tower, ctx);
}

/**
 * Where everything lies: the rows of the tray, and what is beside it.
 *
 * @param {ScreenState} screen
 * @param {Context} ctx
 * @param {import("./roll.js").Fallen} fallen
 */
function lieNow({ view, roll }, ctx, fallen = []) {
  const { centre, boards, at } = laid(view, roll, ctx.seats, fallen);
  const rows = centre.flatMap((item) => (item.type === "dice" ? [rowOf(item, ctx)] : []));
  // Dice that lie on boards are thrown in the tray too: that is where people look.
  if (roll !== null && at < 0 && roll.dice.length > 0)
    rows.unshift({ label: "", dice: rolledDice(roll, ctx.seats, fallen) });
  const row = at < 0 ? 0 : centre.slice(0, at).filter((item) => item.type === "dice").length;
  return { centre, boards, rows, row, inRow: at >= 0 };
}

/** @param {Host.Dice} item @param {Context} ctx */
function rowOf({ label, dice }, ctx) {
  return { label: ctx.say(label), dice };
}

/**
 * Whether a row shows at least these dice.
 *
 * @param {DieShown[]} row
 * @param {DieShown[]} dice
 */
function holds(row, dice) {
  const left = row.map((die) => die.value);
  return dice.every(({ value }) => {
    const at = left.indexOf(value);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

/** @param {Host.Landed} landed @param {ScreenState} old @param {Context} ctx */
function throwDice(landed, old, ctx) {
  const roll = rolling(landed, old.roll);
  const { rows, row, inRow } = lieNow({ ...old, roll }, ctx);
  scene.show(rows, ctx);
  const thrown = landed.dice.map((die, nth) => {
    const whose = die.seat == null ? die : { ...die, colour: ctx.seats[die.seat].colour };
    return { at: inRow ? roll.places[nth] : nth, die: whose, rest: landed.rest_ms[nth] };
  });
  for (const { at, hard } of scene.throwIn(row, thrown, ctx, moves())) knockAt(at, hard);
  showRoll(roll, ctx, byId("headline").textContent ?? "");
}

/**
 * @param {Host.Landed} landed
 * @param {import("./roll.js").Fallen} fallen
 * @param {number} nth
 * @param {ScreenState} old
 * @param {Context} ctx
 */
function rest(landed, fallen, nth, old, ctx) {
  const roll = rolling(landed, old.roll);
  const { rows, row, inRow } = lieNow({ ...old, roll }, ctx, fallen);
  scene.show(rows, ctx);
  if (moves()) scene.pop(row, inRow ? roll.places[nth] : nth);
}

/** @param {Host.RollShown | null} roll @param {Context} ctx @param {string} headline */
function showRoll(roll, ctx, headline) {
  // Its dice are in the tray.
  maybe(byId("rolling"), roll, () => makeRoll(page.press), ctx, headline, true, []);
}

/** @param {number | null} turn @param {Host.Over | null} over @param {Context} ctx @param {string} headline */
function showTurn(turn, over, ctx, headline) {
  const seat = over ? (over.winners[0] ?? null) : turn;
  set(byId("turn"), "hidden", seat === null);
  set(byId("banner"), "data-colour", seat === null ? null : ctx.seats[seat].colour);
  if (seat === null) return;
  turnBadge.show(seat, ctx.seats[seat].colour);
  const { name } = ctx.seats[seat];
  text(byId("turn-name"), over ? ctx.word("over", { seat }) : name);
  // Nobody is named twice: where the headline says who, it stands alone beside the badge.
  set(byId("banner"), "data-named", !over && headline.includes(name));
}

/**
 * The announcer says what happened, and whose turn it is now.
 *
 * @param {ScreenState} screen
 * @param {Context} ctx
 */
function announceTurn({ view, over, seq }, ctx) {
  if (before === null || before.seq === seq) return;
  if (appearance().voice === "off") return;
  const news = (view.news ?? []).map(ctx.say).join(" ");
  const seat = over || view.turn === before.view.turn ? null : view.turn;
  const turn = seat === null ? "" : ctx.word("turn", { seat });
  fetchPart("announcer").then(({ speakUp }) => {
    speakUp("all", news);
    speakUp("short", turn);
  });
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
  const head = el("header", {}, el("div", { class: "names" }, name.node, away), lead, score);
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
      set(node, "data-seat", seat);
      set(node, "data-colour", shown.colour);
      set(node, "data-turn", turn === seat);
      set(node, "data-away", !shown.here);
      showItems(items, board.items ?? [], ctx);
    },
  };
}

/** @param {Host.LogEntry[]} log @param {Context} ctx */
function showLog(log, ctx) {
  const lines = log.map((line, at) => ({ ...line, at })).reverse();
  /** @returns {Part<[Host.LogEntry]>} */
  const make = () => {
    const node = el("li");
    return { node, show: (line) => text(node, ctx.say(line.message)) };
  };
  each(byId("log"), lines.slice(0, NEWEST), (line) => `${line.seq} ${ctx.say(line.message)}`, make);
  set(byId("log-open"), "disabled", lines.length === 0);
  openLog = async () => {
    const { openSheet } = await import("../lib/sheet.js");
    const told = lines.map((line) => el("li", {}, ctx.say(line.message)));
    openSheet(ctx.word("log"), [el("ol", { class: "story", "data-test": "log-whole" }, ...told)]);
  };
}

/** @param {Host.TowerShown} tower @param {Context} ctx */
function showTower({ state, source, page: address, fault, name: called }, ctx) {
  const node = byId("tower");
  const name = called || ctx.word(`tower.${source || "tower"}`);
  text(byId("tower-state"), fault ? ctx.say(fault) : `${name}: ${ctx.kind("tower.state", state)}`);
  set(node, "data-state", fault ? "fault" : state);
  set(node, "href", reachable(address));
}
