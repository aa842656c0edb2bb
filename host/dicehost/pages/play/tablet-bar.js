/** What the table shows of pass and play: the offer to play on the tablet, and who may take it now. */

import { makeSeatName } from "../draw/seats.js";
import { each, el, set, text } from "../lib/dom.js";
import { ask } from "../lib/net.js";

/**
 * Where people have no phone, the tablet offers itself.
 *
 * @param {string} match
 * @param {string | null} owner
 * @returns {Part<[screen: ScreenState, word: Speech["word"]]>}
 */
export function makeOffer(match, owner) {
  const words = el("p");
  const button = el("button", { "data-test": "to-tablet" });
  const node = el("div", { class: "tablet-offer" }, words, button);
  /** @type {number[]} */
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
      /** @param {number} seat */
      const away = (seat) => !screen.seats[seat].here;
      seats = screen.seats.map((_, seat) => seat).filter(away);
      set(node, "hidden", screen.over !== null || !screen.waiting.some(away));
      text(words, word("tablet.offer", { seats }));
      text(button, word("tablet.here"));
    },
  };
}

/**
 * On the table itself: who may take the tablet, because they are asked or have something hidden.
 *
 * @param {(seat: number) => void} handTo
 * @returns {Part<[tablet: Host.AtTablet[], ctx: Context, word: Speech["word"]]>}
 */
export function makeBar(handTo) {
  const label = el("span");
  const list = el("div", { class: "tablet-seats" });
  const node = el("div", { class: "tablet-bar", "data-test": "tablet-bar" }, label, list);
  /** @returns {Part<[one: Host.AtTablet, ctx: Context]>} */
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
