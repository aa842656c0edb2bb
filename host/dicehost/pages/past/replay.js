/** After the match: the result, the score's course, and a replay of every step. Draws with the tablet's items. */

import { makeTray } from "../draw/dice.js";
import { showItems } from "../draw/items.js";
import { makeSeatName } from "../draw/seats.js";
import { around, byId, each, el, maybe, set, text } from "../lib/dom.js";
import { saveFile } from "../lib/download.js";
import { ask } from "../lib/net.js";
import { ready } from "../lib/start-page.js";
import { keep, ownerKey, recall } from "../lib/store.js";
import { language, voice } from "../lib/words.js";
import { startProof } from "./check-dice.js";
import { makeHindsight } from "./hindsight.js";
import { duration, words as pastWords, plain, sourceOf, startPast, tell } from "./shared.js";
import { makeCourse, makeStrip } from "./timeline.js";

const WINDOW = 12;
/** @type {Record<string, number>} */
const PACES = { slow: 4000, even: 2000, quick: 700 };
const TABLE = -1;

const KINDS = ["after", "table", "seat"];

let match = "";
/** @type {string | null} */
let key = null;
// The token of a link that opened this page, to be remembered once it has proved good.
let linked = "";
/** @type {string | null} */
let token = null;
/** @type {Intl.DateTimeFormat} */
let time;
/** @type {Host.Head} */
let head;
/** @type {Context} */
let ctx;
let at = 1;
let viewer = TABLE;
let timer = 0;
/** @type {Map<number, Promise<Host.Seen[]>>} */
let windows = new Map();
/** @type {ReturnType<typeof makeCourse>} */
let course;
/** @type {ReturnType<typeof makeStrip>} */
let strip;
/** @type {ReturnType<typeof makeHindsight>} */
let hindsight;

/** Open the replay of a match that is over. */
export async function startReplay() {
  await startPast();
  match = location.pathname.split("/")[2];
  key = ownerKey();
  linked = location.hash.startsWith("#key=") ? "" : location.hash.slice(1);
  token = linked || KINDS.map((kind) => recall(`${kind}.${match}`)).find(Boolean) || key;
  time = new Intl.DateTimeFormat(language(), { timeStyle: "medium" });
  addEventListener("hashchange", () => location.reload());
  ready();
  if (token) await tell(open);
  else text(byId("refusal"), plain.word("after.no_link"));
}

async function open() {
  head = await ask(`/api/matches/${match}/after`, token);
  if (linked) keep(`after.${match}`, token);
  const words = await ask(`/api/games/${head.game}/words/${language()}`, token);
  const speech = voice(
    { ...pastWords, ...words },
    head.seats.map((seat) => seat.name),
  );
  ctx = { ...speech, faces: head.faces, seats: head.seats, me: TABLE, leaders: [] };
  showResult();
  furnish();
  hindsight = makeHindsight(match, token, head, ctx, stopAnd);
  set(byId("match"), "hidden", false);
  // People who come from the table know how it ended: begin at the beginning.
  await go(1);
}

function showResult() {
  const { winners, why } = head.over;
  document.title = `${head.title} · ${ctx.word("over")}`;
  text(
    byId("game"),
    `${head.title} · ${new Date(head.marks[0][2]).toLocaleDateString(language(), { dateStyle: "long" })}`,
  );
  const sentence = ["over.none", "over.one"][winners.length] ?? "over.shared";
  text(byId("won"), ctx.word(sentence, { seats: winners }));
  text(byId("why"), ctx.say(why));
  const order = head.seats.map((_, seat) => seat);
  // Among equal scores the winner of a tie-break comes first.
  /** @param {number} seat */
  const won = (seat) => Number(winners.includes(seat));
  order.sort((one, other) => head.scores[other] - head.scores[one] || won(other) - won(one));
  each(byId("places"), order, (seat) => seat, makePlace, winners);
  course = makeCourse(head);
  byId("lines").replaceChildren(course.node);
  byId("changes").replaceChildren(...changes());
  set(byId("export"), "hidden", token !== key || key === null);
  set(byId("to-history"), "hidden", token !== key || key === null);
  startProof(match, token);
  set(byId("to-dice"), "href", `/fairness?match=${match}`);
}

