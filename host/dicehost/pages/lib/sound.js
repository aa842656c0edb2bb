/** Small sounds made on the spot: wood and bells, no recordings. Silent until somebody has touched the screen. */

import { keep, recall } from "./store.js";

const LOUD = 0.16;
/** @type {AudioContext | null} */
let context = null;

/** Whether this screen may sound; the table's does unless it was asked to be quiet, a phone's only if asked. */
export function soundOn() {
  return recall("sound") ?? document.body.dataset.sound === "on";
}

/**
 * Let this screen sound, or be quiet.
 *
 * @param {boolean} on
 */
export function setSound(on) {
  keep("sound", on);
  if (on) wake();
}

function wake() {
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
}

/** Get ready to sound: browsers allow it only after a touch or a key, and forget it while the tab sleeps. */
export function startSound() {
  for (const gesture of ["pointerdown", "keydown"]) {
    addEventListener(gesture, () => soundOn() && wake(), { passive: true });
  }
}

/**
 * A tone that dies away: a bell, or wood when it is short and low.
 *
 * @param {number} at
 * @param {number} pitch
 * @param {number} length
 * @param {number} loud
 * @param {OscillatorType} shape
 */
function tone(at, pitch, length, loud = 1, shape = "sine") {
  if (context === null) return;
  const voice = new OscillatorNode(context, { type: shape, frequency: pitch });
  const level = new GainNode(context, { gain: 0 });
  level.gain.setValueAtTime(0, at);
  level.gain.linearRampToValueAtTime(LOUD * loud, at + 0.008);
  level.gain.exponentialRampToValueAtTime(0.0001, at + length);
  voice.connect(level).connect(context.destination);
  voice.start(at);
  voice.stop(at + length);
}

/**
 * A die on wood: a click of noise with a little body.
 *
 * @param {number} at
 * @param {number} pitch
 * @param {number} loud
 */
function knock(at, pitch, loud = 1) {
  tone(at, pitch, 0.09, loud, "triangle");
  tone(at, pitch * 2.7, 0.03, loud / 2, "square");
}

/** @type {Record<string, (at: number, ...facts: number[]) => void>} */
const SOUNDS = {
  roll(at) {
    for (let n = 0; n < 9; n += 1) knock(at + n * 0.07, 150 + ((n * 67) % 120), 0.5 + (n % 3) / 5);
  },
  settle(at, dice, apart) {
    for (let n = 0; n < dice; n += 1) knock(at + (n * apart) / 1000, 190 + 14 * (n % 6), 0.9);
  },
  turn(at) {
    tone(at, 523, 0.5, 0.7);
    tone(at + 0.12, 659, 0.6, 0.7);
  },
  time(at) {
    for (const n of [0, 0.5, 1]) tone(at + n, 880, 0.18, 0.8);
  },
  refusal(at) {
    tone(at, 220, 0.25, 0.9, "triangle");
    tone(at + 0.14, 165, 0.35, 0.9, "triangle");
  },
  win(at) {
    for (const [n, pitch] of [523, 659, 784, 1047].entries()) tone(at + 0.14 * n, pitch, 0.9, 0.8);
  },
};

/**
 * Play a sound by its name, where sound is wanted and the browser has been touched.
 *
 * @param {string} name
 * @param {number[]} facts
 */
export function play(name, ...facts) {
  if (!soundOn() || context?.state !== "running") return;
  SOUNDS[name](context.currentTime + 0.01, ...facts);
  document.body.dataset.sounded = name;
}
