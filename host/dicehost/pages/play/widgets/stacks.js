/**
 * A hand of cards to lay on dice, in order: drag a card, or tap it and then tap where it goes. A tap on a
 * slot with cards opens their order. Cards that stay in hand go to the slot for the rest.
 */

import { diceOfOption, stillTray } from "../../draw/dice.js";
import { moves } from "../../lib/appearance.js";
import { el, lay, set, text } from "../../lib/dom.js";
import { makeSign } from "./icons.js";
import { openOrder } from "./stack-order.js";
import { buzz, drag, glide } from "./touch.js";

const ROOM = 1000;

/** @param {Host.Place & {draw: Host.Stacks}} field @param {FormAround} form @returns {FieldPart} */
export function makeStacks(field, form) {
  const { ctx } = form;
  const { values, rest } = field.draw;
  const cards = new Map(field.cards.map((card) => [card.key, card]));
  /** @type {Map<string, string[]>} */
  const placed = new Map(field.slots.map(({ key }) => [key, []]));
  /** @type {string | null} */
  let held = null;
  /** @type {string[]} */
  let worth = [];
  const hand = el("div", { class: "loose hand" });
  const hint = el("p", { class: "count", role: "status" });
  const nested = field.cards.flatMap((card) => (card.fields ? [form.build(card.fields)] : []));

  /** @param {string} key */
  const stack = (key) => placed.get(key) ?? [];
  /** @param {string} key */
  const isPlaced = (key) => [...placed.values()].some((keys) => keys.includes(key));
  /** @param {string | null} key */
  const name = (key) => ctx.say(cards.get(key ?? "")?.label);
  /** @param {string} key */
  const lift = (key) => {
    for (const keys of placed.values()) if (keys.includes(key)) keys.splice(keys.indexOf(key), 1);
  };

  /** @param {string} key @param {Host.Slot} slot @param {number} at */
  function put(key, slot, at = ROOM) {
    const keys = stack(slot.key);
    if (!keys.includes(key) && keys.length >= (slot.most ?? ROOM)) return buzz("no");
    lift(key);
    keys.splice(at, 0, key);
    held = null;
    buzz("snap");
    form.changed();
  }

  /**
   * Change something, draw it, and let the cards glide from where they were.
   *
   * @param {() => void} what
   * @param {Record<string, DOMRect>} [from]
   */
  function change(what, from) {
    const back = glide(area);
    what();
    draw();
    back(from);
  }

  const inHand = field.cards.map((card) => {
    const small = card.hint ? el("small", {}, ctx.say(card.hint)) : null;
    const face = el("span", { class: "hand-face" }, el("b", { class: "big" }, ctx.say(card.label)), small);
    const attrs = { type: "button", class: "hand-card mod", "data-keys": card.key, "data-glide": card.key };
    const node = el("button", { ...attrs, "data-tone": card.tone }, face);
    node.addEventListener("click", () => {
      held = held === card.key ? null : card.key;
      buzz("tick");
      draw();
    });
    draggable(node, card.key);
    return { card, node };
  });

  const spots = field.slots.map((slot) => {
    const list = el("span", { class: "tabs" });
    const value = el("b", { class: "worth" });
    const tray = slot.dice ? stillTray(diceOfOption(slot.dice, ctx.faces), ctx) : makeSign(slot.icon || "deck");
    set(tray, "aria-hidden", "true");
    const label = slot.dice ? null : el("span", { class: "spot-name" }, ctx.say(slot.label));
    const top = el("span", { class: "spot-top" }, tray, label, value);
    const look = slot.dice ? "stack-spot" : "stack-spot side";
    const node = el("button", { type: "button", class: look, "data-test": `spot-${slot.key}` }, top, list);
    node.addEventListener("click", () => tapped(slot));
    /** @type {Map<string, HTMLElement>} */
    const tabs = new Map();
    return { slot, list, value, node, tabs };
  });

  /** @param {Host.Slot} slot */
  function tapped(slot) {
    const key = held;
    if (key !== null) change(() => put(key, slot));
    else if (stack(slot.key).length > 0) order(slot);
    else buzz("no");
  }

  /** @param {Host.Slot} slot */
  async function order(slot) {
    const closed = await openOrder(slot, stack(slot.key), cards, form, (key) => {
      if (key !== null) lift(key);
      draw();
      form.changed();
    });
    await closed;
    spots.find((spot) => spot.slot === slot)?.node.focus();
  }

  /** @param {string} key */
  function makeTab(key) {
    const node = el("span", { class: "tab", "data-glide": key, "data-tone": cards.get(key)?.tone }, name(key));
    draggable(node, key);
    return node;
  }

  /**
   * Where a card would fall: onto which slot, and before which card there.
   *
   * @param {number} x
   * @param {number} y
   * @param {string} key
   */
  function under(x, y, key) {
    for (const { slot, node, list } of spots) {
      const box = node.getBoundingClientRect();
      if (x < box.left - 6 || x > box.right + 6 || y < box.top - 6 || y > box.bottom + 6) continue;
      const others = [...list.children].filter((tab) => tab instanceof HTMLElement && tab.dataset.glide !== key);
      const at = others.findIndex((tab) => y < tab.getBoundingClientRect().top + tab.clientHeight / 2);
      return { slot, at: at < 0 ? others.length : at };
    }
    return null;
  }

  /** @param {HTMLElement} node @param {string} key */
  function draggable(node, key) {
    /** @type {HTMLElement | null} */
    let ghost = null;
    drag(node, {
      // With large text a drag scrolls; cards are tapped.
      able: () => getComputedStyle(node).touchAction === "none",
      start() {
        held = null;
        const { left, top, width, height } = node.getBoundingClientRect();
        ghost = /** @type {HTMLElement} */ (node.cloneNode(true));
        ghost.classList.add("dragged");
        for (const name of ["data-glide", "data-keys"]) ghost.removeAttribute(name);
        ghost.style.cssText = `left:${left}px;top:${top}px;width:${width}px;height:${height}px`;
        area.append(ghost);
        set(node, "data-lifted", true);
        buzz("tick");
      },
      move({ x, y, dx, dy }) {
        if (ghost) ghost.style.translate = `${dx}px ${dy}px`;
        const to = under(x, y, key);
        for (const spot of spots) set(spot.node, "data-over", to?.slot === spot.slot);
      },
      end({ x, y }, lost) {
        const from = ghost?.getBoundingClientRect();
        ghost?.remove();
        set(node, "data-lifted", false);
        for (const spot of spots) set(spot.node, "data-over", false);
        const to = lost ? null : under(x, y, key);
        const what = () => {
          if (to) return put(key, to.slot, to.at);
          lift(key);
          form.changed();
        };
        change(what, from && { [key]: from });
      },
    });
  }

  function draw() {
    const focused = document.activeElement;
    const loose = inHand.filter(({ card }) => !isPlaced(card.key));
    lay(
      hand,
      loose.map(({ node }) => node),
    );
    for (const { card, node } of inHand) set(node, "aria-pressed", String(held === card.key));
    set(area, "data-held", held !== null);
    let die = 0;
    for (const { slot, list, value, node, tabs } of spots) {
      const keys = stack(slot.key);
      for (const key of keys) if (!tabs.has(key)) tabs.set(key, makeTab(key));
      lay(
        list,
        keys.map((key) => /** @type {HTMLElement} */ (tabs.get(key))),
      );
      const now = slot.dice ? (worth[die] ?? "") : keys.length > 0 ? `×${keys.length}` : "";
      if (slot.dice) die += 1;
      text(value, now);
      set(node, "data-changed", keys.length > 0);
      const called = [ctx.say(slot.label), slot.dice && now ? ctx.word("form.stack.worth", { value: now }) : ""];
      const whole = [...called, ...keys.map(name)].filter(Boolean).join(", ");
      set(node, "aria-label", held ? ctx.word("form.stack.put", { card: name(held), slot: whole }) : whole);
    }
    const left = field.slots.find(({ key }) => key === rest);
    const told = left ? "form.stack.hand" : "form.place.where";
    const words = ctx.word(told, { left: loose.length, rest: ctx.say(left?.label) });
    text(hint, held ? ctx.word("form.stack.where") : loose.length > 0 ? words : ctx.word("form.place.done"));
    // A node that moves in the page loses the focus on its way.
    if (focused instanceof HTMLElement && focused !== document.activeElement && focused.isConnected) focused.focus();
  }

  const dice = spots.filter(({ slot }) => slot.dice).map(({ node }) => node);
  const sides = spots.filter(({ slot }) => !slot.dice).map(({ node }) => node);
  const area = el("div", { class: "stacks" }, el("div", { class: "stack-spots" }, ...dice));
  area.append(el("div", { class: "stack-sides" }, ...sides), hint, hand);
  draw();
  if (values) form.onPreview(take);

  /** @param {Host.Item[]} items */
  function take(items) {
    const track = items.find((item) => item.type === "track" && item.key === values);
    if (track?.type !== "track") return [];
    const before = worth;
    worth = track.spaces.map(({ label }) => label);
    draw();
    const shown = spots.filter(({ slot }) => slot.dice);
    for (const [at, { value }] of shown.entries())
      if (moves() && before[at] !== undefined && before[at] !== worth[at])
        value.animate([{ scale: 1.6 }, { scale: 1 }], { duration: 240, easing: "ease-out" });
    return [track];
  }

  return {
    quiet: true,
    nodes: [area, ...nested.flatMap(({ nodes }) => nodes)],
    fill(answer) {
      const loose = field.cards.filter(({ key }) => !isPlaced(key)).map(({ key }) => key);
      const all = [...placed].map(([key, keys]) => [key, key === rest ? [...keys, ...loose] : [...keys]]);
      answer[field.key] = Object.fromEntries(all.filter(([, keys]) => keys.length > 0));
      const done = nested.map((part) => part.fill(answer)).every(Boolean);
      return done && (loose.length === 0 || Boolean(rest));
    },
  };
}
