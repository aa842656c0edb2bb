/** Options to tick: one of them, or some; an option's own fields open under it when it is picked. */

import { diceOfOption, stillTray } from "../draw/dice.js";
import { ruled } from "../draw/rulings.js";
import { appearance } from "../lib/appearance.js";
import { el, set, text } from "../lib/dom.js";
import { makeStepper } from "./stepper.js";

// A longer list folds down to what was picked, so that the next question is in sight;
// where several lists follow each other, a list of more than two does.
const LONG = 5;
const LONG_AMONG_MANY = 2;
let groups = 0;

/**
 * One row of a list: an option, or several that are alike.
 *
 * @typedef {{
 *   node: Element,
 *   fields: FieldPart | null,
 *   count(): number,
 *   options(): Host.Option[],
 *   focus(): void,
 *   show(full: boolean): void,
 * }} Row
 */

/**
 * What an option looks like: its dice, its words, its hint. `large` dice are there to be tapped.
 *
 * @param {Host.Option | (Host.Unavailable & {hint?: null})} option
 * @param {Context} ctx
 * @param {boolean} large
 */
export function optionFace(option, ctx, large = false) {
  const label = el("span", { class: "label" }, ctx.say(option.label));
  const face = el("span", { class: "face" }, label);
  if (option.dice) {
    const tray = stillTray(diceOfOption(option.dice, ctx.faces), ctx, !large);
    // The label says what the dice are; a screen reader should not say it twice.
    set(tray, "aria-hidden", "true");
    if (large) face.prepend(tray);
    else face.append(tray);
  }
  if (option.hint) face.append(el("small", {}, ctx.say(option.hint)));
  return face;
}

/**
 * Single dice that show a face are drawn as dice to tap, not as a list of words.
 *
 * @param {Host.Option} option
 */
const isDie = ({ dice, fields }) => dice?.length === 1 && dice[0][1] > 0 && !fields;

/**
 * Groups options that look the same. Dice that show a face are never grouped.
 *
 * @param {Host.Option[]} options
 */
export function alike(options) {
  /** @type {Map<string, Host.Option[]>} */
  const kinds = new Map();
  for (const option of options) {
    const kind = isDie(option) || option.fields ? option.key : JSON.stringify({ ...option, key: "" });
    kinds.set(kind, [...(kinds.get(kind) ?? []), option]);
  }
  return [...kinds.values()];
}

/**
 * A list of options. `one` true makes radio buttons, otherwise tick boxes; several that are alike
 * are one row with a count. `ticked` are the keys picked beforehand.
 *
 * Gives `{node, picked(), fill(answer)}`; `fill` writes the answers of the fields that hang on what
 * is picked, and says whether they are complete.
 *
 * @param {Host.Option[]} options
 * @param {{one?: boolean, most?: number, ticked?: string[], cards?: boolean, form: FormAround}} settings
 */
