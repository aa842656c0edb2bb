/** Picture cards with a chance on each, before one is picked. */

import { el, set } from "../../lib/dom.js";
import { chanceOf, makeRadios, makeRing, percentIn, trayOf } from "./radios.js";

// With more than this, cards are smaller, so that all are in sight.
const FEW = 9;

/** @param {Host.PickOne & {draw: Host.Portraits}} field @param {FormAround} form @returns {FieldPart} */
export function makePortraits(field, form) {
  const { ctx } = form;
  const rings = field.options.map(() => makeRing());
  /** @type {string[] | null} */
  let told = null;
  let at = 0;
  const radios = makeRadios(field, form, "portrait", makeFrame);
  const many = field.options.length > FEW;
  const album = el("div", { class: "album", "data-many": many }, ...radios.cards.map(({ node }) => node));
  const { chances } = field.draw;
  if (chances) form.onPreview(take);
  show();

  /** @param {Host.Option} option */
  function makeFrame(option) {
    const picture = el("span", { class: "picture", "data-n": option.dice?.length ?? 0 }, trayOf(option.dice, ctx));
    const name = el("span", { class: "portrait-name" }, ctx.say(option.label));
    const hint = option.hint ? el("small", {}, ctx.say(option.hint)) : null;
    const ring = rings[at];
    at += 1;
    return el("span", { class: "frame" }, picture, ring.node, name, hint);
  }

  function show() {
    const numbers = radios.numbers();
    for (const [place, { option, node }] of radios.cards.entries()) {
      const percent = chanceOf(option, numbers);
      const words = told ? told[place] : percent === null ? (option.odds ? "–" : "") : `${percent} %`;
      rings[place].show(words, told ? percentIn(words) : percent);
      set(node, "data-short", option.odds && percent === null);
    }
  }

  /** @param {Host.Item[]} items */
  function take(items) {
    const track = items.find((item) => item.type === "track" && item.key === chances);
    if (track?.type !== "track") return [];
    told = track.spaces.map(({ label }) => label);
    show();
    return [track];
  }

  return {
    quiet: true,
    nodes: [album, ...radios.nodes],
    fill(answer) {
      show();
      return radios.fill(answer);
    },
  };
}
