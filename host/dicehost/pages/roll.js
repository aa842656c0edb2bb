/** The roll the table waits for: its dice before any face is known, who presses, and the button. */

import { el, set, text } from "./dom.js";
import { diceOf, makeTray } from "./dice.js";

/** A panel for a roll. `press` asks the host to roll and resolves when it has answered. */
export function makeRoll(press) {
  const tray = makeTray();
  const call = el("p", { class: "call", "data-test": "roll" });
  const why = el("p", { class: "why" });
  const button = el("button", { class: "main roll", "data-test": "press", onclick: pressed });
  const side = el("div", { class: "call-side" }, el("div", {}, call, why), button);
  const node = el("section", { class: "rolling" }, tray.node, side);
  let busy = false;

  async function pressed() {
    busy = true;
    set(button, "disabled", true);
    try {
      await press();
    } finally {
      busy = false;
      set(button, "disabled", false);
    }
  }

  return {
    node,
    show(roll, ctx, headline, inRow) {
      tray.show(inRow ? [] : diceOf(roll.casts, roll.state === "tumbling", ctx.seats), ctx);
      set(tray.node, "hidden", inRow);
      set(node, "data-state", roll.state);
      text(call, ctx.word(callOf(roll, ctx.me), { seat: roll.seat }));
      const reason = ctx.say(roll.why);
      text(why, reason === headline ? "" : reason);
      text(button, ctx.word(roll.state === "armed" ? "roll.press" : "roll.take"));
      set(button, "hidden", !roll.may_press || roll.state === "tumbling");
      set(button, "disabled", busy);
    },
  };
}

function callOf({ state, seat, casts, may_press }, me) {
  if (state === "armed" && seat === me) return "roll.armed.you";
  if (state === "tumbling" && casts.length === 0) return "roll.shuffling";
  // A tower that is missing cannot be called; one that another table uses can.
  if (state === "waiting" && may_press) return "roll.elsewhere";
  return `roll.${state}`;
}

/**
 * A view while a roll is asked for: every die is seen once.
 *
 * Where dice are rolled again that lie in a row of the view, they wait and tumble there, in their places
 * among the others, and `row` is true. Else the roll's own panel draws them, and here are only those that
 * lie there with a face.
 */
export function laid(view, roll, seats) {
  const { centre, boards } = view;
  if (roll === null) return { centre, boards, row: false };
  const put = putter(roll, seats);
  const at = centre.findIndex((item) => item.type === "dice" && put.fits(item.dice));
  if (at >= 0) return { centre: centre.with(at, put.into(centre[at])), boards, row: true };
  const own = boards.flatMap((board) => (board.items ?? []).filter((item) => item.type === "dice"));
  if (!put.fits(own.flatMap((item) => item.dice))) return { centre: settled(centre), boards, row: false };
  const laidOut = boards.map((board) => ({
    ...board,
    items: board.items?.map((item) => (item.type === "dice" ? put.into(item) : item)),
  }));
  return { centre: settled(centre), boards: laidOut, row: true };
}

/** Puts the dice of a roll into the row that the others lie in, item by item. */
function putter({ casts, state, lying, places }, seats) {
  const rolled = new Map();
  diceOf(casts, state === "tumbling", seats).forEach((die, at) => rolled.set(places[at], die));
  let from = 0;
  return {
    fits: (dice) =>
      places.length > 0 &&
      dice.length === lying.length &&
      lying.every((die, at) => die === null || die.value === dice[at].value),
    into(item) {
      const first = from;
      from += item.dice.length;
      return { ...item, dice: item.dice.map((die, at) => rolled.get(first + at) ?? die) };
    },
  };
}

function settled(items) {
  return items
    .map((item) =>
      item.type === "dice" ? { ...item, dice: item.dice.filter((die) => die.value !== 0) } : item,
    )
    .filter((item) => item.type !== "dice" || item.dice.length > 0);
}
