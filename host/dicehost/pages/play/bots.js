/** Bots while a match is played: let one go on for somebody who has left, hand one's own seat over, take it back. */

import { makeBotFace } from "../draw/bot-faces.js";
import { byId, el, fetchStyle, set, text, worded } from "../lib/dom.js";
import { catalogue, voice } from "../lib/words.js";

// A phone that was only put down for a moment is not worth a question.
const GONE = 20000;

/**
 * Make what a seat's or the table's page shows about bots.
 *
 * @param {Surroundings} around
 * @returns {Promise<LatePart>}
 */
export async function makeBots({ kind, act }) {
  const extras = await catalogue("extras");
  await fetchStyle("late.css");
  const part = kind === "seat" ? makeMine(act) : makeStandIn(act);
  return {
    show(screen, ctx) {
      const { word } = voice(
        extras,
        ctx.seats.map((seat) => seat.name),
      );
      part(screen, word);
    },
  };
}

/**
 * On a phone: a bot plays for me, or could.
 *
 * @param {Act} act
 */
function makeMine(act) {
  const face = makeBotFace();
  const words = el("p");
  const stop = el("button", { class: "main", "data-test": "bot-stops" });
  const banner = el("section", { class: "bot-plays", "data-test": "bot-plays-me" }, face.node, words, stop);
  const hand = el("button", { class: "quiet bot-hand", "data-test": "bot-plays" });
  byId("waiting").before(banner);
  byId("scores").after(hand);
  let me = -1;
  stop.addEventListener("click", () => act({ do: "bot_stops", answer: { seat: me } }, plays));
  hand.addEventListener("click", () => act({ do: "bot_plays", answer: { seat: me } }, (screen) => !plays(screen)));

  /** @param {ScreenState} screen */
  const plays = (screen) => (screen.seats[screen.me].bot ?? null) !== null;

  /** @param {ScreenState} screen @param {Speech["word"]} word */
  return (screen, word) => {
    me = screen.me;
    const bot = screen.seats[me].bot ?? null;
    const over = screen.over !== null;
    set(banner, "hidden", bot === null || over);
    set(hand, "hidden", bot !== null || over);
    set(byId("form"), "hidden", bot !== null);
    if (bot) face.show(bot.face);
    text(words, word("bot.mine"));
    text(stop, word("bot.stop"));
    // Whether it is seen was said above.
    worded(hand, word("bot.hand"));
  };
}

/**
 * On the table: when somebody who is waited for has been gone for a while, a bot can go on.
 *
 * @param {Act} act
 */
function makeStandIn(act) {
  const face = makeBotFace();
  const words = el("p");
  const button = el("button", { "data-test": "bot-goes-on" });
  const node = el("div", { class: "bot-offer", "data-test": "bot-offer" }, face.node, words, button);
  /** @type {Map<number, number>} */
  const since = new Map();
  let seat = -1;
  let timer = 0;
  /** @param {number} one */
  const awaited = (one) => (/** @type {ScreenState} */ screen) =>
    !screen.seats[one].here && (screen.waiting.includes(one) || screen.roll?.seat === one);
  button.addEventListener("click", () => act({ do: "bot_plays", answer: { seat } }, awaited(seat)));

  /** @param {ScreenState} screen @param {Speech["word"]} word */
  return function show(screen, word) {
    clearTimeout(timer);
    const now = performance.now();
    const gone = screen.over ? [] : screen.seats.map((_, at) => at).filter((at) => awaited(at)(screen));
    for (const at of [...since.keys()]) if (!gone.includes(at)) since.delete(at);
    for (const at of gone) if (!since.has(at)) since.set(at, now);
    const long = gone.find((at) => now - (since.get(at) ?? now) >= GONE);
    seat = long ?? -1;
    if (long === undefined) {
      node.remove();
    } else {
      face.show("bolt");
      text(words, word("bot.gone", { seat: long }));
      text(button, word("bot.go_on"));
      if (!node.isConnected) byId("waiting").after(node);
    }
    if (long === undefined && gone.length > 0) timer = setTimeout(() => show(screen, word), GONE);
  };
}
