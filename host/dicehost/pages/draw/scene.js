/** The tray on the table: rows of dice as cubes, thrown in from the tower's mouth. */

import { each, el, lay, set, text } from "../lib/dom.js";
import { makeCube } from "./cube.js";
import { inARow, isMixed, makeDie } from "./dice.js";
import { makeChance } from "./throw.js";

/** More dice than this are drawn flat: every cube is six pictures that turn. */
export const MOST_CUBES = 12;
// How long a throw takes; a die that rests later leaves the mouth later.
const FLIGHT = 760;
const LAST_FLIGHT = 900;
const POP = [
  { transform: "translate3d(0,-14px,0) scale(1.3)", opacity: 0.2 },
  { transform: "scale(1.12,.9)", opacity: 1, offset: 0.6 },
  { transform: "none", opacity: 1 },
];

/**
 * A row of dice under its name.
 *
 * @typedef {{label: string, dice: DieShown[]}} DiceRow
 */

/** @param {number | undefined} room @returns {Part<[row: DiceRow, ctx: Context]> & {label: Element, dieAt(at: number): ReturnType<typeof makeCube> | ReturnType<typeof makeDie>, stop(): void}} */
function makeRow(room) {
  const label = el("h3");
  const tray = el("div", { class: "tray" });
  /** @type {Map<string, ReturnType<typeof makeCube> | ReturnType<typeof makeDie>>} */
  const made = new Map();
  let solid = "";
  return {
    node: el("section", { class: "item dice" }, tray),
    label,
    dieAt: (at) => /** @type {any} */ (made.get(`${solid}${at}`)),
    stop() {
      for (const die of made.values()) if ("stop" in die) die.stop();
    },
    show(row, ctx) {
      const { dice } = row;
      const mixed = isMixed(dice);
      const across = inARow(dice.length, room);
      solid = dice.length > MOST_CUBES ? "flat" : "solid";
      text(label, row.label);
      set(tray, "style", `--n:${across};--rows:${Math.ceil(dice.length / across) || 1}`);
      set(tray, "class", mixed ? "tray mixed" : "tray");
      each(
        tray,
        dice,
        (_, at) => `${solid}${at}`,
        (_, at) => {
          const die = solid === "flat" ? makeDie() : makeCube();
          made.set(`${solid}${at}`, die);
          return die;
        },
        ctx,
        mixed,
      );
    },
  };
}

/**
 * The tray. `show` lays rows in it; `throwIn` lets some of them land. `room` is how many lie side by side.
 *
 * @param {HTMLElement} node
 * @param {number} [room]
 */
export function makeScene(node, room) {
  /** @type {ReturnType<typeof makeRow>[]} */
  const rows = [];
  // The names of the rows stand on the rim: no die ever lies before them.
  const names = el("div", { class: "row-names" });
  node.before(names);

  /** @param {DiceRow[]} wanted @param {Context} ctx */
  function show(wanted, ctx) {
    set(node, "data-rows", wanted.length || null);
    each(
      node,
      wanted,
      (_, at) => at,
      (_, at) => {
        rows[at] = makeRow(room);
        return rows[at];
      },
      ctx,
    );
    lay(
      names,
      rows.slice(0, wanted.length).map((row) => row.label),
    );
  }

  /**
   * Let dice of a row land, each at its time; returns the knocks they make.
   *
   * @param {number} row
   * @param {{at: number, die: DieShown, rest: number}[]} thrown
   * @param {Context} ctx
   * @param {boolean} moves
   */
  function throwIn(row, thrown, ctx, moves) {
    const last = Math.max(...thrown.map(({ rest }) => rest));
    const chance = makeChance(thrown.reduce((sum, { die, at }) => sum * 31 + die.value + at, 7) * 9973);
    /** @type {{at: number, hard: number}[]} */
    const knocks = [];
    // All dice are measured before the first one is written to: one layout, not one a die.
    const places = thrown.map(({ at }) => {
      const box = /** @type {HTMLElement} */ (rows[row].dieAt(at).node);
      const { offsetWidth: size, offsetLeft: left, offsetTop: top } = box;
      const across = /** @type {HTMLElement} */ (box.offsetParent ?? node).offsetWidth / 2;
      return { size, top, aside: across - left - size / 2 };
    });
    for (const [nth, { at, die, rest }] of thrown.entries()) {
      const part = rows[row].dieAt(at);
      if (!("throwIn" in part) || !moves) {
        knocks.push({ at: rest, hard: 1 });
        continue;
      }
      const ms = Math.min(rest, rest === last ? LAST_FLIGHT : FLIGHT);
      const { size, top, aside } = places[nth];
      const from = { x: aside + (chance() - 0.5) * size, y: -3.1 * size - top, z: 1.5 * size };
      const flown = part.throwIn(die, ctx, { from, size, ms, delay: rest - ms, last: rest === last, chance });
      flown.knocks.forEach((knock, hop) => {
        knocks.push({ at: knock, hard: [1, 0.6, 0.35, 0.8][hop] });
      });
    }
    return knocks;
  }

  /** @param {number} row @param {number} at */
  function dieAt(row, at) {
    return rows[row]?.dieAt(at)?.node ?? null;
  }

  /** @param {number} row @param {number} at */
  function pop(row, at) {
    const die = dieAt(row, at);
    if (die && !die.classList.contains("solid")) die.animate(POP, { duration: 260, easing: "ease-out" });
  }

  /** Nothing is in the air any more. */
  function stop() {
    for (const row of rows) row.stop();
  }

  return { node, show, throwIn, dieAt, pop, stop };
}
