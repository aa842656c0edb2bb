/** A die as a cube with six faces, lying on a table that leans away; it is thrown, and comes to rest on its face. */

import { el, lay, set, text } from "../lib/dom.js";
import { readDie } from "./dice.js";
import { faceOf, groupOf, pictureOf } from "./die-picture.js";
import { pathOf } from "./throw.js";

const SIDES = ["t", "b", "n", "s", "e", "w"];
// How the cube is turned inside its holder so that a side lies on top.
const TOP = ["none", "rotateY(180deg)", "rotateX(-90deg)", "rotateX(90deg)", "rotateY(-90deg)", "rotateY(90deg)"];
/** Dice never lie quite straight; table.css turns them by the same angles. */
const YAWS = [-0.09, 0.06, -0.04, 0.1, 0.03];

/**
 * A cube. `throwIn` gives it its face before it lands, without saying so anywhere; `show` says it.
 *
 * @returns {Part<[die: DieShown, ctx: Context, mixed?: boolean, at?: number]> & {throwIn: typeof throwIn, stop: typeof stop}}
 */
export function makeCube() {
  const sides = SIDES.map((side) => el("i", { class: `side ${side}` }));
  const pose = el("span", { class: "pose" }, ...sides);
  const cube = el("span", { class: "cube" }, pose);
  const mark = el("span", { class: "mark" });
  const up = el("span", { class: "up" }, cube);
  const thrown = el("span", { class: "thrown", role: "img" }, up);
  const shade = el("i", { class: "shade" });
  const name = el("span", { class: "die-name", "aria-hidden": true });
  const node = el("span", { class: "die solid", "data-test": "die" }, shade, thrown);
  const drawn = SIDES.map(() => "");
  let place = 0;
  /** @type {Animation[]} */
  let flight = [];

  /**
   * The six faces of a kind of die lie where they always do; a die with more faces lends its sides to some of them.
   * On the table the face on top is all that is drawn: the others are seen in the air only.
   *
   * @param {DieShown} die
   * @param {Faces} faces
   * @param {string | null} group
   * @param {boolean} flies
   */
  function paint(die, faces, group, flies) {
    const most = Math.max(faces[die.kind ?? "pips"]?.length ?? 6, 6);
    const first = die.value > 6 ? die.value - 6 : 0;
    const top = topOf(die.value);
    sides.forEach((side, at) => {
      const value = ((first + at) % most) + 1;
      const wanted = flies || (at === top && (die.value || group)) ? JSON.stringify([die.kind, value, group]) : "";
      if (drawn[at] === wanted) return;
      drawn[at] = wanted;
      side.replaceChildren(...(wanted ? [pictureOf(faceOf({ ...die, value }, faces), group)] : []));
    });
  }

  /** @param {number} value */
  function turnTo(value) {
    const top = topOf(value);
    set(pose, "style", `transform:${TOP[top]}`);
    sides.forEach((side, at) => {
      side.classList.toggle("top", at === top);
    });
  }

  /**
   * @param {DieShown} die
   * @param {Context} ctx
   * @param {{from: import("./throw.js").Spot, size: number, ms: number, delay: number, last: boolean, chance: () => number}} how
   */
  function throwIn(die, ctx, how) {
    const read = readDie(die, ctx, node.dataset.mixed !== undefined);
    paint(die, ctx.faces, read.group, true);
    turnTo(die.value);
    set(node, "data-face", "thrown");
    const path = pathOf({ ...how, yaw: YAWS[place % YAWS.length] });
    /** @type {KeyframeAnimationOptions} */
    const timing = { duration: how.ms, delay: how.delay, fill: "backwards" };
    flight = [thrown.animate(path.body, timing), cube.animate(path.cube, timing), shade.animate(path.shade, timing)];
    return { knocks: path.knocks.map((knock) => how.delay + knock) };
  }

  /** Come down at once, wherever it is. */
  function stop() {
    for (const one of flight) one.cancel();
    flight = [];
  }

  return {
    node,
    throwIn,
    stop,
    show(die, ctx, mixed = false, at = 0) {
      place = at;
      // While it is in the air, nothing that is drawn may bring it down.
      if (die.tumbling && flight.some((one) => one.playState === "running")) return;
      stop();
      const { group, shown, called, label, colour } = readDie(die, ctx, mixed);
      set(node, "data-mixed", mixed);
      paint(die, ctx.faces, group ?? (mixed ? groupOf(colour, die.seat) : null), false);
      turnTo(die.value);
      set(node, "data-face", shown);
      set(node, "data-colour", colour);
      set(node, "data-state", die.state || null);
      set(node, "data-value", die.value);
      lay(up, die.state === "kept" || die.state === "out" ? [cube, mark] : [cube]);
      set(thrown, "aria-label", label);
      text(name, called);
      lay(node, called ? [shade, thrown, name] : [shade, thrown]);
    },
  };
}

/** @param {number} value */
function topOf(value) {
  return value ? (value - 1) % 6 : 0;
}
