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
    const words = el("span", {}, el("b", {}, ctx.say(option.label)));
    if (option.hint) words.append(el("small", {}, ctx.say(option.hint)));
    // Dice are its picture, or beside one what it is done with.
    if (option.dice && option.icon) words.append(makeDice(option.dice));
    return el("span", { class: "action-face" }, makePicture(option), words);
  });
  pair();
  const list = el("div", { class: "actions" }, ...cards.map(({ node }) => node));

  /** Two short ones that follow each other share a row. */
  function pair() {
    const isShort = cards.map(({ option }) => !option.hint && ctx.say(option.label).length <= SHORT);
    for (let at = 0; at < cards.length - 1; at += 1) {
      if (!isShort[at] || !isShort[at + 1]) continue;
      for (const { node } of cards.slice(at, at + 2)) set(node, "data-half", true);
      at += 1;
    }
  }

  /** @param {[string, number][]} dice */
  function makeDice(dice) {
    const tray = stillTray(diceOfOption(dice, ctx.faces), ctx);
    // The label says what the dice are; a screen reader should not say it twice.
    set(tray, "aria-hidden", "true");
    return tray;
  }

  /** @param {Host.Option} option */
  function makePicture({ dice, big, icon, colour }) {
    const picture = el("span", { class: "action-picture", "aria-hidden": "true", "data-colour": colour });
    if (icon) picture.append(makeIcon(icon));
    else if (dice) picture.append(makeDice(dice));
    else if (big) picture.append(big);
    else picture.append(svg("svg", { class: "icon", viewBox: "0 0 24 24" }, svg("path", { d: groupOf(colour) ?? "" })));
    set(picture, "data-dice", Boolean(dice && !icon));
    return picture;
  }

  return {
    nodes: [list, ...nodes, ...makeUnavailable(field.unavailable, ctx)],
    fill,
  };
}
