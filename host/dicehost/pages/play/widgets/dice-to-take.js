/** Dice in a row, some of them taken: tap the last one to take, or draw a finger across. */

import { diceOfOption, stillTray } from "../../draw/dice.js";
import { around, el, set, text } from "../../lib/dom.js";
import { makeRange } from "./ranges.js";
import { drag } from "./touch.js";

/** @param {Host.Number & {draw: Host.DiceToTake}} field @param {FormAround} form @returns {FieldPart} */
export function makeDiceToTake(field, form) {
  const { ctx } = form;
  const out = el("output", { "data-test": "number" });
  const { input, become, part } = makeRange(field, form, show);
  const dice = field.draw.dice.map((die, at) => {
    const spot = el("span", { class: "taken", "data-tap": at + 1 }, stillTray(diceOfOption([die], ctx.faces), ctx));
    spot.addEventListener("click", () => become(at + 1 === input.valueAsNumber ? at : at + 1));
    return spot;
  });
  const row = el("div", { class: "row-of-dice", "aria-hidden": "true" }, ...dice);
  drag(row, {
    axis: "x",
    move({ x, y }) {
      const spot = around(document.elementFromPoint(x, y), "[data-tap]");
      const to = Number(spot?.dataset.tap ?? input.value);
      const value = Math.max(Number(input.min), Math.min(Number(input.max), to));
      if (value !== input.valueAsNumber) become(value);
    },
  });

  function show() {
    for (const [at, die] of dice.entries()) set(die, "data-in", at < input.valueAsNumber);
    text(out, input.value);
  }
  show();
  return { nodes: [el("div", { class: "take-line" }, input, row, out)], fill: part.fill, limit: part.limit };
}
