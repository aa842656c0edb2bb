/** Draws a form that can only be filled in legal ways. Knows the kinds of fields, never a game. */

import { showItems } from "../draw/items.js";
import { appearance } from "../lib/appearance.js";
import { el, fetchStyle, set, text } from "../lib/dom.js";
import { fetchPart } from "../lib/parts.js";
import { makePickOne, makePickSome, makeUnavailable } from "./choices.js";
import { makeStepper } from "./stepper.js";

/** @type {Record<string, (field: any, form: FormAround) => FieldPart>} */
const MAKERS = { pick_one: makePickOne, pick_some: makePickSome, number: makeNumber };
/** @type {Record<string, (row: any, form: FormAround) => Element>} */
const CLOSED = {};
// Kinds of fields that few games ask for, and what hints are drawn as, are fetched when one comes.
const CHOSEN = "actions chips_to_push dice_to_take fan goals people portraits thumbs".split(" ");
const PLACED = "dice_on_table spaces_to_tap stacks".split(" ");
const DRAWN = new Set([...CHOSEN, ...PLACED]);
const RARE = ["place", "offer"];

/**
 * What has to be fetched before this form can be drawn.
 *
 * @param {Host.Form} asked
 */
function unknown(asked) {
  /** @type {Set<"choosing" | "placing">} */
  const parts = new Set();
  JSON.stringify(asked, (key, value) => {
    const kind = value?.type;
    const needed = key === "draw" ? DRAWN.has(kind) && !appearance().plain : RARE.includes(kind);
    if (needed && !(kind in MAKERS)) parts.add(CHOSEN.includes(kind) ? "choosing" : "placing");
    return value;
  });
  return [...parts];
}

/**
 * Can this form be drawn with what was fetched so far?
 *
 * @param {Host.Form} asked
 */
export function knows(asked) {
  return unknown(asked).length === 0;
}

/**
 * Fetch what this form is drawn with.
 *
 * @param {Host.Form} asked
 */
export async function learn(asked) {
  const parts = unknown(asked);
  if (parts.length === 0) return;
  const styles = ["widgets", ...parts.filter((part) => part === "placing")];
  const [made] = await Promise.all([
    Promise.all(parts.map(fetchPart)),
    ...styles.map((style) => fetchStyle(`${style}.css`)),
  ]);
  for (const part of made) {
    Object.assign(MAKERS, part.MAKERS);
    Object.assign(CLOSED, part.CLOSED);
  }
}

/**
 * How a hint is drawn; nothing where it is unknown, or where this screen's people want plain forms.
 *
 * @template Made
 * @param {Record<string, Made>} makers
 * @param {{draw?: {type: string} | null}} hinted
 * @returns {Made | undefined}
 */
function drawnBy(makers, { draw }) {
  return draw && DRAWN.has(draw.type) && !appearance().plain ? makers[draw.type] : undefined;
}

/** @param {Host.Number} field @param {FormAround} form @returns {FieldPart} */
function makeNumber(field, form) {
  let { low, high } = field;
  const label = form.ctx.say(field.label);
  const slider = el("input", { type: "range", min: low, max: high, "aria-label": label });
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
  become(field.start ?? low);
  const ends = el("div", { class: "range", hidden: low === high }, String(low), slider, String(high));
  return {
    nodes: [stepper.node, ends],
    fill(answer) {
      answer[field.key] = slider.valueAsNumber;
      return true;
    },
    limit(range) {
      ({ low, high } = range);
      set(slider, "min", low);
      set(slider, "max", high);
      become(slider.valueAsNumber);
    },
  };
}

// What is no row of the sheet stands below all rows.
const AFTER_ROWS = 1000;

/**
 * Make fields for a list of them. `fill(answer)` writes all answers and says if they are complete.
 *
 * Rows that are unavailable stand among the others, where their hint says.
 *
 * @param {Host.Field[]} fields
 * @param {FormAround} form
 * @param {Host.Unavailable[]} rows
 * @returns {FieldPart}
 */
function makeFields(fields, form, rows = []) {
  const made = fields.map((field) => {
    const drawn = "draw" in field ? drawnBy(MAKERS, field) : undefined;
    const part = (drawn ?? MAKERS[field.type])(field, form);
    const label = form.ctx.say(field.label);
    const legend = el("legend", { class: drawn && part.quiet ? "unseen" : null }, label);
    const node = el("fieldset", { "data-test": `field-${field.key}` }, legend, ...part.nodes);
    const draw = drawn && "draw" in field ? field.draw : null;
    set(node, "data-draw", draw?.type);
    set(node, "data-colour", draw && "colour" in draw ? draw.colour : null);
    const at = draw?.type === "spaces_to_tap" ? (draw.at ?? 0) : AFTER_ROWS;
    return { key: field.key, node, label, part, at };
  });
  const closed = rows.map((row) => ({ node: drawnBy(CLOSED, row)?.(row, form), at: row.draw?.at ?? 0 }));
  const all = [...made, ...closed].sort((one, two) => one.at - two.at);
  return {
    nodes: all.flatMap(({ node }) => node ?? []),
    parts: new Map(made.map(({ key, part }) => [key, part])),
    fill(answer) {
      const open = made.filter(({ part }) => !part.fill(answer));
      if (open.length > 0) form.lacks(open[0]);
      return open.length === 0;
    },
  };
}

