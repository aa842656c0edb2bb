/** A player's phone: what this seat is asked, may press and may see. Nothing of another seat passes here. */

import { makeClocks } from "./clock.js";
import { hasSettled } from "./cues.js";
import { inRow, settle } from "./dice.js";
import { byId, el, maybe, set, text } from "./dom.js";
import { seek } from "./duty.js";
import { knows, learn, makeForm } from "./forms.js";
import { showItems } from "./items.js";
import { openPage, resultOf, waitingFor } from "./page.js";
import { laid, makeRoll } from "./roll.js";
import { makeScores, makeSeatName } from "./seats.js";

const me = makeSeatName("h1");
byId("me").prepend(me.node);
const scores = makeScores();
byId("scores").append(scores.node);
// The form in hand: what was asked, and from which line on the host has an answer to it.
let form = null;
let asked = "";
let takenAt = null;
let latest = null;
const page = openPage("seat", draw);

function draw(screen, ctx) {
  const { view, roll, over, seats } = screen;
  const before = latest?.screen ?? null;
  latest = { screen, ctx };
  const { centre, boards, row } = laid(view, roll, seats);
  const thrown = hasSettled(before, screen) ? inRow(document) : null;
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
  maybe(byId("rolling"), roll, () => makeRoll(page.press), ctx, headline, row);
  maybe(byId("clocks"), screen.clock, () => makeClocks(page.act), ctx, screen.arrived, over !== null);
  showForm(screen, ctx);
  set(byId("form"), "inert", screen.clock?.paused);
  text(byId("waiting"), screen.form ? "" : waitingFor(screen, ctx));
  maybe(byId("back"), screen.back, makeBack, ctx);
  set(byId("ask-back"), "hidden", !screen.may_ask_back);
  showItems(byId("mine"), mine?.items ?? [], ctx);
  set(byId("mine-part"), "hidden", !mine?.items?.length);
  showItems(byId("centre"), centre, ctx);
  set(byId("centre-part"), "hidden", centre.length === 0);
  scores.show(view.boards, ctx);
  if (thrown) settle(byId("centre"), thrown);
  attend(screen);
}

/** Another form, a roll of one's own, or the end is another duty; who else thinks is not. */
function attend({ roll, over }) {
  const presses = roll !== null && roll.may_press && roll.state !== "tumbling";
  seek([asked, presses && roll.id, over !== null].join(), form);
}

function turnOf(turn, { me: seat, word }) {
  if (turn === null) return word("turn.none");
  return turn === seat ? word("turn.you") : word("turn", { seat: turn });
}

/** Keep the form while the same thing is asked, so that an update never wipes a half-made choice. */
function showForm(screen, ctx) {
  const now = screen.form ? JSON.stringify(screen.form) : "";
  const answered = takenAt !== null && screen.seq >= takenAt;
  if (now === asked && !answered) return;
  // An older state of the table may still arrive after the answer was taken.
  if (takenAt !== null && !answered) return;
  if (screen.form && !knows(screen.form)) {
    learn().then(again);
    return;
  }
  asked = now;
  takenAt = null;
  form = screen.form && makeForm(screen.form, ctx, send, page.preview);
  byId("form").replaceChildren(...(form ? [form.node] : []));
}

/** The form again, when more of it is known than at the last draw. */
function again() {
  showForm(latest.screen, latest.ctx);
  attend(latest.screen);
}

async function send(answer) {
  const mine = asked;
  const stillAsked = (screen) => JSON.stringify(screen.form) === mine;
  const taken = await page.act({ do: "move", answer }, stillAsked);
  if (taken === null) return false;
  takenAt = taken.seq;
  again();
  return true;
}

byId("ask-back").addEventListener("click", () => {
  const { seq } = latest.screen;
  page.act({ do: "ask_back" }, (screen) => screen.seq === seq);
});

function makeBack() {
  const words = el("p");
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
