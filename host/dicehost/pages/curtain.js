/**
 * Pass and play: the tablet goes round, behind a curtain wherever a seat sees what others must not.
 *
 * A seat's own page is opened inside this one when the curtain is lifted, and thrown away when it falls:
 * before and after, nothing of the seat is in this page, its memory or its line to the host.
 */

import { byId, each, el, fetchStyle, set, text } from "./dom.js";
import { ask } from "./net.js";
import { makeBadge, makeSeatName } from "./seats.js";
import { catalogue, voice } from "./words.js";

// Long enough that no sleeve lifts it, short enough that no child gives up.
const HOLD = 600;
// A tablet left lying covers itself.
const UNTOUCHED = 90000;

const STAY = await catalogue("stay");
await fetchStyle("curtain.css");

/** Make the curtain; `show` takes every state of the table. */
export default function makeCurtain({ match, owner }) {
  const offer = makeOffer(match, owner);
  const bar = makeBar(handTo);
  byId("waiting").after(offer.node, bar.node);
  const cloth = makeCloth({ lift, cover, setAside, handTo });
  document.body.append(cloth.node);
  let latest = null;
  // Whose hands the tablet is in or goes to: null, or {seat, asked, secret}.
  let holder = null;
  let lifted = false;
  let aside = null;
  let chosen = null;
  let timer = 0;

  function show(screen, ctx) {
    const words = voice(STAY, ctx.seats.map((seat) => seat.name));
    latest = { screen, ctx, word: words.word };
    offer.show(screen, words.word);
    settle();
  }

  /** Look again who should have the tablet. */
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

  /** Whoever wanted it; else who has it and is not done; else the first who is asked. */
  function nextHolder(tablet) {
    const entry = (seat) => tablet.find((one) => one.seat === seat) ?? null;
    if (holder?.asked && !entry(holder.seat)?.asked) chosen = null;
    const keeps = lifted && entry(holder.seat)?.asked ? entry(holder.seat) : null;
    return entry(chosen) ?? keeps ?? tablet.find((one) => one.asked) ?? null;
  }

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
    if (lifted) return;
    lifted = true;
    cloth.open(`/seat/${match}#tablet=${holder.seat}`, touched);
    touched();
    draw(latest.screen.tablet);
  }

  /** Let the curtain fall: the seat's page goes, with all it knew. */
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
    // What everybody may see need not be covered.
    if (holder.secret) timer = setTimeout(cover, UNTOUCHED);
  }

  function setAside() {
    fall();
    aside = holder.seat;
    if (!holder.asked) chosen = null;
    settle();
  }

  function handTo(seat) {
    fall();
    chosen = seat;
    aside = null;
    settle();
  }

  document.addEventListener("visibilitychange", () => document.hidden && lifted && holder.secret && cover());
  return { show };
}

/** Where people have no phone, the tablet offers itself. */
function makeOffer(match, owner) {
  const words = el("p");
  const button = el("button", { "data-test": "to-tablet" });
  const node = el("div", { class: "tablet-offer" }, words, button);
  let seats = [];
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      await ask(`/api/matches/${match}/tablet`, owner, { seats });
    } catch {
      // The host is away, or a phone came first: the next state shows which.
    }
    button.disabled = false;
  });
  return {
    node,
    show(screen, word) {
      const away = (seat) => !screen.seats[seat].here;
      seats = screen.seats.map((_, seat) => seat).filter(away);
      set(node, "hidden", screen.over !== null || !screen.waiting.some(away));
      text(words, word("tablet.offer", { seats }));
      text(button, word("tablet.here"));
    },
  };
}

/** On the table itself: who may take the tablet, because they are asked or have something hidden. */
function makeBar(handTo) {
  const label = el("span");
  const list = el("div", { class: "tablet-seats" });
  const node = el("div", { class: "tablet-bar", "data-test": "tablet-bar" }, label, list);
  const make = () => {
    const name = makeSeatName();
    const button = el("button", { class: "quiet" }, name.node);
    return {
      node: button,
      show({ seat, asked }, { seats }) {
        name.show(seat, seats[seat]);
        button.onclick = () => handTo(seat);
        set(button, "class", asked ? "main" : "quiet");
        set(button, "data-test", `take-${seat}`);
      },
    };
  };
  return {
    node,
    show(tablet, ctx, word) {
      set(node, "hidden", tablet.length === 0);
      const asked = tablet.find((one) => one.asked);
      text(label, asked ? word("curtain.back", { seat: asked.seat }) : word("curtain.peek"));
      each(list, tablet, (one) => one.seat, make, ctx);
    },
  };
}

