/** Things to do: large buttons, each with its picture and one line of what it does. */

import { diceOfOption, stillTray } from "../../draw/dice.js";
import { groupOf } from "../../draw/die-picture.js";
import { el, set, svg } from "../../lib/dom.js";
import { makeUnavailable } from "../choices.js";
import { makeIcon } from "./icons.js";
import { makeRadios } from "./radios.js";

// Names of up to this many letters stand side by side.
const SHORT = 12;

/** @param {Host.PickOne} field @param {FormAround} form @returns {FieldPart} */
export function makeActions(field, form) {
  const { ctx } = form;
  const { cards, nodes, fill } = makeRadios(field, form, "action", (option) => {
    const label = el("b", {}, ctx.say(option.label));
    const hint = option.hint ? el("small", {}, ctx.say(option.hint)) : null;
    return el("span", { class: "action-face" }, makePicture(option, ctx), el("span", {}, label, hint));
  });
  for (const { option, node } of cards) {
    set(node, "data-short", !option.hint && ctx.say(option.label).length <= SHORT);
  }
  const list = el("div", { class: "actions" }, ...cards.map(({ node }) => node));
  return {
    nodes: [list, ...nodes, ...makeUnavailable(field.unavailable, ctx)],
    fill,
  };
}

/** @param {Host.Option} option @param {Context} ctx */
function makePicture({ dice, big, icon, colour }, ctx) {
  const picture = el("span", { class: "action-picture", "aria-hidden": "true", "data-colour": colour });
  if (dice) picture.append(stillTray(diceOfOption(dice, ctx.faces), ctx));
  else if (big) picture.append(big);
  else if (icon) picture.append(makeIcon(icon));
  else picture.append(svg("svg", { class: "icon", viewBox: "0 0 24 24" }, svg("path", { d: groupOf(colour) ?? "" })));
  set(picture, "data-dice", Boolean(dice));
  return picture;
}
