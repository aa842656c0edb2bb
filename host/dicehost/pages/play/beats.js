/** How beats are performed, one after the other: things that move, values that change, and what other modules show. Knows no game. */

import { throwConfetti } from "../draw/confetti.js";
import { makeIcon } from "../draw/icons.js";
import { moves } from "../lib/appearance.js";
import { el, fetchStyle, set } from "../lib/dom.js";
import { play } from "../lib/sound.js";
import { announced, titled } from "./big-words.js";
import { awarded, revealed } from "./panels.js";
import { isPlace, middleOf, placeOf, scoresOf } from "./places.js";
import { flipped } from "./turn-over.js";

/** @typedef {import("./show.js").Performance} Performance */

/** For the end of a match, too. */
export const celebrate = throwConfetti;

/** More than these are not sent one by one. */
const MOST_FLYING = 12;
const ALL = Number.POSITIVE_INFINITY;
const APART = 62;
const FLIGHT = 560;
/** A card whose face is seen is held up on its way, so that people can read it. */
const CARD_FLIGHT = 1180;
const BOUNCE = "cubic-bezier(.34,1.6,.5,1)";

/**
 * Perform beats, one after the other.
 *
 * @param {Host.Beat[]} beats
 * @param {Performance} show
 */
export async function perform(beats, show) {
  await fetchStyle("show.css");
  if (show.over()) return;
  const sky = el("div", { class: "sky", "aria-hidden": true });
  document.body.append(sky);
  document.addEventListener("show-over", () => sky.remove(), { once: true });
  for (const [at, beat] of beats.entries()) {
    if (show.over()) return;
    show.begin(at);
    await DO[beat.type](beat, show, sky, beats.slice(at + 1));
    await show.finish();
  }
  sky.remove();
}

/** @type {Record<string, (beat: any, show: Performance, sky: HTMLElement, later: Host.Beat[]) => Promise<void>>} */
const DO = {
  verdict: judged,
  transfer: transferred,
  flip: flipped,
  change: changed,
  reveal: revealed,
  award: awarded,
  title: titled,
};

/**
 * @param {Host.BeatsVerdict} beat
 * @param {Performance} show
 * @param {HTMLElement} sky
 * @param {Host.Beat[]} later
 */
async function judged(beat, show, sky, later) {
  const { seat = null, points = null } = beat;
  // Points that are carried there come with what carries them.
  if (seat !== null && points !== null && !later.some((next) => concerns(next, seat))) raise(seat, show, ALL);
  await announced(beat, show, sky);
}

/**
 * Bring a seat's score nearer to what it is now, by a few points at most.
 *
 * @param {number} seat
 * @param {Performance} show
 * @param {number} by
 */
function raise(seat, { screen }, by) {
  const after = screen.view.boards.find((board) => board.seat === seat)?.score;
  if (after === undefined) return;
  for (const node of scoresOf(seat, screen.me)) {
    const now = Number(node.textContent);
    const step = Math.max(-by, Math.min(by, after - now));
    if (step === 0) continue;
    node.textContent = String(now + step);
    if (moves()) node.animate([{ transform: "translate3d(0,-.16em,0)" }, { transform: "none" }], { duration: 130 });
  }
}

/**
 * @param {Host.Transfer} beat
 * @param {Performance} show
 * @param {HTMLElement} sky
 * @param {Host.Beat[]} later
 */
async function transferred(beat, show, sky, later) {
  const { what, source, target, count = 1, colour = "", card = null } = beat;
  const seats = [source, target].flatMap((place) => (place.startsWith("seat/") ? [Number(place.split("/")[1])] : []));
  if (moves()) {
    const from = middleOf(placeOf(source, show.ctx.me));
    const to = middleOf(placeOf(target, show.ctx.me));
    const flying = Math.min(count, MOST_FLYING);
    const flight = card ? CARD_FLIGHT : FLIGHT;
    for (let nth = 0; nth < flying; nth += 1) {
      const thing = thingOf(what, colour, card, show.ctx);
      sky.append(thing);
      const near = { x: to.x + (nth % 3) * 7 - 7, y: to.y + (nth % 2) * 8 - 4 };
      const timing = { duration: show.time(flight), delay: show.time(nth * APART), easing: "linear" };
      const spin = what === "chips" || what === "token" ? 720 : 0;
      const way = card ? heldUp(from, near) : arcOf(from, near, spin);
      thing.animate(way, { ...timing, fill: "both" }).finished.then(
        () => thing.remove(),
        () => {},
      );
      if (what !== "card") play("chip", show.time(nth * APART + flight) / 1000);
    }
    if (what === "card") play("flip");
    await show.wait(flight);
    for (let nth = 0; nth < flying && !show.over(); nth += 1) {
      for (const seat of seats) raise(seat, show, Math.ceil(count / flying));
      if (nth < flying - 1) await show.wait(APART);
    }
  }
  for (const seat of seats) if (!later.some((next) => concerns(next, seat))) raise(seat, show, ALL);
  await show.wait(moves() ? 120 : 260);
}

