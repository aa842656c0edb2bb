/**
 * SHA-256 (FIPS 180-4). Browsers have one of their own, but only over https or on the machine itself; a tablet at the
 * table usually has neither.
 */

const PRIMES = firstPrimes(64);
const ROUNDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

/** @param {number} count */
function firstPrimes(count) {
  /** @type {number[]} */
  const primes = [];
  for (let n = 2; primes.length < count; n += 1) if (primes.every((prime) => n % prime)) primes.push(n);
  return primes;
}

/** The first 32 bits of a number's fraction. @param {number} root */
function fraction(root) {
  return ((root - Math.floor(root)) * 2 ** 32) | 0;
}

/** @param {number} word @param {number} by */
function turn(word, by) {
  return (word >>> by) | (word << (32 - by));
}

/**
 * The hash of some bytes, 32 bytes long.
 *
 * @param {Uint8Array} bytes
 * @returns {Uint8Array}
 */
export function sha256(bytes) {
  const blocks = Math.ceil((bytes.length + 9) / 64);
  const padded = new DataView(new ArrayBuffer(64 * blocks));
  new Uint8Array(padded.buffer).set(bytes);
  padded.setUint8(bytes.length, 0x80);
  padded.setUint32(64 * blocks - 8, Math.floor(bytes.length / 2 ** 29));
  padded.setUint32(64 * blocks - 4, bytes.length << 3);
  const hash = Int32Array.from(START);
  for (let block = 0; block < blocks; block += 1) mix(hash, padded, 64 * block);
  const out = new DataView(new ArrayBuffer(32));
  hash.forEach((word, at) => {
    out.setInt32(4 * at, word);
  });
  return new Uint8Array(out.buffer);
}

/** @param {Int32Array} hash @param {DataView} data @param {number} at */
function mix(hash, data, at) {
  const words = new Int32Array(64);
  for (let i = 0; i < 16; i += 1) words[i] = data.getInt32(at + 4 * i);
  for (let i = 16; i < 64; i += 1) {
    const [late, early] = [words[i - 2], words[i - 15]];
    const one = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    const two = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    words[i] = words[i - 16] + one + words[i - 7] + two;
  }
  let [a, b, c, d, e, f, g, h] = hash;
  for (let i = 0; i < 64; i += 1) {
    const chosen = (e & f) ^ (~e & g);
    const most = (a & b) ^ (a & c) ^ (b & c);
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + chosen + ROUNDS[i] + words[i]) | 0;
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + most) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => {
    hash[i] += word;
  });
}
