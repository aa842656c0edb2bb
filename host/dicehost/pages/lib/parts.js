/** Parts of the pages that are fetched when they are first needed, and where they are. */

const PATHS = {
  help: "lib/help.js",
  settings: "lib/settings.js",
  announcer: "lib/announcer.js",
  refusals: "lib/refusals.js",
  tones: "lib/tones.js",
  joinCodes: "lobby/join-codes.js",
  towerChoice: "lobby/tower-choice.js",
  admission: "play/admission.js",
  beats: "play/beats.js",
  clock: "play/clock.js",
  curtain: "play/curtain.js",
  dial: "draw/dial.js",
  finale: "play/finale.js",
  late: "play/late.js",
  reactions: "play/reactions.js",
  tips: "play/tips.js",
  pace: "play/pace.js",
  pile: "draw/pile.js",
  phoneTray: "play/phone-tray.js",
  choosing: "play/widgets/choosing.js",
  placing: "play/widgets/placing.js",
  worths: "play/worths.js",
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
      return await import(`/static/${path}${attempt ? `?again=${attempt}` : ""}`);
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
 *   announcer: typeof import("./announcer.js"),
 *   refusals: typeof import("./refusals.js"),
 *   tones: typeof import("./tones.js"),
 *   joinCodes: typeof import("../lobby/join-codes.js"),
 *   towerChoice: typeof import("../lobby/tower-choice.js"),
 *   admission: typeof import("../play/admission.js"),
 *   beats: typeof import("../play/beats.js"),
 *   clock: typeof import("../play/clock.js"),
 *   curtain: typeof import("../play/curtain.js"),
 *   dial: typeof import("../draw/dial.js"),
 *   finale: typeof import("../play/finale.js"),
 *   late: typeof import("../play/late.js"),
 *   reactions: typeof import("../play/reactions.js"),
 *   tips: typeof import("../play/tips.js"),
 *   pace: typeof import("../play/pace.js"),
 *   pile: typeof import("../draw/pile.js"),
 *   phoneTray: typeof import("../play/phone-tray.js"),
 *   choosing: typeof import("../play/widgets/choosing.js"),
 *   placing: typeof import("../play/widgets/placing.js"),
 *   worths: typeof import("../play/worths.js"),
 * }} Parts
 */
