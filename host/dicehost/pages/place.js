/** Placing cards: every card on one spot, in order from the top. Tap a card, then tap where it goes. */

import { each, el, fetchStyle, set, text } from "./dom.js";
import { diceOfOption, makeTray } from "./dice.js";
import { optionFace } from "./choices.js";

const ROOM = 1000;
const keyOf = ({ key }) => key;
await fetchStyle("place.css");

/** A field of cards and spots. */
export default function makePlace(field, form) {
  const { ctx } = form;
  const cards = new Map(field.cards.map((card) => [card.key, card]));
  const placed = new Map(field.spots.map((spot) => [spot.key, []]));
  const loose = el("div", { class: "loose" });
  const spots = el("div", { class: "spots" });
  const then = field.cards.filter((card) => card.then).map((card) => form.build(card.then));
  const hint = el("p", { class: "count", role: "status" });
  let held = field.cards[0]?.key;

  const unplaced = () => {
    const down = new Set([...placed.values()].flat());
    return field.cards.filter((card) => !down.has(card.key));
  };
  const lift = (key) => {
    for (const [spot, keys] of placed) placed.set(spot, keys.filter((other) => other !== key));
  };

  const moves = {
    hold(key) {
      held = key;
      draw();
    },
    put(spot) {
      lift(held);
      placed.get(spot).push(held);
      // The next loose card is in hand at once: filling all spots is one tap a card.
      held = unplaced()[0]?.key;
      draw();
    },
    takeBack(key) {
      lift(key);
      held = key;
      draw();
    },
    up(spot, at) {
      const keys = placed.get(spot);
      [keys[at - 1], keys[at]] = [keys[at], keys[at - 1]];
      draw();
    },
  };

  function draw() {
    const left = unplaced();
    text(hint, ctx.word(held ? "form.place.where" : "form.place.done", { left: left.length }));
    each(loose, left, keyOf, (card) => makeCardButton(card, moves, ctx), held);
    each(spots, field.spots, keyOf, (spot) => makeSpot(spot, cards, moves, ctx), placed, held);
    form.changed();
  }
  draw();

  return {
    nodes: [hint, loose, spots, ...then.flatMap((fields) => fields.nodes)],
    fill(answer) {
      answer[field.key] = Object.fromEntries([...placed].filter(([, keys]) => keys.length > 0));
      const nested = then.map((fields) => fields.fill(answer));
      return unplaced().length === 0 && nested.every(Boolean);
    },
  };
}

function makeCardButton(card, moves, ctx) {
  const node = el("button", { type: "button", class: "held-card" }, optionFace(card, ctx));
  set(node, "data-test", `option-${card.key}`);
  node.addEventListener("click", () => moves.hold(card.key));
  return { node, show: (_, held) => set(node, "aria-pressed", String(held === card.key)) };
}

function makeSpot(spot, cards, moves, ctx) {
  const put = el("button", { type: "button", class: "put", "data-test": `spot-${spot.key}` });
  put.addEventListener("click", () => moves.put(spot.key));
  put.append(el("span", { class: "label" }, ctx.say(spot.label)));
  if (spot.dice) {
    const tray = makeTray(true);
    tray.show(diceOfOption(spot.dice, ctx.faces), ctx);
    put.prepend(tray.node);
  }
  const list = el("ol");
  return {
    node: el("div", { class: "spot" }, put, list),
    show(_, placed, held) {
      const keys = placed.get(spot.key);
      set(put, "disabled", !held || keys.includes(held) || keys.length >= (spot.most ?? ROOM));
      each(list, keys, (key) => key, (key) => makePlaced(cards.get(key), spot, moves, ctx), held);
    },
  };
}

function makePlaced(card, spot, moves, ctx) {
  const button = makeCardButton(card, moves, ctx);
  let place = 0;
  const small = (sign, word, onclick) => {
    const name = ctx.word(word, { card: card.label });
    return el("button", { type: "button", class: "quiet square", "aria-label": name, onclick }, sign);
  };
  const up = small("↑", "form.place.up", () => moves.up(spot.key, place));
  const back = small("✕", "form.place.back", () => moves.takeBack(card.key));
  return {
    node: el("li", {}, button.node, up, back),
    show(_, held, at) {
      place = at;
      button.show(card, held);
      set(up, "disabled", at === 0);
    },
  };
}
