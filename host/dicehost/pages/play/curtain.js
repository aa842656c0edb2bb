/**
 * Pass and play: the tablet goes round, behind a curtain wherever a seat sees what others must not.
 *
 * A seat's own page is opened inside this one when the curtain is lifted, and thrown away when it falls:
 * before and after that, nothing of the seat is in this page, its memory or its connection to the host.
 */

import { byId, fetchStyle } from "../lib/dom.js";
import { catalogue, voice } from "../lib/words.js";
import { makeCloth } from "./curtain-cloth.js";
import { makeBar, makeOffer } from "./tablet-bar.js";

// A tablet left lying covers itself.
const UNTOUCHED = 90000;

/**
 * Make the curtain; `show` takes every state of the table.
 *
 * @param {Surroundings} around
 * @returns {Promise<LatePart>}
 */
export default async function makeCurtain({ match, owner }) {
  const extras = await catalogue("rare");
  await fetchStyle("curtain.css");
  const offer = makeOffer(match, owner);
  const bar = makeBar(handTo);
  byId("waiting").after(offer.node, bar.node);
  const cloth = makeCloth({ lift, cover, setAside, handTo });
  document.body.append(cloth.node);
  /** @type {{screen: ScreenState, ctx: Context, word: Speech["word"]}} */
  let latest;
  // Whose hands the tablet is in or goes to: null, or {seat, asked, secret}.
  /** @type {Host.AtTablet | null} */
  let holder = null;
  let lifted = false;
  /** @type {number | null} */
  let aside = null;
  /** @type {number | null} */
  let chosen = null;
  let timer = 0;

  /** @param {ScreenState} screen @param {Context} ctx */
  function show(screen, ctx) {
    const words = voice(
      extras,
      ctx.seats.map((seat) => seat.name),
    );
    latest = { screen, ctx, word: words.word };
    offer.show(screen, words.word);
    settle();
  }

  /** Work out again who should have the tablet. */
  function settle() {
    const tablet = latest.screen.over ? [] : latest.screen.tablet;
    const next = nextHolder(tablet);
    const answered = holder?.asked && !next?.asked;
    if (next?.seat !== holder?.seat || next?.secret !== holder?.secret || answered) fall();
    holder = next;
    if (holder?.seat !== aside) aside = null;
    if (holder?.asked && !holder.secret && aside === null) lift();
    draw(tablet);
  }

  /**
   * The seat that asked for it; else the one that has it and is not done; else the first with something to answer.
   *
   * @param {Host.AtTablet[]} tablet
   */
  function nextHolder(tablet) {
    /** @param {number | null | undefined} seat */
    const entry = (seat) => tablet.find((one) => one.seat === seat) ?? null;
    if (holder?.asked && !entry(holder.seat)?.asked) chosen = null;
    const keeps = lifted && entry(holder?.seat)?.asked ? entry(holder?.seat) : null;
    return entry(chosen) ?? keeps ?? tablet.find((one) => one.asked) ?? null;
  }

  /** @param {Host.AtTablet[]} tablet */
  function draw(tablet) {
    const { ctx, word } = latest;
    const shown = holder && aside === null ? holder : null;
    const others = tablet.filter((one) => one.asked && one.seat !== holder?.seat);
    bar.show(shown ? [] : tablet.filter((one) => one.asked || one.secret), ctx, word);
    cloth.show(shown, lifted, others, ctx, word);
    // A bar that comes with a tap needs room as well.
    dispatchEvent(new Event("later"));
  }

  function lift() {
    if (lifted || holder === null) return;
    lifted = true;
    cloth.open(`/seat/${match}#tablet=${holder.seat}`, touched);
    touched();
    draw(latest.screen.tablet);
  }

  /** Let the curtain fall: the seat's page is removed with everything it knew. */
  function fall() {
    clearTimeout(timer);
    lifted = false;
    cloth.close();
  }

  function cover() {
    fall();
    if (!holder?.asked) chosen = null;
    settle();
  }

  function touched() {
    clearTimeout(timer);
    // What everyone may see does not have to be covered.
    if (holder?.secret) timer = setTimeout(cover, UNTOUCHED);
  }

  function setAside() {
    fall();
    aside = holder?.seat ?? null;
    if (!holder?.asked) chosen = null;
    settle();
  }

  /** @param {number} seat */
  function handTo(seat) {
    fall();
    chosen = seat;
    aside = null;
    settle();
  }

  document.addEventListener("visibilitychange", () => document.hidden && lifted && holder?.secret && cover());
  return { show };
}
