/** Dice: pips as dots, pictures as the tower's nine lamps with their mark and name. Draws only what it is told. */

import { each, el, set, svg, text } from "./dom.js";
import { moves } from "./look.js";
import { shapeOf } from "./seats.js";

// Nine lamps row by row, one octal digit a row, as the tower lights them.
const PIPS = [0, 0o020, 0o401, 0o421, 0o505, 0o525, 0o555];
// As in the tower's lamps: so many milliseconds from one die's coming to rest to the next one's.
export const APART = 80;
const FADE = 260;
const LANDING = [{ opacity: 0.25, scale: 1.16, rotate: "14deg", translate: "0 -10%" }, {}];
const CALM_LANDING = [{ opacity: 0.25 }, {}];
const LAMPS = [0, 1, 2, 3, 4, 5, 6, 7, 8];

/** What a die shows: which lamps, which mark, and how it is called. */
function faceOf({ kind = "pips", value }, faces) {
  if (value === 0) return { lamps: 0, mark: "", name: "" };
  const face = faces[kind]?.[value - 1];
  if (face) return face;
  const lamps = PIPS[value] ?? 0;
  return { lamps, mark: lamps ? "" : String(value), name: "" };
}

/**
 * A shape for each colour that games sort dice by, so that nobody needs to see colours: a heart, a sun, a
 * drop, a leaf, a moon, a flake. Seats have shapes of their own.
 */
const GROUPS = {
  red: "M12 21C4 15 2 11 2 8a5.5 5.5 0 0 1 10-3a5.5 5.5 0 0 1 10 3c0 3-2 7-10 13z",
  yellow: "M12 1l2.5 4.5l4.5-2l-.5 5L23 12l-4.5 3.5l.5 5l-4.5-2L12 23l-2.5-4.5l-4.5 2l.5-5L1 12l4.5-3.5l-.5-5l4.5 2z",
  blue: "M12 1.5c4 5 7 8.7 7 12.8a7 7 0 0 1-14 0C5 10.2 8 6.5 12 1.5z",
  green: "M21.5 2.5C9 2.5 2.5 9 3.5 20.5C15 21.5 21.5 15 21.5 2.5z",
  black: "M15 2a10.5 10.5 0 1 0 7.5 13A9 9 0 0 1 15 2z",
  white: "M12 1.5l9 5.25v10.5l-9 5.25l-9-5.25V6.750z",
};

/** The shape that goes with a colour, or with the seat a die belongs to. */
export function groupOf(colour, seat = null) {
  return seat === null ? (GROUPS[colour] ?? null) : shapeOf(seat, colour);
}

/** Dots in their places on a die, all in one path: a table may show sixty dice, and every node costs. */
function dots(lamps) {
  const lit = LAMPS.filter((at) => lamps & (256 >> at));
  return lit
    .map((at) => `M${14.5 + 26 * (at % 3)} ${24 + 26 * Math.floor(at / 3)}a9.5 9.5 0 1 0 19 0a9.5 9.5 0 1 0-19 0z`)
    .join("");
}

/** Let a node say a mark: the more letters, the smaller. */
function lettered(node, mark) {
  node.textContent = mark;
  if (mark.length > 1) node.style.setProperty("--letters", String(mark.length));
  return node;
}

/** What is drawn on a die's body; only what is seen. */
function partsOf({ lamps, mark }, drawn, group, state, small) {
  const picture = drawn === "picture";
  const tick = (look) => svg("path", { class: look, d: "M78 6l8 9l15-18" });
  return [
    picture && !small ? svg("path", { class: "lamps unlit", d: dots(~lamps) }) : null,
    lamps && !(picture && small) ? svg("path", { class: "lamps", d: dots(lamps) }) : null,
    mark ? lettered(svg("text", { x: 50, "text-anchor": "middle" }), mark) : null,
    group ? svg("path", { class: "group", d: group }) : null,
    state === "out" ? svg("path", { class: "struck", d: "M14 86L86 14" }) : null,
    ...(state === "kept" ? [tick("tick halo"), tick("tick")] : []),
  ].filter((part) => part !== null);
}

// The body is the style's: a box with a border, whose inside the picture fills.
const makePicture = (attrs, ...parts) => svg("svg", { viewBox: "3 3 94 94", ...attrs }, ...parts);

/** A small die is a box; a mark alone lies in it as plain text, as letters in a picture cost the browser far more. */
function makeSmall() {
  const node = el("span", { class: "die small", "data-test": "face", role: "img" });
  return {
    node,
    body: node,
    draw(face, drawn, group, state) {
      const plain = face.mark !== "" && !group && !state;
      const parts = plain ? [] : partsOf(face, drawn, group, state, true);
      node.replaceChildren(plain ? lettered(el("b"), face.mark) : makePicture({}, ...parts));
    },
    call() {},
  };
}

