/** Draws the vocabulary of views: dice, card, cards, pile, track, chips, note. Knows no game. */

import { each, el, lay, maybe, set, svg, text, worded } from "./dom.js";
import { groupOf, makeTray, stillTray } from "./dice.js";
import { fetchPart } from "./net.js";

// A state is told by a sign as well as by colour.
const SIGNS = { chosen: "◆", done: "✓", closed: "✕", marked: "✕", good: "✓", bad: "!" };

// So many cards are read one by one; more of them are looked over.
const FEW = 8;

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

/** A card face up. */
export function makeCard() {
  const sign = el("span", { class: "sign", role: "img" });
  let shown = [];
  const tell = async () => (await fetchPart("./help.js")).openCard(...shown);
  // The name is the button, the whole card its target: so it is one thing to the keyboard too.
  const name = el("button", { type: "button", class: "card-name", onclick: tell });
  const value = el("span", { class: "value" });
  let dice = null;
  let drawn = "";
  const short = el("p", { class: "short" });
  const words = el("p");
  const head = el("div", { class: "card-head" });
  const node = el("article", { class: "card" });
  return {
    node,
    show(card, ctx) {
      shown = [card, ctx];
      set(node, "data-test", `card-${card.key}`);
      set(node, "data-state", card.state || null);
      set(node, "data-short", Boolean(card.short));
      const state = card.state && worded(sign, SIGNS[card.state] ?? "");
      if (state) set(sign, "aria-label", ctx.word(`card.${card.state}`));
      const wanted = JSON.stringify(card.dice ?? []);
      if (drawn !== wanted) dice = card.dice?.length ? stillTray(card.dice, ctx) : null;
      drawn = wanted;
      // Only what this card has: a table may show twenty of them.
      const says = (part, what) => what && worded(part, ctx.say(what));
      const top = [state, worded(name, ctx.say(card.name)), card.value && worded(value, card.value)];
      const rest = [dice, says(short, card.short), says(words, card.text)];
      lay(head, top.filter(Boolean));
      lay(node, [head, ...rest.filter(Boolean)]);
    },
  };
}

function makeCards() {
  const label = el("h3");
  const cards = el("div", { class: "cards" });
  return {
    node: el("section", { class: "item spread" }, label, cards),
    show(item, ctx) {
      text(label, ctx.say(item.label));
      set(cards, "data-crowd", item.cards.length > FEW);
      each(cards, item.cards, (card) => card.key, makeCard, ctx);
    },
  };
}

function makeLoneCard() {
  const card = makeCard();
  return { node: el("section", { class: "item lone" }, card.node), show: card.show };
}

function makePile() {
  const label = el("h3");
  const count = el("b");
  const top = el("div");
  const node = el("section", { class: "item pile" }, label, el("div", { class: "stack" }, count), top);
  return {
    node,
    show(item, ctx) {
      text(label, ctx.say(item.label));
      text(count, String(item.count));
      set(node, "data-state", item.count === 0 ? "empty" : null);
      maybe(top, item.top, makeCard, ctx);
    },
  };
}

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

function makeTrack() {
  const label = el("h3");
  const spaces = el("ol", { class: "spaces" });
  const value = el("b");
  const node = el("section", { class: "item track" }, label, spaces, value);
  return {
    node,
    show(item, ctx) {
      text(label, ctx.say(item.label));
      set(node, "data-colour", item.colour || null);
      each(spaces, item.spaces, (_, at) => at, makeSpace, ctx);
      text(value, item.value ?? "");
    },
  };
}

function makeChips() {
  const count = el("b");
  const label = el("span");
  const group = svg("path", { class: "group", transform: "translate(9 9) scale(.58)" });
  const chip = svg(
    "svg",
    { class: "chip", viewBox: "0 0 32 32", "aria-hidden": true },
    svg("circle", { class: "rim", cx: 16, cy: 16, r: 14.5 }),
    svg("circle", { class: "inner", cx: 16, cy: 16, r: 11.5 }),
    group,
  );
  const node = el("section", { class: "item chips" }, chip, count, label);
  return {
    node,
    show(item, { say }) {
      set(chip, "data-colour", item.colour || null);
      set(group, "d", groupOf(item.colour));
      set(node, "data-test", `chips-${item.key}`);
      text(count, String(item.count));
      text(label, say(item.label));
    },
  };
}

function makeNote() {
  const sign = el("span", { class: "sign", "aria-hidden": true });
  const words = el("span");
  const node = el("p", { class: "item note" }, sign, words);
  return {
    node,
    show(item, { say }) {
      set(node, "data-tone", item.tone || null);
      text(sign, SIGNS[item.tone] ?? "");
      text(words, say(item.text));
    },
  };
}

const MAKERS = {
  dice: makeDiceItem,
  card: makeLoneCard,
  cards: makeCards,
  pile: makePile,
  track: makeTrack,
  chips: makeChips,
  note: makeNote,
};

/** Keep the drawn items of a place on the table in step with a view. */
export function showItems(parent, items, ctx) {
  const known = items.filter((item) => item.type in MAKERS);
  each(parent, known, (item) => `${item.type} ${item.key}`, (item) => MAKERS[item.type](), ctx);
}
