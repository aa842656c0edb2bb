/** The code on the table: scan it, tap who you are. It stays until everybody is in, and comes back from its button. */

import { byId, el, fetchStyle, set, text } from "../lib/dom.js";
import { fetchPart } from "../lib/parts.js";
import { drawCode, isLocal } from "../lib/qr.js";
import { keep, recall } from "../lib/store.js";
import { catalogue, voice } from "../lib/words.js";

/**
 * Make the card; `show` takes every state of the match.
 *
 * @param {Surroundings} around
 * @returns {Promise<LatePart>}
 */
export async function makeJoinCard({ match, owner }) {
  const extras = await catalogue("extras");
  const { word } = voice(extras);
  await fetchStyle("late.css");
  const picture = el("div", { class: "qr", role: "img", "aria-label": word("join.scan") });
  const missing = el("p", { class: "missing", role: "status", "data-test": "join-missing" });
  const hide = el("button", { class: "quiet", "data-test": "join-hide" }, word("join.later"));
  const codes = el("button", { class: "quiet", "data-test": "join-codes", hidden: !owner }, word("join.codes"));
  const local = isLocal() ? word("join.unreachable", { host: location.hostname }) : "";
  const card = el(
    "aside",
    { class: "join-card", "data-test": "join-card", hidden: true },
    picture,
    el(
      "div",
      {},
      el("h2", {}, word("join.scan")),
      local ? el("p", { class: "item note", "data-tone": "bad" }, local) : el("p", {}, word("join.tap")),
      missing,
      el("div", { class: "pair" }, hide, codes),
    ),
  );
  const button = byId("join");
  byId("stage").append(card);
  let drawn = "";
  let listed = "?";
  let first = true;
  // Once everybody was in, a phone that sleeps does not bring the code back.
  let folded = recall("joined") === match || window.top !== window;

  /** @param {boolean} now */
  function fold(now) {
    if (now === folded && !first) return;
    folded = now;
    set(card, "hidden", folded);
    set(button, "aria-expanded", String(!folded));
    dispatchEvent(new Event("later"));
  }
  // Somebody who calls for it wants to see it whatever happens.
  let called = false;
  button.addEventListener("click", () => {
    called = folded;
    fold(!folded);
  });
  hide.addEventListener("click", () => fold(true));
  codes.addEventListener("click", async () => {
    const { openJoinOf } = await fetchPart("joinCodes");
    openJoinOf(match, owner);
  });

  return {
    async show({ join, seats, over, roll, view }, ctx) {
      set(button, "hidden", !join || over !== null);
      if (!join || over !== null) {
        set(card, "hidden", true);
        return;
      }
      const away = seats.map((_, seat) => seat).filter((seat) => !seats[seat].here);
      if (String(away) !== listed) {
        listed = String(away);
        const said = voice(extras, names(ctx));
        text(missing, away.length ? said.word("join.missing", { seats: away }) : "");
        set(button, "data-missing", away.length || null);
      }
      if (away.length === 0) keep("joined", match);
      // The tray is the dice's as soon as some are thrown. A deck that is shuffled needs no tray.
      const lying = view.centre.some(({ type }) => type === "dice");
      const thrown = roll?.state === "tumbling" && roll.dice.length > 0;
      const rolled = !called && (lying || away.length === 0);
      if (first || !folded) fold(folded || rolled || thrown);
      first = false;
      if (join === drawn) return;
      drawn = join;
      await drawCode(picture, join);
    },
  };
}

/** @param {Context} ctx */
function names({ seats }) {
  return seats.map(({ name }) => name);
}