/** @param {number} seat @returns {Part<[seat: number, winners: number[]]>} */
function makePlace(seat) {
  const name = makeSeatName("span");
  name.show(seat, head.seats[seat]);
  const crown = el("span", { class: "lead", role: "img" });
  const called = el("th", { scope: "row" }, name.node, crown);
  const score = el("td", { "data-test": `final-${seat}` }, String(head.scores[seat]));
  const used = el("td", { "data-test": `used-${seat}` }, head.used_ms[seat] ? duration(head.used_ms[seat]) : "–");
  return {
    node: el("tr", { "data-colour": head.seats[seat].colour }, called, score, used),
    show(_, winners) {
      const won = winners.includes(seat);
      text(crown, won ? "★" : "");
      set(crown, "aria-label", won ? ctx.word("after.winner") : null);
    },
  };
}

/** The steps that changed the score, as rows: the drawing in words, for screen readers. */
function changes() {
  const rows = head.marks
    .map(([, , , scores], step) => ({ scores, step: step + 1 }))
    .filter(({ scores, step }) => step === 1 || String(scores) !== String(head.marks[step - 2][3]));
  const names = head.seats.map(({ name }) => el("th", { scope: "col" }, name));
  const top = el("thead", {}, el("tr", {}, el("th", { scope: "col" }, ctx.word("after.course.step")), ...names));
  const body = rows.map(({ scores, step }) =>
    el("tr", {}, el("th", { scope: "row" }, String(step)), ...scores.map((score) => el("td", {}, String(score)))),
  );
  return [top, el("tbody", {}, ...body)];
}

function furnish() {
  strip = makeStrip(head.marks);
  byId("strip").replaceChildren(strip.node);
  byId("legend").replaceChildren(...strip.legend(ctx.word));
  set(byId("at"), "max", head.marks.length);
  for (const name of Object.keys(PACES))
    byId("pace").append(el("option", { value: name }, ctx.word(`after.pace.${name}`)));
  byId("pace", HTMLSelectElement).value = "even";
  const seats = head.seats.map(({ name }, seat) => el("option", { value: seat }, name));
  byId("viewer").append(el("option", { value: TABLE }, ctx.word("after.viewer.table")), ...seats);
  const slider = byId("at", HTMLInputElement);
  slider.addEventListener("input", () => stopAnd(slider.valueAsNumber));
  byId("first").addEventListener("click", () => stopAnd(1));
  byId("back").addEventListener("click", () => stopAnd(at - 1));
  byId("next").addEventListener("click", () => stopAnd(at + 1));
  byId("last").addEventListener("click", () => stopAnd(head.marks.length));
  byId("play").addEventListener("click", () => (timer ? stop() : play()));
  byId("viewer").addEventListener("change", () => {
    viewer = Number(byId("viewer", HTMLSelectElement).value);
    windows = new Map();
    ctx.me = viewer;
    hindsight.as(viewer);
    go(at);
  });
  byId("export").addEventListener("click", () =>
    tell(() => saveFile(`/api/matches/${match}/export`, token, `${match}.jsonl`)),
  );
  addEventListener("keydown", pressed);
  showPlay();
}

/** @type {Record<string, () => void>} */
const KEYS = {
  ArrowLeft: () => stopAnd(at - 1),
  ArrowRight: () => stopAnd(at + 1),
  Home: () => stopAnd(1),
  End: () => stopAnd(head.marks.length),
};

/** @param {KeyboardEvent} event */
function pressed(event) {
  // The slider and the lists use the arrow keys themselves.
  if (around(event.target, "input, select") || event.altKey || event.ctrlKey || event.metaKey) return;
  const act = KEYS[event.key];
  if (!act) return;
  event.preventDefault();
  act();
}

/** On a phone the replay lies below the result: people who step want to see it. */
function showReplay() {
  if (byId("now").getBoundingClientRect().top > innerHeight / 2) byId("replay").scrollIntoView();
}

function play() {
  showReplay();
  const step = async () => {
    if (at >= head.marks.length) return stop();
    await go(at + 1);
    if (timer) timer = setTimeout(step, PACES[byId("pace", HTMLSelectElement).value]);
  };
  timer = setTimeout(step, at === head.marks.length ? 0 : 250);
  if (at === head.marks.length) at = 0;
  showPlay();
}

