/** Parts of the pages that are fetched when they are first needed, and where they are. */

const PATHS = {
  help: "./help.js",
  settings: "./settings.js",
  refusals: "./refusals.js",
  joinCodes: "../lobby/join-codes.js",
  admission: "../play/admission.js",
  beats: "../play/beats.js",
  bots: "../play/bots.js",
  broken: "../play/broken.js",
  curtain: "../play/curtain.js",
  finale: "../play/finale.js",
  manualDice: "../play/manual-dice.js",
  offer: "../play/offer.js",
  pile: "../draw/pile.js",
  place: "../play/place.js",
  wakeLock: "../play/wake-lock.js",
  chipsToPush: "../play/widgets/chips.js",
  diceOnTable: "../play/widgets/dice-on-table.js",
  diceToTake: "../play/widgets/dice-to-take.js",
  fan: "../play/widgets/fan.js",
  goals: "../play/widgets/goals.js",
  portraits: "../play/widgets/portraits.js",
  spacesToTap: "../play/widgets/spaces.js",
  stacks: "../play/widgets/stacks.js",
  thumbs: "../play/widgets/thumbs.js",
};
const WAIT = 4000;
const FETCHED = new Map();

/**
 * Fetch a part once; later calls get the same one.
 *
 * @template {keyof Parts} Name
 * @param {Name} name
 * @returns {Promise<Parts[Name]>}
 */
export function fetchPart(name) {
  if (!FETCHED.has(name)) FETCHED.set(name, fetchPatiently(PATHS[name]));
  return FETCHED.get(name);
}

/**
 * Fetch a part, and keep trying while the host is away.
 *
 * @param {string} path
 */
async function fetchPatiently(path) {
  for (let attempt = 0; ; attempt += 1) {
    try {
      // A browser remembers that a module failed to load, by its address: a new attempt needs a new address.
      return await import(attempt ? `${path}?again=${attempt}` : path);
    } catch {
      await new Promise((done) => setTimeout(done, WAIT));
    }
  }
}

/**
 * What each part exports.
 *
 * @typedef {{
 *   help: typeof import("./help.js"),
 *   settings: typeof import("./settings.js"),
 *   refusals: typeof import("./refusals.js"),
 *   joinCodes: typeof import("../lobby/join-codes.js"),
 *   admission: typeof import("../play/admission.js"),
 *   beats: typeof import("../play/beats.js"),
 *   bots: typeof import("../play/bots.js"),
 *   broken: typeof import("../play/broken.js"),
 *   curtain: typeof import("../play/curtain.js"),
 *   finale: typeof import("../play/finale.js"),
 *   manualDice: typeof import("../play/manual-dice.js"),
 *   offer: typeof import("../play/offer.js"),
 *   pile: typeof import("../draw/pile.js"),
 *   place: typeof import("../play/place.js"),
 *   wakeLock: typeof import("../play/wake-lock.js"),
 *   chipsToPush: typeof import("../play/widgets/chips.js"),
 *   diceOnTable: typeof import("../play/widgets/dice-on-table.js"),
 *   diceToTake: typeof import("../play/widgets/dice-to-take.js"),
 *   fan: typeof import("../play/widgets/fan.js"),
 *   goals: typeof import("../play/widgets/goals.js"),
 *   portraits: typeof import("../play/widgets/portraits.js"),
 *   spacesToTap: typeof import("../play/widgets/spaces.js"),
 *   stacks: typeof import("../play/widgets/stacks.js"),
 *   thumbs: typeof import("../play/widgets/thumbs.js"),
 * }} Parts
 */