export function makeChoices(options, { one = false, most = options.length, ticked = [], cards = false, form }) {
  groups += 1;
  const name = `choice-${groups}`;
  const rows = (one || cards ? options.map((option) => [option]) : alike(options)).map(makeRow);
  const others = el("button", { type: "button", class: "quiet", onclick: unfold, hidden: true });
  others.textContent = form.ctx.word("form.others");
  const list = el("div", { class: "choices", onpointerdown: tapped, onkeydown: typed }, ...rows.map((row) => row.node));
  const node = el("div", {}, list, others);
  set(list, "data-dice", options.some(isDie));
  set(list, "data-cards", cards);
  let byThumb = false;
  refresh();

  function tapped() {
    byThumb = true;
  }
  function typed() {
    byThumb = false;
  }

  /** @param {Host.Option[]} kind @returns {Row} */
  function makeRow(kind) {
    return kind.length > 1 ? makeHeap(kind) : makeTick(kind[0]);
  }

  /** @param {Host.Option} option @returns {Row} */
  function makeTick(option) {
    const { key } = option;
    const type = one ? "radio" : "checkbox";
    const checked = ticked.includes(key) || (one && options.length === 1);
    const input = el("input", { type, name, value: key, checked, onchange: changed });
    const face = optionFace(option, form.ctx, isDie(option));
    const label = el("label", { "data-test": `option-${key}`, "data-keys": key }, input, face);
    const rowNode = el("div", { class: "choice" }, label);
    /** @type {Element | null} */
    let then = null;
    set(rowNode, "data-die", isDie(option));
    set(rowNode, "data-tone", option.tone);
    if (cards) set(rowNode, "data-colour", option.colour);
    /** @type {Row} */
    const row = {
      fields: null,
      node: rowNode,
      count: () => (input.checked ? 1 : 0),
      options: () => (input.checked ? [option] : []),
      focus: () => input.focus(),
      show(full) {
        // Fields are made once, so that changing one's mind twice loses nothing.
        if (input.checked && option.fields && row.fields === null) {
          row.fields = form.build(option.fields);
          then = el("div", { class: "then" }, ...row.fields.nodes);
          rowNode.append(then);
        }
        if (then) set(then, "hidden", !input.checked);
        input.disabled = full && !input.checked;
        set(rowNode, "data-full", input.disabled);
      },
    };
    return row;
  }

  /** @param {Host.Option[]} kind @returns {Row} */
  function makeHeap(kind) {
    let count = kind.filter((option) => ticked.includes(option.key)).length;
    const label = optionFace(kind[0], form.ctx);
    const stepper = makeStepper(form.ctx, form.ctx.say(kind[0].label), (by) => {
      count += by;
      changed();
    });
    set(stepper.more, "data-keys", kind.map((option) => option.key).join(" "));
    return {
      fields: null,
      node: el("div", { class: "choice heap-row" }, label, stepper.node),
      count: () => count,
      options: () => kind.slice(0, count),
      focus: () => stepper.more.focus(),
      show: (full) => stepper.show(count, count > 0, count < kind.length && !full, kind.length),
    };
  }

  function refresh() {
    const full = !one && picked().length >= most;
    for (const row of rows) {
      row.show(full);
      set(row.node, "data-picked", row.count() > 0);
    }
  }

  function changed() {
    refresh();
    form.changed();
    // Arrow keys walk through the list by picking: folding it would take it away under them.
    if (one && byThumb && rows.length > (form.crowded ? LONG_AMONG_MANY : LONG) && !cards && !options.some(isDie)) {
      fold(true);
      // What was above has gone; the choice should not go with it.
      list.scrollIntoView({ block: "center" });
    }
  }

  /** @param {boolean} folded */
  function fold(folded) {
    for (const row of rows) set(row.node, "hidden", folded && row.count() === 0);
    set(others, "hidden", !folded);
  }

  function unfold() {
    fold(false);
    rows.find((row) => row.count() > 0)?.focus();
  }

  function picked() {
    return rows.flatMap((row) => row.options());
  }

  return {
    node,
    picked,
    /** @param {Answer} answer */
    fill(answer) {
      // Every field must be filled, so no shortcut with && or every().
      return rows
        .filter((row) => row.count() > 0)
        .map((row) => row.fields?.fill(answer) ?? true)
        .reduce((all, done) => all && done, true);
    },
  };
}

/**
 * What is not available and why, folded away until someone asks.
 *
 * @param {Host.Unavailable[] | undefined} unavailable
 * @param {Context} ctx
 */
export function makeUnavailable(unavailable, ctx) {
  if (!unavailable?.length) return [];
  const rows = el("ul");
  const summary = el("summary", {}, ctx.word("form.unavailable", { count: unavailable.length }));
  const unfold = () => rows.append(...unavailable.map((row) => makeUnavailableRow(row, ctx)));
  const node = el("details", { class: "unavailable", "data-test": "unavailable" }, summary, rows);
  node.addEventListener("toggle", unfold, { once: true });
  return [node];
}

/** @param {Host.Unavailable} row @param {Context} ctx */
function makeUnavailableRow(row, ctx) {
  const face = optionFace(row, ctx);
  face.append(el("small", {}, ...ruled(ctx.say(row.why))));
  return el("li", {}, face);
}

/**
 * Whether options are drawn as cards; then none is folded away.
 *
 * @param {Host.PickOne | Host.PickSome} field
 */
function areCards({ draw }) {
  return draw?.type === "cards_to_take" && !appearance().plain;
}

/**
 * Exactly one of the options; nothing is picked beforehand, unless there is nothing else.
 *
 * @param {Host.PickOne} field
 * @param {FormAround} form
 * @returns {FieldPart}
 */
export function makePickOne(field, form) {
  const choices = makeChoices(field.options, { one: true, cards: areCards(field), form });
  return {
    nodes: [choices.node, ...makeUnavailable(field.unavailable, form.ctx)],
    fill(answer) {
      const [option] = choices.picked();
      if (option) answer[field.key] = option.key;
      return option !== undefined && choices.fill(answer);
    },
  };
}

/**
 * From `least` to `most` of the options.
 *
 * @param {Host.PickSome} field
 * @param {FormAround} form
 * @returns {FieldPart}
 */
export function makePickSome(field, form) {
  const { least, most, picked: ticked } = field;
  const choices = makeChoices(field.options, { most, ticked, cards: areCards(field), form });
  const count = el("p", { class: "count", role: "status" });
  const kind = least === most ? "exactly" : least === 0 ? "up_to" : "between";
  return {
    nodes: [count, choices.node, ...makeUnavailable(field.unavailable, form.ctx)],
    fill(answer) {
      const picked = choices.picked();
      text(count, form.ctx.word(`form.count.${kind}`, { least, most, got: picked.length }));
      answer[field.key] = picked.map((option) => option.key);
      const nested = choices.fill(answer);
      return nested && picked.length >= least && picked.length <= most;
    },
  };
}
