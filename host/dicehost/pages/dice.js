/** Dice: pips as dots, pictures as the tower's nine lamps with their mark and name. Draws only what it is told. */

import { each, el, set, svg, text } from "./dom.js";

// Nine lamps row by row, one octal digit a row, as the tower lights them.
const PIPS = [0, 0o020, 0o401, 0o421, 0o505, 0o525, 0o555];
const LAMPS = [0, 1, 2, 3, 4, 5, 6, 7, 8];

/** What a die shows: which lamps, which mark, and how it is called. */
function faceOf({ kind = "pips", value }, faces) {
  if (value === 0) return { lamps: 0, mark: "", name: "" };
  const face = faces[kind]?.[value - 1];
  if (face) return face;
  const lamps = PIPS[value] ?? 0;
  return { lamps, mark: lamps ? "" : String(value), name: "" };
}

/** A die. A small one shows a picture by its mark alone, which stays readable on a card. */
export function makeDie(small = false) {
  const lamps = LAMPS.map((at) =>
    svg("circle", { cx: 24 + 26 * (at % 3), cy: 24 + 26 * Math.floor(at / 3), r: 9.5 }),
  );
  const mark = svg("text", { x: 50, "text-anchor": "middle" });
  const picture = svg(
    "svg",
    { viewBox: "0 0 100 100", role: "img" },
    svg("rect", { class: "body", x: 3, y: 3, width: 94, height: 94, rx: 20 }),
    svg("path", { class: "swirl", d: "M50 26a24 24 0 1 1-23 17M50 38a12 12 0 1 1-11.5 8.5" }),
    svg("g", { class: "lamps" }, ...lamps),
    mark,
    svg("path", { class: "struck", d: "M14 86L86 14" }),
    svg("path", { class: "tick halo", d: "M78 6l8 9l15-18" }),
    svg("path", { class: "tick", d: "M78 6l8 9l15-18" }),
  );
  const name = el("span", { class: "die-name", "aria-hidden": true });
  const node = el("span", { class: small ? "die small" : "die" }, picture, small ? null : name);
  set(node, "data-test", small ? "face" : "die");
  return {
    node,
    show(die, { faces, say, word }) {
      const face = faceOf(die, faces);
      const called = face.name ? say({ key: face.name }) : "";
      LAMPS.forEach((at) => set(lamps[at], "class", face.lamps & (256 >> at) ? "lit" : null));
      text(mark, face.mark);
      mark.style.setProperty("--letters", String(face.mark.length || 1));
      text(name, called);
      const drawn = face.mark === "" ? "pips" : called === "" ? "numeral" : "picture";
      set(node, "data-face", die.tumbling ? "tumbling" : die.value ? drawn : "blank");
      set(node, "data-colour", die.colour ?? "ivory");
      set(node, "data-state", die.state || null);
      set(node, "data-value", die.value);
      const state = die.tumbling ? "tumbling" : die.value ? die.state || "" : "blank";
      const spoken = [called || (die.value ? String(die.value) : ""), state && word(`die.${state}`)];
      set(picture, "aria-label", spoken.filter(Boolean).join(", "));
    },
  };
}

/** Dice side by side; `--n` lets the style give few dice more room than many. */
export function makeTray(small = false) {
  const node = el("div", { class: "tray" });
  return {
    node,
    show(dice, ctx) {
      node.style.setProperty("--n", String(dice.length));
      each(node, dice, (_, at) => at, () => makeDie(small), ctx);
    },
  };
}

/** The dice of a roll before any face is known; where they are several people's, in their colours. */
export function diceOf(casts, tumbling, seats) {
  return casts.flatMap(({ count, kind, colour, seat = null }) => {
    const die = { value: 0, kind, colour: seat === null ? colour : seats[seat].colour, tumbling };
    return Array.from({ length: count }, () => die);
  });
}

/** An option's dice name a kind of picture, or else the colour of a die with pips; or both at once. */
export function diceOfOption(pairs, faces) {
  return pairs.map(([name, value]) => ({ kind: faces[name] ? name : undefined, colour: name, value }));
}
