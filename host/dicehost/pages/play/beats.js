/** How beats are performed: verdicts, things that move, cards that turn, titles. Knows no game. */

import { throwConfetti } from "../draw/confetti.js";
import { makeIcon } from "../draw/icons.js";
import { makeBadge } from "../draw/seats.js";
import { speakUp } from "../lib/announcer.js";
import { moves } from "../lib/appearance.js";
import { el, fetchStyle, set } from "../lib/dom.js";
import { play } from "../lib/sound.js";
import { awarded, revealed } from "./panels.js";
import { middleOf, placeOf, scoresOf } from "./places.js";

/** @typedef {import("./show.js").Performance} Performance */

/** More than these are not sent one by one. */
const MOST_FLYING = 12;
const ALL = Number.POSITIVE_INFINITY;
const APART = 62;
const FLIGHT = 560;
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
async function judged({ tone, text: what, seat = null, points = null, dice = [] }, show, sky, later) {
  const { ctx } = show;
  const words = ctx.say(what);
  const letters = [...words].map((letter) => el("span", {}, letter === " " ? "\u00a0" : letter));
  const word = el("div", { class: "verdict-word" }, ...letters);
  const plate = el("div", { class: "verdict", "data-tone": tone || null }, el("i", { class: "burst" }), word);
  word.style.setProperty("--letters", String(Math.max(words.length, 6)));
  if (points !== null) plate.append(gainOf(points, seat, show));
  const tray = document.querySelector("#stage")?.getBoundingClientRect();
  if (tray?.width)
    plate.style.cssText = `inset:${tray.bottom - 18}px auto auto ${tray.left}px;width:${tray.width}px;margin:0`;
  sky.append(plate);
  lift(dice);
  speakUp("short", words);
  play(tone || "turn");
  if (moves()) {
    const { time } = show;
    plate.animate(
      [
        { transform: "scale3d(.2,.7,1)", opacity: 0 },
        { transform: "none", opacity: 1 },
      ],
      {
        duration: time(300),
        easing: BOUNCE,
      },
    );
    plate.firstElementChild?.animate([{ transform: "scale(.2)" }, { transform: "scale(1) rotate(24deg)" }], {
      duration: time(1700),
      easing: "cubic-bezier(.1,.8,.3,1)",
      fill: "forwards",
    });
    for (const [at, letter] of letters.entries()) {
      const from =
        tone === "bad"
          ? { transform: "translate3d(0,-60px,0) rotate(-8deg)", opacity: 0 }
          : { transform: "translate3d(0,-90px,0) scale(1.7)", opacity: 0 };
      letter.animate(
        [from, { transform: "translate3d(0,5px,0)", opacity: 1, offset: 0.7 }, { transform: "none", opacity: 1 }],
        {
          duration: time(330),
          delay: time(90 + at * 34),
          easing: "cubic-bezier(.3,.9,.4,1)",
          fill: "backwards",
        },
      );
    }
    if (tone === "good" || tone === "grand") {
      const colour = seat === null ? [] : [tintOf(seat, ctx)];
      const colours = [...colour, "#fff", "#ffd23e"];
      throwConfetti(sky, colours, tone === "grand" ? 70 : 26, middleOf(plate), tone === "grand" ? 420 : 260);
    }
  }
  // Points that are carried there come with what carries them.
  if (seat !== null && points !== null && !later.some((beat) => concerns(beat, seat))) raise(seat, show, ALL);
  await show.wait(tone === "grand" ? 2100 : 1500);
  if (moves() && !show.over()) {
    plate.animate(
      [
        { opacity: 1, transform: "none" },
        { opacity: 0, transform: "translate3d(0,26px,0) scale(.94)" },
      ],
      {
        duration: show.time(200),
        fill: "forwards",
      },
    );
    await show.wait(200);
  }
  plate.remove();
  lift([]);
}

/** @param {number} points @param {number | null} seat @param {Performance} show */
function gainOf(points, seat, { ctx }) {
  const sign = points > 0 ? "+" : points < 0 ? "−" : "±";
  const gain = el("b", { class: "gain" }, `${sign}${Math.abs(points)}`);
  if (seat === null) return gain;
  const badge = makeBadge();
  badge.show(seat, ctx.seats[seat].colour);
  gain.prepend(badge.node);
  return gain;
}

