/** Options to tick: one of them, or some; what hangs on an option opens under it when it is picked. */

import { el, maybe, set, text } from "./dom.js";
import { diceOfOption, makeTray } from "./dice.js";

// Beyond this a list is folded down to what was picked, so that the next question is in sight.
const LONG = 5;
let groups = 0;

/** What an option looks like: its dice, its words, its hint. */
export function optionFace(option, ctx) {
  const face = el("span", { class: "face" }, el("span", { class: "label" }, ctx.say(option.label)));
  maybe(face.appendChild(el("span")), option.dice && diceOfOption(option.dice, ctx.faces), () => makeTray(true), ctx);
  if (option.hint) face.append(el("small", {}, ctx.say(option.hint)));
  return face;
}

/**
 * A list of options. `most` 1 with `one` true makes radio buttons, otherwise tick boxes.
 *
 * Gives `{node, picked(), fill(answer)}`; `fill` writes the answers of the fields that hang on what
 * is picked, and says whether they are complete.
 */
export function makeChoices(options, { one = false, most = options.length, form }) {
  groups += 1;
  const name = `choice-${groups}`;
  const rows = options.map(makeRow);
  const others = el("button", { type: "button", class: "quiet", onclick: unfold });
  others.textContent = form.ctx.word("form.others");
  const list = el("div", { class: "choices" }, ...rows.map((row) => row.node));
  const node = el("div", {}, list, others);
  set(others, "hidden", true);

  function makeRow(option) {
    const input = el("input", { type: one ? "radio" : "checkbox", name, value: option.key, onchange: changed });
    const label = el("label", { "data-test": `option-${option.key}` }, input, optionFace(option, form.ctx));
    const then = el("div", { class: "then", hidden: true });
    return { option, input, then, fields: null, node: el("div", { class: "choice" }, label, then) };
  }

  function changed() {
    const full = !one && picked().length >= most;
    for (const row of rows) {
      const on = row.input.checked;
      set(row.node, "data-picked", on);
      // Fields are made once, so that changing one's mind twice loses nothing.
      if (on && row.option.then && row.fields === null) {
        row.fields = form.build(row.option.then);
        row.then.append(...row.fields.nodes);
      }
      set(row.then, "hidden", !on || row.fields === null);
      row.input.disabled = full && !on;
    }
    form.changed();
    if (one && rows.length > LONG) {
      fold(true);
      // What was above has gone; the choice should not go with it.
      list.scrollIntoView({ block: "center" });
    }
  }

  function fold(folded) {
    for (const row of rows) set(row.node, "hidden", folded && !row.input.checked);
    set(others, "hidden", !folded);
  }

  function unfold() {
    fold(false);
    rows.find((row) => row.input.checked).input.focus();
  }

  const picked = () => rows.filter((row) => row.input.checked).map((row) => row.option);

  return {
    node,
    picked,
    fill(answer) {
      // Every field is asked, so no shortcut with && or every().
      return rows
        .filter((row) => row.input.checked && row.fields)
        .map((row) => row.fields.fill(answer))
        .reduce((all, done) => all && done, true);
    },
  };
}

/** Exactly one of the options; nothing is picked beforehand. */
export function makePickOne(field, form) {
  const choices = makeChoices(field.options, { one: true, form });
  set(choices.node, "role", "radiogroup");
  return {
    nodes: [choices.node],
    fill(answer) {
      const [option] = choices.picked();
      if (option) answer[field.key] = option.key;
      return option !== undefined && choices.fill(answer);
    },
  };
}

/** From `least` to `most` of the options. */
export function makePickSome(field, form) {
  const { least, most } = field;
  const choices = makeChoices(field.options, { most, form });
  const count = el("p", { class: "count", role: "status" });
  const kind = least === most ? "exactly" : least === 0 ? "up_to" : "between";
  return {
    nodes: [count, choices.node],
    fill(answer) {
      const picked = choices.picked();
      text(count, form.ctx.word(`form.count.${kind}`, { least, most, got: picked.length }));
      answer[field.key] = picked.map((option) => option.key);
      const nested = choices.fill(answer);
      return nested && picked.length >= least && picked.length <= most;
    },
  };
}

/** Give some, take some, with one other seat. */
export function makeOffer(field, form) {
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
