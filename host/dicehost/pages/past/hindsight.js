/** Looking back at a match: asks the host until it is worked out, then draws the chances and tells the swings. */

import { byId, el, set, text } from "../lib/dom.js";
import { ask } from "../lib/net.js";
import { makeChances } from "./timeline.js";

const AGAIN = 1000;

/**
 * Show hindsight once it is there. `show(step)` moves the mark, `as(viewer)` asks for another viewer.
 *
 * @param {string} match
 * @param {string | null} token
 * @param {Host.Head} head
 * @param {Context} ctx
 * @param {(step: number) => void} goTo
 */
export function makeHindsight(match, token, head, ctx, goTo) {
  let viewer = -1;
  let at = 1;
  let timer = 0;
  /** @type {ReturnType<typeof makeChances> | null} */
  let chances = null;

  async function look() {
    clearTimeout(timer);
    const asked = viewer;
    try {
      /** @type {Host.HindsightSeen} */
      const seen = await ask(`/api/matches/${match}/hindsight?viewer=${asked}`, token);
      if (asked === viewer) draw(seen);
    } catch {
      // The replay goes on without it; the host may be back in a moment.
      timer = setTimeout(look, 5 * AGAIN);
    }
  }

  /** @param {Host.HindsightSeen} seen */
  function draw(seen) {
    const { state, part } = seen;
    set(byId("hindsight"), "hidden", state === "none");
    set(byId("hindsight"), "data-state", state);
    set(byId("looking"), "hidden", state !== "working");
    set(byId("looked"), "hidden", state !== "done");
    set(byId("unseen"), "hidden", state !== "failed");
    // Nothing is known while it starts, or waits for another match: the bar moves without a length.
    if (part) byId("part", HTMLProgressElement).value = part;
    else byId("part").removeAttribute("value");
    text(byId("percent"), part ? `${Math.floor(part * 100)}\u00a0%` : "\u00a0");
    if (state === "working") timer = setTimeout(look, AGAIN);
    if (state !== "done") return;
    chances = makeChances(head, seen);
    chances.show(at);
    byId("chances").replaceChildren(chances.node);
    const error = Math.round(196 * Math.max(...seen.line.map(([, , error]) => error)));
    text(byId("sure"), ctx.word("after.hindsight.sure", { error }));
    byId("swings").replaceChildren(...seen.swings.map(makeSwing));
    byId("odds").replaceChildren(...table(seen));
    set(byId("calm"), "hidden", seen.swings.length > 0);
  }

  /** @param {Host.SwingTold} swing */
  function makeSwing({ step, seat, said, best }) {
    const button = el(
      "button",
      { class: "quiet", "data-colour": head.seats[seat].colour, "data-test": `swing-${step}` },
      el("b", {}, ctx.word("after.hindsight.step", { step })),
      el("span", {}, ctx.say(said)),
    );
    button.addEventListener("click", () => goTo(step));
    const better = best.map((line) => el("li", {}, ctx.say(line)));
    const found = better.length ? [el("p", {}, ctx.word("after.hindsight.best")), el("ul", {}, ...better)] : [];
    return el("li", {}, button, ...found);
  }

  /** @param {Host.HindsightSeen} seen */
  function table({ line }) {
    const names = head.seats.map(({ name }) => el("th", { scope: "col" }, name));
    const top = el("thead", {}, el("tr", {}, el("th", { scope: "col" }, ctx.word("after.course.step")), ...names));
    const rows = line.map(([step, parts]) =>
      el(
        "tr",
        {},
        el("th", { scope: "row" }, String(step)),
        ...parts.map((part) => el("td", {}, `${Math.round(part * 100)} %`)),
      ),
    );
    return [top, el("tbody", {}, ...rows)];
  }

  look();
  return {
    /** @param {number} step */
    show(step) {
      at = step;
      chances?.show(step);
    },
    /** @param {number} seat */
    as(seat) {
      viewer = seat;
      look();
    },
  };
}
