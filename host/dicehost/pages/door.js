/** Moving a seat to another phone: the one that waits outside, and those inside that let it in or not. */

import { byId, each, el, fetchStyle, text } from "./dom.js";
import { catalogue, voice } from "./words.js";

const { word } = voice(await catalogue("lobby"));
await fetchStyle("door.css");

/** Cover the page with what this phone waits for; it goes when the page is loaded with its seat. */
export function showWaiting({ code, number }) {
  const away = code === "seat.turned_away";
  const outside = byId("outside") ?? el("section", { id: "outside", class: "outside", "data-test": "outside" });
  const again = el("button", { class: "main", "data-test": "knock-again" }, word("door.again"));
  again.addEventListener("click", () => location.reload());
  outside.replaceChildren(
    el("h1", { role: "status" }, word(away ? "door.refused" : "door.waits")),
    ...(away ? [] : [el("b", { class: "number", "data-test": "number" }, String(number))]),
    el("p", {}, word(away ? "door.refused.how" : "door.waits.how")),
    ...(away ? [again] : []),
  );
  document.body.append(outside);
}

function makeKnock(act) {
  const words = el("p");
  const answer = (what, hook, look) => {
    const button = el("button", { class: look, "data-test": hook }, word(`door.${what}`));
    button.addEventListener("click", () => {
      const { number } = knock;
      act({ do: what, answer: { number } }, ({ knocks }) => knocks.some((one) => one.number === number));
    });
    return button;
  };
  let knock = null;
  const pair = el("div", { class: "pair" }, answer("turn_away", "turn-away", "quiet"), answer("let_in", "let-in", ""));
  return {
    node: el("li", { "data-test": "knock" }, words, pair),
    show(shown, { me, seats }) {
      knock = shown;
      const { number, seat } = shown;
      text(words, word(seat === me ? "door.knocks" : "door.knocks.table", { number, name: seats[seat].name }));
    },
  };
}

/** Show who wants in, with the number that the waiting phone shows; and this phone is in. */
export function showKnocks(knocks, ctx, act) {
  byId("outside")?.remove();
  if (!byId("knocks")) document.body.append(el("ul", { id: "knocks", class: "knocks", role: "alert" }));
  each(byId("knocks"), knocks, ({ seat, number }) => `${seat}.${number}`, () => makeKnock(act), ctx);
}
