/** The clocks: one ring per countdown, drawn between messages by the browser's monotonic clock. */

import { makeSeatName } from "../draw/seats.js";
import { each, el, set, svg, text } from "../lib/dom.js";
import { voice } from "../lib/words.js";

const OFTEN = 250;
// A message that took longer to arrive than the last one must not turn the ring back.
const SAME = 1000;
const HURRY = 10000;

/**
 * Minutes and seconds, rounded up: 0:00 is shown only when time is really up.
 *
 * @param {number} ms
 */
export function clockTime(ms) {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Nobody's time runs while something is performed; the host's next message says when it does again. */
function inShow() {
  return document.body.dataset.show !== undefined;
}

/** @typedef {Part<[shown: Host.CountdownShown, ctx: Context, arrived: number]> & {tick(): boolean}} Ring */

/** @returns {Ring} */
function makeRing() {
  const name = makeSeatName();
  const all = el("span", { class: "seat" });
  const rest = svg("circle", { class: "rest", cx: 20, cy: 20, r: 16, pathLength: 100 });
  const whole = svg("circle", { cx: 20, cy: 20, r: 16 });
  const face = svg("svg", { viewBox: "0 0 40 40", "aria-hidden": true }, whole, rest);
  const time = el("b", { role: "timer" });
  const node = el("li", { class: "ring" }, face, el("span", {}, name.node, all, time));
  /** @type {Host.CountdownShown} */
  let hand;
  let ends = 0;

  const left = () => Math.max(0, hand.runs ? ends - performance.now() : hand.left_ms);

  function tick() {
    // Nobody's time runs while the host is away; its next message says how much is left.
    if (document.body.dataset.away !== undefined || inShow()) return hand.runs;
    const now = left();
    text(time, clockTime(now));
    set(node, "data-left", Math.round(now));
    set(rest, "style", `stroke-dashoffset:${(100 - (100 * now) / hand.of_ms).toFixed(2)}`);
    set(node, "data-late", now === 0);
    set(node, "data-hurry", now < HURRY && now < hand.of_ms / 2);
    return hand.runs && now > 0;
  }

  return {
    node,
    tick,
    show(shown, ctx, arrived) {
      const told = arrived + shown.left_ms;
      const goesOn = hand?.runs && shown.runs && hand.of_ms === shown.of_ms;
      ends = goesOn && told > ends && told - ends < SAME ? ends : told;
      hand = shown;
      const { seat } = shown;
      set(name.node, "hidden", seat === null);
      text(all, seat === null ? ctx.word("clock.rules") : "");
      if (seat !== null) name.show(seat, ctx.seats[seat]);
      set(node, "data-colour", seat === null ? null : ctx.seats[seat].colour);
      set(node, "data-other", seat !== null && seat !== ctx.me);
      set(node, "data-runs", shown.runs);
      set(node, "data-test", `clock-${shown.seat ?? "rules"}`);
      tick();
    },
  };
}

/**
 * The clocks of a match, and the button that pauses and resumes them.
 *
 * `act` sends a command to the host. A seat's screen also says what happens when its time is up.
 *
 * @param {Act} act
 * @returns {Part<[shown: Host.ClockShown, ctx: Context, arrived: number, over: boolean]>}
 */
export function makeClocks(act) {
  const rings = el("ul", { class: "rings" });
  const words = el("p", { class: "clock-why", "data-test": "clock-why" });
  const button = el("button", { "data-test": "pause", onclick: tapped });
  const used = el("p", { class: "clock-used", "data-test": "clock-used" });
  const node = el("section", { class: "clocks" }, rings, words, button, used);
  /** @type {Set<Ring>} */
  const parts = new Set();
  /** @type {Host.ClockShown} */
  let clock;
  let timer = 0;

  async function tapped() {
    set(button, "disabled", true);
    const { waits_for_tap: waits } = clock;
    try {
      await act({ do: waits ? "resume" : "pause" }, (screen) => screen.clock?.waits_for_tap === waits);
    } finally {
      set(button, "disabled", false);
    }
  }

  function tick() {
    clearTimeout(timer);
    if (inShow() && clock.why === null) text(words, voice().word("clock.show"));
    const running = [...parts].filter((part) => part.node.isConnected && part.tick());
    if (running.length > 0) timer = setTimeout(tick, OFTEN);
  }

  function make() {
    const ring = makeRing();
    parts.add(ring);
    return ring;
  }

  /** @param {Context} ctx */
  function wordsOf(ctx) {
    if (clock.why) return ctx.say(clock.why);
    const mine = clock.hands.find((hand) => hand.seat === ctx.me);
    const limit = clock.hands.find((hand) => hand.seat === null);
    return ctx.say((mine ?? limit)?.end);
  }

  return {
    node,
    show(shown, ctx, arrived, over) {
      clock = shown;
      each(rings, clock.hands, (hand) => hand.seat ?? "rules", make, ctx, arrived);
      for (const part of parts) if (!part.node.isConnected) parts.delete(part);
      text(words, over ? "" : wordsOf(ctx));
      text(button, over ? "" : ctx.word(clock.waits_for_tap ? "clock.go_on" : "clock.pause"));
      set(button, "class", clock.waits_for_tap ? "main" : "quiet");
      text(used, over ? usedOf(clock, ctx) : "");
      set(node, "data-still", clock.why !== null);
      tick();
    },
  };
}

/** @param {Host.ClockShown} clock @param {Context} ctx */
function usedOf({ used_ms: used }, { seats, word }) {
  const each = used.map((ms, seat) => `${seats[seat].name} ${clockTime(ms)}`);
  return word("clock.used", { times: each.join(", ") });
}
