/** Paper that flies: one box of pieces that is taken away as a whole. */

import { el } from "../lib/dom.js";
import { makeChance } from "./throw.js";

const FRAMES = [0, 1, 2, 3, 4, 5, 6, 7, 8];

/**
 * Throw confetti from a place of the screen.
 *
 * @param {Element} layer
 * @param {string[]} colours
 * @param {number} count
 * @param {{x: number, y: number}} from
 * @param {number} spread
 */
export function throwConfetti(layer, colours, count, from, spread) {
  const chance = makeChance(count * 7919 + Math.round(from.x));
  const box = el("div", { class: "confetti", "aria-hidden": true });
  const flights = Array.from({ length: count }, (_, at) => {
    const across = (chance() - 0.5) * 2 * spread;
    const up = spread * (0.4 + chance());
    const size = 9 + chance() * 13;
    const piece = el("i");
    piece.style.cssText = `width:${size | 0}px;height:${(size * (at % 3 ? 0.55 : 1)) | 0}px;background:${colours[at % colours.length]}`;
    box.append(piece);
    const frames = FRAMES.map((frame) => {
      const time = frame / 8;
      const x = from.x + across * (1 - (1 - time) ** 2.2);
      const y = from.y - up * 4.4 * time * (1 - time) + time * time * spread * 1.5;
      const turn = time * (500 + at * 17);
      return {
        transform: `translate3d(${x | 0}px,${y | 0}px,0) rotate3d(.6,1,.4,${turn | 0}deg)`,
        opacity: time > 0.82 ? 0 : 1,
      };
    });
    return { piece, frames, timing: { duration: 1500 + chance() * 1100, delay: chance() * 120, fill: "both" } };
  });
  layer.append(box);
  const thrown = flights.map(({ piece, frames, timing }) =>
    piece.animate(frames, /** @type {KeyframeAnimationOptions} */ (timing)),
  );
  Promise.allSettled(thrown.map((one) => one.finished)).then(() => box.remove());
}
