/** A player's phone: what this seat is asked, may press and may see. Nothing about other seats' secrets comes here. */

import { showItems } from "../draw/items.js";
import { makeScores, makeSeatName } from "../draw/seats.js";
import { appearance } from "../lib/appearance.js";
import { byId, el, maybe, set, text } from "../lib/dom.js";
import { fetchPart } from "../lib/parts.js";
import { loadWords } from "../lib/words.js";
import { seek } from "./attention.js";
import { showClocks } from "./clocks.js";
import { knows, learn, makeForm } from "./forms.js";
import { laid, makeRoll, rolling } from "./roll.js";
import { openPage } from "./screen.js";
import { resultOf, thingsOf, waitingFor } from "./summary.js";
import { newKind } from "./tips-told.js";
import { showRecap, showScene, showStanding } from "./waiting.js";

/** Sentences about what happened last: a question comes first, and needs the room. */
const NEWEST = 3;
/** @type {ReturnType<typeof makeSeatName>} */
let me;
/** @type {ReturnType<typeof makeScores>} */
let scores;
/** @type {ReturnType<typeof openPage>} */
let page;
/**
 * The form on the page: what was asked, and from which journal line on the host has the answer.
 *
 * @type {ReturnType<typeof makeForm> | null}
 */
let form = null;
let asked = "";
/** @type {number | null} */
let takenAt = null;
/** @type {Awaited<ReturnType<typeof import("./tips.js").makeTips>> | null} */
let tips = null;
/** @type {Promise<void> | null} */
let tipsCome = null;
/** @type {{screen: ScreenState, ctx: Context} | null} */
let latest = null;
/** @type {Awaited<ReturnType<typeof import("./phone-tray.js").makePhoneTray>> | null} */
let tray = null;
let trayAsked = false;
/** @type {Awaited<ReturnType<typeof import("./reactions.js").makeReactions>> | null} */
let reactions = null;
let reactionsAsked = false;
/** Whether somebody who only waits wants to see everything on the table. */
let unfolded = false;

/** Open the page of a seat. */
export async function startSeat() {
  await loadWords();
  me = makeSeatName("h1");
  byId("me").prepend(me.node);
  scores = makeScores();
  byId("scores").append(scores.node);
  byId("ask-back").addEventListener("click", () => {
    const seq = latest?.screen.seq;
    page.act({ do: "ask_back" }, (screen) => screen.seq === seq);
  });
  byId("unfold").addEventListener("click", () => {
    unfolded = !unfolded;
    if (latest) showFold(latest.screen, latest.ctx);
  });
  page = openPage("seat", { draw, things, throwDice, rest, stop: () => tray?.stop(), asksAnew });
  addEventListener("appearance", showFormAgain);
}

/** @param {ScreenState} screen @param {Context} ctx */
function draw(screen, ctx) {
  const { view, roll, over, seats } = screen;
  latest = { screen, ctx };
  const { centre, boards, row } = laid(view, roll, seats);
  const mine = boards.find((board) => board.seat === screen.me);
  me.show(screen.me, seats[screen.me]);
  set(document.body, "data-colour", seats[screen.me].colour);
  text(byId("my-score"), mine ? String(mine.score) : "");
  text(byId("turn"), over ? ctx.word("over") : turnOf(view.turn, ctx));
  set(byId("me"), "data-turn", view.turn === screen.me);
  const headline = over ? resultOf(screen, ctx) : ctx.say(view.headline);
  text(byId("headline"), headline);
  text(byId("why"), over ? ctx.say(over.why) : "");
  set(document.body, "data-over", over !== null);
  showNews(view.news, ctx);
  showRoll(roll, ctx, headline, row);
  showClocks(screen, ctx, page.act);
  showForm(screen, ctx);
  set(byId("form"), "inert", screen.clock?.paused);
  text(byId("waiting"), screen.form ? "" : waitingFor(screen, ctx));
  maybe(byId("back"), screen.back, makeBack, ctx);
  set(byId("ask-back"), "hidden", !screen.may_ask_back);
  showThings(centre, mine, ctx);
  showFold(screen, ctx);
  if (roll?.dice.length) fetchTray();
  scores.show(view.boards, ctx);
  attend(screen);
}

