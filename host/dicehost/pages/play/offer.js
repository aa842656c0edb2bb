/** An offer: whom to trade with, what to give, what to take. */

import { diceOfOption, stillTray } from "../draw/dice.js";
import { appearance } from "../lib/appearance.js";
import { el, set, text } from "../lib/dom.js";
import { alike, makeChoices, makePickOne } from "./choices.js";
import { makeActions } from "./widgets/actions.js";

/**
 * Things on a tray, each to be tapped: dice as dice, everything else by its name.
 *
 * In plain forms they are a list, with those that are alike in one row.
 *
 * @param {Host.Option[]} options
 * @param {FormAround} form
 */
function makeGoods(options, form) {
  if (appearance().plain || options.some(({ fields }) => fields)) return makeChoices(options, { form });
  const tiles = options.map((option) => {
    const { key } = option;
    const input = el("input", { type: "checkbox", class: "unseen", value: key });
    const die = option.dice ? stillTray(diceOfOption(option.dice, form.ctx.faces), form.ctx) : null;
    if (die) set(die, "aria-hidden", "true");
    const name = el("span", { class: die ? "unseen" : "good-name" }, form.ctx.say(option.label));
    const big = option.big ? el("b", { "aria-hidden": "true" }, option.big) : null;
    const node = el("label", { class: "good", "data-test": `option-${key}`, "data-keys": key }, input, die, big, name);
    set(node, "data-colour", option.colour);
    set(node, "data-card", !die);
    input.addEventListener("change", () => {
      set(node, "data-picked", input.checked);
      form.changed();
    });
    return { option, input, node };
  });
  return {
    node: el("div", { class: "goods" }, ...tiles.map(({ node }) => node)),
    picked: () => tiles.filter(({ input }) => input.checked).map(({ option }) => option),
    fill: () => true,
  };
}

/**
 * Give some, take some, with one other seat.
 *
 * @param {Host.Offer} field
 * @param {FormAround} form
 * @returns {FieldPart}
 */
export function makeOffer(field, form) {
  const { ctx } = form;
  const parties = field.parties.map((party) => ({
    key: String(party.seat),
    label: { key: "page.form.party", facts: { seat: party.seat } },
    seat: party.seat,
    has: party.has,
  }));
  const changed = () => {
    show();
    form.changed();
  };
  /** @type {Host.PickOne} */
  const asked = { type: "pick_one", key: "to", label: field.label, options: parties };
  const whom = (appearance().plain ? makePickOne : makeActions)(asked, { ...form, changed });
  const give = makeGoods(field.mine, { ...form, changed });
  const takes = parties.map((party) => makeGoods(party.has, { ...form, changed }));
  const chosen = () => {
    /** @type {Answer} */
    const answer = {};
    whom.fill(answer);
    return parties.findIndex(({ key }) => key === answer.to);
  };
  const sum = el("p", { class: "sum", role: "status", "data-test": "sum" });
  /** @param {string} key @param {Element[]} nodes */
  const heap = (key, ...nodes) =>
    el("fieldset", { class: "heap", "data-side": key }, el("legend", {}, ctx.word(key)), ...nodes);
  const heaps = el(
    "div",
    { hidden: true },
    heap("form.give", give.node),
    heap("form.take", ...takes.map((take) => take.node)),
    sum,
  );
  show();

  function show() {
    const at = chosen();
    set(heaps, "hidden", at < 0);
    for (const [party, take] of takes.entries()) set(take.node, "hidden", party !== at);
    if (at >= 0) text(sum, ctx.word("form.sum", { give: tell(give), take: tell(takes[at]) }));
  }

  /**
   * What is picked on one side, each kind once with its count.
   *
   * @param {{picked(): Host.Option[]}} choices
   */
  function tell(choices) {
    const kinds = alike(choices.picked()).map((kind) => {
      const label = ctx.say(kind[0].label);
      return kind.length > 1 ? `${kind.length} × ${label}` : label;
    });
    return kinds.join(", ") || ctx.word("form.nothing");
  }

  return {
    nodes: [...whom.nodes, heaps],
    fill(answer) {
      const at = chosen();
      if (at < 0) return false;
      /** @param {{picked(): Host.Option[]}} choices */
      const keys = (choices) => choices.picked().map((option) => option.key);
      answer[field.key] = { to: field.parties[at].seat, give: keys(give), take: keys(takes[at]) };
      const { give: given, take: taken } = answer[field.key];
      const enough = given.length + taken.length >= (field.least ?? 0);
      const mine = give.fill(answer);
      return takes[at].fill(answer) && mine && enough;
    },
  };
}
