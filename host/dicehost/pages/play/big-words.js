/** Words that take the stage: a verdict below the dice, and title cards. */

import { throwConfetti } from "../draw/confetti.js";
import { makeBadge } from "../draw/seats.js";
import { speakUp } from "../lib/announcer.js";
import { moves } from "../lib/appearance.js";
import { el, set } from "../lib/dom.js";
import { play } from "../lib/sound.js";
import { middleOf, underTray } from "./places.js";

/** @typedef {import("./show.js").Performance} Performance */

const BOUNCE = "cubic-bezier(.34,1.6,.5,1)";

/**
 * How it came out, right below the dice that made it so.
 *
 * @param {Host.BeatsVerdict} beat
 * @param {Performance} show
 * @param {HTMLElement} sky
 */
export async function announced({ tone, text: what, seat = null, points = null, dice = [] }, show, sky) {
  const { ctx } = show;
  const words = ctx.say(what);
  const parts = words.split(" ");
  const letters = parts.map((part) => [...part].map((letter) => el("span", {}, letter)));
  const word = el("div", { class: "verdict-word" }, ...letters.map((part) => el("span", {}, ...part)));
  const plate = el("div", { class: "verdict", "data-tone": tone || null }, el("i", { class: "burst" }), word);
  word.style.setProperty("--letters", String(Math.max(words.length, 6)));
  word.style.setProperty("--longest", String(Math.max(...parts.map((part) => part.length), 6)));
  if (points !== null) plate.append(gainOf(points, seat, show));
  else if (seat !== null) plate.prepend(whoseOf(seat, show));
  if (tone === "grand") sky.append(el("div", { class: "veil" }));
  underTray(plate);
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
    plate.querySelector(".burst")?.animate([{ transform: "scale(.2)" }, { transform: "scale(1) rotate(24deg)" }], {
      duration: time(1700),
      easing: "cubic-bezier(.1,.8,.3,1)",
      fill: "forwards",
    });
    for (const [at, letter] of letters.flat().entries()) {
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
      const badge = plate.querySelector(".badge");
      const colours = [badge ? getComputedStyle(badge).fill : "#fff", "#fff", "#ffd23e"];
      throwConfetti(sky, colours, tone === "grand" ? 70 : 26, middleOf(plate), tone === "grand" ? 420 : 260);
    }
  }
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
  sky.querySelector(".veil")?.remove();
  lift([]);
}

/** @param {number} points @param {number | null} seat @param {Performance} show */
function gainOf(points, seat, { ctx }) {
  const sign = points > 0 ? "+" : points < 0 ? "−" : "±";
  const gain = el("b", { class: "gain" }, `${sign}${Math.abs(points)}`);
  if (seat === null) return gain;
  gain.prepend(badgeOf(seat, ctx));
  return gain;
}

/** Whose verdict it is, where no points say so. @param {number} seat @param {Performance} show */
function whoseOf(seat, { ctx }) {
  return el("b", { class: "gain whose" }, badgeOf(seat, ctx), el("span", {}, ctx.seats[seat].name));
}

/** @param {number} seat @param {Context} ctx */
function badgeOf(seat, { seats }) {
  const badge = makeBadge();
  badge.show(seat, seats[seat].colour);
  return badge.node;
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

/** @param {Host.Title} beat @param {Performance} show @param {HTMLElement} sky */
export async function titled({ text: what, below = null, seat = null, tone = "" }, show, sky) {
  const { ctx } = show;
  const words = ctx.say(what);
  const card = el("div", { class: "title-card", "data-tone": tone || null }, el("h2", {}, words));
  if (below) card.append(el("p", {}, ctx.say(below)));
  if (seat !== null) {
    card.prepend(badgeOf(seat, ctx));
    set(card, "data-colour", ctx.seats[seat].colour);
  }
  if (tone === "grand") {
    card.prepend(el("i", { class: "burst" }));
    sky.append(el("div", { class: "veil" }));
  }
  const tray = document.querySelector("#stage")?.getBoundingClientRect();
  if (tray?.width) card.style.top = `${tray.bottom - 18}px`;
  sky.append(card);
  speakUp("short", words);
  play(tone === "grand" ? "grand" : "title");
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
  sky.querySelector(".veil")?.remove();
}