/** The curtain itself, with the place where a seat's page is opened. */
function makeCloth({ lift, cover, setAside, handTo }) {
  const badge = makeBadge();
  const title = el("h2", { id: "curtain-title", "data-test": "curtain-title" });
  const why = el("p", { class: "why" });
  const others = el("p", { class: "curtain-others" });
  const hold = el("button", { class: "main hold", "data-test": "hold" });
  const two = el("button", { class: "quiet", "data-test": "two-step" });
  const coverUp = el("button", { class: "main", "data-test": "cover", onclick: cover });
  const table = el("button", { class: "quiet", "data-test": "see-table", onclick: setAside });
  const place = el("div", { class: "curtain-place" });
  const head = el("header", {}, badge.node, title);
  const foot = el("footer", {}, table, two, hold, coverUp);
  const body = el("div", { class: "curtain-words" }, why, others);
  const node = el(
    "section",
    { class: "curtain", role: "dialog", "aria-labelledby": "curtain-title", hidden: true, "data-test": "curtain" },
    head,
    body,
    place,
    foot,
  );
  let holding = 0;
  let sure = false;
  let shown = null;
  let key = "";

  function press() {
    if (holding) return;
    set(hold, "data-held", true);
    holding = setTimeout(lift, HOLD);
    label();
  }

  function release() {
    clearTimeout(holding);
    const was = holding;
    holding = 0;
    set(hold, "data-held", false);
    // Who only looks covers by letting go; who has to choose needs the hand.
    if (was && shown?.lifted && !shown.holder.asked) cover();
    else if (shown) label();
  }

  hold.addEventListener("pointerdown", (event) => {
    hold.setPointerCapture(event.pointerId);
    press();
  });
  for (const end of ["pointerup", "pointercancel", "lostpointercapture", "blur"]) hold.addEventListener(end, release);
  hold.addEventListener("contextmenu", (event) => event.preventDefault());
  hold.addEventListener("keydown", (event) => {
    if (event.key !== " " && event.key !== "Enter") return;
    event.preventDefault();
    if (!event.repeat) press();
  });
  hold.addEventListener("keyup", release);
  two.addEventListener("click", () => {
    if (sure) lift();
    sure = !sure;
    label();
  });
  node.addEventListener("keydown", ({ key: pressed }) => pressed === "Escape" && shown?.lifted && leave());

  function leave() {
    if (shown.holder.secret) cover();
    else setAside();
  }

  function label() {
    const { holder, lifted, word } = shown;
    const { seat, asked, secret } = holder;
    const held = lifted ? "curtain.let_go" : holding ? "curtain.holding" : "curtain.hold";
    // A button without words is not there.
    text(hold, !secret || (lifted && asked) ? "" : word(held));
    text(two, !secret || lifted ? "" : word(sure ? "curtain.two.sure" : "curtain.two", { seat }));
    text(coverUp, secret && lifted ? word("curtain.cover") : "");
    text(table, secret && lifted ? "" : word("curtain.table"));
  }

  return {
    node,
    open(address, touched) {
      sure = false;
      const frame = el("iframe", { src: address, title: title.textContent, "data-test": "handed" });
      frame.addEventListener("load", () => {
        const inside = frame.contentWindow;
        for (const sign of ["pointerdown", "keydown"]) inside.addEventListener(sign, touched);
        inside.addEventListener("keydown", ({ key: pressed }) => pressed === "Escape" && shown?.lifted && leave());
        if (!holding) frame.focus();
      });
      place.replaceChildren(frame);
    },
    close: () => place.replaceChildren(),
    show(holder, lifted, waiting, ctx, word) {
      set(node, "hidden", holder === null);
      for (const part of document.querySelectorAll("body > main, body > header"))
        set(part, "inert", holder?.secret === true);
      if (holder === null) {
        shown = null;
        key = "";
        return;
      }
      const { seat, asked, secret } = holder;
      shown = { holder, lifted, word };
      badge.show(seat, ctx.seats[seat].colour);
      set(node, "data-colour", ctx.seats[seat].colour);
      set(node, "data-lifted", lifted);
      set(node, "data-open", !secret);
      set(node, "aria-modal", secret ? "true" : null);
      const called = !secret ? "curtain.open" : lifted ? "curtain.only" : "curtain.hand";
      text(title, word(called, { seat }));
      text(why, word(asked ? "curtain.why" : "curtain.peek.why", { seat }));
      set(body, "hidden", lifted);
      showOthers(others, waiting, ctx, word, handTo);
      label();
      seek(`${seat} ${secret} ${lifted}`);
    },
  };

  /** Who uses the keyboard finds what to do next under the finger. */
  function seek(now) {
    if (key === now) return;
    key = now;
    if (!shown.lifted) {
      sure = false;
      label();
      hold.focus({ preventScroll: true });
    }
  }
}

function showOthers(node, waiting, { seats }, word, handTo) {
  set(node, "hidden", waiting.length === 0);
  node.replaceChildren(
    word("curtain.other"),
    ...waiting.map(({ seat }) => {
      const button = el("button", { class: "quiet", "data-test": `first-${seat}` }, seats[seat].name);
      button.addEventListener("click", () => handTo(seat));
      return button;
    }),
  );
}
