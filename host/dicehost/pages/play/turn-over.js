/** What lay face down is turned over: its back for a breath, then, large, what it says. */

import { moves } from "../lib/appearance.js";
import { el } from "../lib/dom.js";
import { play } from "../lib/sound.js";
import { placeOf } from "./places.js";

const TURN = "cubic-bezier(.4,0,.2,1)";
/** How long the backs lie there before the first is turned, and how far the turns are apart. */
const BREATH = 420;
const APART = 130;

/**
 * @param {Host.Flip} beat
 * @param {import("./show.js").Performance} show
 * @param {HTMLElement} sky
 */
export async function flipped({ places }, show, sky) {
  const { ctx, screen } = show;
  const cards = places.map((place) => {
    const node = placeOf(place, ctx.me);
    const item = itemAt(place, screen);
    if (item === null) return { node };
    const seat = Number(place.split("/")[1]);
    const front = el("div", { class: "front" }, ...faceOf(item, ctx));
    const card = el("div", { class: "turned-over", "data-colour": ctx.seats[seat].colour }, front);
    layOn(card, node, sky);
    return { node, card, front };
  });
  if (!moves()) play("flip");
  for (const [at, { node, card, front }] of cards.entries()) {
    if (!moves()) continue;
    const breath = card ? BREATH + APART * at : 0;
    const when = { duration: show.time(520), delay: show.time(breath), easing: TURN };
    if (!card || !front) {
      node.animate(
        [
          { transform: "perspective(900px) rotateX(-180deg)", opacity: 0.2 },
          { transform: "perspective(900px) rotateX(-60deg)", opacity: 1, offset: 0.55 },
          { transform: "none", opacity: 1 },
        ],
        { ...when, fill: "backwards" },
      );
      continue;
    }
    const back = el("div", { class: "back-of", "aria-hidden": true }, "?");
    card.append(back);
    card.animate([{ transform: "scale(.4)", opacity: 0 }, { transform: "none" }], { duration: show.time(200) });
    back.animate(
      [{ transform: "none" }, { transform: "perspective(50rem) rotateX(90deg)", offset: 0.5 }, { opacity: 0 }],
      {
        ...when,
        fill: "both",
      },
    );
    front.animate(
      [
        { transform: "perspective(50rem) rotateX(-90deg)", opacity: 0 },
        { transform: "perspective(50rem) rotateX(-90deg)", opacity: 1, offset: 0.5 },
        { transform: "none", opacity: 1 },
      ],
      { ...when, fill: "backwards" },
    );
  }
  if (moves()) {
    await show.wait(cards.some(({ card }) => card) ? BREATH : 0);
    if (!show.over()) play("flip");
  }
  await show.finish();
  for (const { card } of cards) card?.remove();
}

/**
 * Lay a card on a player's board: on its lower half beside the score, so that name and score stay in sight.
 *
 * @param {HTMLElement} card
 * @param {Element} place
 * @param {HTMLElement} sky
 */
function layOn(card, place, sky) {
  const board = place.closest(".board, .scores > li") ?? place;
  const { left, top, width, height } = board.getBoundingClientRect();
  sky.append(card);
  const [wide, high] = [card.offsetWidth, card.offsetHeight];
  const x = Math.min(left + Math.max(width * 0.42, wide / 2 + 10), innerWidth - wide / 2 - 4);
  const y = Math.min(top + Math.max(height - high / 2 - 6, height / 2), innerHeight - high / 2);
  card.style.translate = `${Math.round(x - wide / 2)}px ${Math.round(y - high / 2)}px`;
}

/**
 * What lies at a place of a board, from the state that the show leads to.
 *
 * @param {string} place
 * @param {ScreenState} screen
 */
function itemAt(place, { view }) {
  const [where, seat, key] = place.split("/");
  if (where !== "seat" || !key) return null;
  const board = view.boards.find((one) => one.seat === Number(seat));
  return board?.items?.find((item) => item.key === key) ?? null;
}

/**
 * An item in a few words: a card's name and worth, else what it says.
 *
 * @param {Host.Item} item
 * @param {Context} ctx
 */
function faceOf(item, { say }) {
  if (item.type === "card") {
    const { name, value, text } = item;
    return [el("b", {}, [say(name), value].filter(Boolean).join(" ")), text ? el("small", {}, say(text)) : ""];
  }
  return [el("b", {}, item.type === "note" ? say(item.text) : "")];
}
