/** The sheet on which people say how their screen looks, moves and sounds. */

import { el } from "./dom.js";
import { changeLook, look } from "./look.js";
import { openSheet } from "./sheet.js";
import { play, setSound, soundOn } from "./sound.js";
import { LANGUAGE, LANGUAGES, speak, voice } from "./words.js";

const THEMES = ["system", "light", "dark", "contrast"];
const SIZES = [100, 125, 150, 175, 200];
const { word } = voice();

/** Open the sheet. */
export function openSettings() {
  return openSheet(word("look"), [el("div", { class: "settings" }, themes(), sizes(), switches(), languages())]);
}

function themes() {
  return choice("theme", THEMES, look().theme, (theme) => word(`look.theme.${theme}`), (theme) =>
    changeLook({ theme }),
  );
}

function languages() {
  return choice("language", Object.keys(LANGUAGES), LANGUAGE, (key) => LANGUAGES[key], speak);
}

function sizes() {
  return choice("text", SIZES, look().text, (text) => `${text} %`, (text) => changeLook({ text }));
}

function choice(name, values, now, wordOf, choose) {
  const options = values.map((value) => {
    const input = el("input", { type: "radio", name, checked: value === now, onchange: () => choose(value) });
    return el("label", { "data-test": `${name}-${value}` }, input, el("span", {}, wordOf(value)));
  });
  const group = el("div", { class: "segments" }, ...options);
  return el("fieldset", {}, el("legend", {}, word(`look.${name}`)), group);
}

function switches() {
  return el(
    "fieldset",
    {},
    el("legend", {}, word("look.lively")),
    onOff("sound", soundOn(), (on) => {
      setSound(on);
      play("turn");
    }),
    onOff("motion", look().motion, (motion) => changeLook({ motion })),
  );
}

function onOff(name, on, change) {
  const attrs = { type: "checkbox", role: "switch", checked: on, "data-test": `switch-${name}` };
  const input = el("input", { ...attrs, onchange: () => change(input.checked) });
  const words = el("span", {}, word(`look.${name}`), el("small", {}, word(`look.${name}.why`)));
  return el("label", { class: "switch" }, words, input);
}
