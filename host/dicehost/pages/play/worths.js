/** What each choice of a form is worth, drawn on the choice: exact, or about so much. */

import { el } from "../lib/dom.js";
import { language } from "../lib/words.js";

// Only what is certain is 100 %, only what is impossible 0 %.
const LEAST = 0.001;
/** @type {WeakMap<Element, Map<string, Element>>} */
const DRAWN = new WeakMap();

/**
 * Draw what is known on the form's own choices, and take away what is no longer.
 *
 * @param {Element} form
 * @param {Host.Form} asked
 * @param {Host.Worth[]} worths
 * @param {Context} ctx
 */
export function showWorths(form, asked, worths, ctx) {
  const before = DRAWN.get(form) ?? new Map();
  /** @type {Map<string, Element>} */
  const now = new Map();
  for (const { field, option = "", amounts } of worths) {
    const fields = form.querySelectorAll(`[data-test="field-${CSS.escape(field)}"]`);
    for (const [nth, place] of [...fields].entries()) {
      const key = JSON.stringify([field, option, nth]);
      const node = before.get(key) ?? put(place, option, nameOf(asked, field, option), ctx);
      node.replaceChildren(...makeAmounts(amounts, ctx));
      now.set(key, node);
    }
  }
  for (const [key, node] of before) if (!now.has(key)) (node.closest(".worth-row") ?? node).remove();
  DRAWN.set(form, now);
}

/**
 * A place for amounts: on the option where it is in sight, else in a list below its field.
 *
 * @param {Element} field
 * @param {string} option
 * @param {Host.Message | null} label
 * @param {Context} ctx
 */
function put(field, option, label, ctx) {
  const node = el("span", { class: "worth-of", "data-test": `worth-${option}` });
  const choice = field.querySelector(`[data-test="option-${CSS.escape(option)}"]`);
  // Cards in a fan overlap, and what is there for keys only is not seen.
  if (option && choice && !choice.closest(".unseen, .fan")) {
    (choice.lastElementChild ?? choice).append(node);
    return node;
  }
  const list = field.querySelector(":scope > .worth-list") ?? el("div", { class: "worth-list" });
  list.append(el("p", { class: "worth-row" }, label ? el("b", {}, ctx.say(label)) : null, node));
  field.append(list);
  return node;
}

/**
 * What an option of a field is called.
 *
 * @param {Host.Form} asked
 * @param {string} field
 * @param {string} option
 * @returns {Host.Message | null}
 */
function nameOf(asked, field, option) {
  /** @type {Host.Message | null} */
  let found = null;
  JSON.stringify(asked, (_, value) => {
    if (value?.key === field && Array.isArray(value.options)) {
      found ??= value.options.find((/** @type {Host.Option} */ one) => one.key === option)?.label ?? null;
    }
    return value;
  });
  return found;
}

/**
 * Each amount with its error, and once for all of them that they are exact.
 *
 * @param {Host.Amount[]} amounts
 * @param {Context} ctx
 */
function makeAmounts(amounts, ctx) {
  const parts = amounts.map(({ what, value, unit = "chance", error = null }) => {
    const facts = { value: write(value, unit), error: write(error ?? 0, unit === "gain" ? "count" : unit) };
    const told = error === null ? facts.value : ctx.word("worth.about", facts);
    return el("span", { class: "amount" }, el("b", {}, told), ` ${ctx.say(what)}`);
  });
  const exact = amounts.every(({ error = null }) => error === null);
  return exact ? [...parts, el("em", {}, ctx.word("worth.exact"))] : parts;
}

/** @param {number} value @param {Intl.NumberFormatOptions} how */
function decimal(value, how = {}) {
  return new Intl.NumberFormat(language(), { maximumFractionDigits: 1, ...how }).format(value);
}

/** @param {number} value @param {string} unit */
function write(value, unit) {
  if (unit === "chance" && value > 0 && value < LEAST) return `< ${decimal(100 * LEAST)} %`;
  if (unit === "chance" && value < 1 && value > 1 - LEAST) return `> ${decimal(100 - 100 * LEAST)} %`;
  if (unit === "chance") return `${decimal(100 * value)} %`;
  return decimal(value, { maximumFractionDigits: 2, signDisplay: unit === "gain" ? "exceptZero" : "auto" });
}
