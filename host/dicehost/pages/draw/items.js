/** Draws the vocabulary of views: dice, card, cards, pile, track, chips, note, dial. Knows no game. */

import { each, el, lay, maybe, set, svg, text, worded } from "../lib/dom.js";
import { fetchPart } from "../lib/parts.js";
import { makeTray, stillTray } from "./dice.js";
import { groupOf } from "./die-picture.js";
import { makeBadge } from "./seats.js";

// A state is told by a sign as well as by colour.
/** @type {Record<string, string>} */
const SIGNS = { chosen: "◆", done: "✓", closed: "✕", marked: "✕", good: "✓", bad: "!" };

// Up to this many cards are read one by one; more are only looked over.
const FEW = 8;

/** @returns {Part<[Host.Dice, Context]>} */
function makeDiceItem() {
  const label = el("h3");
  const tray = makeTray();
  return {
    node: el("section", { class: "item dice" }, label, tray.node),
    show(item, ctx) {
      text(label, ctx.say(item.label));
      tray.show(item.dice, ctx);
    },
  };
}

/**
 * The sign of a card that is ours, wholly or in part, and not the printed game's.
 *
 * @param {Pick<Speech, "word">} speech
 */
export function makeHouseSign({ word }) {
  const why = svg("title");
  why.textContent = word("card.house.why");
  const drawn = svg("path", { d: "M12 3L2.5 11.5h3V21h5v-6h3v6h5v-9.5h3z" });
  return svg(
    "svg",
    { class: "house", viewBox: "0 0 24 24", role: "img", "aria-label": word("card.house") },
    why,
    drawn,
  );
}

/**
 * A card face up.
 *
 * @returns {Part<[card: Host.Card, ctx: Context]>}
 */
export function makeCard() {
  const sign = el("span", { class: "sign", role: "img" });
  /** @type {[Host.Card, Context] | null} */
  let shown = null;
  const tell = async () => shown && (await fetchPart("help")).openCard(...shown);
  // The name is the button, the whole card its target: so it is one thing to the keyboard too.
  const name = el("button", { type: "button", class: "card-name", onclick: tell });
  const value = el("span", { class: "value" });
  /** @type {Element | null} */
  let dice = null;
  let drawn = "";
  const short = el("p", { class: "short" });
  const words = el("p");
  const figures = el("ul", { class: "figures" });
  const corner = el("div", { class: "corner" });
  const head = el("div", { class: "card-head" });
  const node = el("article", { class: "card" });
  /** @type {SVGElement | null} */
  let house = null;
  return {
    node,
    show(card, ctx) {
      shown = [card, ctx];
      if (card.house) house ??= makeHouseSign(ctx);
      set(node, "data-test", `card-${card.key}`);
      set(node, "data-state", card.state || null);
      set(node, "data-short", Boolean(card.short));
      const state = card.state && worded(sign, SIGNS[card.state] ?? "");
      if (state) set(sign, "aria-label", ctx.word(`card.${card.state}`));
      const wanted = JSON.stringify(card.dice ?? []);
      if (drawn !== wanted) dice = card.dice?.length ? stillTray(card.dice, ctx) : null;
      drawn = wanted;
      // Only what this card has: a table may show twenty of them.
      /** @param {Element} part @param {Host.Message | null | undefined} what */
      const says = (part, what) => what && worded(part, ctx.say(what));
      const called = worded(name, ctx.say(card.name));
      const whose = card.figures?.length ? figures : null;
      if (whose) each(whose, card.figures ?? [], ({ seat }) => seat, makeFigure, ctx);
      // Badges alone stand beside the name; with figures they need a line of their own.
      const measured = card.figures?.some((figure) => figure.value);
      set(node, "data-figures", measured);
      const worth = card.value && worded(value, card.value);
      set(value, "data-chance", card.value?.endsWith("%"));
      const owned = !measured && whose;
      if (owned) lay(corner, present([worth, whose]));
      const top = [state, called, card.house && house, owned ? corner : worth];
      const rest = [dice, says(short, card.short), measured && whose, says(words, card.text)];
      lay(head, present(top));
      lay(node, [head, ...present(rest)]);
    },
  };
}

/** @returns {Part<[Host.Figure, Context]>} */
function makeFigure() {
  const badge = makeBadge();
  const name = el("span", { class: "unseen" });
  const value = el("b");
  const node = el("li", {}, badge.node, name, value);
  return {
    node,
    show({ seat, value: what = "", best = false }, { seats }) {
      badge.show(seat, seats[seat].colour);
      text(name, seats[seat].name);
      text(value, what);
      set(node, "data-best", best);
    },
  };
}

/** @param {(Element | "" | false | null | undefined)[]} parts */
function present(parts) {
  return parts.filter((part) => part instanceof Element);
}

/** @returns {Part<[Host.Cards, Context]>} */
function makeCards() {
  const label = el("h3");
  const cards = el("div", { class: "cards" });
  const node = el("section", { class: "item spread" }, label, cards);
  return {
    node,
    show(item, ctx) {
      // Nothing has no heading.
      set(node, "hidden", item.cards.length === 0);
      text(label, ctx.say(item.label));
      set(cards, "data-crowd", item.cards.length > FEW);
      each(cards, item.cards, (card) => card.key, makeCard, ctx);
    },
  };
}

