/** An offer: whom to trade with, what to give, what to take. */

import { alike, makeChoices } from "./choices.js";
import { el, fetchStyle, set, text } from "./dom.js";

await fetchStyle("place.css");

/** Give some, take some, with one other seat. */
export default function makeOffer(field, form) {
  const { ctx } = form;
  const parties = field.parties.map((party) => ({
    key: String(party.seat),
    label: { key: "page.form.party", facts: { seat: party.seat } },
    has: party.has,
  }));
  const changed = () => (show(), form.changed());
  const whom = makeChoices(parties, { one: true, form: { ...form, changed } });
  const give = makeChoices(field.mine, { form: { ...form, changed } });
  const takes = parties.map((party) => makeChoices(party.has, { form: { ...form, changed } }));
  const chosen = () => parties.indexOf(whom.picked()[0]);
  const sum = el("p", { class: "sum", role: "status", "data-test": "sum" });
  const heap = (key, ...nodes) =>
    el("fieldset", { class: "heap" }, el("legend", {}, ctx.word(key)), ...nodes);
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
    takes.forEach((take, party) => set(take.node, "hidden", party !== at));
    if (at >= 0) text(sum, ctx.word("form.sum", { give: tell(give), take: tell(takes[at]) }));
  }

  /** What is picked of a heap, each kind once with its number. */
  function tell(choices) {
    const kinds = alike(choices.picked()).map((kind) => {
      const label = ctx.say(kind[0].label);
      return kind.length > 1 ? `${kind.length} × ${label}` : label;
    });
    return kinds.join(", ") || ctx.word("form.nothing");
  }

  return {
    nodes: [whom.node, heaps],
    fill(answer) {
      const at = chosen();
      if (at < 0) return false;
      const keys = (choices) => choices.picked().map((option) => option.key);
      answer[field.key] = { to: field.parties[at].seat, give: keys(give), take: keys(takes[at]) };
      const given = give.fill(answer);
      return takes[at].fill(answer) && given;
    },
  };
}
