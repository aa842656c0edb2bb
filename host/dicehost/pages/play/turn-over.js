/** What lay face down is turned over: its back for a breath, then, large, what it says. */

import { moves } from "../lib/appearance.js";
import { el } from "../lib/dom.js";
import { play } from "../lib/sound.js";
import { placeOf } from "./places.js";

/** How long backs lie there before the first is turned, and how far the turns are apart. */
const BREATH = 420;
const APART = 130;
const DOWN = "perspective(50rem) rotateX(-180deg)";

/**
 * @param {Host.Flip} beat
 * @param {import("./show.js").Performance} show
 * @param {HTMLElement} sky
 */
export async function flipped({ places }, show, sky) {
  const { ctx, screen } = show;
  let breath = 0;
  for (const [at, place] of places.entries()) {
    const node = placeOf(place, ctx.me);
    const item = itemAt(place, screen);
    const card = item && makeCard(item, ctx.seats[Number(place.split("/")[1])].colour, ctx);
    if (card) {
      breath = BREATH;
      layOn(card, node, sky);
    }
    if (!moves()) continue;
    (card ?? node).animate([{ transform: DOWN }, { transform: "none" }], {
      duration: show.time(520),
      delay: show.time(breath + APART * at),
      easing: "cubic-bezier(.4,0,.2,1)",
      fill: "backwards",
    });
  }
  await show.wait(breath);
  if (!show.over()) play("flip");
  await show.finish();
  for (const card of sky.querySelectorAll(".turned-over")) card.remove();
}

/**
 * A card with what an item says in a few words on its face: a card's name and worth, else its sentence.
 *
 * @param {Host.Item} item
 * @param {string} colour
 * @param {Context} ctx
 */
function makeCard(item, colour, { say }) {
  const [words, small] =
    item.type === "card"
      ? [[say(item.name), item.value].join(" "), item.text && say(item.text)]
      : [item.type === "note" ? say(item.text) : ""];
  const front = el("div", {}, el("b", {}, words), el("small", {}, small ?? ""));
  return el("div", { class: "turned-over", "data-colour": colour }, front, el("div", { class: "back-of" }, "?"));
}

/**
 * Lay a card on a player's board: on its lower half beside the score, so that name and score stay in sight.
 *
 * @param {HTMLElement} card
 * @param {Element} place
 * @param {HTMLElement} sky
 */
function layOn(card, place, sky) {
  const { left, top, width, height } = (place.closest(".board, .scores > li") ?? place).getBoundingClientRect();
  // Further down than people see there is nothing to turn.
  if (top > innerHeight) return;
  sky.append(card);
  const [wide, high] = [card.offsetWidth, card.offsetHeight];
  const x = Math.min(left + Math.max(width * 0.42 - wide / 2, 10), innerWidth - wide - 4);
  const y = Math.min(top + Math.max(height - high - 6, (height - high) / 2), innerHeight - high);
  card.style.translate = `${x}px ${y}px`;
}

/**
 * What lies at a place of a board, in the state that the show leads to.
 *
 * @param {string} place
 * @param {ScreenState} screen
 */
function itemAt(place, { view }) {
  const [where, seat, key] = place.split("/");
  const board = where === "seat" ? view.boards.find((one) => one.seat === Number(seat)) : null;
  return board?.items?.find((item) => item.key === key) ?? null;
}
