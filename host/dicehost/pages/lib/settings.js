/** The sheet on which people say how their screen looks, moves and sounds. */

import { canSpeak, speakUp } from "./announcer.js";
import { appearance, changeAppearance } from "./appearance.js";
import { el } from "./dom.js";
import { openSheet } from "./sheet.js";
import { play, setSound, setVolume, soundOn, VOLUMES, volume } from "./sound.js";
import { LANGUAGES, language, speak, voice } from "./words.js";

const THEMES = ["system", "light", "dark", "party", "contrast"];
const VOICES = ["off", "short", "all"];
const SIZES = [100, 125, 150, 175, 200];
/** @param {string} key */
const word = (key) => voice().word(key);

/** Open the sheet. */
export function openSettings() {
  const parts = [themes(), sizes(), switches(), volumes(), ...(canSpeak() ? [voices()] : []), languages()];
  const choices = el("div", { class: "settings" }, ...parts);
  // A page may have something to choose that concerns more than this screen.
  dispatchEvent(new CustomEvent("settings", { detail: choices }));
  return openSheet(word("settings"), [choices]);
}

function themes() {
  return choice(
    "theme",
    THEMES,
    appearance().theme,
    (theme) => word(`settings.theme.${theme}`),
    (theme) => changeAppearance({ theme }),
  );
}

function volumes() {
  return choice(
    "volume",
    VOLUMES,
    volume(),
    (percent) => `${percent} %`,
    (percent) => {
      setVolume(percent);
      play("turn");
    },
  );
}

function voices() {
  return choice(
    "voice",
    VOICES,
    appearance().voice,
    (kind) => word(`settings.voice.${kind}`),
    (kind) => {
      changeAppearance({ voice: kind });
      // Heard at once, so that nobody waits for a turn to learn how it sounds.
      speakUp("short", word(`settings.voice.${kind}`));
    },
  );
}

function languages() {
  return choice("language", Object.keys(LANGUAGES), language(), (key) => LANGUAGES[key], speak);
}

function sizes() {
  return choice(
    "text",
    SIZES,
    appearance().text,
    (text) => `${text} %`,
    (text) => changeAppearance({ text }),
  );
}

/**
 * One of several values, as a row of radio buttons.
 *
 * @template Value
 * @param {string} name
 * @param {Value[]} values
 * @param {Value} now
 * @param {(value: Value) => string} wordOf
 * @param {(value: Value) => void} choose
 */
export function choice(name, values, now, wordOf, choose) {
  const options = values.map((value) => {
    const input = el("input", { type: "radio", name, checked: value === now, onchange: () => choose(value) });
    return el("label", { "data-test": `${name}-${value}` }, input, el("span", {}, wordOf(value)));
  });
  const group = el("div", { class: "segments" }, ...options);
  return el("fieldset", {}, el("legend", {}, word(`settings.${name}`)), group);
}

function switches() {
  return el(
    "fieldset",
    {},
    el("legend", {}, word("settings.lively")),
    onOff("sound", soundOn(), (on) => {
      setSound(on);
      play("turn");
    }),
    onOff("show", appearance().pace !== "off", (on) => changeAppearance({ pace: on ? "table" : "off" })),
    onOff("motion", appearance().motion, (motion) => changeAppearance({ motion })),
    onOff("plain", appearance().plain, (plain) => changeAppearance({ plain })),
  );
}

/** @param {string} name @param {boolean} on @param {(on: boolean) => void} change */
function onOff(name, on, change) {
  const attrs = { type: "checkbox", role: "switch", checked: on, "data-test": `switch-${name}` };
  const input = el("input", attrs);
  input.addEventListener("change", () => change(input.checked));
  const words = el("span", {}, word(`settings.${name}`), el("small", {}, word(`settings.${name}.why`)));
  return el("label", { class: "switch" }, words, input);
}