function stop() {
  clearTimeout(timer);
  timer = 0;
  showPlay();
}

function showPlay() {
  byId("play").textContent = timer ? "⏸" : "▶";
  set(byId("play"), "aria-label", ctx.word(timer ? "after.pause" : "after.play"));
}

/** @param {number} step */
function stopAnd(step) {
  if (timer) stop();
  showReplay();
  go(step);
}

/**
 * Fetch the steps around one, once; those that come next are fetched before they are needed.
 *
 * @param {number} step
 */
function steps(step) {
  const first = step - ((step - 1) % WINDOW);
  const known = windows.get(first);
  if (known) return known;
  const address = `/api/matches/${match}/after/steps?viewer=${viewer}&first=${first}&count=${WINDOW}`;
  /** @type {Promise<Host.Seen[]>} */
  const asked = ask(address, token);
  windows.set(first, asked);
  asked.catch(() => windows.delete(first));
  return asked;
}

/** @param {number} step */
async function go(step) {
  at = Math.max(1, Math.min(step, head.marks.length));
  const wanted = at;
  byId("at", HTMLInputElement).value = String(wanted);
  await tell(async () => {
    const seen = await steps(wanted);
    // Somebody may have gone on while this was fetched.
    if (wanted !== at) return;
    draw(seen[(wanted - 1) % WINDOW]);
    if (wanted + WINDOW <= head.marks.length) steps(wanted + WINDOW).catch(() => {});
  });
}

/** @param {Host.Seen} seen */
function draw(seen) {
  const { step, view } = seen;
  const said = seen.said.map(ctx.say).filter(Boolean);
  const when = time.format(new Date(seen.at));
  text(byId("step"), ctx.word("after.step", { step, steps: head.marks.length, at: when }));
  const lines = said.length ? said : [ctx.word(`after.kind.${seen.kind}`, { seat: seen.seat ?? 0 })];
  byId("told").replaceChildren(...lines.map((line) => el("p", {}, line)));
  byId("choice").replaceChildren(...seen.choice.map((line) => el("li", {}, ctx.say(line))));
  showThrown(seen.roll, view);
  showItems(byId("centre"), view.centre, ctx);
  each(byId("boards"), view.boards, (board) => board.seat, makeBoard, view.turn);
  set(byId("now"), "data-colour", seen.seat === null ? null : head.seats[seen.seat].colour);
  set(byId("at"), "aria-valuetext", `${step}: ${lines[0]}`);
  strip.show(step);
  course.show(step);
  hindsight.show(step);
  for (const id of ["first", "back"]) set(byId(id), "disabled", step === 1);
  for (const id of ["last", "next"]) set(byId(id), "disabled", step === head.marks.length);
  document.body.dataset.step = String(step);
}

/** @param {Host.Thrown | null} roll @param {Host.View} view */
function showThrown(roll, view) {
  set(byId("thrown"), "hidden", roll === null);
  if (roll === null) return;
  // Where the table shows these very dice there is no need to show them twice.
  const wanted = String(roll.dice.map((die) => die.value).sort());
  const there = view.centre.some(
    (item) => item.type === "dice" && String(item.dice.map((die) => die.value).sort()) === wanted,
  );
  maybe(byId("thrown-dice"), there || roll.dice.length === 0 ? null : roll.dice, () => makeTray(), ctx);
  const source = sourceOf(roll);
  const shuffled = roll.shuffles ? ctx.word("after.shuffled", { count: roll.shuffles }) : "";
  text(byId("thrown-by"), `${shuffled} ${ctx.word("after.by", { source })}`.trim());
}

/** @param {Host.Board} board @returns {Part<[board: Host.Board, turn: number | null]>} */
function makeBoard({ seat }) {
  const name = makeSeatName("h3");
  const score = el("b", { class: "score", "data-test": `score-${seat}` });
  const items = el("div", { class: "items" });
  const node = el("article", { class: "board" }, el("header", {}, name.node, score), items);
  return {
    node,
    show(board, turn) {
      name.show(seat, head.seats[seat]);
      text(score, String(board.score));
      set(node, "data-colour", head.seats[seat].colour);
      set(node, "data-turn", turn === seat);
      showItems(items, board.items ?? [], ctx);
    },
  };
}
