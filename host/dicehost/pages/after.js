/** After the match: the result, the score's course, and every step of it again. Draws with the tablet's items. */

import { makeTray } from "./dice.js";
import { byId, each, el, maybe, set, text } from "./dom.js";
import { showItems } from "./items.js";
import { ask } from "./net.js";
import { duration, plain, sourceOf, tell, WORDS } from "./past.js";
import { saveFile } from "./save.js";
import { makeSeatName } from "./seats.js";
import { makeCourse, makeStrip } from "./strip.js";
import { keep, ownerKey, recall } from "./store.js";
import { LANGUAGE, sayPage, voice } from "./words.js";

const WINDOW = 12;
const PACES = { slow: 4000, even: 2000, quick: 700 };
const TABLE = -1;

const match = location.pathname.split("/")[2];
const key = ownerKey();
const KINDS = ["after", "table", "seat"];
const linked = location.hash.startsWith("#key=") ? "" : location.hash.slice(1);
const token = linked || KINDS.map((kind) => recall(`${kind}.${match}`)).find(Boolean) || key;
const time = new Intl.DateTimeFormat(LANGUAGE, { timeStyle: "medium" });

let head = null;
let ctx = null;
let at = 1;
let viewer = TABLE;
let timer = 0;
let windows = new Map();
let course = null;
let strip = null;

sayPage(plain);
addEventListener("hashchange", () => location.reload());

async function open() {
  head = await ask(`/api/matches/${match}/after`, token);
  if (linked) keep(`after.${match}`, token);
  const words = await ask(`/api/games/${head.game}/words/${LANGUAGE}`, token);
  const speech = voice({ ...WORDS, ...words }, head.seats.map((seat) => seat.name));
  ctx = { ...speech, faces: head.faces, seats: head.seats, me: TABLE };
  showResult();
  furnish();
  set(byId("match"), "hidden", false);
  // Whoever comes from the table knows how it ended: begin at the beginning.
  await go(1);
}

function showResult() {
  const { winners, why } = head.over;
  document.title = `${head.title} · ${ctx.word("over")}`;
  text(byId("game"), `${head.title} · ${new Date(head.marks[0][2]).toLocaleDateString(LANGUAGE, { dateStyle: "long" })}`);
  const sentence = { 0: "over.none", 1: "over.one" }[winners.length] ?? "over.shared";
  text(byId("won"), ctx.word(sentence, { seats: winners }));
  text(byId("why"), ctx.say(why));
  const order = head.seats.map((_, seat) => seat);
  order.sort((one, other) => head.standing[other] - head.standing[one]);
  each(byId("places"), order, (seat) => seat, makePlace, winners);
  course = makeCourse(head, ctx);
  byId("lines").replaceChildren(course.node);
  byId("changes").replaceChildren(...changes());
  set(byId("export"), "hidden", token !== key || key === null);
  set(byId("to-history"), "hidden", token !== key || key === null);
  set(byId("to-dice"), "href", `/fairness?match=${match}`);
}

