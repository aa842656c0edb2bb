/** A number that is drawn as things: a real slider underneath, which keys and screen readers use. */

import { el } from "../../lib/dom.js";
import { buzz } from "./touch.js";

/**
 * `show` is called when the value, or what it may be, has changed.
 *
 * @param {Host.Number} field
 * @param {FormAround} form
 * @param {() => void} show
 */
export function makeRange(field, form, show) {
  const { low, high } = field;
  const attrs = { type: "range", class: "unseen", min: low, max: high, value: field.start ?? low };
  const input = el("input", { ...attrs, "aria-label": form.ctx.say(field.label) });
  input.addEventListener("input", changed);

  function changed() {
    buzz("tick");
    show();
    form.changed();
  }

  return {
    input,
    /** @param {number} value */
    become(value) {
      const before = input.value;
      input.value = String(value);
      if (input.value === before) buzz("no");
      else changed();
    },
    /** @type {Pick<FieldPart, "fill" | "limit">} */
    part: {
      fill(answer) {
        answer[field.key] = input.valueAsNumber;
        return true;
      },
      limit({ low: least, high: most }) {
        input.min = String(least);
        input.max = String(most);
        show();
      },
    },
  };
}
