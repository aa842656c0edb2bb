/** Placing cards: each on one slot, in order from the top. Tap one, then tap where it goes. */

import { diceOfOption, stillTray } from "../draw/dice.js";
import { makeBadge } from "../draw/seats.js";
import { each, el, set, text } from "../lib/dom.js";
import { alike, optionFace } from "./choices.js";

const ROOM = 1000;

/**
 * What taps do with the cards.
 *
 * @typedef {{
 *   hold(key: string): void,
 *   put(slot: string): void,
 *   takeBack(key: string): void,
 *   up(slot: string, at: number): void,
 * }} Moves
 */

/** @param {{key: string}} one */
const keyOf = ({ key }) => key;

/**
 * A field of cards and slots.
 *
 * @param {Host.Place} field
 * @param {FormAround} form
 * @returns {FieldPart}
 */
export function makePlace(field, form) {
  const { ctx } = form;
  const cards = new Map(field.cards.map((card) => [card.key, card]));
  const kinds = alike(field.cards).map((members) => ({ key: members[0].key, members }));
  /** @type {Map<string, string[]>} */
  const placed = new Map(field.slots.map((spot) => [spot.key, []]));
  const loose = el("div", { class: "loose" });
  const spots = el("div", { class: "spots" });
  const then = field.cards.flatMap((card) => (card.fields ? [form.build(card.fields)] : []));
  const hint = el("p", { class: "count", role: "status" });
  /** @type {string | undefined} */
  let held = field.cards[0]?.key;

  /** @param {string} key */
  const isPlaced = (key) => [...placed.values()].some((keys) => keys.includes(key));
  const unplaced = () => field.cards.filter((card) => !isPlaced(card.key));
  /** @param {string} key */
  const lift = (key) => {
    for (const [spot, keys] of placed)
      placed.set(
        spot,
        keys.filter((other) => other !== key),
      );
  };
  /**
   * The next one in hand: of the same kind if there is one, as most people deal out kind by kind.
   *
   * @param {string} key
   */
  const next = (key) => {
    const same = kinds.find(({ members }) => members.some((card) => card.key === key));
    return [...(same?.members ?? []), ...field.cards].find((card) => !isPlaced(card.key))?.key;
  };

  /** @type {Moves} */
  const moves = {
    hold(key) {
      held = held === key && isPlaced(key) ? next(key) : key;
      draw();
    },
    put(spot) {
      const moved = held;
      if (moved === undefined) return;
      lift(moved);
      placed.get(spot)?.push(moved);
      // The next loose one is in hand at once: filling all spots is one tap a card.
      held = next(moved);
      draw();
    },
    takeBack(key) {
      lift(key);
      held = key;
      draw();
      /** @type {HTMLElement | null} */
      const back = loose.querySelector('[aria-pressed="true"]');
      back?.focus();
    },
    up(spot, at) {
      const keys = placed.get(spot) ?? [];
      [keys[at - 1], keys[at]] = [keys[at], keys[at - 1]];
      draw();
    },
  };

  function draw() {
    const focused = document.activeElement;
    const left = unplaced();
    const key = left.length === 0 && !held ? "form.place.done" : "form.place.where";
    text(hint, ctx.word(key, { left: left.length }));
    const lying = kinds
      .map((kind) => ({ ...kind, left: kind.members.filter((card) => !isPlaced(card.key)) }))
      .filter((kind) => kind.left.length > 0);
    each(loose, lying, keyOf, (kind) => makeLoose(kind, moves, ctx), held);
    each(spots, field.slots, keyOf, (spot) => makeSpot(spot, cards, moves, ctx), placed, held);
    // A node that moves in the page loses the focus on its way.
    if (focused instanceof HTMLElement && focused !== document.activeElement && focused.isConnected) focused.focus();
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

/**
 * Loose cards of one kind: a button with how many there are.
 *
 * @param {{members: Host.Option[]}} kind
 * @param {Moves} moves
 * @param {Context} ctx
 * @returns {Part<[kind: {left: Host.Option[]}, held: string | undefined]>}
 */
function makeLoose({ members }, moves, ctx) {
  const times = el("b", { class: "times" });
  let first = "";
  const node = el("button", { type: "button", class: "held-card" }, optionFace(members[0], ctx), times);
  node.addEventListener("click", () => moves.hold(first));
  set(node, "data-keys", members.map(keyOf).join(" "));
  return {
    node,
    show({ left }, held) {
      first = left[0].key;
      text(times, left.length > 1 ? ctx.word("form.place.copies", { count: left.length }) : "");
      set(node, "aria-pressed", String(left.some((card) => card.key === held)));
    },
  };
}

/** @param {number} seat @param {Context} ctx */
function makeSeatBadge(seat, { seats }) {
  const badge = makeBadge();
  badge.show(seat, seats[seat].colour);
  return badge.node;
}

/**
 * @param {Host.Slot} spot
 * @param {Map<string, Host.Option>} cards
 * @param {Moves} moves
 * @param {Context} ctx
 * @returns {Part<[slot: Host.Slot, placed: Map<string, string[]>, held: string | undefined]>}
 */
function makeSpot(spot, cards, moves, ctx) {
  const put = el("button", { type: "button", class: "put", "data-test": `spot-${spot.key}` });
  put.addEventListener("click", () => put.ariaDisabled !== "true" && moves.put(spot.key));
  put.append(el("span", { class: "label" }, ctx.say(spot.label)));
  if (spot.seat != null) put.prepend(makeSeatBadge(spot.seat, ctx));
  if (spot.dice) put.prepend(stillTray(diceOfOption(spot.dice, ctx.faces), ctx));
  const list = el("ol");
  return {
    node: el("div", { class: "spot" }, put, list),
    show(_, placed, held) {
      const keys = placed.get(spot.key) ?? [];
      const closed = !held || keys.includes(held) || keys.length >= (spot.most ?? ROOM);
      set(put, "aria-disabled", String(closed));
      each(
        list,
        keys,
        (key) => key,
        (key) => makePlaced(/** @type {Host.Option} */ (cards.get(key)), spot, moves, ctx),
        held,
      );
    },
  };
}

/**
 * A card on its slot. Its buttons show only while it is selected, so that a list stays short.
 *
 * @param {Host.Option} card
 * @param {Host.Slot} spot
 * @param {Moves} moves
 * @param {Context} ctx
 * @returns {Part<[key: string, held: string | undefined, at: number]>}
 */
function makePlaced(card, spot, moves, ctx) {
  const button = el("button", { type: "button", class: "held-card" }, optionFace(card, ctx));
  button.addEventListener("click", () => moves.hold(card.key));
  set(button, "data-test", `placed-${card.key}`);
  let place = 0;
  /** @param {string} sign @param {string} word @param {() => void} onclick */
  const small = (sign, word, onclick) => {
    const name = ctx.word(word, { card: card.label });
    const node = el("button", { type: "button", class: "quiet square", "aria-label": name }, sign);
    node.addEventListener("click", () => node.ariaDisabled !== "true" && onclick());
    return node;
  };
  const up = small("↑", "form.place.up", () => moves.up(spot.key, place));
  const back = small("✕", "form.place.back", () => moves.takeBack(card.key));
  const tools = el("div", { class: "tools" }, up, back);
  return {
    node: el("li", {}, button, tools),
    show(_, held, at) {
      place = at;
      set(button, "aria-pressed", String(held === card.key));
      set(tools, "hidden", held !== card.key);
      set(up, "aria-disabled", String(at === 0));
    },
  };
}
