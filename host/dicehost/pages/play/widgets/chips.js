/** Chips to push from a pile into a ring: tap the pile for one more, the ring for one less, or push along. */

import { el, set, text } from "../../lib/dom.js";
import { makeRange } from "./ranges.js";
import { drag, glide } from "./touch.js";

// A higher pile looks no richer.
const HIGHEST = 14;
// How far a finger goes for one chip.
const STEP = 36;

/** @param {Host.Number & {draw: Host.ChipsToPush}} field @param {FormAround} form @returns {FieldPart} */
export function makeChips(field, form) {
  const { purse, colour } = field.draw;
  const drawn = field.high + Math.min(HIGHEST, purse - field.high);
  const left = el("b", { class: "purse" });
  const out = el("output", { class: "stake", "data-test": "number" });
  const pile = el("span", { class: "pile-spot", "aria-hidden": "true", "data-tap": "more" }, left);
  const ring = el("span", { class: "ring-spot", "aria-hidden": "true", "data-tap": "less" }, out);
  const chips = Array.from({ length: drawn }, (_, at) => el("i", { class: "pushed", "data-glide": `chip${at}` }));
  const { input, become, part } = makeRange(field, form, show);
  const lane = el("div", { class: "lane", "data-colour": colour || "red" }, input, pile, ring);

  function show() {
    const back = glide(lane);
    const bet = input.valueAsNumber;
    for (const [at, chip] of chips.entries()) {
      const staked = at - (drawn - bet);
      (staked >= 0 ? ring : pile).append(chip);
      set(chip, "style", `--up:${staked >= 0 ? staked : at}`);
    }
    text(left, String(purse - bet));
    text(out, String(bet));
    back();
  }

  pile.addEventListener("click", () => become(input.valueAsNumber + 1));
  ring.addEventListener("click", () => become(input.valueAsNumber - 1));
  let from = 0;
  drag(lane, {
    axis: "x",
    start() {
      from = input.valueAsNumber;
    },
    move({ dx }) {
      const to = Math.max(Number(input.min), Math.min(Number(input.max), from + Math.round(dx / STEP)));
      if (to !== input.valueAsNumber) become(to);
    },
  });
  show();
  return { nodes: [lane], fill: part.fill, limit: part.limit };
}
