/** How fast the show goes: chosen at the table, for all its screens. */

import { choice } from "../lib/settings.js";
import { voice } from "../lib/words.js";

/** @type {Host.Screen["pace"][]} */
const PACES = ["none", "quick", "normal", "grand"];

/**
 * Add the choice to the sheet of settings.
 *
 * @param {Element} sheet
 * @param {Host.Screen["pace"]} now
 * @param {Act} act
 */
export function offerPace(sheet, now, act) {
  const { word } = voice();
  sheet.prepend(
    choice(
      "pace",
      PACES,
      now,
      (pace) => word(`settings.pace.${pace}`),
      (pace) => act({ do: "pace", answer: { pace } }, () => true),
    ),
  );
}
