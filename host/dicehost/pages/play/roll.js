/** The roll the table waits for: its dice before any face is known, who presses, and the button. */

import { diceOf, makeTray } from "../draw/dice.js";
import { el, set, text } from "../lib/dom.js";

/**
 * The dice of a roll that have come to rest so far, by their number in it.
 *
 * @typedef {(DieShown | undefined)[]} Fallen
 */

/**
 * The dice of a roll: those that have fallen with their face, the others without.
 *
 * @param {Pick<Host.RollShown, "dice" | "state">} roll
 * @param {{colour: string}[]} seats
 * @param {Fallen} fallen
 * @returns {DieShown[]}
 */
export function rolledDice({ dice, state }, seats, fallen = []) {
  return diceOf(dice, state === "tumbling", seats).map((die, at) => fallen[at] ?? die);
}

/**
 * A roll while its dice come to rest, also where nobody saw it being asked for.
 *
 * @param {Host.Landed} landed
 * @param {Host.RollShown | null} asked
 * @returns {Host.RollShown}
 */
export function rolling({ id, dice }, asked) {
  if (asked?.id === id) return { ...asked, state: "tumbling", may_press: false };
  const groups = dice.map(({ kind = "pips", colour = "ivory", seat = null }) => ({
    count: 1,
    faces: 6,
    kind,
    colour,
    seat,
  }));
  const nobody = { seat: null, why: { key: "" }, shuffles: [], may_press: false, on_table: [], places: [] };
  return { id, state: "tumbling", dice: groups, ...nobody };
}

/**
 * A panel for a roll. `press` asks the host to roll and resolves when it has answered.
 *
 * @param {() => Promise<unknown>} press
 * @returns {Part<[roll: Host.RollShown, ctx: Context, headline: string, inRow: boolean, fallen: Fallen]>}
 */
export function makeRoll(press) {
  const tray = makeTray();
  const call = el("p", { class: "call", "data-test": "roll" });
  const why = el("p", { class: "why" });
  const button = el("button", { class: "main roll", "data-test": "press", onclick: pressed });
  const side = el("div", { class: "call-side" }, el("div", {}, call, why), button);
  const node = el("section", { class: "rolling" }, tray.node, side);
  let busy = false;

  async function pressed() {
    busy = true;
    set(button, "disabled", true);
    try {
      await press();
    } finally {
      busy = false;
      set(button, "disabled", false);
    }
  }

  return {
    node,
    show(roll, ctx, headline, inRow, fallen) {
      tray.show(inRow ? [] : rolledDice(roll, ctx.seats, fallen), ctx);
      set(tray.node, "hidden", inRow);
      set(node, "data-state", roll.state);
      text(call, ctx.word(callOf(roll, ctx.me), { seat: roll.seat ?? -1 }));
      const reason = ctx.say(roll.why);
      text(why, reason === headline ? "" : reason);
      text(button, ctx.word(roll.state === "armed" ? "roll.press" : "roll.take"));
      set(button, "hidden", !roll.may_press || roll.state === "tumbling");
      set(button, "disabled", busy);
    },
  };
}

/** @param {Host.RollShown} roll @param {number} me */
function callOf({ state, seat, dice, may_press }, me) {
  if (state === "armed" && seat === me) return "roll.armed.you";
  if (state === "tumbling" && dice.length === 0) return "roll.shuffling";
  // A missing tower cannot be fetched; one that another table uses can.
  if (state === "waiting" && may_press) return "roll.elsewhere";
  return `roll.${state}`;
}

/**
 * A view while a roll is asked for: every die is seen once.
 *
 * Dice that are rolled again and lie in a row of the view wait and tumble there, in their places among
 * the others, and `row` is true; `at` is the number of that item in the centre, if it is there. Otherwise the roll's own panel draws them, and the view keeps only dice
 * that show a face.
 *
 * @param {Host.View} view
 * @param {Host.RollShown | null} roll
 * @param {{colour: string}[]} seats
 * @param {Fallen} fallen
 */
export function laid(view, roll, seats, fallen = []) {
  const { centre, boards } = view;
  if (roll === null) return { centre, boards, row: false, at: -1 };
  const put = putter(roll, seats, fallen);
  const at = centre.findIndex((item) => item.type === "dice" && put.fits(item.dice));
  if (at >= 0)
    return { centre: centre.with(at, put.into(/** @type {Host.Dice} */ (centre[at]))), boards, row: true, at };
  const own = boards.flatMap((board) => (board.items ?? []).filter((item) => item.type === "dice"));
  if (!put.fits(own.flatMap((item) => item.dice)))
    return { centre: settled(centre, diceOf(roll.dice, false, seats)), boards, row: false, at };
  const laidOut = boards.map((board) => ({
    ...board,
    items: board.items?.map((item) => (item.type === "dice" ? put.into(item) : item)),
  }));
  return { centre: settled(centre, diceOf(roll.dice, false, seats)), boards: laidOut, row: true, at };
}

/**
 * Puts the dice of a roll into the row that the others lie in, item by item.
 *
 * @param {Host.RollShown} roll
 * @param {{colour: string}[]} seats
 * @param {Fallen} fallen
 */
function putter(roll, seats, fallen) {
  const { on_table, places } = roll;
  /** @type {Map<number, DieShown>} */
  const rolled = new Map();
  for (const [at, die] of rolledDice(roll, seats, fallen).entries()) rolled.set(places[at], die);
  let from = 0;
  return {
    /** @param {DieShown[]} dice */
    fits: (dice) =>
      places.length > 0 &&
      dice.length === on_table.length &&
      on_table.every((die, at) => die === null || die.value === dice[at].value),
    /** @param {Host.Dice} item */
    into(item) {
      const first = from;
      from += item.dice.length;
      return { ...item, dice: item.dice.map((die, at) => rolled.get(first + at) ?? die) };
    },
  };
}

/**
 * What still lies there: dice with a face, unless just these are thrown anew.
 *
 * @param {Host.Item[]} items
 * @param {DieShown[]} thrown
 */
function settled(items, thrown) {
  /** @param {DieShown[]} row */
  const isThrown = (row) =>
    row.length === thrown.length &&
    row.every(({ kind, colour }, at) => kind === thrown[at].kind && colour === thrown[at].colour);
  return items
    .map((item) => (item.type === "dice" ? { ...item, dice: item.dice.filter((die) => die.value !== 0) } : item))
    .filter((item) => item.type !== "dice" || (item.dice.length > 0 && !isThrown(item.dice)));
}
