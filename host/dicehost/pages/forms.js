/** Draws a form and fills it so that nothing illegal can be sent. Knows the kinds of fields, never a game. */

import { el, set, text } from "./dom.js";
import { showItems } from "./items.js";
import { makePickOne, makePickSome } from "./choices.js";
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
  const shown = el("output", { "data-test": "number" });
  const label = form.ctx.say(field.label);
  const slider = el("input", { type: "range", min: low, max: high, value: low, "aria-label": label });
  const step = (sign, name) =>
    el("button", { type: "button", class: "step", "aria-label": form.ctx.word(name) }, sign);
  const less = step("−", "form.less");
  const more = step("+", "form.more");

  function become(value) {
    slider.value = value;
    text(shown, slider.value);
    less.disabled = slider.valueAsNumber <= low;
    more.disabled = slider.valueAsNumber >= high;
  }
  const chosen = (value) => {
    become(value);
    form.changed();
  };
  less.addEventListener("click", () => chosen(slider.valueAsNumber - 1));
  more.addEventListener("click", () => chosen(slider.valueAsNumber + 1));
  slider.addEventListener("input", () => chosen(slider.valueAsNumber));
  become(low);
  const ends = el("div", { class: "range", hidden: low === high }, String(low), slider, String(high));
  return {
    nodes: [el("div", { class: "stepper" }, less, shown, more), ends],
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
      if (missing.length > 0) form.lacks(missing[0].label);
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
 */
export function makeForm(asked, ctx, send, preview) {
  const button = el("button", { class: "main", type: "submit", "data-test": "send" });
  const hint = el("p", { class: "hint", "data-test": "hint" });
  const prospect = el("div", { class: "items", "data-test": "preview" });
  let missing = "";
  let sending = false;
  let looking = null;
  let silent = false;
  const form = {
    ctx,
    build: (fields) => makeFields(fields, form),
    lacks: (label) => (missing = label),
    changed: () => fields && judge(),
  };
  let fields = null;
  fields = form.build(asked.fields);

  function judge() {
    missing = "";
    const answer = {};
    const done = fields.fill(answer);
    text(hint, done || sending ? "" : ctx.word("form.missing", { field: missing }));
    text(button, sending ? ctx.word("form.sending") : ctx.say(asked.send ?? { key: "send" }));
    button.disabled = !done || sending;
    clearTimeout(looking);
    looking = setTimeout(() => look(answer), PREVIEW_AFTER);
    return done ? answer : null;
  }

  async function look(answer) {
    const mine = looking;
    if (silent) return;
    const items = await preview(answer);
    // A game that has nothing to say of a form at first has nothing to say of it later.
    silent = items.length === 0 && prospect.childElementCount === 0;
    // A later tap may have asked again meanwhile.
    if (mine === looking) showItems(prospect, items, ctx);
  }

  async function submit(event) {
    event.preventDefault();
    const answer = judge();
    if (answer === null || sending) return;
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
    el("h2", { "data-test": "form-title" }, ctx.say(asked.title)),
    body,
    prospect,
    el("div", { class: "send" }, hint, button),
  );
  judge();
  return { node };
}
