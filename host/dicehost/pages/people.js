/** Who plays: names, colours and the order round the table, and the people known from earlier evenings. */

import { byId, each, el, set, text } from "./dom.js";
import { COLOURS, makeBadge } from "./seats.js";
import { keep, recall } from "./store.js";

const MOST_KNOWN = 12;
let ids = 0;

/** Keep the people of the next match; `changed` is told whenever they are others. */
export function makePeople(word, changed) {
  let people = (recall("people") ?? []).map(({ name, colour }) => person(name, colour));
  let seats = [2, 2];
  let known = [];

  function person(name, colour) {
    return { id: (ids += 1), name, colour };
  }

  function freeColour() {
    const taken = people.map((one) => one.colour);
    return COLOURS.find((colour) => !taken.includes(colour));
  }

  function show() {
    const [low, high] = seats;
    each(byId("people"), people, (one) => one.id, makePerson, people.length > low);
    set(byId("add"), "hidden", people.length >= high);
    const here = people.map(({ name }) => fold(name));
    const others = known.filter(({ name }) => !here.includes(fold(name))).slice(0, MOST_KNOWN);
    const room = people.length < high || people.some(({ name }) => !name.trim());
    each(byId("known"), others, ({ name }) => name, makeKnown, room);
    set(byId("known-part"), "hidden", others.length === 0);
    keep("people", people.map(({ name, colour }) => ({ name, colour })));
    changed();
  }

  /** No two are alike: who had the colour gets the other one. */
  function paint(one, colour) {
    const other = people.find((two) => two.colour === colour);
    if (other) other.colour = one.colour;
    one.colour = colour;
    show();
  }

  function move(one, by) {
    const at = people.indexOf(one);
    people.splice(at, 1);
    people.splice(at + by, 0, one);
    show();
  }

  function makePerson(one) {
    const colour = makeColour(one);
    const input = el("input", {
      type: "text",
      maxlength: 20,
      autocomplete: "off",
      enterkeyhint: "next",
      oninput: () => {
        one.name = input.value;
        show();
      },
      // Enter goes to the next name; the match starts by its own button only.
      onkeydown: (event) => {
        if (event.key !== "Enter" || event.isComposing) return;
        event.preventDefault();
        const next = row.nextElementSibling;
        (next ? next.querySelector("input") : byId("add").hidden ? byId("start") : byId("add")).focus();
      },
    });
    const tool = (sign, hook, act) => {
      const button = el("button", { type: "button", class: "quiet square" }, sign);
      button.addEventListener("click", () => {
        act();
        // A row that moved takes its focus along; at an end the other direction is left.
        if (button.isConnected) (button.disabled ? input : button).focus();
      });
      return { button, hook };
    };
    const up = tool("▲", "up", () => move(one, -1));
    const down = tool("▼", "down", () => move(one, 1));
    const drop = tool("✕", "drop", () => {
      const near = row.nextElementSibling ?? row.previousElementSibling;
      people = people.filter((two) => two !== one);
      show();
      near?.querySelector("input").focus();
    });
    const row = el("li", {}, colour.node, input, up.button, down.button, drop.button);
    return {
      node: row,
      show(_, mayDrop, at) {
        const number = at + 1;
        const name = called(one, at);
        if (input.value !== one.name) input.value = one.name;
        set(input, "placeholder", word("lobby.player", { number }));
        set(input, "aria-label", word("lobby.name", { number }));
        set(input, "data-test", `name-${at}`);
        for (const { button, hook } of [up, down, drop]) {
          set(button, "aria-label", word(`lobby.${hook}`, { name }));
          set(button, "data-test", `${hook}-${at}`);
        }
        up.button.disabled = at === 0;
        down.button.disabled = at === people.length - 1;
        set(drop.button, "hidden", !mayDrop);
        colour.show(at, name);
      },
    };
  }

  function makeColour(one) {
    const badge = makeBadge();
    const choices = COLOURS.map((colour, at) => {
      const sign = makeBadge();
      sign.show(at, colour);
      const label = word(`colour.${colour}`);
      const attrs = { type: "button", class: "quiet square", title: label, "aria-label": label };
      const button = el("button", { ...attrs, "data-test": `colour-${colour}` }, sign.node);
      button.addEventListener("click", () => {
        node.open = false;
        paint(one, colour);
        summary.focus();
      });
      return { colour, button };
    });
    const summary = el("summary", {}, badge.node);
    const palette = el("div", { class: "palette" }, ...choices.map(({ button }) => button));
    const node = el("details", { class: "paint" }, summary, palette);
    node.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !node.open) return;
      node.open = false;
      summary.focus();
    });
    node.addEventListener("focusout", ({ relatedTarget }) => {
      if (relatedTarget && !node.contains(relatedTarget)) node.open = false;
    });
    return {
      node,
      show(at, name) {
        badge.show(at, one.colour);
        set(summary, "aria-label", word("lobby.colour", { name, colour: word(`colour.${one.colour}`) }));
        set(summary, "data-test", `colour-of-${at}`);
        for (const { colour, button } of choices) set(button, "aria-pressed", String(colour === one.colour));
      },
    };
  }

  function makeKnown(shown) {
    const badge = makeBadge();
    badge.show(0, shown.colour);
    const button = el("button", { type: "button", class: "quiet", "data-test": "known" }, badge.node, shown.name);
    button.addEventListener("click", () => seat(shown));
    return {
      node: el("li", {}, button),
      show(_, room) {
        button.disabled = !room;
      },
    };
  }

  function seat({ name, colour }) {
    const empty = people.find((one) => !one.name.trim());
    const one = empty ?? person("", freeColour());
    if (!empty) people.push(one);
    one.name = name;
    if (!people.some((two) => two !== one && two.colour === colour)) one.colour = colour;
    show();
    (byId("known").querySelector("button:enabled") ?? byId("start")).focus();
  }

  const called = ({ name }, at) => name.trim() || word("lobby.player", { number: at + 1 });

  byId("add").addEventListener("click", () => {
    people.push(person("", freeColour()));
    show();
    byId("people").lastElementChild.querySelector("input").focus();
  });

  return {
    /** A game for so many was chosen. */
    fit([low, high]) {
      seats = [low, high];
      people = people.slice(0, high);
      while (people.length < low) people.push(person("", freeColour()));
      show();
    },
    /** Learn who played before, the last first. */
    meet(matches) {
      const met = new Map();
      for (const { seats: sat } of matches) {
        for (const { name, colour } of sat) if (!met.has(fold(name))) met.set(fold(name), { name, colour });
      }
      const placeholder = (name) => COLOURS.some((_, at) => fold(word("lobby.player", { number: at + 1 })) === name);
      known = [...met].filter(([name]) => !placeholder(name)).map(([, one]) => one);
      show();
    },
    names: () => people.map(called),
    colours: () => people.map(({ colour }) => colour),
  };
}

function fold(name) {
  return name.trim().toLocaleLowerCase();
}
