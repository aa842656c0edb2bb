/** The clocks: a ring for each time that runs out, drawn between messages by the browser's own steady clock. */

import { each, el, set, svg, text } from "./dom.js";
import { makeSeatName } from "./seats.js";

const OFTEN = 250;
// A message that was longer on its way than the last one must not turn the ring back.
const SAME = 1000;
const HURRY = 10000;

/** Minutes and seconds; what is not over yet is never told as nothing. */
export function clockTime(ms) {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function makeRing() {
  const name = makeSeatName();
  const all = el("span", { class: "seat" });
  const rest = svg("circle", { class: "rest", cx: 20, cy: 20, r: 16, pathLength: 100 });
  const whole = svg("circle", { cx: 20, cy: 20, r: 16 });
  const face = svg("svg", { viewBox: "0 0 40 40", "aria-hidden": true }, whole, rest);
  const time = el("b", { role: "timer" });
  const node = el("li", { class: "ring" }, face, el("span", {}, name.node, all, time));
  let hand = null;
  let ends = 0;

  const left = () => Math.max(0, hand.runs ? ends - performance.now() : hand.left_ms);

  function tick() {
    // Nobody's time runs while the host is away; what it says when it is back counts.
    if (document.body.dataset.away !== undefined) return hand.runs;
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
      const seated = shown.seat !== null;
      set(name.node, "hidden", !seated);
      text(all, seated ? "" : ctx.word("clock.rules"));
      if (seated) name.show(shown.seat, ctx.seats[shown.seat]);
      set(node, "data-colour", seated ? ctx.seats[shown.seat].colour : null);
      set(node, "data-other", seated && shown.seat !== ctx.me);
      set(node, "data-runs", shown.runs);
      set(node, "data-test", `clock-${shown.seat ?? "rules"}`);
      tick();
    },
  };
}

/**
 * The clocks of a match, and the button that stops them or lets them go on.
 *
 * `act` gives a command to the host, as a page's own does. A seat's screen also tells what happens
 * when its time is over.
 */
export function makeClocks(act) {
  const rings = el("ul", { class: "rings" });
  const words = el("p", { class: "clock-why", "data-test": "clock-why" });
  const button = el("button", { "data-test": "pause", onclick: tapped });
  const used = el("p", { class: "clock-used", "data-test": "clock-used" });
  const node = el("section", { class: "clocks" }, rings, words, button, used);
  const parts = new Set();
  let clock = null;
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
    const running = [...parts].filter((part) => part.node.isConnected && part.tick());
    if (running.length > 0) timer = setTimeout(tick, OFTEN);
  }

  function make() {
    const ring = makeRing();
    parts.add(ring);
    return ring;
  }

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

function usedOf({ used_ms: used }, { seats, word }) {
  const each = used.map((ms, seat) => `${seats[seat].name} ${clockTime(ms)}`);
  return word("clock.used", { times: each.join(", ") });
}
