/** Which clocks: one of those with a name, or the table's own in seconds. */

import { byId, each, el, set, text } from "../lib/dom.js";
import { keep, recall } from "../lib/store.js";

/** @typedef {"decision" | "bank" | "increment" | "grace"} Seconds */
/** @typedef {{name: string, settings: Partial<Host.TimingInSeconds>}} Kind */

/** @type {Host.TimingInSeconds} */
const OWN = { mode: "gentle", decision: 60, bank: 0, increment: 0, grace: 60 };
/** @type {Seconds[]} */
const SECONDS = ["decision", "bank", "increment", "grace"];
/** @type {Record<Seconds, number>} */
const MOST = { decision: 3600, bank: 36000, increment: 600, grace: 3600 };

/**
 * Draw the clocks the host knows by name, and the own one. `chosen()` is what a match is opened with.
 *
 * @param {Host.ClockListed[]} listed
 * @param {Speech["word"]} word
 */
export function makeClocks(listed, word) {
  const kinds = [...listed.map(({ name, settings }) => ({ name, settings })), { name: "own", settings: {} }];
  const own = { ...OWN, ...recall("own-clock") };
  let name = recall("clock") ?? "off";
  if (!kinds.some((kind) => kind.name === name)) name = "off";

  /** @param {Kind} kind @returns {Part<[Kind]>} */
  function make(kind) {
    const input = el("input", { type: "radio", name: "clock", value: kind.name });
    input.addEventListener("change", () => {
      name = kind.name;
      keep("clock", name);
      show();
    });
    input.checked = kind.name === name;
    const node = el("label", { "data-test": `clock-${kind.name}` }, input);
    node.append(el("strong", {}, word(`lobby.clock.${kind.name}`)));
    node.append(el("small", {}, word(`lobby.clock.${kind.name}.how`, kind.settings)));
    return { node, show() {} };
  }

  /** @param {string} part @param {Element} control */
  function row(part, control) {
    const attrs = { for: `own-${part}` };
    const words = el("label", attrs, el("strong", {}, word(`own.${part}`)), el("small", {}, word(`own.${part}.how`)));
    return el("div", { class: "setting" }, words, control);
  }

  /** @template {keyof Host.TimingInSeconds} Name @param {Name} part @param {Host.TimingInSeconds[Name]} value */
  function keepOwn(part, value) {
    own[part] = value;
    keep("own-clock", own);
  }

  function makeMode() {
    const modes = ["gentle", "strict"];
    const options = modes.map((mode) => el("option", { value: mode }, word(`own.mode.${mode}`)));
    const select = el("select", { id: "own-mode", "data-test": "own-mode" }, ...options);
    select.value = own.mode;
    select.addEventListener("change", () => keepOwn("mode", select.value === "strict" ? "strict" : "gentle"));
    return row("mode", select);
  }

  /** @param {Seconds} part */
  function makeSeconds(part) {
    const attrs = { type: "number", min: part === "decision" ? 1 : 0, max: MOST[part], required: true };
    const input = el("input", { ...attrs, id: `own-${part}`, "data-test": `own-${part}` });
    input.value = own[part];
    input.addEventListener("input", () => input.checkValidity() && keepOwn(part, input.valueAsNumber));
    return row(part, input);
  }

  function show() {
    set(byId("own-clock"), "hidden", name !== "own");
    // Hidden fields must not block the form.
    for (const field of byId("own-clock").querySelectorAll("input, select")) set(field, "disabled", name !== "own");
    text(byId("clock-now"), word(`lobby.clock.${name}`));
  }

  byId("own-clock").append(makeMode(), ...SECONDS.map(makeSeconds));
  each(byId("clocks"), kinds, (kind) => kind.name, make);
  show();
  return { chosen: () => (name === "own" ? own : name) };
}
