/** A hand of cards as a fan: swipe along it, tap a card to lift it, flick it up to play it at once. */

import { moves } from "../../lib/appearance.js";
import { el, text } from "../../lib/dom.js";
import { makeRadios, trayOf } from "./radios.js";
import { buzz, drag } from "./touch.js";

// Letters that have room on a card; the rest is told above once it is lifted.
const ROOM = 76;
// How far up a card is flicked to be played.
const PLAYED = 90;

/** @param {Host.PickOne} field @param {FormAround} form @returns {FieldPart} */
export function makeFan(field, form) {
  const { ctx } = form;
  const told = el("p", { class: "count fan-told" });
  const radios = makeRadios(field, form, "hand-card", makeFace, tell);
  const fan = el("div", { class: "fan", style: `--n:${field.options.length}` });
  fan.append(...radios.cards.map(({ node }) => node));
  for (const card of radios.cards) flick(card);
  tell();

  /** @param {Host.Option} option */
  function makeFace({ label, hint, dice, colour, big }) {
    const tray = dice ? trayOf(dice, ctx) : null;
    return el(
      "span",
      { class: "hand-face", "data-colour": colour || "white" },
      el("b", { class: "big", "aria-hidden": "true" }, big ?? ""),
      tray,
      el("span", { class: "hand-name" }, ctx.say(label)),
      el("span", { class: tray || ctx.say(hint).length > ROOM ? "unseen" : "hand-hint" }, ctx.say(hint)),
    );
  }

  function tell() {
    const card = radios.picked();
    text(told, card ? ctx.say(card.option.hint) || ctx.say(card.option.label) : ctx.word("form.fan"));
  }

  /** @param {import("./radios.js").Card} card */
  function flick({ input, node }) {
    drag(node, {
      axis: "y",
      move({ dy }) {
        node.style.translate = dy < 0 && moves() ? `0 ${dy}px` : "";
      },
      end({ dy }, lost) {
        node.style.translate = "";
        if (lost || dy > -PLAYED) return;
        // A click that follows a drag is none, so it is told instead.
        input.checked = true;
        input.dispatchEvent(new Event("change"));
        buzz("play");
        form.submit();
      },
    });
  }

  return {
    quiet: true,
    nodes: [told, fan, ...radios.nodes],
    fill: radios.fill,
  };
}
