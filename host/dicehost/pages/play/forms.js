/** Draws a form that can only be filled in legal ways. Knows the kinds of fields, never a game. */

import { showItems } from "../draw/items.js";
import { el, fetchStyle, set, text } from "../lib/dom.js";
import { fetchPart } from "../lib/parts.js";
import { makePickOne, makePickSome, makeUnavailable } from "./choices.js";
import { makeStepper } from "./stepper.js";

/** @type {Record<string, (field: any, form: FormAround) => FieldPart>} */
const MAKERS = { pick_one: makePickOne, pick_some: makePickSome, number: makeNumber };
// Kinds that few games ask for are fetched when one does.
/** @type {("place" | "offer")[]} */
const RARE = ["place", "offer"];

/**
 * Can this form be drawn with the kinds of fields fetched so far?
 *
 * @param {Host.Form} asked
 */
export function knows(asked) {
  const told = JSON.stringify(asked);
  return RARE.every((kind) => kind in MAKERS || !told.includes(`"type":"${kind}"`));
}

/** Fetch the other kinds of fields. */
export async function learn() {
  await fetchStyle("place.css");
  for (const kind of RARE) MAKERS[kind] ??= (await fetchPart(kind)).default;
}

/** @param {Host.Number} field @param {FormAround} form @returns {FieldPart} */
function makeNumber(field, form) {
  const { low, high } = field;
  const label = form.ctx.say(field.label);
  const slider = el("input", { type: "range", min: low, max: high, value: low, "aria-label": label });
  const stepper = makeStepper(form.ctx, label, (by) => chosen(slider.valueAsNumber + by));

  /** @param {number} value */
  function become(value) {
    slider.value = String(value);
    const now = slider.valueAsNumber;
    stepper.show(now, now > low, now < high);
  }
  /** @param {number} value */
  function chosen(value) {
    become(value);
    form.changed();
  }
  slider.addEventListener("input", () => chosen(slider.valueAsNumber));
  become(low);
  const ends = el("div", { class: "range", hidden: low === high }, String(low), slider, String(high));
  return {
    nodes: [stepper.node, ends],
    fill(answer) {
      answer[field.key] = slider.valueAsNumber;
      return true;
    },
  };
}

/**
 * Make fields for a list of them. `fill(answer)` writes all answers and says if they are complete.
 *
 * @param {Host.Field[]} fields
 * @param {FormAround} form
 * @returns {FieldPart}
 */
function makeFields(fields, form) {
  const made = fields.map((field) => {
    const part = MAKERS[field.type](field, form);
    const label = form.ctx.say(field.label);
    const legend = el("legend", {}, label);
    const node = el("fieldset", { "data-test": `field-${field.key}` }, legend, ...part.nodes);
    return { node, label, fill: part.fill };
  });
  return {
    nodes: made.map(({ node }) => node),
    fill(answer) {
      const open = made.filter((field) => !field.fill(answer));
      if (open.length > 0) form.lacks(open[0]);
      return open.length === 0;
    },
  };
}

// Long enough for a thumb to make the next tap, short enough to feel live.
const PREVIEW_AFTER = 120;

/**
 * A form to fill. `send(answer)` resolves to whether the host has taken it, `preview(answer)` to
 * items that show what the answer so far would lead to.
 *
 * The nodes stay for as long as the page keeps the form: a half-filled form survives every update.
 * `title` is what it asks in words; `focus()` puts those who use keys at its beginning.
 *
 * @param {Host.Form} asked
 * @param {Context} ctx
 * @param {(answer: Answer) => Promise<boolean>} send
 * @param {(answer: Answer) => Promise<Host.Item[]>} preview
 */
export function makeForm(asked, ctx, send, preview) {
  const title = el("h2", { "data-test": "form-title", tabindex: -1 }, ctx.say(asked.title));
  const button = el("button", { class: "main", type: "submit", "data-test": "send" });
  const hint = el("p", { class: "hint", "data-test": "hint" });
  const prospect = el("div", { class: "items", "data-test": "preview" });
  /** @type {{node: Element, label: string} | null} */
  let missing = null;
  let sending = false;
  let looking = 0;
  /** @type {FormAround} */
  const form = {
    ctx,
    crowded: asked.fields.filter((field) => "options" in field && field.options.length > 2).length > 1,
    build: (fields) => makeFields(fields, form),
    // Fields are filled from the inside out: name the innermost one that is missing.
    lacks(field) {
      missing ??= field;
    },
    changed() {
      if (fields) judge();
    },
  };
  /** @type {FieldPart | null} */
  let fields = null;
  fields = form.build(asked.fields);

  function judge() {
    missing = null;
    /** @type {Answer} */
    const answer = {};
    const done = fields?.fill(answer) ?? false;
    text(hint, done || sending ? "" : ctx.word("form.missing", { field: lacking()?.label ?? "" }));
    text(button, sending ? ctx.word("form.sending") : ctx.say(asked.send ?? { key: "send" }));
    // It stays focusable: pressed too early, it leads to what is missing.
    set(button, "aria-disabled", String(!done || sending));
    clearTimeout(looking);
    looking = setTimeout(() => look(answer), PREVIEW_AFTER);
    return done ? answer : null;
  }

  // A function, because fields fill it in from inside.
  const lacking = () => missing;

  /** @param {Answer} answer */
  async function look(answer) {
    const mine = looking;
    const items = await preview(answer);
    // A later tap may have asked again meanwhile.
    if (mine === looking) showItems(prospect, items, ctx);
  }

  /** @param {SubmitEvent} event */
  async function submit(event) {
    event.preventDefault();
    if (sending) return;
    const answer = judge();
    if (answer === null) {
      const open = lacking()?.node;
      open?.scrollIntoView({ block: "center" });
      /** @type {HTMLElement | null | undefined} */
      const first = open?.querySelector("input, button");
      first?.focus({ preventScroll: true });
      return;
    }
    // What is being sent cannot be changed, and focus on it would be lost.
    if (body.contains(document.activeElement)) button.focus({ preventScroll: true });
    hold(true);
    // The page says why an answer was not taken; the form is then open for a better one.
    if (!(await send(answer))) hold(false);
  }

  /** @param {boolean} held */
  function hold(held) {
    sending = held;
    set(body, "disabled", held);
    judge();
  }

  const body = el("fieldset", { class: "fields" }, ...fields.nodes);
  const node = el(
    "form",
    { class: "form", "data-test": "form", onsubmit: submit },
    title,
    body,
    ...makeUnavailable(asked.unavailable, ctx),
    prospect,
    el("div", { class: "send" }, hint, button),
  );
  judge();
  return { node, title: title.textContent, focus: () => title.focus({ preventScroll: true }) };
}
