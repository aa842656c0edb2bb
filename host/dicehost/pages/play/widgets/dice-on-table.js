/** Dice to tap where they lie; those picked hop into the places they fit. Real tick boxes underneath. */

import { el, set, text } from "../../lib/dom.js";
import { makeUnavailable } from "../choices.js";
import { trayOf } from "./radios.js";
import { buzz, glide } from "./touch.js";

// Dice that fell lie a little askew.
const TILTS = [-7, 4, -3, 8, -5, 6, 3, -6];

/** @param {Host.PickSome & {draw: Host.DiceOnTable}} field @param {FormAround} form @returns {FieldPart} */
export function makeDiceOnTable(field, form) {
  const { ctx } = form;
  const { least, most } = field;
  const count = el("p", { class: "count", role: "status" });
  const then = el("div", { class: "then" });
  const dice = field.options.map(makeLying);
  const slots = (field.draw.wanted ?? []).map((die) => {
    const ghost = el("span", { class: "ghost" }, draw(die));
    const nest = el("span", { class: "nest" });
    const node = el("li", {}, ghost, nest);
    /** @type {{node: HTMLElement, nest: Element, holds: Lying | null}} */
    const slot = { node, nest, holds: null };
    // A die is taken back where it went, as well as where it lay.
    node.addEventListener("click", () => slot.holds?.input.click());
    return slot;
  });
  const list = el("ol", { class: "slots", "aria-hidden": "true", hidden: slots.length === 0 });
  list.append(...slots.map(({ node }) => node));
  const floor = el("div", { class: "floor", "data-n": dice.length }, ...dice.map(({ node }) => node));
  // Dice that show nothing are told apart by colour and shape; their names would only take room.
  const bare = field.options.every(({ dice: drawn, hint }) => drawn?.[0][1] === 0 && !hint);
  set(floor, "data-bare", bare);
  const area = el("div", { class: "dice-area" }, list, floor, count, then);
  const kind = least === most ? "exactly" : least === 0 ? "up_to" : "between";

  /** @param {[string, number]} die */
  function draw(die) {
    return trayOf([die], ctx);
  }

  /**
   * @typedef {{
   *   option: Host.Option, input: HTMLInputElement, die: Element, home: Element, node: Element, more: FieldPart | null,
   * }} Lying
   */

  /** @param {Host.Option} option @param {number} at @returns {Lying} */
  function makeLying(option, at) {
    const { key } = option;
    const checked = (field.picked ?? []).includes(key);
    const input = el("input", { type: "checkbox", class: "unseen", value: key, checked });
    const die = el("span", { class: "lying-die", "data-glide": key }, ...(option.dice ?? []).map(draw));
    const home = el("span", { class: "home" }, die);
    const style = `--tilt:${TILTS[at % TILTS.length]}deg;--drop:${(at * 37) % 9}px`;
    const name = el("span", { class: "die-name" }, ctx.say(option.label));
    const hint = option.hint ? el("small", {}, ctx.say(option.hint)) : null;
    const attrs = { class: "lie", style, "data-test": `option-${key}`, "data-keys": key };
    const node = el("label", attrs, input, home, name, hint);
    /** @type {Lying} */
    const one = { option, input, die, home, node, more: null };
    input.addEventListener("change", () => {
      buzz(input.checked ? "snap" : "tick");
      const back = glide(area);
      show();
      back();
      form.changed();
    });
    return one;
  }

  const picked = () => dice.filter(({ input }) => input.checked);

  function show() {
    const full = picked().length >= most;
    for (const slot of slots) slot.holds = null;
    for (const one of dice) {
      const places = (one.option.marks ?? []).map((at) => slots[Number(at)]);
      const free = places.find((slot) => slot.holds === null) ?? null;
      const slot = one.input.checked ? free : null;
      if (slot) slot.holds = one;
      (slot?.nest ?? one.home).append(one.die);
      one.input.disabled = full && !one.input.checked;
      set(one.node, "data-picked", one.input.checked);
      set(one.node, "data-away", slot !== null);
      set(one.node, "data-full", one.input.disabled);
    }
    for (const one of dice) {
      const places = (one.option.marks ?? []).map((at) => slots[Number(at)]);
      set(one.node, "data-wanted", !one.input.checked && places.some((slot) => slot.holds === null));
      if (one.input.checked && one.option.fields) one.more ??= form.build(one.option.fields);
    }
    for (const { node, holds } of slots) set(node, "data-full", holds !== null);
    then.replaceChildren(...picked().flatMap(({ more }) => more?.nodes ?? []));
  }
  show();

  return {
    nodes: [area, ...makeUnavailable(field.unavailable, ctx)],
    fill(answer) {
      const got = picked();
      text(count, ctx.word(`form.count.${kind}`, { least, most, got: got.length }));
      answer[field.key] = got.map(({ option }) => option.key);
      const nested = got.map(({ more }) => more?.fill(answer) ?? true);
      return nested.every(Boolean) && got.length >= least && got.length <= most;
    },
  };
}
