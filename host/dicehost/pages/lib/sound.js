/** Whether and how loud this screen sounds. Silent until somebody has touched it: the sounds come with the first touch. */

import { fetchPart } from "./parts.js";
import { keep, recall } from "./store.js";

/** How loud it can be, and how loud it is unless somebody chose. */
export const VOLUMES = [50, 100, 150];
/** @type {AudioContext | null} */
let context = null;
/** @type {ReturnType<typeof import("./tones.js").makeTones> | null} */
let sounds = null;
/** @type {[name: string, ...facts: number[]] | null} */
let waiting = null;

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

/** How loud this screen is, in per cent. */
export function volume() {
  return recall("volume") ?? 100;
}

/**
 * Be so loud from now on.
 *
 * @param {number} percent
 */
export function setVolume(percent) {
  keep("volume", percent);
}

async function wake() {
  const first = context === null;
  context ??= new AudioContext();
  // Before anything else: the browser allows it while the touch lasts.
  if (context.state === "suspended") context.resume();
  if (!first) return;
  const { makeTones } = await fetchPart("tones");
  sounds = makeTones(context, volume);
  if (waiting) play(...waiting);
}

/** Get ready to sound: browsers allow it only after a touch or a key, and forget it while the tab sleeps. */
export function startSound() {
  for (const gesture of ["pointerdown", "keydown"]) {
    addEventListener(gesture, () => soundOn() && wake(), { passive: true });
  }
}

/**
 * Play a sound by its name, where sound is wanted and the browser has been touched.
 *
 * @param {string} name
 * @param {number[]} facts
 */
export function play(name, ...facts) {
  if (!soundOn() || context?.state !== "running") return;
  // What the first touch set off is heard as soon as it can be.
  waiting = sounds ? null : [name, ...facts];
  if (sounds === null) return;
  sounds[name](context.currentTime + 0.01, ...facts);
  document.body.dataset.sounded = name;
}
