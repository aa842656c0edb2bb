/** A game's options, drawn from their JSON schema: a switch, a choice, a number or a word each, with its reason. */

import { el } from "./dom.js";

/** Follow references and "or nothing" down to what the option really is. */
function settle(property, definitions) {
  const inner =
    property.$ref ? definitions[property.$ref.split("/").at(-1)]
    : property.allOf?.[0] ?? property.anyOf?.find((choice) => choice.type !== "null");
  return inner ? { ...settle(inner, definitions), ...property } : property;
}

function makeControl(name, property) {
  const attrs = { id: `set-${name}`, "data-test": `set-${name}` };
  const start = property.default;
  if (property.type === "boolean") {
    const input = el("input", { ...attrs, type: "checkbox", role: "switch" });
    input.checked = start === true;
    return { input, value: () => input.checked };
  }
  if (property.enum) {
    const options = property.enum.map((value) => el("option", {}, String(value).replaceAll("_", " ")));
    const input = el("select", attrs, ...options);
    input.selectedIndex = property.enum.indexOf(start);
    return { input, value: () => property.enum[input.selectedIndex] };
  }
  if (property.type === "integer" || property.type === "number") {
    const { minimum, maximum } = property;
    const input = el("input", { ...attrs, type: "number", min: minimum, max: maximum, required: true });
    input.value = start;
    return { input, value: () => input.valueAsNumber };
  }
  const input = el("input", { ...attrs, type: "text" });
  input.value = start ?? "";
  return { input, value: () => input.value };
}

/** Draw a schema's options. `chosen()` gives those that differ from their defaults. */
export function makeOptions(schema) {
  const rows = Object.entries(schema.properties ?? {}).map(([name, raw]) => {
    const property = settle(raw, schema.$defs ?? {});
    const control = makeControl(name, property);
    const words = el("label", { for: `set-${name}` }, el("strong", {}, property.title ?? name));
    if (property.description) words.append(el("small", {}, property.description));
    return { name, property, ...control, node: el("div", { class: "setting" }, words, control.input) };
  });
  return {
    nodes: rows.map((row) => row.node),
    chosen() {
      const other = rows.filter((row) => row.value() !== row.property.default);
      return Object.fromEntries(other.map((row) => [row.name, row.value()]));
    },
  };
}