function makePlace(seat) {
  const name = makeSeatName("span");
  name.show(seat, head.seats[seat]);
  const crown = el("span", { class: "lead", role: "img" });
  const called = el("th", { scope: "row" }, name.node, crown);
  const score = el("td", { "data-test": `final-${seat}` }, String(head.standing[seat]));
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

/** The steps that changed the score, as rows: what the drawing says, for those who hear it. */
function changes() {
  const rows = head.marks
    .map(([, , , standing], step) => ({ standing, step: step + 1 }))
    .filter(({ standing, step }) => step === 1 || String(standing) !== String(head.marks[step - 2][3]));
  const names = head.seats.map(({ name }) => el("th", { scope: "col" }, name));
  const top = el("thead", {}, el("tr", {}, el("th", { scope: "col" }, ctx.word("after.course.step")), ...names));
  const body = rows.map(({ standing, step }) =>
    el("tr", {}, el("th", { scope: "row" }, String(step)), ...standing.map((score) => el("td", {}, String(score)))),
  );
  return [top, el("tbody", {}, ...body)];
}

function furnish() {
  strip = makeStrip(head.marks);
  byId("strip").replaceChildren(strip.node);
  byId("legend").replaceChildren(...strip.legend(ctx.word));
  set(byId("at"), "max", head.marks.length);
  for (const name of Object.keys(PACES)) byId("pace").append(el("option", { value: name }, ctx.word(`after.pace.${name}`)));
  byId("pace").value = "even";
  const seats = head.seats.map(({ name }, seat) => el("option", { value: seat }, name));
  byId("viewer").append(el("option", { value: TABLE }, ctx.word("after.viewer.table")), ...seats);
  byId("at").addEventListener("input", () => stopAnd(Number(byId("at").value)));
  byId("first").addEventListener("click", () => stopAnd(1));
  byId("back").addEventListener("click", () => stopAnd(at - 1));
  byId("next").addEventListener("click", () => stopAnd(at + 1));
  byId("last").addEventListener("click", () => stopAnd(head.marks.length));
  byId("play").addEventListener("click", () => (timer ? stop() : play()));
  byId("viewer").addEventListener("change", () => {
    viewer = Number(byId("viewer").value);
    windows = new Map();
    ctx.me = viewer;
    go(at);
  });
  byId("export").addEventListener("click", () => tell(() => saveFile(`/api/matches/${match}/export`, token, `${match}.jsonl`)));
  addEventListener("keydown", pressed);
  showPlay();
}

const KEYS = {
  ArrowLeft: () => stopAnd(at - 1),
  ArrowRight: () => stopAnd(at + 1),
  Home: () => stopAnd(1),
  End: () => stopAnd(head.marks.length),
};

function pressed(event) {
  // The slider and the lists know their arrows themselves.
  if (event.target.matches("input, select") || event.altKey || event.ctrlKey || event.metaKey) return;
  const act = KEYS[event.key];
  if (!act) return;
  event.preventDefault();
  act();
}

/** On a phone the replay lies below the result: whoever steps wants to see it. */
function look() {
  if (byId("now").getBoundingClientRect().top > innerHeight / 2) byId("replay").scrollIntoView();
}

function play() {
  look();
  const step = async () => {
    if (at >= head.marks.length) return stop();
    await go(at + 1);
    if (timer) timer = setTimeout(step, PACES[byId("pace").value]);
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

function stopAnd(step) {
  if (timer) stop();
  look();
  go(step);
}

/** Fetch the steps around one, once; those that come next are fetched before they are needed. */
function steps(step) {
  const first = step - ((step - 1) % WINDOW);
  if (!windows.has(first)) {
    const address = `/api/matches/${match}/after/steps?viewer=${viewer}&first=${first}&count=${WINDOW}`;
    const asked = ask(address, token);
    windows.set(first, asked);
    asked.catch(() => windows.delete(first));
  }
  return windows.get(first);
}

async function go(step) {
  at = Math.max(1, Math.min(step, head.marks.length));
  const wanted = at;
  byId("at").value = wanted;
  await tell(async () => {
    const seen = await steps(wanted);
    // Somebody may have gone on while this was fetched.
    if (wanted !== at) return;
    draw(seen[(wanted - 1) % WINDOW]);
    if (wanted + WINDOW <= head.marks.length) steps(wanted + WINDOW).catch(() => {});
  });
}

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
  byId("first").disabled = byId("back").disabled = step === 1;
  byId("last").disabled = byId("next").disabled = step === head.marks.length;
  document.body.dataset.step = step;
}

function showThrown(roll, view) {
  set(byId("thrown"), "hidden", roll === null);
  if (roll === null) return;
  // Where the table shows these very dice there is no need to show them twice.
  const wanted = String(roll.dice.map((die) => die.value).sort());
  const there = view.centre.some((item) => item.type === "dice" && String(item.dice.map((die) => die.value).sort()) === wanted);
  maybe(byId("thrown-dice"), there || roll.dice.length === 0 ? null : roll.dice, () => makeTray(), ctx);
  const source = sourceOf(roll);
  const shuffled = roll.shuffles ? ctx.word("after.shuffled", { count: roll.shuffles }) : "";
  text(byId("thrown-by"), `${shuffled} ${ctx.word("after.by", { source })}`.trim());
}

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

if (token) await tell(open);
else text(byId("refusal"), plain.word("after.no_link"));
