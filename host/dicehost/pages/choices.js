/** Options to tick: one of them, or some; what hangs on an option opens under it when it is picked. */

import { el, set, text } from "./dom.js";
import { diceOfOption, makeTray } from "./dice.js";

// Beyond this a list is folded down to what was picked, so that the next question is in sight.
const LONG = 5;
let groups = 0;

/** What an option looks like: its dice, its words, its hint. */
export function optionFace(option, ctx) {
  const face = el("span", { class: "face" }, el("span", { class: "label" }, ctx.say(option.label)));
  if (option.dice) {
    const tray = makeTray(true);
    tray.show(diceOfOption(option.dice, ctx.faces), ctx);
    face.append(tray.node);
  }
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
    const { key } = option;
    const type = one ? "radio" : "checkbox";
    const input = el("input", { type, name, value: key, onchange: changed });
    const label = el("label", { "data-test": `option-${key}` }, input, optionFace(option, form.ctx));
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