/**
 * @param {Host.RollShown | null} roll
 * @param {Context} ctx
 * @param {string} headline
 * @param {boolean} row
 * @param {import("./roll.js").Fallen} fallen
 */
function showRoll(roll, ctx, headline, row, fallen = []) {
  maybe(byId("rolling"), roll, () => makeRoll(page.press), ctx, headline, row, fallen);
}

/**
 * Who waits looks at the table: the phone says what is going on and where they stand, and the rest is one tap away.
 *
 * @param {ScreenState} screen
 * @param {Context} ctx
 */
function showFold(screen, ctx) {
  const { form: asks, roll, over } = screen;
  const { word } = ctx;
  const waits = !asks && !roll?.may_press && !over;
  set(document.body, "data-waits", waits);
  set(document.body, "data-folded", (waits || over !== null) && !unfolded);
  set(byId("unfold"), "hidden", !waits && !over);
  set(byId("unfold"), "aria-expanded", String(unfolded));
  text(byId("unfold"), word(unfolded ? "seat.less" : "seat.all"));
  showScene(waits || over ? screen : null, ctx);
  showStanding(waits ? screen : null, ctx);
  showRecap(waits ? screen : null, ctx);
  if (waits) fetchReactions();
  reactions?.show(ctx);
  if (reactions) set(reactions.node, "hidden", !waits);
}

/** Who waits may call something out; the buttons come when somebody first waits. */
async function fetchReactions() {
  if (reactionsAsked) return;
  reactionsAsked = true;
  const { makeReactions } = await fetchPart("reactions");
  reactions = await makeReactions(page.react);
  document.body.append(reactions.node);
  if (latest) showFold(latest.screen, latest.ctx);
}

/** @param {Host.Item[]} centre @param {Host.Board | undefined} mine @param {Context} ctx */
function showThings(centre, mine, ctx) {
  showItems(byId("mine"), mine?.items ?? [], ctx);
  set(byId("mine-part"), "hidden", !mine?.items?.length);
  showItems(byId("centre"), centre, ctx);
  set(byId("centre-part"), "hidden", centre.length === 0);
}

/**
 * What lies there after an event, and not yet what is asked next.
 *
 * @param {ScreenState} screen
 * @param {Context} ctx
 * @param {ScreenState} old
 */
function things(screen, ctx, old) {
  const { centre, boards } = thingsOf(screen, old);
  const mine = boards.find((board) => board.seat === screen.me);
  // Under the tray nothing moves.
  if (!document.body.hasAttribute("data-tray")) showRoll(null, ctx, "", false);
  showThings(centre, mine, ctx);
  showNews(centre === screen.view.centre ? screen.view.news : [], ctx);
}

/**
 * What happened last. When much happened at once, the table tells the rest.
 *
 * @param {Host.Message[] | undefined} news
 * @param {Context} ctx
 */
function showNews(news = [], ctx) {
  text(byId("news"), news.slice(-NEWEST).map(ctx.say).join(" "));
}

/** @param {Host.Landed} landed @param {ScreenState} before @param {Context} ctx */
function throwDice(landed, before, ctx) {
  rest(landed, [], -1, before, ctx);
  tray?.throwDice(landed, before, ctx);
}

/** The tray is fetched when a roll is first asked for: until it is here, dice land flat. */
async function fetchTray() {
  if (trayAsked) return;
  trayAsked = true;
  tray = await (await fetchPart("phoneTray")).makePhoneTray();
}

/**
 * Some dice of a roll lie there, the others still tumble.
 *
 * @param {Host.Landed} landed
 * @param {import("./roll.js").Fallen} fallen
 * @param {number} nth
 * @param {ScreenState} before
 * @param {Context} ctx
 */
function rest(landed, fallen, nth, before, ctx) {
  const roll = rolling(landed, before.roll);
  const { centre, boards, row } = laid(before.view, roll, before.seats, fallen);
  const mine = boards.find((board) => board.seat === before.me);
  showRoll(roll, ctx, byId("headline").textContent ?? "", row, fallen);
  showThings(centre, mine, ctx);
  tray?.rest(landed, fallen, before, ctx);
  if (nth >= 0) navigator.vibrate?.(nth === landed.dice.length - 1 ? 30 : 12);
}

