/** How a thrown die travels: hops and a last tip over an edge, worked out once and handed to the compositor. */

/** @typedef {[x: number, y: number, z: number, w: number]} Turn */
/** @typedef {{x: number, y: number, z: number}} Spot */

// Axes are those of CSS: x right, y towards the viewer along the floor, z up from the floor.
// A throw is three hops and a tip; what part of the time each takes, how fast it goes, how high it is.
const PARTS = [0.36, 0.25, 0.16, 0.23];
const SPEEDS = [1, 0.8, 0.5, 0.36];
const HOPS = [0, 0.8, 0.25, 0];
const SQUASH = [0, 0.13, 0.09, 0.05];
const SQUASH_MS = 70;
const FRAME_MS = 16;

/** @param {Turn} a @param {Turn} b @returns {Turn} */
function then([ax, ay, az, aw], [bx, by, bz, bw]) {
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}

/** @param {number[]} axis @param {number} angle @returns {Turn} */
function about([x, y, z], angle) {
  const part = Math.sin(angle / 2) / (Math.hypot(x, y, z) || 1);
  return [x * part, y * part, z * part, Math.cos(angle / 2)];
}

/**
 * How far the lowest corner of a turned cube hangs below its middle.
 *
 * @param {Turn} turn
 * @param {number} half
 */
function hang([x, y, z, w], half) {
  const row = [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)];
  return half * row.reduce((sum, part) => sum + Math.abs(part), 0);
}

/**
 * Numbers from 0 to 1 that look random and are the same for the same seed.
 *
 * @param {number} seed
 */
export function makeChance(seed) {
  let at = seed >>> 0;
  return () => {
    at = (at * 1664525 + 1013904223) >>> 0;
    return at / 4294967296;
  };
}

/**
 * The frames of one throw that ends in place: of the body, of the cube in it, of the shadow.
 *
 * Turning is worked out backwards from how the die lies at the end, so the path cannot change the roll. The
 * middle of the die is lifted by as far as its lowest corner hangs: it never sinks into the floor.
 *
 * @param {{from: Spot, size: number, yaw: number, ms: number, chance: () => number, last: boolean}} thrown
 */
export function pathOf({ from, size, yaw, ms, chance, last }) {
  const half = size / 2;
  const ends = PARTS.map((_, at) => PARTS.slice(0, at + 1).reduce((sum, part) => sum + part, 0));
  const ways = PARTS.map((part, at) => part * SPEEDS[at]);
  const whole = ways.reduce((sum, way) => sum + way, 0);
  const bend = (chance() - 0.5) * 50;
  const far = Math.hypot(from.x, from.y) || 1;
  const roll = [from.y / far, -from.x / far];
  const spins = spinsOf(roll, yaw, chance);
  /** @type {Turn[]} */
  const endOf = [];
  /** @type {Turn} */
  let turn = about([0, 0, 1], yaw);
  for (let at = 3; at >= 0; at -= 1) {
    endOf[at] = turn;
    turn = then(about(spins[at], -spins[at][3]), turn);
  }
  // The die that decides lies on its edge a little longer.
  const slow = last ? 2.6 : 1.5;
  const frames = Math.max(30, Math.round(ms / FRAME_MS));
  /** @type {{body: Keyframe[], cube: Keyframe[], shade: Keyframe[]}} */
  const path = { body: [], cube: [], shade: [] };
  /** @type {Turn | null} */
  let before = null;
  for (let frame = 0; frame <= frames; frame += 1) {
    const time = frame / frames;
    const at = Math.max(
      0,
      ends.findIndex((end) => time <= end + 1e-9),
    );
    const part = Math.min(1, (time - (ends[at] - PARTS[at])) / PARTS[at]);
    const gone = ways.slice(0, at).reduce((sum, way) => sum + way, 0);
    const way = (gone + ways[at] * (at === 3 ? 1 - (1 - part) ** 1.7 : part)) / whole;
    const middle = 2 * part - 1;
    const turned = at === 3 ? 0.5 + 0.5 * Math.sign(middle) * Math.abs(middle) ** slow : part;
    /** @type {Turn} */
    let now = then(about(spins[at], -spins[at][3] * (1 - turned)), endOf[at]);
    if (before && now.reduce((sum, one, axis) => sum + one * /** @type {Turn} */ (before)[axis], 0) < 0)
      now = /** @type {Turn} */ (now.map((one) => -one));
    before = now;
    const drop = at === 0 ? from.z * (1 - part * part) : HOPS[at] * size * 4 * part * (1 - part);
    const lift = hang(now, half) - half + drop;
    const x = from.x * (1 - way ** 1.4) + bend * Math.sin(Math.PI * way);
    const y = from.y * (1 - way);
    const since = at > 0 && at < 3 ? part * PARTS[at] * ms : SQUASH_MS;
    const hit = Math.max(0, 1 - since / SQUASH_MS) * SQUASH[at];
    frameOf(path, { time, x, y, lift, hit, yaw, turn: now, size });
  }
  return { ...path, knocks: ends.map((end) => end * ms) };
}

/**
 * How a die turns in each part of its way; the last tip is about the edge nearest to where it goes.
 *
 * @param {number[]} roll
 * @param {number} yaw
 * @param {() => number} chance
 */
function spinsOf(roll, yaw, chance) {
  const wobble = () => (chance() - 0.5) * 0.9;
  const edges = [0, 1, 2, 3].map((side) => [
    Math.cos(yaw + (side * Math.PI) / 2),
    Math.sin(yaw + (side * Math.PI) / 2),
  ]);
  /** @param {number[]} edge */
  const along = (edge) => edge[0] * roll[0] + edge[1] * roll[1];
  const edge = edges.reduce((best, one) => (along(one) > along(best) ? one : best));
  return [
    [roll[0] + wobble() / 2, roll[1] + wobble() / 2, wobble() * 0.6, Math.PI * (2.2 + chance())],
    [roll[0] + wobble(), roll[1] + wobble(), wobble(), Math.PI * (1.1 + chance() * 0.4)],
    [roll[0], roll[1], wobble() * 0.6, Math.PI * (0.45 + chance() * 0.25)],
    [edge[0], edge[1], 0, Math.PI / 2],
  ];
}

/**
 * @param {{body: Keyframe[], cube: Keyframe[], shade: Keyframe[]}} path
 * @param {{time: number, x: number, y: number, lift: number, hit: number, yaw: number, turn: Turn, size: number}} at
 */
function frameOf(path, { time: offset, x, y, lift, hit, yaw, turn, size }) {
  const angle = 2 * Math.acos(Math.max(-1, Math.min(1, turn[3])));
  /** @param {number} value */
  const cut = (value) => value.toFixed(3);
  /** @param {number} value */
  const px = (value) => `${value.toFixed(1)}px`;
  const wide = cut(1 + hit * 0.5);
  path.body.push({
    offset,
    transform: `translate3d(${px(x)},${px(y)},${px(lift)}) scale3d(${wide},${wide},${cut(1 - hit)})`,
  });
  path.cube.push({
    offset,
    transform: `rotate3d(${cut(turn[0])},${cut(turn[1])},${cut(turn[2] || 0.001)},${angle.toFixed(4)}rad)`,
  });
  path.shade.push({
    offset,
    transform: `translate3d(${px(x + lift * 0.3)},${px(y + lift * 0.22)},0) rotate(${cut(yaw)}rad) scale(${cut(1 + lift / size / 2.6)})`,
    opacity: Math.max(0.12, 1 - lift / size / 1.9),
  });
}