/**
 * Whether something goes to or from a seat in a beat.
 *
 * @param {Host.Beat} beat
 * @param {number} seat
 */
function concerns(beat, seat) {
  const own = `seat/${seat}`;
  return beat.type === "transfer" && [beat.source, beat.target].some((place) => `${place}/`.startsWith(`${own}/`));
}

/** @param {string} what @param {string} colour @param {Host.Card | null} card @param {Context} ctx */
function thingOf(what, colour, card, ctx) {
  const node = el("div", { class: `flying ${what}`, "data-colour": colour || null });
  if (what === "card") node.append(el("b", {}, card ? ctx.say(card.name) : "?"));
  else if (what === "die") node.append(el("i"));
  else node.append(makeIcon(what === "token" ? "star" : "chip"));
  return node;
}

/**
 * Points of a curve that rises between two places; enough of them that straight pieces look round.
 *
 * @param {{x: number, y: number}} from
 * @param {{x: number, y: number}} to
 * @param {number} spin
 */
function arcOf(from, to, spin) {
  const height = 70 + Math.abs(from.x - to.x) * 0.16;
  return Array.from({ length: 19 }, (_, at) => {
    const time = at / 18;
    const way = time < 0.5 ? 2 * time * time : 1 - (2 - 2 * time) ** 2 / 2;
    const x = from.x + (to.x - from.x) * way;
    const y = from.y + (to.y - from.y) * way - Math.sin(Math.PI * way) * height;
    const size = 0.75 + Math.sin(Math.PI * way) * 0.3;
    return {
      offset: time,
      opacity: time === 0 || time === 1 ? 0 : 1,
      transform: `translate3d(${x.toFixed(1)}px,${y.toFixed(1)}px,0) scale(${size.toFixed(3)}) rotateY(${(spin * way).toFixed(0)}deg)`,
    };
  });
}

/**
 * The way of a card that people read: it comes to the middle, stays a moment, and goes where it belongs.
 *
 * @param {{x: number, y: number}} from
 * @param {{x: number, y: number}} to
 */
function heldUp(from, to) {
  const half = Math.min(innerWidth * 0.3, 150);
  const x = Math.min(Math.max((from.x + to.x) / 2, half), innerWidth - half);
  const y = Math.min(Math.max((from.y + to.y) / 2, 150), innerHeight - 150);
  const held = { x, y };
  /** @type {[number, {x: number, y: number}, number, number][]} */
  const way = [
    [0, from, 0.4, 0],
    [0.28, held, 1, 1],
    [0.72, held, 1, 1],
    [1, to, 0.3, 0],
  ];
  return way.map(([offset, place, size, opacity]) => ({
    offset,
    opacity,
    transform: `translate3d(${place.x.toFixed(1)}px,${place.y.toFixed(1)}px,0) scale(${size})`,
    easing: "ease",
  }));
}

/** @param {Host.Change} beat @param {Performance} show @param {HTMLElement} sky @param {Host.Beat[]} later */
async function changed({ place, before, after, tone = "" }, show, sky, later) {
  const node = placeOf(place, show.ctx.me);
  const tag = changeOf(node, before, after, tone, show);
  // Where the things themselves are not drawn, several changes would lie over one another.
  const alone = node.matches(".board") && later[0]?.type !== "change" && !sky.querySelector(".change");
  set(tag, "hidden", !alone && !isPlace(node, place));
  sky.append(tag);
  await show.finish();
  // Changes that follow one another go together.
  if (later[0]?.type !== "change") for (const shown of sky.querySelectorAll(".change")) shown.remove();
}

/**
 * The old and the new value, at the end of the row they belong to and no higher than it, so that rows below one another stay apart.
 *
 * @param {Element} node
 * @param {string} before
 * @param {string} after
 * @param {string} tone
 * @param {Performance} show
 */
function changeOf(node, before, after, tone, show) {
  const tag = el("div", { class: "change", "data-tone": tone || null }, el("s", {}, before), " → ", el("b", {}, after));
  const { right, top, width, height } = node.getBoundingClientRect();
  const high = Math.max(16, Math.min(height, 46));
  const x = width > 4 * high ? right - 1.8 * high : right - width / 2;
  tag.style.fontSize = `${high * 0.72}px`;
  tag.style.translate = `${Math.min(Math.max(x, 2 * high), innerWidth - 2 * high)}px ${Math.max(top + height / 2, high)}px`;
  if (moves()) {
    tag.animate([{ transform: "translate(-50%,-50%) scale(0)" }, { transform: "translate(-50%,-50%) scale(1)" }], {
      duration: show.time(300),
      easing: BOUNCE,
    });
  }
  return tag;
}
