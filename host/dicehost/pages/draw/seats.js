/** How seats are told apart: a colour of the tower's palette, and always a shape beside it. */

import { each, el, set, svg, text } from "../lib/dom.js";
import { makeBotFace } from "./bot-faces.js";

/** The colours a seat can have, in the order they are given out; each has its shape. */
export const COLOURS = ["cyan", "yellow", "pink", "green", "blue", "peach", "plum", "grey"];

/** A word of a name with more letters than these is written smaller, and smaller still: it is never broken. */
const LONG_WORDS = [9, 12];

const SHAPES = [
  "M12 2a10 10 0 1 0 0 20a10 10 0 1 0 0-20z",
  "M12 2.5L22.5 21h-21z",
  "M3 3h18v18H3z",
  "M12 1l11 11l-11 11L1 12z",
  "M12 1.5l3 7.2l7.8.6l-5.9 5.1l1.8 7.6l-6.7-4l-6.7 4l1.8-7.6L1.2 9.3l7.8-.6z",
  "M6.5 2.5h11L23 12l-5.5 9.5h-11L1 12z",
  "M8.5 2h7v6.5H22v7h-6.5V22h-7v-6.5H2v-7h6.5z",
  "M12 22C4 16 1 12 1 7.8A5.8 5.8 0 0 1 12 5.5A5.8 5.8 0 0 1 23 7.8C23 12 20 16 12 22z",
];

/**
 * The shape that goes with a seat's colour.
 *
 * @param {number} seat
 * @param {string} colour
 */
export function shapeOf(seat, colour) {
  const at = COLOURS.indexOf(colour);
  return SHAPES[(at < 0 ? seat : at) % SHAPES.length];
}

/**
 * A seat's badge.
 *
 * @returns {Part<[seat: number, colour: string]>}
 */
export function makeBadge() {
  const path = svg("path");
  const node = svg("svg", { class: "badge", viewBox: "0 0 24 24", "aria-hidden": true }, path);
  return {
    node,
    show(seat, colour) {
      set(node, "data-colour", colour);
      set(path, "d", shapeOf(seat, colour));
    },
  };
}

/**
 * A seat's badge and name, and the face of the bot that plays it.
 *
 * @param {string} tag
 * @param {import("../lib/dom.js").Attributes} attrs
 * @returns {Part<[seat: number, shown: {name: string, colour: string, bot?: {face: string} | null}]>}
 */
export function makeSeatName(tag = "span", attrs = {}) {
  const badge = makeBadge();
  const name = el("span", { class: "seat-name" });
  const node = el(tag, { ...attrs, class: "seat" }, badge.node, name);
  /** @type {ReturnType<typeof makeBotFace> | null} */
  let face = null;
  return {
    node,
    show(seat, shown) {
      badge.show(seat, shown.colour);
      text(name, shown.name);
      set(node, "data-long", longOf(shown.name));
      if (shown.bot && !face) {
        face = makeBotFace();
        badge.node.after(face.node);
      }
      if (!face) return;
      if (shown.bot) face.show(shown.bot.face);
      else face.node.remove();
      if (!shown.bot) face = null;
    },
  };
}

/** @param {string} name */
function longOf(name) {
  const longest = Math.max(...name.split(/[\s-]/).map((word) => word.length));
  return LONG_WORDS.filter((most) => longest > most).length || null;
}

/**
 * Every seat's name and score, the leaders marked; `--rank` and `--share` of the best score let a style draw the race.
 *
 * @returns {Part<[boards: Host.Board[], ctx: Context]>}
 */
export function makeScores() {
  const node = el("ul", { class: "scores" });
  /** @returns {Part<[Host.Board, Context, ahead: number[]]>} */
  const make = () => {
    const name = makeSeatName();
    const score = el("b");
    const row = el("li", {}, name.node, score);
    return {
      node: row,
      show(board, { seats, leaders, me }, ahead) {
        name.show(board.seat, seats[board.seat]);
        text(score, String(board.score));
        set(score, "data-test", `score-${board.seat}`);
        set(row, "class", leaders.includes(board.seat) ? "leads" : null);
        set(row, "data-seat", board.seat);
        set(row, "data-colour", seats[board.seat].colour);
        set(row, "style", `--rank:${ahead.indexOf(board.score)};--share:${Math.max(0, board.score) / (ahead[0] || 1)}`);
        set(row, "aria-current", board.seat === me);
      },
    };
  };
  return {
    node,
    show(boards, ctx) {
      const ahead = boards.map((board) => board.score).sort((one, other) => other - one);
      each(node, boards, (board) => board.seat, make, ctx, ahead);
    },
  };
}
