/** Who plays: names, colours and the order round the table, and the people known from earlier evenings. */

import { COLOURS, makeBadge } from "../draw/seats.js";
import { byId, each, el, set } from "../lib/dom.js";
import { keep, recall } from "../lib/store.js";

const MOST_KNOWN = 12;
let ids = 0;

/** @typedef {{id: number, name: string, colour: string, chosen: boolean}} Person */
/** @typedef {{name: string, colour: string, chosen?: boolean}} Known */

/** @returns {Known[]} */
function recalled() {
  return recall("people") ?? [];
}

/**
 * Keep the people of the next match; `changed` is called whenever they change.
 *
 * @param {Speech["word"]} word
 * @param {() => void} changed
 */
export function makePeople(word, changed) {
  /** @type {Person[]} */
  let people = recalled().map(({ name, colour, chosen }) => person(name, colour, chosen));
  /** @type {[number, number]} */
  let seats = [2, 2];
  /** What this game gives out: not the colours of its dice. @type {readonly string[]} */
  let colours = COLOURS;
  /** @type {Known[]} */
  let known = [];

  /**
   * `chosen`: somebody picked this colour, so a game does not change it.
   *
   * @param {string} name
   * @param {string} colour
   * @returns {Person}
   */
  function person(name, colour, chosen = false) {
    ids += 1;
    return { id: ids, name, colour, chosen };
  }

  function freeColour() {
    const taken = people.map((one) => one.colour);
    /** @param {string} colour */
    const isFree = (colour) => !taken.includes(colour);
    return colours.find(isFree) ?? COLOURS.find(isFree) ?? COLOURS[0];
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
    keep(
      "people",
      people.map(({ name, colour, chosen }) => ({ name, colour, chosen })),
    );
    changed();
  }

  /**
   * No two have the same colour: the one who had it gets the other one's.
   *
   * @param {Person} one
   * @param {string} colour
   */
  function paint(one, colour) {
    const other = people.find((two) => two.colour === colour);
    if (other) other.colour = one.colour;
    one.colour = colour;
    one.chosen = true;
    show();
  }

  /** @param {Person} one @param {number} by */
  function move(one, by) {
    const at = people.indexOf(one);
    people.splice(at, 1);
    people.splice(at + by, 0, one);
    show();
  }

  /** @param {Person} one @returns {Part<[one: Person, mayDrop: boolean, at: number]>} */
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
        const more = byId("add").hidden ? byId("start") : byId("add");
        (next?.querySelector("input") ?? more).focus();
      },
    });
    /** @param {string} sign @param {string} hook @param {() => void} act */
    const tool = (sign, hook, act) => {
      const button = el("button", { type: "button", class: "quiet square" }, sign);
      button.addEventListener("click", () => {
        act();
        // A row that moved keeps its focus; at an end the name gets it.
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
      near?.querySelector("input")?.focus();
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

  /** @param {Person} one @returns {Part<[at: number, name: string]>} */
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
      if (relatedTarget instanceof Node && !node.contains(relatedTarget)) node.open = false;
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

  /** @param {Known} shown @returns {Part<[shown: object, room: boolean]>} */
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

  /** @param {Known} known */
  function seat({ name, colour }) {
    const empty = people.find((one) => !one.name.trim());
    const one = empty ?? person("", freeColour());
    if (!empty) people.push(one);
    one.name = name;
    const taken = people.some((two) => two !== one && two.colour === colour);
    if (!taken && colours.includes(colour)) one.colour = colour;
    show();
    /** @type {HTMLElement | null} */
    const next = byId("known").querySelector("button:enabled");
    (next ?? byId("start")).focus();
  }

  /** @param {Person} person @param {number} at */
  const called = ({ name }, at) => name.trim() || word("lobby.player", { number: at + 1 });

  byId("add").addEventListener("click", () => {
    people.push(person("", freeColour()));
    show();
    byId("people").lastElementChild?.querySelector("input")?.focus();
  });

  return {
    /**
     * A game was chosen: fit the list to its number of players and the colours it gives out.
     *
     * @param {[number, number]} seats
     * @param {readonly string[]} given
     */
    fit([low, high], given) {
      seats = [low, high];
      colours = given;
      people = people.slice(0, high);
      for (const one of people) if (!one.chosen && !colours.includes(one.colour)) one.colour = freeColour();
      while (people.length < low) people.push(person("", freeColour()));
      show();
    },
    /**
     * Learn who played before, the last first.
     *
     * @param {Host.MatchListed[]} matches
     */
    meet(matches) {
      const met = new Map();
      for (const { seats: sat } of matches) {
        for (const { name, colour } of sat) if (!met.has(fold(name))) met.set(fold(name), { name, colour });
      }
      /** @param {string} name */
      const placeholder = (name) => COLOURS.some((_, at) => fold(word("lobby.player", { number: at + 1 })) === name);
      known = [...met].filter(([name]) => !placeholder(name)).map(([, one]) => one);
      show();
    },
    names: () => people.map(called),
    colours: () => people.map(({ colour }) => colour),
  };
}

/** @param {string} name */
function fold(name) {
  return name.trim().toLocaleLowerCase();
}