/**
 * A new form, a roll of this seat's own or the end is a new task; what others are doing is not.
 *
 * @param {ScreenState} screen
 */
function attend({ roll, over }) {
  const presses = roll?.may_press && roll.state !== "tumbling";
  seek([asked, presses ? roll.id : false, over !== null].join(), form);
}

/** @param {number | null} turn @param {Context} ctx */
function turnOf(turn, { me: seat, word }) {
  if (turn === null) return word("turn.none");
  return turn === seat ? word("turn.you") : word("turn", { seat: turn });
}

/**
 * Whether the form on the page is not the one that belongs to a state.
 *
 * @param {ScreenState} screen
 */
function asksAnew(screen) {
  // An older state of the table may still arrive after the answer was taken.
  if (takenAt !== null) return screen.seq >= takenAt;
  return askedBy(screen) !== asked;
}

/** @param {ScreenState} screen */
function askedBy(screen) {
  return screen.form ? questionOf(screen) : "";
}

/**
 * Keep the form while the same thing is asked, so that an update never wipes a half-made choice.
 *
 * @param {ScreenState} screen
 * @param {Context} ctx
 */
function showForm(screen, ctx) {
  if (!asksAnew(screen)) return;
  const kind = newKind(screen);
  const tipComes = kind !== null && tips === null;
  if (screen.form && (tipComes || !knows(screen.form))) {
    Promise.all([learn(screen.form), tipComes && fetchTips()]).then(showFormAgain);
    return;
  }
  if (tipComes) fetchTips().then(() => latest && tips?.show(newKind(latest.screen), latest.ctx));
  tips?.show(kind, ctx);
  asked = askedBy(screen);
  takenAt = null;
  form = screen.form && makeForm(screen.form, ctx, send, page.preview, page.weigh);
  byId("form").replaceChildren(...(form ? [form.node] : []));
}

/** Fetch the tips once, however often they are asked for: a second one would stand beside the first. */
function fetchTips() {
  tipsCome ??= fetchPart("tips").then(async ({ makeTips }) => {
    tips = await makeTips();
  });
  return tipsCome;
}

/** Show the form again when more is known than at the last draw. */
function showFormAgain() {
  if (latest === null) return;
  showForm(latest.screen, latest.ctx);
  attend(latest.screen);
}

/**
 * What is asked and by which question: the same form asked anew is another question.
 *
 * @param {Host.Screen} screen
 */
function questionOf({ question, form: fields }) {
  return JSON.stringify([question, fields, appearance().plain]);
}

/** @param {Answer} answer */
async function send(answer) {
  const mine = asked;
  const [question] = JSON.parse(mine);
  /** @param {ScreenState} screen */
  const stillAsked = (screen) => questionOf(screen) === mine;
  const taken = await page.act({ do: "move", answer, question }, stillAsked);
  if (taken === null) return false;
  takenAt = taken.seq;
  showFormAgain();
  return true;
}

/** @returns {Part<[back: Host.BackShown, ctx: Context]>} */
function makeBack() {
  const words = el("p");
  /** @param {Host.Do} act @param {string} word @param {string} hook @param {string} look */
  const answer = (act, word, hook, look) => {
    const button = el("button", { class: look, "data-test": hook });
    button.addEventListener("click", () => page.act({ do: act }, (screen) => screen.back !== null));
    return { button, word };
  };
  const agree = answer("agree_back", "back.agree", "agree-back", "main");
  const refuse = answer("refuse_back", "back.refuse", "refuse-back", "quiet");
  const pair = el("div", { class: "pair" }, refuse.button, agree.button);
  return {
    node: el("section", { class: "back", "data-test": "back" }, words, pair),
    show({ seat, missing }, ctx) {
      const wanted = missing.includes(ctx.me);
      const asks = seat === ctx.me ? ctx.word("back.mine") : ctx.word("back.asked", { seat });
      text(words, wanted ? asks : `${asks} ${ctx.word("back.missing", { seats: missing })}`);
      set(pair, "hidden", !wanted);
      for (const { button, word } of [agree, refuse]) text(button, ctx.word(word));
    },
  };
}