// Long enough for a thumb to make the next tap, short enough to feel live.
const PREVIEW_AFTER = 120;
// Lines of a preview that have room beside the button.
const FEW = 3;
// With a line of fewer letters than this the text is large, and the button alone takes enough room.
const NARROW = 17;
// Pixels between the dock and what stands above it.
const BELOW = 12;

function isRoomy() {
  return innerWidth / Number.parseFloat(getComputedStyle(document.documentElement).fontSize) > NARROW;
}

/** @type {ResizeObserver | undefined} */
let room;

/**
 * Keep as much room free below the page as the dock takes, so that it covers nothing for good.
 *
 * One observer serves all forms, and writes only where there is too little: each change lays out the page again.
 *
 * @param {HTMLElement} dock
 */
function keepRoom(dock) {
  room ??= new ResizeObserver((changed, observer) => {
    const docks = changed.map(({ target }) => /** @type {HTMLElement} */ (target));
    for (const gone of docks) if (!gone.isConnected) observer.unobserve(gone);
    const high = Math.max(...docks.map((one) => one.offsetHeight));
    const free = Number.parseFloat(getComputedStyle(document.body).getPropertyValue("--dock"));
    if (high > 0 && free >= high + BELOW) return;
    for (const { style } of [document.documentElement, document.body]) {
      if (high > 0) style.setProperty("--dock", `${high + BELOW}px`);
      else style.removeProperty("--dock");
    }
  });
  room.observe(dock);
}

/**
 * A form to fill. `send(answer)` resolves to whether the host has taken it, `preview(answer)` to
 * items that show what the answer so far would lead to, `weigh(answer)` to what choices are worth.
 *
 * The nodes stay for as long as the page keeps the form: a half-filled form survives every update.
 * `title` is what it asks in words; `focus()` puts those who use keys at its beginning.
 *
 * @param {Host.Form} asked
 * @param {Context} ctx
 * @param {(answer: Answer) => Promise<boolean>} send
 * @param {(answer: Answer) => Promise<Host.Item[]>} preview
 * @param {(answer: Answer) => Promise<Host.Worth[]>} [weigh]
 */
export function makeForm(asked, ctx, send, preview, weigh = async () => []) {
  const title = el("h2", { "data-test": "form-title", tabindex: -1 }, ctx.say(asked.title));
  const button = el("button", { class: "main", type: "submit", "data-test": "send" });
  const prospect = el("div", { class: "items prospect", role: "status", "data-test": "preview" });
  const dock = el("div", { class: "send" }, button);
  /** @type {((items: Host.Item[]) => Host.Item[])[]} */
  const takers = [];
  /** @type {{node: Element, label: string} | null} */
  let missing = null;
  let sending = false;
  let looking = 0;
  let hinted = false;
  /** @type {FormAround} */
  const form = {
    ctx,
    crowded: asked.fields.filter((field) => "options" in field && field.options.length > 2).length > 1,
    sole: asked.fields.length === 1 ? asked.fields[0] : null,
    build: (fields) => makeFields(fields, form),
    // Fields are filled from the inside out: name the innermost one that is missing.
    lacks(field) {
      missing ??= field;
    },
    changed() {
      if (fields) judge();
    },
    onPreview: (take) => takers.push(take),
    submit: () => node.requestSubmit(),
  };
  /** @type {FieldPart | null} */
  let fields = null;
  const inPlace = (asked.unavailable ?? []).filter((row) => drawnBy(CLOSED, row));
  const folded = (asked.unavailable ?? []).filter((row) => !drawnBy(CLOSED, row));
  fields = makeFields(asked.fields, form, inPlace);

  function judge() {
    missing = null;
    /** @type {Answer} */
    const answer = {};
    const done = fields?.fill(answer) ?? false;
    const open = done
      ? ctx.say(asked.send ?? { key: "send" })
      : ctx.word("form.missing", { field: lacking()?.label ?? "" });
    text(button, sending ? ctx.word("form.sending") : open);
    // It stays focusable: pressed too early, it leads to what is missing.
    set(button, "aria-disabled", String(!done || sending));
    clearTimeout(looking);
    looking = setTimeout(() => {
      look(answer);
      hint(answer);
    }, PREVIEW_AFTER);
    return done ? answer : null;
  }

  // A function, because fields fill it in from inside.
  const lacking = () => missing;

  /** @param {Answer} answer */
  async function look(answer) {
    const mine = looking;
    const items = await preview(answer);
    // A later tap may have asked again meanwhile.
    if (mine !== looking) return;
    const taken = new Set(takers.flatMap((take) => take(items)));
    const rest = items.filter((item) => !taken.has(item));
    // A short one is seen beside the button while choosing; a long one would cover the form.
    const short = rest.length <= FEW && rest.every(({ type }) => type === "note") && isRoomy();
    const around = short ? dock : node;
    // Moved only for something to show: to move it is to lay out the page again.
    if (rest.length > 0 && prospect.parentNode !== around) {
      if (short) dock.prepend(prospect);
      else body.after(prospect);
    }
    showItems(prospect, rest, ctx);
  }

  /** @param {Answer} answer */
  async function hint(answer) {
    const mine = looking;
    const worths = await weigh(answer);
    if (worths.length === 0 && !hinted) return;
    hinted = true;
    const [{ showWorths }] = await Promise.all([fetchPart("worths"), fetchStyle("late.css")]);
    if (mine === looking) showWorths(node, asked, worths, ctx);
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
    prospect,
    ...makeUnavailable(folded, ctx),
    dock,
  );
  keepRoom(dock);
  judge();
  return { node, title: title.textContent, focus: () => title.focus({ preventScroll: true }) };
}
