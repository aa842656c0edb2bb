/** Dice to tap where they lie: one of them, or a few as one. Real radio buttons underneath. */

import { el } from "../../lib/dom.js";
import { makeRadios, trayOf } from "./radios.js";

/** @param {Host.PickOne} field @param {FormAround} form @returns {FieldPart} */
export function makeOneOfDice(field, form) {
  const { ctx } = form;
  const { cards, nodes, fill } = makeRadios(field, form, "lie", ({ dice, label, hint }) => {
    const home = el("span", { class: "home" }, trayOf(dice, ctx));
    const name = el("span", { class: "die-name" }, ctx.say(label));
    return el("span", { class: "lie-face" }, home, name, hint ? el("small", {}, ctx.say(hint)) : null);
  });
  const most = Math.max(...field.options.map(({ dice }) => dice?.length ?? 0));
  const floor = el("div", { class: "floor one", "data-heaps": most > 1 }, ...cards.map(({ node }) => node));
  return {
    quiet: form.sole === field,
    nodes: [floor, ...nodes],
    fill,
  };
}
