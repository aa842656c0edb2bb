/** Draws a form and fills it so that nothing illegal can be sent. Knows the kinds of fields, never a game. */

import { el, set, text } from "./dom.js";
import { showItems } from "./items.js";
import { makeClosed, makePickOne, makePickSome } from "./choices.js";
import { makeStepper } from "./stepper.js";
import { fetchPart } from "./net.js";

const MAKERS = { pick_one: makePickOne, pick_some: makePickSome, number: makeNumber };
// Kinds that few games ask for are fetched when one does.
const RARE = { place: "./place.js", offer: "./offer.js" };

/** Can this form be drawn with the kinds of fields fetched so far? */
export function knows(asked) {
  const told = JSON.stringify(asked);
  return Object.keys(RARE).every((kind) => kind in MAKERS || !told.includes(`"type":"${kind}"`));
}

/** Fetch the other kinds of fields. */
export async function learn() {
  for (const [kind, path] of Object.entries(RARE)) MAKERS[kind] ??= (await fetchPart(path)).default;
}

function makeNumber(field, form) {
  const { low, high } = field;
  const label = form.ctx.say(field.label);
  const slider = el("input", { type: "range", min: low, max: high, value: low, "aria-label": label });
  const stepper = makeStepper(form.ctx, label, (by) => chosen(slider.valueAsNumber + by));

  function become(value) {
    slider.value = value;
    const now = slider.valueAsNumber;
    stepper.show(now, now > low, now < high);
  }
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

/** Make fields for a list of them. `fill(answer)` writes all answers and says if they are complete. */
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
      const missing = made.filter((field) => !field.fill(answer));
      if (missing.length > 0) form.lacks(missing[0]);
      return missing.length === 0;
    },
  };
}

// Long enough for a thumb to make the next tap, short enough to feel live.
const PREVIEW_AFTER = 120;

/**
 * A form to fill. `send(answer)` resolves to whether the host has taken it, `preview(answer)` to
 * items that tell what the answer so far would come to.
 *
 * The nodes stay for as long as the page keeps the form: a half-filled form survives every update.
 * `title` is what it asks in words; `focus()` puts those who use keys at its beginning.
 */
export function makeForm(asked, ctx, send, preview) {
  const title = el("h2", { "data-test": "form-title", tabindex: -1 }, ctx.say(asked.title));
  const button = el("button", { class: "main", type: "submit", "data-test": "send" });
  const hint = el("p", { class: "hint", "data-test": "hint" });
  const prospect = el("div", { class: "items", "data-test": "preview" });
  let missing = null;
  let sending = false;
  let looking = null;
  const form = {
    ctx,
    crowded: asked.fields.filter((field) => field.options?.length > 2).length > 1,
    build: (fields) => makeFields(fields, form),
    // Fields are judged from the inside out: the innermost that is open is the one to name.
    lacks: (field) => (missing ??= field),
    changed: () => fields && judge(),
  };
  let fields = null;
  fields = form.build(asked.fields);

  function judge() {
    missing = null;
    const answer = {};
    const done = fields.fill(answer);
    text(hint, done || sending ? "" : ctx.word("form.missing", { field: missing.label }));
    text(button, sending ? ctx.word("form.sending") : ctx.say(asked.send ?? { key: "send" }));
    // It stays in reach of the keyboard: pressed too early, it leads to what is missing.
    set(button, "aria-disabled", String(!done || sending));
    clearTimeout(looking);
    looking = setTimeout(() => look(answer), PREVIEW_AFTER);
    return done ? answer : null;
  }

  async function look(answer) {
    const mine = looking;
    const items = await preview(answer);
    // A later tap may have asked again meanwhile.
    if (mine === looking) showItems(prospect, items, ctx);
  }

  async function submit(event) {
    event.preventDefault();
    if (sending) return;
    const answer = judge();
    if (answer === null) {
      missing.node.scrollIntoView({ block: "center" });
      missing.node.querySelector("input, button")?.focus({ preventScroll: true });
      return;
    }
    // What is being sent cannot be changed, and focus on it would be lost.
    if (body.contains(document.activeElement)) button.focus({ preventScroll: true });
    hold(true);
    // The page says why an answer was not taken; the form is then open for a better one.
    if (!(await send(answer))) hold(false);
  }

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
    ...makeClosed(asked.closed, ctx),
    prospect,
    el("div", { class: "send" }, hint, button),
  );
  judge();
  return { node, title: title.textContent, focus: () => title.focus({ preventScroll: true }) };
}
