/** The cards on one slot, large, in the order they are read: each can be moved up, down or taken back. */

import { diceOfOption, stillTray } from "../../draw/dice.js";
import { el, set } from "../../lib/dom.js";
import { openSheet } from "../../lib/sheet.js";
import { buzz, glide } from "./touch.js";

/**
 * Open the order of `keys`, which it changes in place. `changed(key)` is told which card was taken back,
 * or null where only the order is another one. Resolves when it is closed.
 *
 * @param {Host.Slot} slot
 * @param {string[]} keys
 * @param {Map<string, Host.Option>} cards
 * @param {FormAround} form
 * @param {(key: string | null) => void} changed
 */
export async function openOrder(slot, keys, cards, { ctx }, changed) {
  const list = el("ol", { class: "steps" });

  /** @param {string} word @param {string} sign @param {string} key @param {boolean} able @param {() => void} act */
  function makeTool(word, sign, key, able, act) {
    const name = ctx.word(word, { card: cards.get(key)?.label ?? key });
    const node = el("button", { type: "button", class: "quiet square", "aria-label": name }, sign);
    set(node, "aria-disabled", String(!able));
    node.addEventListener("click", () => {
      if (!able) return buzz("no");
      buzz("snap");
      const back = glide(list);
      act();
      show(name);
      back();
    });
    return node;
  }

  /** @param {number} at @param {number} to */
  const swap = (at, to) => () => {
    [keys[at], keys[to]] = [keys[to], keys[at]];
    changed(null);
  };

  /** @param {string} focus */
  function show(focus = "") {
    const rows = keys.map((key, at) => {
      const card = cards.get(key);
      const hint = card?.hint ? el("small", {}, ctx.say(card.hint)) : null;
      return el(
        "li",
        { "data-glide": `step-${key}` },
        el("span", { class: "tab", "data-tone": card?.tone }, ctx.say(card?.label), hint),
        makeTool("form.place.up", "↑", key, at > 0, swap(at, at - 1)),
        makeTool("form.stack.down", "↓", key, at < keys.length - 1, swap(at, at + 1)),
        makeTool("form.place.back", "✕", key, true, () => changed(key)),
      );
    });
    const start = slot.dice ? [el("li", {}, stillTray(diceOfOption(slot.dice, ctx.faces), ctx))] : [];
    list.replaceChildren(...start, ...rows);
    /** @type {HTMLElement | null} */
    const again = list.querySelector(`[aria-label="${CSS.escape(focus)}"]`) ?? list.querySelector("button");
    if (focus) again?.focus();
    if (keys.length === 0) list.closest("dialog")?.close();
  }

  show();
  const { closed } = await openSheet(ctx.say(slot.label), [list]);
  return closed;
}
