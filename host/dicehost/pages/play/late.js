/** What is needed on some evenings only, all together: its first moment is never the one that waits for a file. */

import { makeBots } from "./bots.js";
import { makeBroken } from "./broken.js";
import { makeJoinCard } from "./join-card.js";
import { makeManualDice } from "./manual-dice.js";
import { makeVenue } from "./venue.js";
import { makeWakeLock } from "./wake-lock.js";

/** @type {Record<string, (around: Surroundings) => Promise<LatePart>>} */
export const MAKERS = {
  bots: makeBots,
  broken: makeBroken,
  joinCard: makeJoinCard,
  manualDice: makeManualDice,
  venue: makeVenue,
  wakeLock: makeWakeLock,
};
