/** Computes the dice of a roll again from the tower's half and the host's, as firmware/PROTOCOL.md tells it. */

import { sha256 } from "../lib/sha256.js";

/**
 * What came of it: every value follows, the tower's half is not what it committed to, or the values do not follow.
 *
 * @typedef {"fits" | "commitment" | "faces"} Fit
 */

/** @param {string} hex */
function bytes(hex) {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** @param {Uint8Array} data */
function hex(data) {
  return Array.from(data, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} text @param {...Uint8Array} rest */
function hashed(text, ...rest) {
  const parts = [new TextEncoder().encode(text), ...rest];
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return sha256(all);
}

/** Fair bytes without end. @param {Uint8Array} seed */
function* stream(seed) {
  for (let block = 0; ; block += 1) {
    const both = new Uint8Array([...seed, ...new TextEncoder().encode(String(block))]);
    yield* sha256(both);
  }
}

/** A number below n, each as likely as any other. @param {number} n @param {Iterator<number>} from */
function below(n, from) {
  const fair = 256 - (256 % n);
  for (;;) {
    const byte = from.next().value;
    if (byte < fair) return byte % n;
  }
}

/** @param {string} dice @param {Uint8Array} seed */
function draw(dice, seed) {
  const from = stream(seed);
  /** @type {number[]} */
  const values = [];
  for (const item of dice.split(".")) {
    if (item.startsWith("s")) {
      const order = Array.from({ length: Number(item.slice(1)) }, (_, card) => card);
      for (let place = order.length - 1; place > 0; place -= 1) {
        const other = below(place + 1, from);
        [order[place], order[other]] = [order[other], order[place]];
      }
      values.push(...order);
    } else {
      const [faces, count = "1"] = item.split("x").reverse();
      for (let die = 0; die < Number(count); die += 1) values.push(1 + below(Number(faces), from));
    }
  }
  return values;
}

/**
 * Compute a roll again that was opened.
 *
 * @param {{id: string, dice: string, commitment: string, nonce: string, noise: string, values: number[]}} roll
 * @returns {Fit}
 */
export function checkRoll({ id, dice, commitment, nonce, noise, values }) {
  const [ours, theirs] = [bytes(nonce), bytes(noise)];
  if (hex(hashed(`dicetower commitment 1 ${id} ${dice} `, theirs)) !== commitment) return "commitment";
  const seed = hashed(`dicetower faces 1 ${id} ${dice} `, theirs, ours);
  return String(draw(dice, seed)) === String(values) ? "fits" : "faces";
}
