/** One less, how many, one more: two thumbs' width of buttons around a number. Judges nothing. */

import { el, set, text } from "../lib/dom.js";

/**
 * A button that cannot be used now stays focusable, so that focus is never lost.
 *
 * @param {string} sign
 * @param {string} name
 * @param {() => void} onclick
 */
function makeStep(sign, name, onclick) {
  const node = el("button", { type: "button", class: "step", "aria-label": name }, sign);
  node.addEventListener("click", () => node.ariaDisabled !== "true" && onclick());
  return node;
}

/**
 * A stepper for what `label` names; `step(by)` is told -1 or 1.
 *
 * @param {Context} ctx
 * @param {string} label
 * @param {(by: number) => void} step
 * @returns {Part<[value: number, canLess: boolean, canMore: boolean, of?: number | null]> & {more: HTMLElement}}
 */
export function makeStepper(ctx, label, step) {
  const shown = el("output", { "data-test": "number" });
  const less = makeStep("−", ctx.word("form.less", { what: label }), () => step(-1));
  const more = makeStep("+", ctx.word("form.more", { what: label }), () => step(1));
  return {
    node: el("div", { class: "stepper" }, less, shown, more),
    more,
    show(value, canLess, canMore, of = null) {
      text(shown, of === null ? String(value) : ctx.word("form.of", { got: value, most: of }));
      set(less, "aria-disabled", String(!canLess));
      set(more, "aria-disabled", String(!canMore));
    },
  };
}
