/** Things to do, or players: large buttons, each with its picture, and a line of what it does or brings. */

import { makeBotFace } from "../../draw/bot-faces.js";
import { groupOf } from "../../draw/die-picture.js";
import { makeBadge } from "../../draw/seats.js";
import { el, set, svg } from "../../lib/dom.js";
import { makeSign } from "./icons.js";
import { makeRadios, makeRing, percentIn, trayOf } from "./radios.js";

// Names of up to this many letters stand side by side, and so do people with as little to tell of each.
const SHORT = 14;
// A longer word of a name has no room beside another one.
const LONG_NAME = 9;

/** @param {Host.PickOne} field @param {FormAround} form @returns {FieldPart} */
export function makeActions(field, form) {
  const { ctx } = form;
  const people = field.options.some(({ seat }) => seat != null);
  /** @type {ReturnType<typeof makeRing>[]} */
  const rings = [];
  const { cards, nodes, fill } = makeRadios(field, form, "action", makeFace);
  const list = el("div", { class: "actions", "data-people": people }, ...cards.map(({ node }) => node));
  pair();
  const chances = field.draw?.type === "people" && field.draw.chances;
  if (chances) form.onPreview(take);

  /** @param {Host.Option} option */
  function makeFace(option) {
    const { label, hint, dice, icon } = option;
    const ring = makeRing();
    ring.show("", null);
    rings.push(ring);
    const words = el("span", { class: "action-words" }, el("b", {}, ctx.say(label)));
    const face = el("span", { class: "action-face" }, makePicture(option), words, ring.node);
    const told = ctx.say(hint);
    // What somebody brings may take as many lines as a card: it has the whole width.
    if (told) (people && told.length > SHORT ? face : words).append(el("small", {}, told));
    // Dice are its picture, or beside one what it is done with.
    if (dice && icon) words.append(trayOf(dice, ctx));
    return face;
  }

  /** Two short ones that follow each other share a row. */
  function pair() {
    const isShort = cards.map(({ option: { label, hint } }) => {
      const [name, told] = [ctx.say(label), ctx.say(hint)];
      if (!people) return !told && name.length <= SHORT;
      return told.length <= SHORT && name.split(/[\s-]/).every((word) => word.length <= LONG_NAME);
    });
    for (let at = 0; at < cards.length - 1; at += 1) {
      if (!isShort[at] || !isShort[at + 1]) continue;
      for (const { node } of cards.slice(at, at + 2)) set(node, "data-half", true);
      at += 1;
    }
  }

  /** @param {Host.Option} option */
  function makePicture({ dice, big, icon, colour, seat }) {
    const picture = el("span", { class: "action-picture", "aria-hidden": "true", "data-colour": colour });
    if (seat != null) picture.append(...makeSigns(seat));
    else if (icon) picture.append(makeSign(icon));
    else if (dice) picture.append(trayOf(dice, ctx));
    else if (big) picture.append(big);
    else picture.append(svg("svg", { class: "icon", viewBox: "0 0 24 24" }, svg("path", { d: groupOf(colour) ?? "" })));
    set(picture, "data-bare", seat != null || Boolean(dice && !icon));
    return picture;
  }

  /** @param {number} seat */
  function makeSigns(seat) {
    const { colour, bot } = ctx.seats[seat];
    const badge = makeBadge();
    badge.show(seat, colour);
    if (!bot) return [badge.node];
    const face = makeBotFace();
    face.show(bot.face);
    return [badge.node, face.node];
  }

  /** @param {Host.Item[]} items */
  function take(items) {
    const track = items.find((item) => item.type === "track" && item.key === chances);
    if (track?.type !== "track") return [];
    for (const [at, { label }] of track.spaces.entries()) rings[at]?.show(label, percentIn(label));
    return [track];
  }

  return {
    // Where people are all there is, the form's title asks the same.
    quiet: people && form.sole === field,
    nodes: [list, ...nodes],
    fill,
  };
}
