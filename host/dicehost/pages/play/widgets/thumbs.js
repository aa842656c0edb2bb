/** Two large answers side by side, each with its chance. */

import { el } from "../../lib/dom.js";
import { makeSign } from "./icons.js";
import { chanceOf, makeRadios } from "./radios.js";

/** @param {Host.PickOne} field @param {FormAround} form @returns {FieldPart} */
export function makeThumbs(field, form) {
  const { ctx } = form;
  const { cards, nodes, fill } = makeRadios(field, form, "thumb", (option) => {
    const percent = chanceOf(option, {});
    return el(
      "span",
      { class: "thumb-face", "data-icon": option.icon },
      makeSign(option.icon ?? ""),
      el("b", {}, ctx.say(option.label)),
      percent === null ? null : el("small", {}, `${percent} %`),
      option.hint ? el("small", {}, ctx.say(option.hint)) : null,
    );
  });
  const pair = el("div", { class: "thumbs" }, ...cards.map(({ node }) => node));
  return { quiet: true, nodes: [pair, ...nodes], fill };
}
