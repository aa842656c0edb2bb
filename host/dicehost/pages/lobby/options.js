/** A game's options, drawn from their JSON schema in the game's own words, and its presets. */

import { el, set } from "../lib/dom.js";

/**
 * One property of a JSON schema, as far as options use it.
 *
 * @typedef {{
 *   type?: string,
 *   enum?: unknown[],
 *   default?: any,
 *   title?: string,
 *   description?: string,
 *   minimum?: number,
 *   maximum?: number,
 *   $ref?: string,
 *   allOf?: Property[],
 *   anyOf?: Property[],
 * }} Property
 */

/** @typedef {{input: HTMLElement, value(): unknown, put(value: any): void}} Control */

/**
 * Follow references and "or nothing" down to what the option really is.
 *
 * @param {Property} property
 * @param {Record<string, Property>} definitions
 * @returns {Property}
 */
function settle(property, definitions) {
  const name = property.$ref?.split("/").at(-1);
  const choice = property.allOf?.[0] ?? property.anyOf?.find((one) => one.type !== "null");
  const inner = name === undefined ? choice : definitions[name];
  return inner ? { ...settle(inner, definitions), ...property } : property;
}

/**
 * @param {string} name
 * @param {Property} property
 * @param {(key: string) => string | undefined} wordOf
 * @returns {Control}
 */
function makeControl(name, property, wordOf) {
  const attrs = { id: `set-${name}`, "data-test": `set-${name}` };
  if (property.type === "boolean") {
    const input = el("input", { ...attrs, type: "checkbox", role: "switch" });
    return { input, value: () => input.checked, put: (value) => (input.checked = value) };
  }
  const values = property.enum;
  if (values) {
    /** @param {unknown} value */
    const said = (value) => wordOf(`option.${name}.is.${value}`) ?? String(value).replaceAll("_", " ");
    const input = el("select", attrs, ...values.map((value) => el("option", {}, said(value))));
    /** @param {unknown} value */
    const put = (value) => (input.selectedIndex = values.indexOf(value));
    return { input, value: () => values[input.selectedIndex], put };
  }
  const number = property.type === "integer" || property.type === "number";
  const limits = number
    ? { type: "number", min: property.minimum, max: property.maximum, required: true }
    : { type: "text" };
  const input = el("input", { ...attrs, ...limits });
  const value = () => (number ? input.valueAsNumber : input.value);
  return { input, value, put: (given) => (input.value = given ?? "") };
}

/**
 * Draw a game's options. `wordOf(key)` is a sentence of the game or undefined; `changed()` is told.
 *
 * `chosen()` gives the options that differ from the usual, `called()` the preset they are, if any.
 *
 * @param {Host.GameListed} game
 * @param {(key: string) => string | undefined} wordOf
 * @param {Speech["word"]} word
 * @param {() => void} changed
 */
export function makeOptions({ options: schema, presets }, wordOf, word, changed) {
  const rows = Object.entries(schema.properties ?? {}).map(([name, raw]) => {
    const property = settle(raw, schema.$defs ?? {});
    const control = makeControl(name, property, wordOf);
    control.put(property.default);
    control.input.addEventListener("input", show);
    const title = wordOf(`option.${name}.name`) ?? property.title ?? name;
    const how = wordOf(`option.${name}.how`) ?? property.description;
    const words = el("label", { for: `set-${name}` }, el("strong", {}, title), how ? el("small", {}, how) : null);
    return { name, property, ...control, node: el("div", { class: "setting" }, words, control.input) };
  });
  /** @typedef {{name: string, title: string, how: string, options: Record<string, unknown>}} Preset */
  /** @type {Preset} */
  const usual = { name: "usual", title: word("lobby.usual"), how: word("lobby.usual.how"), options: {} };
  const others = Object.entries(presets).map(([name, options]) => {
    const title = wordOf(`preset.${name}.name`) ?? name;
    return { name, title, how: wordOf(`preset.${name}.how`) ?? "", options };
  });
  const sets = others.length ? [usual, ...others] : [];
  const buttons = sets.map(({ name, title, how, options }) => {
    const attrs = { type: "button", class: "preset", "data-test": `preset-${name}` };
    const button = el("button", attrs, el("strong", {}, title), el("small", {}, how));
    button.addEventListener("click", () => {
      for (const { name: option, property, put } of rows) put(options[option] ?? property.default);
      show();
    });
    return { button, options };
  });

  function chosen() {
    const other = rows.filter((row) => row.value() !== row.property.default);
    return Object.fromEntries(other.map((row) => [row.name, row.value()]));
  }

  /** @param {Record<string, unknown>} one @param {Record<string, unknown>} other */
  function same(one, other) {
    const names = Object.keys(one);
    return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
  }

  function called() {
    const now = chosen();
    return [usual, ...others].find(({ options }) => same(options, now))?.title ?? word("lobby.own");
  }

  function show() {
    const now = chosen();
    for (const { button, options } of buttons) set(button, "aria-pressed", String(same(options, now)));
    changed();
  }

  show();
  const presetRow = buttons.length ? [el("div", { class: "cards-in" }, ...buttons.map(({ button }) => button))] : [];
  return { nodes: [...presetRow, ...rows.map((row) => row.node)], chosen, called };
}
