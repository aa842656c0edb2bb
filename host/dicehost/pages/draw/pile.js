/** A pile looked through: its cards in a sheet. */

import { el } from "../lib/dom.js";
import { openSheet } from "../lib/sheet.js";
import { makeCard } from "./items.js";

/**
 * Open all the cards of a pile; where its viewer may see them, they came with it.
 *
 * @param {Host.Pile} pile
 * @param {Context} ctx
 */
export function openPile(pile, ctx) {
  const cards = (pile.cards ?? []).map((card) => {
    const made = makeCard();
    made.show(card, ctx);
    return made.node;
  });
  return openSheet(ctx.say(pile.label), [el("div", { class: "cards", "data-test": "pile-cards" }, ...cards)]);
}
