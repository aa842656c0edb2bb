/** Beats that are read: what the cards make of a die, and who gets an award. */

import { stillTray } from "../draw/dice.js";
import { makeSeatName } from "../draw/seats.js";
import { speakUp } from "../lib/announcer.js";
import { moves } from "../lib/appearance.js";
import { el, set } from "../lib/dom.js";
import { play } from "../lib/sound.js";
import { underTray } from "./places.js";

const UP = "cubic-bezier(.34,1.5,.5,1)";

/**
 * A seat's dice, the cards beside each, and what they come to; die by die on one panel.
 *
 * @param {Host.Reveal} beat
 * @param {import("./show.js").Performance} show
 * @param {HTMLElement} sky
 * @param {Host.Beat[]} later
 */
export async function revealed({ seat, die, cards, value }, show, sky, later) {
  const { ctx } = show;
  let panel = sky.querySelector(".reveals");
  if (panel === null) {
    const name = makeSeatName("h2");
    name.show(seat, ctx.seats[seat]);
    const made = el(
      "section",
      { class: "beat-panel reveals", "data-colour": ctx.seats[seat].colour },
      name.node,
      el("ol"),
    );
    underTray(made);
    sky.append(made);
    panel = made;
  }
  const drawn = cards.map((card) => el("span", { class: "turned" }, el("b", {}, ctx.say(card.name)), card.value ?? ""));
  const worth = el("b", { class: "worth" }, value);
  const row = el("li", {}, stillTray([die], ctx, false), ...drawn, worth);
  panel.lastElementChild?.append(row);
  play("flip");
  const turns = [...drawn, worth];
  if (moves()) {
    row.animate(
      [
        { opacity: 0, transform: "translate3d(0,14px,0)" },
        { opacity: 1, transform: "none" },
      ],
      {
        duration: show.time(180),
      },
    );
    for (const [at, node] of turns.entries()) {
      node.animate(
        [
          { transform: "perspective(600px) rotateY(90deg)", opacity: 0 },
          { transform: "none", opacity: 1 },
        ],
        {
          duration: show.time(260),
          delay: show.time(140 + 170 * at),
          easing: UP,
          fill: "backwards",
        },
      );
    }
  }
  await show.wait(260 + 170 * turns.length);
  const next = later[0];
  if (next?.type === "reveal" && next.seat === seat) return;
  await show.wait(1100);
  panel.remove();
}

/**
 * What goes to the best: everybody's figure, then who gets it.
 *
 * @param {Host.Award} beat
 * @param {import("./show.js").Performance} show
 * @param {HTMLElement} sky
 */
export async function awarded({ title, figures, winners, points = null }, show, sky) {
  const { ctx } = show;
  const rows = figures.map(({ seat, value }) => {
    const name = makeSeatName();
    name.show(seat, ctx.seats[seat]);
    const row = el("li", { "data-colour": ctx.seats[seat].colour }, name.node, el("b", {}, value ?? ""));
    return { row, wins: winners.includes(seat) };
  });
  const head = el("h2", {}, ctx.say(title));
  if (points !== null) head.append(el("b", { class: "gain" }, `${points > 0 ? "+" : ""}${points}`));
  const list = el("ol", { style: `--rows:${rows.length}` }, ...rows.map(({ row }) => row));
  const panel = el("section", { class: "beat-panel ranking" }, head, list);
  underTray(panel);
  sky.append(panel);
  speakUp("short", `${ctx.say(title)}: ${winners.map((seat) => ctx.seats[seat].name).join(", ")}`);
  if (moves()) {
    panel.animate(
      [
        { transform: "scale(.8)", opacity: 0 },
        { transform: "none", opacity: 1 },
      ],
      {
        duration: show.time(260),
        easing: UP,
      },
    );
    for (const [at, { row }] of rows.entries()) {
      row.animate(
        [
          { opacity: 0, transform: "translate3d(-24px,0,0)" },
          { opacity: 1, transform: "none" },
        ],
        {
          duration: show.time(220),
          delay: show.time(180 + 110 * at),
          fill: "backwards",
        },
      );
    }
  }
  await show.wait(420 + 110 * rows.length);
  if (show.over()) return;
  for (const { row, wins } of rows) {
    set(row, "data-wins", wins);
    set(row, "data-loses", !wins && winners.length > 0);
  }
  play(winners.length ? "good" : "turn");
  await show.wait(1300);
  panel.remove();
}