function makeLarge() {
  const body = makePicture({ class: "block", role: "img" });
  const node = el("span", { class: "die", "data-test": "die" }, body);
  let name = null;
  return {
    node,
    body,
    draw: (...seen) => body.replaceChildren(...partsOf(...seen, false)),
    /** Write a name under the die, where it has one. */
    call(called) {
      if (called !== "" && name === null) {
        name = el("span", { class: "die-name", "aria-hidden": true });
        node.append(name);
      }
      if (name) text(name, called);
    },
  };
}

/** A die. A small one shows a picture by its mark alone, which stays readable on a card. */
export function makeDie(small = false) {
  const { node, body, draw, call } = small ? makeSmall() : makeLarge();
  let drawnSo = "";

  return {
    node,
    /** `mixed`: dice of several colours or seats lie beside it, so that its shape must tell. */
    show(die, { faces, say, word }, mixed = false) {
      const face = faceOf(die, faces);
      const called = face.name ? say({ key: face.name }) : "";
      const drawn = face.mark === "" ? "pips" : called === "" ? "numeral" : "picture";
      const shown = die.tumbling ? "tumbling" : die.value ? drawn : "blank";
      // A die with pictures is told by them; one with pips only by its colour, or by whose it is.
      const grouped = mixed || (shown === "blank" && !faces[die.kind]);
      const seen = [face, shown, grouped ? groupOf(die.colour, die.seat) : null, die.state];
      const wanted = JSON.stringify(seen);
      if (drawnSo !== wanted) draw(...seen);
      drawnSo = wanted;
      // A name that says no more than the mark need not stand there twice.
      call(called === face.mark ? "" : called);
      set(node, "data-face", shown);
      set(node, "data-colour", die.colour ?? "ivory");
      set(node, "data-state", die.state || null);
      set(node, "data-value", die.value);
      const state = die.tumbling ? "tumbling" : die.value ? die.state || "" : "blank";
      const spoken = [called || (die.value ? String(die.value) : ""), state && word(`die.${state}`)];
      set(body, "aria-label", spoken.filter(Boolean).join(", "));
    },
  };
}

/** Up to eight dice lie in one row; more in rows of about the same length, up to twelve. */
function inARow(count) {
  const most = count > 16 ? 12 : 8;
  return Math.ceil(count / Math.ceil(count / most || 1));
}

function isMixed(dice) {
  return dice.some((die) => die.colour !== dice[0].colour || die.seat !== dice[0].seat);
}

/** Dice side by side; `--n` lets the style give few dice more room than many. */
export function makeTray(small = false) {
  const node = el("div", { class: "tray" });
  return {
    node,
    show(dice, ctx) {
      const mixed = isMixed(dice);
      set(node, "style", `--n:${inARow(dice.length)}`);
      set(node, "class", mixed ? "tray mixed" : "tray");
      each(node, dice, (_, at) => at, () => makeDie(small), ctx, mixed);
    },
  };
}

const STILL = new Map();

/** Dice that stay as they are, copied from the first such tray: options and cards come by the dozen. */
export function stillTray(dice, ctx, small = true) {
  const kind = JSON.stringify([dice, small]);
  if (!STILL.has(kind)) {
    const tray = makeTray(small);
    tray.show(dice, ctx);
    STILL.set(kind, tray.node);
  }
  return STILL.get(kind).cloneNode(true);
}

/** The dice of a roll before any face is known; where they are several people's, in their colours. */
export function diceOf(casts, tumbling, seats) {
  return casts.flatMap(({ count, kind, colour, seat = null }) => {
    const mine = seat === null ? { colour } : { colour: seats[seat].colour, seat };
    const die = { value: 0, kind, tumbling, ...mine };
    return Array.from({ length: count }, () => die);
  });
}

/** An option's dice name a kind of picture, or else the colour of a die with pips; or both at once. */
export function diceOfOption(pairs, faces) {
  return pairs.map(([name, value]) => ({ kind: faces[name] ? name : undefined, colour: name, value }));
}

/** The dice that wait or tumble in a row of the view; they lie in the same places when they have a face. */
export function inRow(place) {
  return [...place.querySelectorAll(".item.dice .die:is([data-face=tumbling], [data-face=blank])")];
}

/**
 * Let dice come to rest one after the other, as the tower's lamps do. How many did.
 *
 * Those are `thrown`, where some lay `inRow` before, or else all that lie in a place and are not kept.
 */
export function settle(place, thrown) {
  const all = thrown.length ? thrown : [...place.querySelectorAll(".die:not(.small, [data-state], [data-face=blank])")];
  all.forEach((die, at) => {
    const timing = { duration: FADE, delay: moves() ? APART * at : 0, fill: "backwards", easing: "ease-out" };
    die.firstChild.animate(moves() ? LANDING : CALM_LANDING, timing);
  });
  return all.length;
}
