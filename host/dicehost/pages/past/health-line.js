/** How a tower's noise was over time, as one line: thin while healthy, thinner while tested, tall with a sign when failed. */

import { el, svg } from "../lib/dom.js";

/** @type {Record<string, {tall: number, sign?: string}>} */
const BARS = { ok: { tall: 14 }, warm: { tall: 6 }, trip: { tall: 30, sign: "!" } };
const [WIDE, HIGH] = [600, 56];

/**
 * Draw the spans of one tower, oldest first; there is at least one.
 *
 * @param {Host.Span[]} spans
 * @param {string} title
 * @param {Intl.DateTimeFormat} when
 */
export function makeHealthLine(spans, title, when) {
  const from = new Date(spans[0].since).getTime();
  const until = new Date(spans[spans.length - 1].until).getTime();
  /** @param {string} time */
  const x = (time) => (until > from ? (WIDE * (new Date(time).getTime() - from)) / (until - from) : 0);
  const bars = spans.flatMap(({ state, since, until: end }) => {
    const { tall, sign = "" } = BARS[state] ?? BARS.warm;
    const wide = spans.length > 1 ? Math.max(3, x(end) - x(since)) : WIDE;
    const bar = svg("rect", { class: state, x: x(since), y: (HIGH - tall) / 2, width: wide, height: tall });
    return sign ? [bar, svg("text", { x: x(since) + wide / 2, y: 12, "text-anchor": "middle" }, sign)] : [bar];
  });
  const ends = [from, until].map((time) => el("span", {}, when.format(time)));
  const drawing = svg(
    "svg",
    { viewBox: `0 0 ${WIDE} ${HIGH}`, preserveAspectRatio: "none", "aria-hidden": true },
    ...bars,
  );
  return el("figure", { class: "line" }, el("figcaption", {}, title), drawing, el("div", { class: "ends" }, ...ends));
}
