/** A phone's own tray: it comes while dice are thrown, with real cubes that land as on the table, and goes after the show. */

import { MOST_CUBES, makeScene } from "../draw/scene.js";
import { moves } from "../lib/appearance.js";
import { el, fetchStyle, set } from "../lib/dom.js";
import { rolledDice, rolling } from "./roll.js";

/** How many cubes lie side by side on a phone. */
const ROOM = 4;

/** Make the tray; nothing of it is seen before dice are thrown. */
export async function makePhoneTray() {
  await fetchStyle("dice.css");
  const dice = el("div", { id: "dice" });
  const node = el("section", { id: "stage", hidden: true, "aria-hidden": true }, el("div", { class: "mouth" }), dice);
  document.body.append(node);
  const scene = makeScene(dice, ROOM);

  /** @param {boolean} on */
  function show(on) {
    set(node, "hidden", !on);
    // The same dice are not shown twice.
    set(document.body, "data-tray", on);
  }

  /** @param {Host.Landed} landed @param {ScreenState} before @param {Context} ctx @param {import("./roll.js").Fallen} fallen */
  function lay(landed, before, ctx, fallen) {
    scene.show([{ label: "", dice: rolledDice(rolling(landed, before.roll), before.seats, fallen) }], ctx);
  }

  return {
    /** @param {Host.Landed} landed @param {ScreenState} before @param {Context} ctx */
    throwDice(landed, before, ctx) {
      if (!moves() || landed.dice.length > MOST_CUBES) return;
      show(true);
      lay(landed, before, ctx, []);
      const thrown = landed.dice.map((die, at) => {
        const whose = die.seat == null ? die : { ...die, colour: ctx.seats[die.seat].colour };
        return { at, die: whose, rest: landed.rest_ms[at] };
      });
      scene.throwIn(0, thrown, ctx, true);
    },
    /** @param {Host.Landed} landed @param {import("./roll.js").Fallen} fallen @param {ScreenState} before @param {Context} ctx */
    rest(landed, fallen, before, ctx) {
      if (!node.hidden) lay(landed, before, ctx, fallen);
    },
    stop() {
      scene.stop();
      show(false);
    },
  };
}
