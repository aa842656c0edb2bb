/** Players to tap: each with shape, colour, name, what they bring, and a chance where one is told. */

import { makeBotFace } from "../../draw/bot-faces.js";
import { makeBadge } from "../../draw/seats.js";
import { el, set } from "../../lib/dom.js";
import { makeUnavailable } from "../choices.js";
import { makeIcon } from "./icons.js";
import { makeRadios, makeRing, percentIn } from "./radios.js";

// With more letters than this to tell of somebody, they stand below each other.
const SHORT = 16;

/** @param {Host.PickOne} field @param {FormAround} form @returns {FieldPart} */
export function makePeople(field, form) {
  const { ctx } = form;
  /** @type {ReturnType<typeof makeRing>[]} */
  const rings = [];
  const { cards, nodes, fill } = makeRadios(field, form, "person", makeFace);
  const chances = field.draw?.type === "people" && field.draw.chances;
  if (chances) form.onPreview(take);
  const wordy = field.options.some(({ hint }) => ctx.say(hint).length > SHORT);
  const list = el("div", { class: "people", "data-wordy": wordy }, ...cards.map(({ node }) => node));

  /** @param {Host.Option} option */
  function makeFace({ label, hint, seat, icon }) {
    const ring = makeRing();
    ring.show("", null);
    rings.push(ring);
    const sign = el("span", { class: "person-sign", "aria-hidden": "true" }, ...makeSigns(seat, icon));
    const told = hint ? el("small", {}, ctx.say(hint)) : null;
    const face = el("span", { class: "person-face" }, sign, el("b", {}, ctx.say(label)), ring.node, told);
    set(face, "data-colour", seat == null ? null : ctx.seats[seat].colour);
    return face;
  }

  /** @param {number | null | undefined} seat @param {string | undefined} icon */
  function makeSigns(seat, icon) {
    if (seat == null) return [makeIcon(icon ?? "")];
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
    // The form's title asks the same where there is nothing else in it.
    quiet: form.sole === field,
    nodes: [list, ...nodes, ...makeUnavailable(field.unavailable, ctx)],
    fill,
  };
}
