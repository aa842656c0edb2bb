/**
 * The show: dice land before anything of their outcome is seen, then the beats of the event, then the next question.
 *
 * It leads from one drawn state to the next and ends by drawing that one from the state alone. So a tap, a newer
 * message, a reload and a calm screen all come to the same page. It holds up no command.
 */

import { appearance } from "../lib/appearance.js";
import { fetchPart } from "../lib/parts.js";

/** A newer event waits: the rest of this show hurries. */
const HURRY = 0.45;
/** How many events may wait; beyond that nobody would still know what they belong to. */
const MOST_WAITING = 2;

/**
 * What a page does for its show.
 *
 * @typedef {{
 *   draw(screen: ScreenState, ctx: Context): void,
 *   things(screen: ScreenState, ctx: Context, before: ScreenState): void,
 *   throwDice(landed: Host.Landed, before: ScreenState, ctx: Context): void,
 *   rest(landed: Host.Landed, fallen: import("./roll.js").Fallen, at: number, before: ScreenState, ctx: Context): void,
 *   stop(): void,
 *   asksAnew?(screen: ScreenState): boolean,
 * }} Stage
 */

/** @typedef {{screen: ScreenState, ctx: Context}} Sent */

/**
 * What a beat may do while it is performed. The host says how long each takes, so that all screens are at the same
 * one and clocks know when it is over: `begin` the next, and `finish` waits until its time is over.
 *
 * @typedef {{
 *   wait(ms: number): Promise<void>,
 *   time(ms: number): number,
 *   begin(at: number): void,
 *   finish(): Promise<void>,
 *   over(): boolean,
 *   before: ScreenState,
 *   screen: ScreenState,
 *   ctx: Context,
 * }} Performance
 */

/** @param {Stage} stage */
export function makeShow(stage) {
  /** @type {ScreenState | null} */
  let drawn = null;
  /** @type {Sent[]} */
  const waiting = [];
  /** @type {{sent: Sent, wakes: Set<() => void>} | null} */
  let running = null;

  /** @param {Sent} sent */
  function drawNow({ screen, ctx }) {
    stage.stop();
    drawn = screen;
    stage.draw(screen, ctx);
  }

  /**
   * Show a state: at once, or at the end of the show that leads to it.
   *
   * @param {ScreenState} screen
   * @param {Context} ctx
   */
  function take(screen, ctx) {
    const sent = { screen, ctx };
    if (running === null) {
      if (drawn !== null && isWorthIt(drawn, screen)) begin(sent);
      else drawNow(sent);
      return;
    }
    const last = waiting.at(-1) ?? running.sent;
    // Somebody came or a clock stands: nothing to perform, so the state that is led to is the newer one.
    if (!isWorthIt(last.screen, screen)) {
      const { beats, landed, show } = last.screen;
      Object.assign(last, { ctx, screen: { ...screen, beats, show, landed: screen.landed ?? landed } });
      return;
    }
    waiting.push(sent);
    if (waiting.length > MOST_WAITING) skip();
  }

  /** @param {Sent} sent */
  async function begin(sent) {
    const me = { sent, wakes: new Set() };
    running = me;
    document.body.dataset.show = "";
    const before = /** @type {ScreenState} */ (drawn);
    const over = () => running !== me;
    const times = /** @type {Host.ShowTimes} */ (sent.screen.show);
    const hurry = () => (waiting.length > 0 ? HURRY : 1);
    /** @param {number} ms */
    const time = (ms) => ms * times.slow * hurry();
    let ends = performance.now();
    const left = () => ends - performance.now();
    /** @param {number} ms @returns {Promise<void>} */
    const pause = (ms) =>
      new Promise((done) => {
        if (over()) return done();
        const wake = () => {
          clearTimeout(timer);
          me.wakes.delete(wake);
          done();
        };
        const timer = setTimeout(wake, ms);
        me.wakes.add(wake);
      });
    /** @param {number} ms */
    const wait = (ms) => pause(Math.min(time(ms), left()));
    const finish = () => pause(left());
    /** @param {number} at */
    const start = (at) => {
      ends += times.beats_ms[at] * hurry();
    };
    const { landed, beats } = sent.screen;
    const lands = hasLanded(before, sent.screen);
    try {
      if (lands) {
        ends += times.lands_ms;
        await land(/** @type {Host.Landed} */ (landed), before, sent.ctx, pause, over);
        await finish();
      }
      if (over()) return;
      if (lands || beats.length) stage.things(sent.screen, sent.ctx, before);
      if (isNext(before, sent.screen)) {
        const { perform } = await fetchPart("beats");
        if (over()) return;
        // What was fetched first must not be cut short.
        ends = Math.max(ends, performance.now());
        await perform(beats, { wait, time, begin: start, finish, over, before, ...sent });
      }
    } catch (error) {
      // A show that fails must never keep the state from being drawn.
      console.error(error);
    }
    if (!over()) end();
  }

  function end() {
    if (running === null) return;
    const { sent, wakes } = running;
    running = null;
    for (const wake of wakes) wake();
    delete document.body.dataset.show;
    document.dispatchEvent(new Event("show-over"));
    drawNow(sent);
    const next = waiting.shift();
    if (next) take(next.screen, next.ctx);
  }

  /** Leave out what is left, and show the newest state. */
  function skip() {
    const last = waiting.pop();
    waiting.length = 0;
    if (running && last) running.sent = last;
    end();
  }

  /**
   * Let dice come to rest, each at its time.
   *
   * @param {Host.Landed} landed
   * @param {ScreenState} before
   * @param {Context} ctx
   * @param {(ms: number) => Promise<void>} pause
   * @param {() => boolean} over
   */
  async function land(landed, before, ctx, pause, over) {
    stage.throwDice(landed, before, ctx);
    /** @type {import("./roll.js").Fallen} */
    const fallen = [];
    const order = landed.rest_ms.map((rest, at) => ({ rest, at })).sort((one, other) => one.rest - other.rest);
    const begun = performance.now();
    for (const { rest, at } of order) {
      const left = begun + rest - performance.now();
      if (left > 0) await pause(left);
      if (over()) return;
      fallen[at] = landed.dice[at];
      stage.rest(landed, fallen, at, before, ctx);
    }
  }

  // A tap anywhere ends the show, and still does what it was for.
  for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, () => running && skip(), { capture: true });
  document.addEventListener("visibilitychange", () => document.hidden && skip());

  return { take, skip };
}

/** @param {ScreenState} before @param {ScreenState} now */
function isWorthIt(before, now) {
  const wanted = appearance().pace !== "off" && now.show !== null;
  if (!wanted || document.hidden || before.match !== now.match) return false;
  return hasLanded(before, now) || isNext(before, now);
}

/**
 * Whether the dice of a state were rolled after what is drawn.
 *
 * @param {ScreenState} before
 * @param {ScreenState} now
 */
function hasLanded(before, now) {
  return now.landed != null && now.landed.id !== before.landed?.id && now.seq > before.seq;
}

/**
 * Whether the beats of a state begin where the drawn one ends.
 *
 * @param {ScreenState} before
 * @param {ScreenState} now
 */
function isNext(before, now) {
  return now.beats.length > 0 && now.since === before.seq && now.seq > before.seq;
}
