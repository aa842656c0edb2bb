/** Moving a seat to another phone: the one that waits outside, and those inside that let it in or not. */

import { byId, each, el, fetchStyle, text } from "../lib/dom.js";
import { catalogue, voice } from "../lib/words.js";

/** @type {Speech["word"]} */
let word;

/** Fetch what it takes to show who waits; `showWaiting` is for outside, `showKnocks` for inside. */
export async function makeAdmission() {
  word = voice(await catalogue("lobby")).word;
  await fetchStyle("late.css");
  return { showWaiting, showKnocks };
}

/**
 * Cover the page while this phone waits to be let in.
 *
 * @param {{code: string, number?: number}} refusal
 */
function showWaiting({ code, number }) {
  const away = code === "seat.turned_away";
  const outside =
    document.getElementById("outside") ?? el("section", { id: "outside", class: "outside", "data-test": "outside" });
  const again = el("button", { class: "main", "data-test": "knock-again" }, word("admission.again"));
  again.addEventListener("click", () => location.reload());
  outside.replaceChildren(
    el("h1", { role: "status" }, word(away ? "admission.refused" : "admission.waits")),
    ...(away ? [] : [el("b", { class: "number", "data-test": "number" }, String(number))]),
    el("p", {}, word(away ? "admission.refused.how" : "admission.waits.how")),
    ...(away ? [again] : []),
  );
  document.body.append(outside);
}

/** @param {Act} act @returns {Part<[shown: Host.Knock, ctx: Context]>} */
function makeKnock(act) {
  const words = el("p");
  /** @param {"let_in" | "turn_away"} what @param {string} hook @param {string} look */
  const answer = (what, hook, look) => {
    const button = el("button", { class: look, "data-test": hook }, word(`admission.${what}`));
    button.addEventListener("click", () => {
      const { number } = knock;
      act({ do: what, answer: { number } }, ({ knocks }) => knocks.some((one) => one.number === number));
    });
    return button;
  };
  /** @type {Host.Knock} */
  let knock;
  const pair = el("div", { class: "pair" }, answer("turn_away", "turn-away", "quiet"), answer("let_in", "let-in", ""));
  return {
    node: el("li", { "data-test": "knock" }, words, pair),
    show(shown, { me, seats }) {
      knock = shown;
      const { number, seat } = shown;
      text(
        words,
        word(seat === me ? "admission.knocks" : "admission.knocks.table", { number, name: seats[seat].name }),
      );
    },
  };
}

/**
 * Show who wants in, with the number on the waiting phone; this phone itself is in.
 *
 * @param {Host.Knock[]} knocks
 * @param {Context} ctx
 * @param {Act} act
 */
function showKnocks(knocks, ctx, act) {
  document.getElementById("outside")?.remove();
  if (!document.getElementById("knocks"))
    document.body.append(el("ul", { id: "knocks", class: "knocks", role: "alert" }));
  each(
    byId("knocks"),
    knocks,
    ({ seat, number }) => `${seat}.${number}`,
    () => makeKnock(act),
    ctx,
  );
}