/** @returns {Part<[Host.Card, Context]>} */
function makeLoneCard() {
  const card = makeCard();
  return { node: el("section", { class: "item lone" }, card.node), show: card.show };
}

/** @returns {Part<[Host.Pile, Context]>} */
function makePile() {
  const label = el("h3");
  const count = el("b");
  const top = el("div");
  /** @type {[Host.Pile, Context] | null} */
  let shown = null;
  const look = async () => shown && (await fetchPart("pile")).openPile(...shown);
  const shut = el("div", { class: "stack" });
  const open = el("button", { type: "button", class: "stack", "data-test": "look-through", onclick: look });
  const node = el("section", { class: "item pile" }, label, top);
  return {
    node,
    show(item, ctx) {
      shown = [item, ctx];
      text(label, ctx.say(item.label));
      text(count, String(item.count));
      const stack = item.cards ? open : shut;
      lay(stack, [count]);
      lay(node, [label, stack, top]);
      const said = { pile: ctx.say(item.label), count: item.count };
      set(open, "aria-label", ctx.word("pile.look", said));
      set(node, "data-state", item.count === 0 ? "empty" : null);
      maybe(top, item.top, makeCard, ctx);
    },
  };
}

/** @returns {Part<[Host.Space, Context]>} */
function makeSpace() {
  const node = el("li");
  return {
    node,
    show(space, { word }) {
      text(node, space.label);
      set(node, "data-state", space.state || null);
      set(node, "aria-label", space.state ? `${space.label}, ${word(`space.${space.state}`)}` : null);
    },
  };
}

/** @returns {Part<[Host.Track, Context]>} */
function makeTrack() {
  const shape = svg("path");
  // The shape of a colour stands for its name where there is no room for that.
  const sign = svg("svg", { class: "group", viewBox: "0 0 24 24", "aria-hidden": true }, shape);
  const name = el("span");
  const label = el("h3", {}, sign, name);
  const spaces = el("ol", { class: "spaces" });
  const value = el("b");
  const node = el("section", { class: "item track" }, label, spaces, value);
  return {
    node,
    show(item, ctx) {
      text(name, ctx.say(item.label));
      const drawn = groupOf(item.colour);
      set(sign, "hidden", drawn === null);
      set(shape, "d", drawn);
      set(node, "data-colour", item.colour || null);
      each(spaces, item.spaces, (_, at) => at, makeSpace, ctx);
      text(value, item.value ?? "");
    },
  };
}

/** @returns {Part<[Host.Chips, Context]>} */
function makeChips() {
  const count = el("b");
  const label = el("span");
  const group = svg("path", { class: "group", transform: "translate(9 9) scale(.58)" });
  const chip = svg(
    "svg",
    { class: "chip", viewBox: "0 0 32 32", "aria-hidden": true },
    svg("circle", { class: "rim", cx: 16, cy: 16, r: 14.5 }),
    svg("circle", { class: "inner", cx: 16, cy: 16, r: 11.5 }),
    svg("path", {
      class: "cards",
      d: "M8 3h13a3 3 0 0 1 3 3v20a3 3 0 0 1-3 3H8a3 3 0 0 1-3-3V6a3 3 0 0 1 3-3zM27 8v19",
    }),
    group,
  );
  const node = el("section", { class: "item chips" }, chip, count, label);
  return {
    node,
    show(item, { say }) {
      set(chip, "data-colour", item.colour || null);
      set(group, "d", groupOf(item.colour));
      set(chip, "data-picture", item.picture || null);
      set(node, "data-test", `chips-${item.key}`);
      text(count, String(item.count));
      text(label, say(item.label));
    },
  };
}

/** @returns {Part<[Host.Note, Context]>} */
function makeNote() {
  const sign = el("span", { class: "sign", "aria-hidden": true });
  const words = el("span");
  const node = el("p", { class: "item note" }, sign, words);
  return {
    node,
    show(item, { say }) {
      set(node, "data-tone", item.tone || null);
      text(sign, SIGNS[item.tone ?? ""] ?? "");
      text(words, say(item.text));
    },
  };
}

/**
 * Few views have a chance to tell: its drawing is fetched with the first.
 *
 * @returns {Part<[Host.Dial, Context]>}
 */
function makeDial() {
  const node = el("section", { class: "item dial" });
  const part = fetchPart("dial").then(({ fillDial }) => fillDial(node));
  return {
    node,
    show(item, ctx) {
      part.then((draw) => draw(item, ctx));
    },
  };
}

/** @type {Record<string, () => Part<[any, Context]>>} */
const MAKERS = {
  dice: makeDiceItem,
  card: makeLoneCard,
  cards: makeCards,
  pile: makePile,
  track: makeTrack,
  chips: makeChips,
  note: makeNote,
  dial: makeDial,
};

/**
 * Keep the drawn items of a place on the table in step with a view.
 *
 * @param {Element} parent
 * @param {Host.Item[]} items
 * @param {Context} ctx
 */
export function showItems(parent, items, ctx) {
  const known = items.filter((item) => item.type in MAKERS);
  each(
    parent,
    known,
    (item) => `${item.type} ${item.key}`,
    (item) => {
      const made = MAKERS[item.type]();
      // Beats name the places where they happen by it.
      set(made.node, "data-item", item.key);
      return made;
    },
    ctx,
  );
}
