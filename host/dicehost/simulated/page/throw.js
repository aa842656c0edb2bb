/**
 * How a die travels: three hops and a last tip over an edge, worked out once and handed to the compositor.
 *
 * Axes are those of CSS: x right, y towards the viewer along the floor, z up from the floor. Turning is worked out
 * backwards from how the die comes to lie, so the path cannot change what was rolled.
 */

/** @typedef {[number, number, number, number]} Turn a quaternion: x, y, z, w */

const PARTS = [0.36, 0.25, 0.16, 0.23];
const SPEEDS = [1, 0.8, 0.5, 0.36];
const HOPS = [0, 78, 24, 0];
const SQUASH = [0, 0.13, 0.09, 0.05];
const ENDS = PARTS.map((_, at) => PARTS.slice(0, at + 1).reduce((sum, part) => sum + part));
const WAYS = PARTS.map((part, at) => part * SPEEDS[at]);
const WHOLE = WAYS.reduce((sum, way) => sum + way);

/** @param {Turn} a @param {Turn} b @returns {Turn} */
function after(a, b) {
  return [
    a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
    a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
    a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
    a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
  ];
}

/** @param {number} x @param {number} y @param {number} z @param {number} angle @returns {Turn} */
function turn(x, y, z, angle) {
  const part = Math.sin(angle / 2) / (Math.hypot(x, y, z) || 1);
  return [x * part, y * part, z * part, Math.cos(angle / 2)];
}

/** How far the lowest corner of a turned cube hangs below its middle. @param {Turn} turned @param {number} half */
function hang([x, y, z, w], half) {
  const row = [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)];
  return half * row.reduce((sum, part) => sum + Math.abs(part), 0);
}

/**
 * Frames for the body (place and squash), the cube (turning) and the shadow, and when it knocks on the floor.
 *
 * @param {{x: number, y: number, z: number}} from
 * @param {{x: number, y: number, yaw: number}} to
 * @param {number} size
 * @param {number} ms
 * @param {number} suspense how long the last tip hangs on its edge
 */
export function path(from, to, size, ms, suspense) {
  const half = size / 2;
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const far = Math.hypot(dx, dy) || 1;
  const roll = [-dy / far, dx / far];
  const bend = (Math.random() - 0.5) * 50;
  const wobble = () => (Math.random() - 0.5) * 0.9;
  // The last tip is about the die's own edge that is nearest to the way it is going.
  const edges = [0, 1, 2, 3].map((k) => [Math.cos(to.yaw + (k * Math.PI) / 2), Math.sin(to.yaw + (k * Math.PI) / 2)]);
  /** @param {number[]} edge */
  const along = (edge) => edge[0] * roll[0] + edge[1] * roll[1];
  const [edge] = edges.sort((one, other) => along(other) - along(one));
  const spins = [
    [roll[0] + wobble() / 2, roll[1] + wobble() / 2, wobble() * 0.6, Math.PI * (2.2 + Math.random())],
    [roll[0] + wobble(), roll[1] + wobble(), wobble(), Math.PI * (1.1 + Math.random() * 0.4)],
    [roll[0], roll[1], wobble() * 0.6, Math.PI * (0.45 + Math.random() * 0.25)],
    [edge[0], edge[1], 0, Math.PI / 2],
  ];
  /** @type {Turn[]} */
  const rests = [];
  let turned = turn(0, 0, 1, to.yaw);
  for (let at = 3; at >= 0; at -= 1) {
    rests[at] = turned;
    const [x, y, z, angle] = spins[at];
    turned = after(turn(x, y, z, -angle), turned);
  }
  /** @type {Keyframe[]} */
  const body = [];
  /** @type {Keyframe[]} */
  const cube = [];
  /** @type {Keyframe[]} */
  const shadow = [];
  const frames = Math.max(30, Math.round(ms / 16));
  /** @type {Turn | null} */
  let last = null;
  for (let frame = 0; frame <= frames; frame += 1) {
    const t = frame / frames;
    const found = ENDS.findIndex((end) => t <= end + 1e-9);
    const at = found < 0 ? 3 : found;
    const u = Math.min(1, (t - (ENDS[at] - PARTS[at])) / PARTS[at]);
    const done = WAYS.slice(0, at).reduce((sum, way) => sum + way, 0);
    const s = (done + WAYS[at] * (at === 3 ? 1 - (1 - u) ** 1.7 : u)) / WHOLE;
    const m = 2 * u - 1;
    const a = at === 3 ? 0.5 + 0.5 * Math.sign(m) * Math.abs(m) ** suspense : u;
    const [sx, sy, sz, angle] = spins[at];
    let now = after(turn(sx, sy, sz, -angle * (1 - a)), rests[at]);
    // Of two turnings that look the same, the one that is near the last: the way between must be short.
    if (last && now.reduce((sum, part, k) => sum + part * (last?.[k] ?? 0), 0) < 0) {
      now = /** @type {Turn} */ (now.map((part) => -part));
    }
    last = now;
    const drop = at === 0 ? from.z * (1 - u * u) : HOPS[at] * 4 * u * (1 - u);
    const lift = hang(now, half) - half + drop;
    const x = from.x + dx * s ** 2.4 + bend * Math.sin(Math.PI * s);
    const y = from.y + dy * s;
    const since = at && at < 3 ? u * PARTS[at] * ms : 999;
    const hit = since < 70 ? (1 - since / 70) * SQUASH[at] : 0;
    const spun = 2 * Math.acos(Math.max(-1, Math.min(1, now[3])));
    body.push({
      offset: t,
      transform: `translate3d(${x.toFixed(1)}px,${y.toFixed(1)}px,${lift.toFixed(1)}px) scale3d(${(1 + hit / 2).toFixed(3)},${(1 + hit / 2).toFixed(3)},${(1 - hit).toFixed(3)})`,
    });
    const axis = [now[0], now[1], now[2] || 1e-3].map((part) => part.toFixed(3)).join();
    cube.push({ offset: t, transform: `rotate3d(${axis},${spun.toFixed(4)}rad)` });
    shadow.push({
      offset: t,
      transform: `translate3d(${(x + lift * 0.3).toFixed(1)}px,${(y + lift * 0.22).toFixed(1)}px,0) rotate(${to.yaw.toFixed(3)}rad) scale(${(1 + lift / 260).toFixed(3)})`,
      opacity: Math.max(0.12, 1 - lift / 190),
    });
  }
  return { body, cube, shadow, knocks: ENDS.map((end) => end * ms) };
}
