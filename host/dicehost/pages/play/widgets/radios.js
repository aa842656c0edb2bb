/**
 * Options as pictures to tap: real radio buttons underneath, so that keys and screen readers have what
 * a plain list has. What is asked about the picked one stands below all of them.
 */

import { diceOfOption, stillTray } from "../../draw/dice.js";
import { el, set, text } from "../../lib/dom.js";
import { makeUnavailable } from "../choices.js";
import { buzz } from "./touch.js";

let groups = 0;

/**
 * An option with its input and its picture.
 *
 * @typedef {{option: Host.Option, input: HTMLInputElement, node: HTMLLabelElement, face: Element}} Card
 */

/**
 * Numbers that every option asks for under the same key, each as wide as the widest.
 *
 * They are asked once, and keep their value when another option is picked.
 *
 * @param {Host.Option[]} options
 * @returns {Host.Number[]}
 */
function shared(options) {
  /** @param {Host.Option} option @param {string} key */
  const find = (option, key) => option.fields?.find((field) => field.key === key && field.type === "number");
  return (options[0].fields ?? []).flatMap((field) => {
    const all = /** @type {Host.Number[]} */ (options.map((option) => find(option, field.key)));
    if (all.some((one) => one === undefined)) return [];
    const widest = all.reduce((wide, one) => (one.high > wide.high ? one : wide));
    return [{ ...widest, low: Math.min(...all.map((one) => one.low)) }];
  });
}

/**
 * @param {Host.PickOne} field
 * @param {FormAround} form
 * @param {string} look
 * @param {(option: Host.Option) => Element} face
 * @param {() => void} changed
 */
export function makeRadios(field, form, look, face, changed = () => {}) {
  groups += 1;
  const name = `picture-${groups}`;
  const { options } = field;
  const once = shared(options);
  const below = form.build(once);
  /** @type {Map<string, FieldPart>} */
  const own = new Map();
  const then = el("div", { class: "then" });
  const cards = options.map(makeCard);
  show();

  /** @param {Host.Option} option @returns {Card} */
  function makeCard(option) {
    const { key } = option;
    const checked = options.length === 1;
    const input = el("input", { type: "radio", class: "unseen", name, value: key, checked });
    const picture = face(option);
    const node = el("label", { class: look, "data-test": `option-${key}`, "data-keys": key }, input, picture);
    input.addEventListener("change", () => {
      buzz("snap");
      narrow();
      show();
      changed();
      form.changed();
    });
    return { option, input, node, face: picture };
  }

  function picked() {
    return cards.find(({ input }) => input.checked);
  }

  /** Each option has its own range. */
  function narrow() {
    for (const more of picked()?.option.fields ?? []) {
      if (more.type === "number") below.parts?.get(more.key)?.limit?.(more);
    }
  }

  function show() {
    const card = picked();
    for (const { input, node } of cards) set(node, "data-picked", input.checked);
    const rest = card?.option.fields?.filter((more) => !once.some(({ key }) => key === more.key)) ?? [];
    // Made once, so that changing one's mind twice loses nothing.
    if (card && rest.length > 0 && !own.has(card.option.key)) own.set(card.option.key, form.build(rest));
    const part = card && own.get(card.option.key);
    then.replaceChildren(...(part?.nodes ?? []));
    set(then, "hidden", !part);
  }

  /** @param {Answer} answer */
  function fill(answer) {
    const card = picked();
    if (!card) return false;
    answer[field.key] = card.option.key;
    const done = below.fill(answer);
    return (own.get(card.option.key)?.fill(answer) ?? true) && done;
  }

  /** What the numbers below say now. */
  function numbers() {
    /** @type {Answer} */
    const answer = {};
    below.fill(answer);
    return answer;
  }

  const closed = makeUnavailable(field.unavailable, form.ctx);
  return { cards, picked, fill, numbers, nodes: [el("div", { class: "below" }, ...below.nodes), then, ...closed] };
}

/**
 * An option's dice. Its label says what they are; a screen reader should not say it twice.
 *
 * @param {Host.Option["dice"]} dice
 * @param {Context} ctx
 */
export function trayOf(dice, ctx) {
  const tray = stillTray(diceOfOption(dice ?? [], ctx.faces), ctx);
  set(tray, "aria-hidden", "true");
  return tray;
}

/** A ring with a chance on it. */
export function makeRing() {
  const told = el("b");
  const node = el("span", { class: "odds" }, told);
  return {
    node,
    /** @param {string} words @param {number | null} percent */
    show(words, percent) {
      text(told, words);
      set(node, "style", `--p:${(percent ?? 0) / 100}`);
      set(node, "data-level", percent === null ? "none" : percent >= 60 ? "high" : percent >= 30 ? "mid" : "low");
      set(node, "hidden", words === "");
    },
  };
}

/**
 * The percent that words like "94 %" or ">99 %" tell.
 *
 * @param {string} words
 */
export const percentIn = (words) => Number.parseInt(words.replace(/^\D+/, ""), 10) || 0;

/**
 * An option's chance with these numbers: its percent, or null where there is none.
 *
 * @param {Host.Option} option
 * @param {Answer} numbers
 */
export function chanceOf({ odds, fields }, numbers) {
  if (!odds) return null;
  const by = fields?.find((field) => field.key === odds.by);
  const low = by?.type === "number" ? by.low : 0;
  return odds.percent[odds.by ? numbers[odds.by] - low : 0] ?? null;
}
