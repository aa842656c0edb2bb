/**
 * Goals with a level, and the dice that serve them. It goes both ways: pick a goal and its dice rise, or
 * tap dice and the goals they serve are lit; a goal that they serve alone is picked.
 */

import { el, set } from "../../lib/dom.js";
import { chanceOf, makeRadios, makeRing, trayOf } from "./radios.js";
import { buzz } from "./touch.js";

/** @param {Host.PickOne & {draw: Host.Goals}} field @param {FormAround} form @returns {FieldPart} */
export function makeGoals(field, form) {
  const { ctx } = form;
  const pool = field.draw.pool ?? [];
  /** @type {Set<string>} */
  let hand = new Set();
  const radios = makeRadios(field, form, "goal", makeFace, rise);
  // What is no goal comes last.
  const sorted = radios.cards.toSorted((one, two) => Number(!one.option.level) - Number(!two.option.level));
  const goals = el("div", { class: "goals" }, ...sorted.map(({ node }) => node));
  for (const { option, node } of radios.cards) {
    set(node, "data-colour", option.colour);
    set(node, "data-plain", !option.level);
  }

  /** @param {Host.Option} option */
  const uses = (option) => new Set((option.dice ?? []).map(([kind]) => kind));
  /** @param {Host.Option} option */
  const served = (option) => {
    const kinds = uses(option);
    return kinds.size > 0 && kinds.size === hand.size && [...kinds].every((kind) => hand.has(kind));
  };

  /** @param {Host.Option} option */
  function makeFace(option) {
    const { level } = option;
    const full = level ? el("span", { class: "level", style: `--has:${level.has / (level.of || 1)}` }) : null;
    const tray = option.dice ? trayOf(option.dice, ctx) : null;
    if (full) set(full, "aria-hidden", "true");
    const ring = makeRing();
    const percent = chanceOf(option, {});
    ring.show(percent === null ? "" : `${percent} %`, percent);
    const name = el("b", { class: "goal-name" }, ctx.say(option.label));
    const hint = option.hint ? el("small", {}, ctx.say(option.hint)) : null;
    return el("span", { class: "goal-face" }, full, name, hint, el("span", { class: "goal-foot" }, tray, ring.node));
  }

  const heaps = [...new Set(pool.map(([kind]) => kind))].map((kind) => {
    const dice = pool.filter(([of]) => of === kind);
    const node = el("span", { class: "pool-heap", "data-colour": kind, "data-tap": kind }, trayOf(dice, ctx));
    node.addEventListener("click", () => take(kind));
    return { kind, node };
  });

  /** @param {string} kind */
  function take(kind) {
    if (!hand.delete(kind)) hand.add(kind);
    const serves = radios.cards.filter(({ option }) => served(option));
    const before = radios.picked();
    for (const card of radios.cards) card.input.checked = serves.length === 1 && card === serves[0];
    buzz(serves.length > 0 ? "snap" : "tick");
    const now = radios.picked();
    // Its own listener does what a tap on it would do.
    if (now && now !== before) now.input.dispatchEvent(new Event("change"));
    show();
    form.changed();
  }

  function rise() {
    const card = radios.picked();
    hand = card ? uses(card.option) : new Set();
    show();
  }

  function show() {
    for (const { option, input, node } of radios.cards) {
      set(node, "data-picked", input.checked);
      set(node, "data-lit", !input.checked && served(option));
      set(node, "data-rest", hand.size > 0 && !input.checked && Boolean(option.level) && !served(option));
    }
    for (const { kind, node } of heaps) set(node, "data-in", hand.has(kind));
  }

  const table = el("div", { class: "pool", "aria-hidden": "true", hidden: heaps.length === 0 });
  table.append(...heaps.map(({ node }) => node));
  return {
    quiet: true,
    nodes: [goals, table, ...radios.nodes],
    fill: radios.fill,
  };
}
