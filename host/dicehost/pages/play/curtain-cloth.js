/** The curtain as it is seen: its words, its buttons, and the frame in which a seat's page is opened. */

import { makeBadge } from "../draw/seats.js";
import { el, set, text } from "../lib/dom.js";

// Long enough that no sleeve lifts it, short enough that no child gives up.
const HOLD = 600;

/**
 * The curtain itself, with the place where a seat's page is opened.
 *
 * @param {{lift(): void, cover(): void, setAside(): void, handTo(seat: number): void}} acts
 */
export function makeCloth({ lift, cover, setAside, handTo }) {
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
  /** @type {{holder: Host.AtTablet, lifted: boolean, word: Speech["word"]} | null} */
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
    // Letting go covers for a person who only looks; one who has to choose needs the hand.
    if (was && shown?.lifted && !shown.holder.asked) cover();
    else label();
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
    if (shown?.holder.secret) cover();
    else setAside();
  }

  function label() {
    if (shown === null) return;
    const { holder, lifted, word } = shown;
    const { seat, asked, secret } = holder;
    const held = lifted ? "curtain.let_go" : holding ? "curtain.holding" : "curtain.hold";
    // A button without words is hidden.
    text(hold, !secret || (lifted && asked) ? "" : word(held));
    text(two, !secret || lifted ? "" : word(sure ? "curtain.two.sure" : "curtain.two", { seat }));
    text(coverUp, secret && lifted ? word("curtain.cover") : "");
    text(table, secret && lifted ? "" : word("curtain.table"));
  }

  return {
    node,
    /** @param {string} address @param {() => void} touched */
    open(address, touched) {
      sure = false;
      const frame = el("iframe", { src: address, title: title.textContent, "data-test": "handed" });
      frame.addEventListener("load", () => {
        const inside = frame.contentWindow;
        if (inside === null) return;
        for (const sign of ["pointerdown", "keydown"]) inside.addEventListener(sign, touched);
        inside.addEventListener("keydown", ({ key: pressed }) => pressed === "Escape" && shown?.lifted && leave());
        if (!holding) frame.focus();
      });
      place.replaceChildren(frame);
    },
    close: () => place.replaceChildren(),
    /**
     * @param {Host.AtTablet | null} holder
     * @param {boolean} lifted
     * @param {Host.AtTablet[]} waiting
     * @param {Context} ctx
     * @param {Speech["word"]} word
     */
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

  /**
   * Keyboard focus goes to what to do next.
   *
   * @param {string} now
   */
  function seek(now) {
    if (key === now) return;
    key = now;
    if (!shown?.lifted) {
      sure = false;
      label();
      hold.focus({ preventScroll: true });
    }
  }
}

/**
 * @param {Element} node
 * @param {Host.AtTablet[]} waiting
 * @param {Context} ctx
 * @param {Speech["word"]} word
 * @param {(seat: number) => void} handTo
 */
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
