/** A player's phone: what this seat is asked, may press and may see. Nothing about other seats' secrets comes here. */

import { showItems } from "../draw/items.js";
import { makeScores, makeSeatName } from "../draw/seats.js";
import { appearance } from "../lib/appearance.js";
import { byId, el, maybe, set, text } from "../lib/dom.js";
import { loadWords } from "../lib/words.js";
import { seek } from "./attention.js";
import { makeClocks } from "./clock.js";
import { knows, learn, makeForm } from "./forms.js";
import { laid, makeRoll, rolling } from "./roll.js";
import { openPage } from "./screen.js";
import { resultOf, waitingFor } from "./summary.js";

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
/** @type {{screen: ScreenState, ctx: Context} | null} */
let latest = null;

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
  page = openPage("seat", { draw, things, throwDice, rest, stop() {} });
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
  text(byId("news"), (view.news ?? []).map(ctx.say).join(" "));
  showRoll(roll, ctx, headline, row);
  maybe(byId("clocks"), screen.clock, () => makeClocks(page.act), ctx, screen.arrived, over !== null);
  showForm(screen, ctx);
  set(byId("form"), "inert", screen.clock?.paused);
  text(byId("waiting"), screen.form ? "" : waitingFor(screen, ctx));
  maybe(byId("back"), screen.back, makeBack, ctx);
  set(byId("ask-back"), "hidden", !screen.may_ask_back);
  showThings(centre, mine, ctx);
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
 */
function things({ view, me: seat }, ctx) {
  const mine = view.boards.find((board) => board.seat === seat);
  showRoll(null, ctx, "", false);
  showThings(view.centre, mine, ctx);
  text(byId("news"), (view.news ?? []).map(ctx.say).join(" "));
}

/** @param {Host.Landed} landed @param {ScreenState} before @param {Context} ctx */
function throwDice(landed, before, ctx) {
  rest(landed, [], -1, before, ctx);
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
 * Keep the form while the same thing is asked, so that an update never wipes a half-made choice.
 *
 * @param {ScreenState} screen
 * @param {Context} ctx
 */
function showForm(screen, ctx) {
  const now = screen.form ? questionOf(screen) : "";
  const answered = takenAt !== null && screen.seq >= takenAt;
  if (now === asked && !answered) return;
  // An older state of the table may still arrive after the answer was taken.
  if (takenAt !== null && !answered) return;
  if (screen.form && !knows(screen.form)) {
    learn(screen.form).then(showFormAgain);
    return;
  }
  asked = now;
  takenAt = null;
  form = screen.form && makeForm(screen.form, ctx, send, page.preview);
  byId("form").replaceChildren(...(form ? [form.node] : []));
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
