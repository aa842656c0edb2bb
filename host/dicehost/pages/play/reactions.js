/** What people call out while others play: buttons on phones that wait, and what floats over a seat for a moment. */

import { moves } from "../lib/appearance.js";
import { each, el, fetchStyle, set, svg } from "../lib/dom.js";

/** @type {Host.Reaction["react"][]} */
const KINDS = ["cheer", "laugh", "gasp", "groan"];
const STAYS = 1900;
/** More than these at once are a crowd, and the rest is not seen. */
const MOST = 12;
const AT = '#boards [data-seat="?"], #scores [data-seat="?"]';

/** @param {string} kind */
function draw(kind) {
  const drawing = svg("use", { href: `/static/images/reactions.svg#${kind}` });
  return svg("svg", { class: "reaction-face", viewBox: "0 0 48 48", "aria-hidden": true }, drawing);
}

/**
 * Buttons to call something out with; `send` tells the host, which may not pass on everything.
 *
 * @param {(kind: Host.Reaction["react"]) => unknown} send
 * @returns {Promise<Part<[ctx: Context]>>}
 */
export async function makeReactions(send) {
  await fetchStyle("late.css");
  const node = el("div", { class: "reactions", role: "group", "data-test": "reactions" });
  /** @param {Host.Reaction["react"]} kind @returns {Part<[Host.Reaction["react"], Context]>} */
  const make = (kind) => {
    const button = el("button", { class: "quiet", "data-test": `react-${kind}` }, draw(kind));
    button.addEventListener("click", () => {
      navigator.vibrate?.(10);
      send(kind);
    });
    return { node: button, show: (_, { word }) => set(button, "aria-label", word(`react.${kind}`)) };
  };
  return {
    node,
    show(ctx) {
      set(node, "aria-label", ctx.word("react"));
      each(node, KINDS, (kind) => kind, make, ctx);
    },
  };
}

/**
 * Let a reaction float over its seat. It is a picture for those who look; nothing waits for it.
 *
 * @param {Host.Reaction} reaction
 */
export async function float({ react, seat }) {
  await fetchStyle("late.css");
  const place = document.querySelector(AT.replaceAll("?", String(seat)));
  if (!place || !KINDS.includes(react) || document.querySelectorAll(".reaction").length >= MOST) return;
  const { left, top, width } = place.getBoundingClientRect();
  const node = el("div", { class: "reaction", "aria-hidden": true }, draw(react));
  const across = left + width * (0.25 + Math.random() / 2);
  set(node, "style", `left:${across}px;top:${top}px`);
  document.body.append(node);
  const lean = Math.random() * 24 - 12;
  const rise = [
    { transform: "translateY(30px) scale(.3)", opacity: 0 },
    { transform: `translateY(-10px) scale(1.15) rotate(${lean}deg)`, opacity: 1, offset: 0.18 },
    { transform: `translateY(-24px) rotate(${-lean}deg)`, opacity: 1, offset: 0.7 },
    { transform: "translateY(-90px) scale(.8)", opacity: 0 },
  ];
  const still = [{ opacity: 1 }, { opacity: 1 }];
  await node.animate(moves() ? rise : still, { duration: STAYS, easing: "ease-out" }).finished;
  node.remove();
}
