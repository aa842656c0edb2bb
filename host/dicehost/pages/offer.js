/** An offer: whom to trade with, what to give, what to take. */

import { makeChoices } from "./choices.js";
import { el, fetchStyle, set } from "./dom.js";

await fetchStyle("place.css");

/** Give some, take some, with one other seat. */
export default function makeOffer(field, form) {
  const { ctx } = form;
  const parties = field.parties.map((party) => ({
    key: String(party.seat),
    label: { key: "page.form.party", facts: { seat: party.seat } },
    has: party.has,
  }));
  const whom = makeChoices(parties, {
    one: true,
    form: { ...form, changed: () => (show(), form.changed()) },
  });
  set(whom.node, "role", "radiogroup");
  const give = makeChoices(field.mine, { form });
  const takes = parties.map((party) => makeChoices(party.has, { form }));
  const chosen = () => parties.indexOf(whom.picked()[0]);
  const heap = (key, ...nodes) => el("div", { class: "heap" }, el("h4", {}, ctx.word(key)), ...nodes);
  const heaps = el(
    "div",
    { hidden: true },
    heap("form.give", give.node),
    heap("form.take", ...takes.map((take) => take.node)),
  );

  function show() {
    set(heaps, "hidden", false);
    takes.forEach((take, at) => set(take.node, "hidden", at !== chosen()));
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
