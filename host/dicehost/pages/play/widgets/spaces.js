/**
 * A row of spaces to tap until they are the marks of one option. Real radio buttons underneath.
 *
 * One tap is enough where only one option is left: its other marks follow as echoes. A tap on an echo
 * confirms it, a tap on a mark takes the row back.
 */

import { diceOfOption, stillTray } from "../../draw/dice.js";
import { groupOf } from "../../draw/die-picture.js";
import { el, set, svg, text } from "../../lib/dom.js";
import { makeUnavailable } from "../choices.js";
import { makeSign } from "./icons.js";
import { buzz } from "./touch.js";

let groups = 0;

/** @param {Host.PickOne & {draw: Host.SpacesToTap}} field @param {FormAround} form @returns {FieldPart} */
export function makeSpaces(field, form) {
  groups += 1;
  const name = `spaces-${groups}`;
  const { ctx } = form;
  const stays = el("span", { class: "stays" });
  const options = field.options.map((option) => {
    const checked = field.options.length === 1;
    const input = el("input", { type: "radio", name, value: option.key, checked });
    const hint = option.hint ? ` ${ctx.say(option.hint)}` : "";
    input.addEventListener("change", () => choose([...(option.marks ?? [])]));
    return { option, marks: option.marks ?? [], input, node: el("label", {}, input, ctx.say(option.label) + hint) };
  });
  /** @type {string[]} */
  let firm = [];

  /** @param {string[]} keys */
  const fits = (keys) => options.filter(({ marks }) => keys.every((key) => marks.includes(key)));
  const whole = () => options.find(({ input }) => input.checked);

  /** @param {string} key */
  function tap(key) {
    if (fits([key]).length === 0) return buzz("no");
    if (firm.includes(key)) choose([]);
    else choose(fits([...firm, key]).length > 0 ? [...firm, key] : [key]);
  }

  /**
   * The shortest option with these marks: a number by itself before two that add up to it.
   *
   * @param {string[]} keys
   */
  function choose(keys) {
    firm = keys;
    // Where there is nothing else to choose, it stays chosen.
    const left = keys.length > 0 || options.length === 1 ? fits(keys) : [];
    const only = left.length === 1 ? left[0] : undefined;
    const found = left.find(({ marks }) => marks.length === keys.length) ?? only;
    for (const one of options) one.input.checked = one === found;
    buzz(found ? "snap" : "tick");
    show();
    form.changed();
  }

  const cells = (field.draw.spaces ?? []).map((space) => {
    const node = makeCell(space);
    const can = fits([space.label]).length > 0;
    set(node, "data-can", can);
    set(node, "data-mark", space.label);
    node.addEventListener("click", () => tap(space.label));
    return { label: space.label, node, can };
  });

  function show() {
    const found = whole();
    for (const { label, node, can } of cells) {
      const picked = firm.includes(label) ? "picked" : found?.marks.includes(label) ? "echo" : null;
      const next = can && !picked && firm.length > 0 && !found && fits([...firm, label]).length > 0;
      set(node, "data-pick", picked);
      set(node, "data-next", next);
      set(node, "data-rest", (firm.length > 0 || found !== undefined) && !picked && !next);
    }
    const odds = found?.option.odds?.percent[0];
    text(stays, odds === undefined ? "" : ctx.word("form.stays", { percent: odds }));
  }
  show();
  const keys = el("div", { class: "unseen" }, ...options.map(({ node }) => node));
  const spaces = el("div", { class: "spaces-to-tap" }, ...cells.map(({ node }) => node));
  const sheet = el("div", { class: "sheet-row", "aria-hidden": "true" }, makeHead(field.draw, ctx, stays), spaces);
  return {
    quiet: true,
    nodes: [keys, sheet, ...makeUnavailable(field.unavailable, ctx)],
    fill(answer) {
      const found = whole();
      if (found) answer[field.key] = found.option.key;
      return found !== undefined;
    },
  };
}

/**
 * A row that cannot be tapped, and why.
 *
 * @param {Host.Unavailable & {draw: Host.SpacesToTap}} row
 * @param {FormAround} form
 */
export function makeClosed({ draw, label, why }, { ctx }) {
  const cells = (draw.spaces ?? []).map(makeCell);
  const seal = el("p", { class: "seal" }, makeSign("lock"), el("span", {}, ctx.say(why)));
  const spaces = el("div", { class: "spaces-to-tap", "aria-hidden": "true" }, ...cells);
  const name = el("span", { class: "unseen" }, ctx.say(label));
  return el(
    "section",
    { class: "sheet-row", "data-locked": true, "data-colour": draw.colour },
    name,
    makeHead(draw, ctx, el("span", { class: "stays", hidden: true })),
    spaces,
    seal,
  );
}

/** @param {Host.Space} space */
function makeCell({ label, state }) {
  return el("span", { class: "space", "data-state": state }, el("span", {}, label), makeSign("cross"));
}

/** @param {Host.SpacesToTap} draw @param {Context} ctx @param {Element} stays */
function makeHead({ colour, total, dice }, ctx, stays) {
  const shape = groupOf(colour);
  const path = shape ? svg("svg", { viewBox: "0 0 24 24", class: "shape" }, svg("path", { d: shape })) : null;
  const tray = dice ? stillTray(diceOfOption(dice, ctx.faces), ctx) : null;
  return el("span", { class: "row-head", "aria-hidden": "true" }, path, el("b", {}, total ?? ""), tray, stays);
}