/** @param {number} seat @param {Context} ctx */
function tintOf(seat, ctx) {
  const probe = el("i", { "data-colour": ctx.seats[seat].colour });
  document.body.append(probe);
  const tint = getComputedStyle(probe).getPropertyValue("--tint");
  probe.remove();
  return tint;
}

/**
 * Lift these dice of the last roll, and lay down the others.
 *
 * @param {readonly number[]} dice
 */
function lift(dice) {
  const all = document.querySelectorAll("#dice .item:first-child .die");
  all.forEach((die, at) => {
    set(die, "data-lifted", dice.includes(at));
  });
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
  for (const node of scoresOf(seat)) {
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
    for (let nth = 0; nth < flying; nth += 1) {
      const thing = thingOf(what, colour, card, show.ctx);
      sky.append(thing);
      const near = { x: to.x + (nth % 3) * 7 - 7, y: to.y + (nth % 2) * 8 - 4 };
      const timing = { duration: show.time(FLIGHT), delay: show.time(nth * APART), easing: "linear" };
      const spin = what === "chips" || what === "token" ? 720 : 0;
      thing.animate(arcOf(from, near, spin), { ...timing, fill: "both" }).finished.then(
        () => thing.remove(),
        () => {},
      );
      if (what !== "card") play("chip", show.time(nth * APART + FLIGHT) / 1000);
    }
    if (what === "card") play("flip");
    await show.wait(FLIGHT);
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
  if (what === "card") node.append(el("b", {}, card ? ctx.say(card.name) : ""));
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

/** @param {Host.Flip} beat @param {Performance} show */
async function flipped({ places }, show) {
  play("flip");
  if (!moves()) return show.wait(500);
  for (const place of places) {
    placeOf(place, show.ctx.me).animate(
      [
        { transform: "perspective(900px) rotateX(-180deg)", opacity: 0.2 },
        { transform: "perspective(900px) rotateX(-60deg)", opacity: 1, offset: 0.55 },
        { transform: "none", opacity: 1 },
      ],
      { duration: show.time(560), easing: "cubic-bezier(.4,0,.2,1)" },
    );
  }
  await show.wait(800);
}

/** @param {Host.Change} beat @param {Performance} show @param {HTMLElement} sky @param {Host.Beat[]} later */
async function changed({ place, before, after, tone = "" }, show, sky, later) {
  const node = placeOf(place, show.ctx.me);
  const { x, y } = middleOf(node);
  const tag = el("div", { class: "change", "data-tone": tone || null }, el("s", {}, before), " ", el("b", {}, after));
  sky.append(tag);
  tag.style.translate = `${Math.min(Math.max(x, 90), innerWidth - 90)}px ${Math.max(y, 60)}px`;
  if (moves()) {
    tag.animate([{ transform: "translate(-50%,-50%) scale(0)" }, { transform: "translate(-50%,-50%) scale(1)" }], {
      duration: show.time(300),
      easing: BOUNCE,
    });
  }
  await show.finish();
  // Changes that follow one another go together.
  if (later[0]?.type !== "change") for (const shown of sky.querySelectorAll(".change")) shown.remove();
}

/** @param {Host.Title} beat @param {Performance} show @param {HTMLElement} sky */
async function titled({ text: what, below = null, seat = null, tone = "" }, show, sky) {
  const { ctx } = show;
  const words = ctx.say(what);
  const card = el("div", { class: "title-card", "data-tone": tone || null }, el("h2", {}, words));
  if (below) card.append(el("p", {}, ctx.say(below)));
  if (seat !== null) {
    const badge = makeBadge();
    badge.show(seat, ctx.seats[seat].colour);
    card.prepend(badge.node);
    set(card, "data-colour", ctx.seats[seat].colour);
  }
  sky.append(card);
  speakUp("short", words);
  play("title");
  if (moves()) {
    const sweep = { duration: show.time(520), easing: "cubic-bezier(.16,1,.3,1)" };
    card.animate([{ transform: `translate3d(${innerWidth}px,0,0)` }, { transform: "none" }], sweep);
  }
  await show.wait(1500);
  if (moves() && !show.over()) {
    const leave = {
      duration: show.time(260),
      easing: "cubic-bezier(.6,0,.9,.4)",
      fill: /** @type {const} */ ("forwards"),
    };
    card.animate([{ transform: "none" }, { transform: `translate3d(${-innerWidth}px,0,0)` }], leave);
    await show.wait(240);
  }
  card.remove();
}
