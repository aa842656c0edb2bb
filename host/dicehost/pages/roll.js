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
    show(roll, ctx, headline) {
      tray.show(diceOf(roll.casts, roll.state === "tumbling", ctx.seats), ctx);
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
 * The dice of the centre while a roll is asked for: those that lie there with a face.
 *
 * The ones not rolled yet are drawn by the roll's own panel, and should not be seen twice.
 */
export function settled(items, roll) {
  if (roll === null) return items;
  return items
    .map((item) =>
      item.type === "dice" ? { ...item, dice: item.dice.filter((die) => die.value !== 0) } : item,
    )
    .filter((item) => item.type !== "dice" || item.dice.length > 0);
}
