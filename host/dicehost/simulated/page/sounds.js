/** The tower's sounds, made on the spot: a click, a rattle behind the wall, wood on felt, a chime. */

const KEPT = "dicetower.tower.sound";
/** @type {AudioContext | null} */
let context = null;
let on = true;
try {
  on = localStorage.getItem(KEPT) !== "off";
} catch {
  // Where nothing may be kept, it sounds.
}

/** Whether it may sound. */
export function soundOn() {
  return on;
}

/** @param {boolean} wanted */
export function setSound(wanted) {
  on = wanted;
  try {
    localStorage.setItem(KEPT, on ? "on" : "off");
  } catch {
    // It holds for this page.
  }
}

// Browsers allow sound only after a touch or a key.
for (const gesture of ["pointerdown", "keydown"]) {
  addEventListener(gesture, () => {
    context ??= new AudioContext();
    if (context.state === "suspended") context.resume();
  });
}

/**
 * @param {number} after milliseconds from now
 * @param {number} pitch
 * @param {number} length seconds
 * @param {number} loud
 * @param {OscillatorType} shape
 */
function tone(after, pitch, length, loud, shape = "triangle") {
  if (!on || context?.state !== "running") return;
  const at = context.currentTime + after / 1000;
  const voice = new OscillatorNode(context, { type: shape, frequency: pitch });
  const level = new GainNode(context, { gain: 0 });
  level.gain.setValueAtTime(loud, at);
  level.gain.exponentialRampToValueAtTime(0.0005, at + length);
  voice.connect(level).connect(context.destination);
  voice.start(at);
  voice.stop(at + length);
}

/** A die on wood. @param {number} after @param {number} hard */
export function knock(after, hard = 1) {
  tone(after, 150 + Math.random() * 60, 0.09, 0.2 * hard);
  tone(after, 900 + Math.random() * 500, 0.03, 0.03 * hard, "square");
}

/** The button. */
export function click() {
  tone(0, 420, 0.05, 0.12, "square");
  tone(60, 300, 0.05, 0.06, "square");
}

/** Dice that tumble down inside the tower. */
export function rattle() {
  for (let n = 0; n < 7; n += 1) knock(n * 75 + Math.random() * 30, 0.45);
}

/** Somebody has won. */
export function chime() {
  for (const [n, pitch] of [523, 659, 784, 1047].entries()) tone(140 * n, pitch, 0.9, 0.1, "sine");
}
