/** Dice and trays of dice, drawn as they are told. */

import { each, el, set } from "../lib/dom.js";
import { faceOf, groupOf, makeLarge, makeSmall } from "./die-picture.js";

/**
 * What a die shows, and what it is called.
 *
 * `mixed`: dice of several colours or seats lie beside it, so that its shape must tell.
 *
 * @param {DieShown} die
 * @param {Pick<Context, "faces" | "say" | "word"> & Partial<Pick<Context, "seats">>} ctx
 * @param {boolean} mixed
 */
export function readDie(die, { faces, say, word, seats }, mixed) {
  const face = faceOf(die, faces);
  // Somebody's own die has the colour of their seat, rolled or not.
  const colour = (die.seat == null ? null : seats?.[die.seat]?.colour) ?? die.colour ?? "ivory";
  const name = face.name ? say({ key: face.name }) : "";
  const drawn = face.mark === "" ? "pips" : name === "" ? "numeral" : "picture";
  const shown = die.tumbling ? "tumbling" : die.value ? drawn : "blank";
  // A die with pictures is told by them; one with pips only by its colour, or by whose it is.
  const grouped = mixed || (shown === "blank" && !faces[die.kind ?? "pips"]);
  const state = die.tumbling ? "tumbling" : die.value ? die.state || "" : "blank";
  const spoken = [name || (die.value ? String(die.value) : ""), state && word(`die.${state}`)];
  return {
    face,
    colour,
    shown,
    group: grouped ? groupOf(colour, die.seat) : null,
    // Pips need no name below them, nor does a mark that says the same.
    called: drawn !== "picture" || name === face.mark ? "" : name,
    label: spoken.filter(Boolean).join(", "),
  };
}

/**
 * A die. A small one shows a picture by its drawing or its mark alone, which stays readable on a card.
 *
 * @param {boolean} small
 * @returns {Part<[die: DieShown, ctx: Parameters<typeof readDie>[1], mixed?: boolean]>}
 */
export function makeDie(small = false) {
  const { node, body, draw, call } = small ? makeSmall() : makeLarge();
  let drawnSo = "";

  return {
    node,
    show(die, ctx, mixed = false) {
      const { face, colour, shown, group, called, label } = readDie(die, ctx, mixed);
      /** @type {Parameters<import("./die-picture.js").DieBody["draw"]>} */
      const seen = [face, shown, group, die.state];
      const wanted = JSON.stringify(seen);
      if (drawnSo !== wanted) draw(...seen);
      drawnSo = wanted;
      call(called);
      set(node, "data-face", shown);
      set(node, "data-colour", colour);
      set(node, "data-state", die.state || null);
      set(node, "data-value", die.value);
      set(body, "aria-label", label);
    },
  };
}

/**
 * Up to eight dice lie in one row, or as many as there is room for; more in rows of about the same length, up to twelve.
 *
 * @param {number} count
 * @param {number} room
 */
export function inARow(count, room = 8) {
  const most = count > 16 ? 12 : room;
  return Math.ceil(count / Math.ceil(count / most || 1));
}

/** @param {DieShown[]} dice */
export function isMixed(dice) {
  return dice.some((die) => die.colour !== dice[0].colour || die.seat !== dice[0].seat);
}

/**
 * Dice side by side; `--n` lets the style give few dice more room than many.
 *
 * @param {boolean} small
 * @returns {Part<[dice: DieShown[], ctx: Context]>}
 */
export function makeTray(small = false) {
  const node = el("div", { class: "tray" });
  return {
    node,
    show(dice, ctx) {
      const mixed = isMixed(dice);
      set(node, "style", `--n:${inARow(dice.length)}`);
      set(node, "class", mixed ? "tray mixed" : "tray");
      each(
        node,
        dice,
        (_, at) => at,
        () => makeDie(small),
        ctx,
        mixed,
      );
    },
  };
}

/** @type {Map<string, Element>} */
const STILL = new Map();

/**
 * Dice that never change, copied from the first such tray: options and cards come by the dozen.
 *
 * @param {DieShown[]} dice
 * @param {Context} ctx
 * @param {boolean} small
 * @returns {Element}
 */
export function stillTray(dice, ctx, small = true) {
  const kind = JSON.stringify([dice, small]);
  let drawn = STILL.get(kind);
  if (!drawn) {
    const tray = makeTray(small);
    tray.show(dice, ctx);
    drawn = tray.node;
    STILL.set(kind, drawn);
  }
  return /** @type {Element} */ (drawn.cloneNode(true));
}

/**
 * The dice of a roll before any face is known; where they are several people's, in their colours.
 *
 * @param {Pick<Host.DiceGroup, "count" | "kind" | "colour" | "seat">[]} groups
 * @param {boolean} tumbling
 * @param {{colour: string}[]} seats
 * @returns {DieShown[]}
 */
export function diceOf(groups, tumbling, seats) {
  return groups.flatMap(({ count, kind, colour, seat = null }) => {
    const mine = seat === null ? { colour } : { colour: seats[seat].colour, seat };
    const die = { value: 0, kind, tumbling, ...mine };
    return Array.from({ length: count }, () => die);
  });
}

/**
 * An option's dice name a kind of picture, or else the colour of a die with pips; or both at once.
 *
 * @param {[string, number][]} pairs
 * @param {Faces} faces
 * @returns {DieShown[]}
 */
export function diceOfOption(pairs, faces) {
  return pairs.map(([name, value]) => ({ kind: faces[name] ? name : undefined, colour: name, value }));
}
