/** Who plays: people and bots, colours and the order round the table, and who is known from earlier evenings. */

import { makeBotFace } from "../draw/bot-faces.js";
import { COLOURS, makeBadge } from "../draw/seats.js";
import { byId, each, el, set } from "../lib/dom.js";
import { keep, recall } from "../lib/store.js";
import { freeFace, makeLevel, nameOf, nearest } from "./bots.js";

const MOST_KNOWN = 12;
let ids = 0;

/** @typedef {{id: number, name: string, colour: string, chosen: boolean, bot: import("./bots.js").Bot | null}} Person */
/** @typedef {{name: string, colour: string, chosen?: boolean, bot?: import("./bots.js").Bot | null}} Known */

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
  let people = recalled().map(({ name, colour, chosen, bot }) => person(name, colour, chosen, bot));
  /** @type {[number, number]} */
  let seats = [2, 2];
  /** What this game gives out: not the colours of its dice. @type {readonly string[]} */
  let colours = COLOURS;
  /** The levels of this game's bots. @type {string[]} */
  let levels = [];
  /** @type {Known[]} */
  let known = [];

  /**
   * `chosen`: somebody picked this colour, so a game does not change it.
   *
   * @param {string} name
   * @param {string} colour
   * @param {import("./bots.js").Bot | null} bot
   * @returns {Person}
   */
  function person(name, colour, chosen = false, bot = null) {
    ids += 1;
    return { id: ids, name, colour, chosen, bot };
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
    for (const button of [byId("add"), byId("add-bot")]) set(button, "hidden", people.length >= high);
    const here = people.map(({ name }) => fold(name));
    const others = known.filter(({ name }) => !here.includes(fold(name))).slice(0, MOST_KNOWN);
    const room = people.length < high || people.some(({ name }) => !name.trim());
    each(byId("known"), others, ({ name }) => name, makeKnown, room);
    set(byId("known-part"), "hidden", others.length === 0);
    keep(
      "people",
      people.map(({ name, colour, chosen, bot }) => ({ name, colour, chosen, bot })),
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
    const bot = one.bot ? makeBot(one, one.bot) : null;
    const row = el("li", {}, colour.node, bot?.node ?? input, up.button, down.button, drop.button);
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
        bot?.show(at, name);
      },
    };
  }

  /**
   * What a bot has in place of a name to type: its face, its name, and how strong it is.
   *
   * @param {Person} one
   * @param {import("./bots.js").Bot} bot
   * @returns {Part<[at: number, name: string]>}
   */
  function makeBot(one, bot) {
    const face = makeBotFace();
    face.show(bot.face);
    const level = makeLevel(word, (chosen) => {
      one.bot = { ...bot, level: chosen };
      show();
    });
    return {
      node: el("div", { class: "bot-in" }, face.node, el("strong", {}, one.name), level.node),
      show(at, name) {
        level.show(levels, nearest(levels, one.bot?.level ?? ""), word("lobby.bot.level", { name }));
        set(level.node, "data-test", `level-${at}`);
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

  byId("add-bot").addEventListener("click", () => {
    const face = freeFace(people.map(({ name }) => name));
    const empty = people.findLastIndex((one) => !one.name.trim());
    const bot = person(nameOf(face), freeColour(), false, { face, level: nearest(levels, "steady") });
    // A seat that nobody has taken yet is filled first, but somebody should be left to play.
    if (empty > 0) people[empty] = { ...bot, colour: people[empty].colour };
    else people.push(bot);
    show();
  });
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
     * @param {string[]} strengths
     */
    fit([low, high], given, strengths) {
      seats = [low, high];
      colours = given;
      levels = strengths;
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
        for (const { name, colour, bot } of sat) {
          if (!bot && !met.has(fold(name))) met.set(fold(name), { name, colour });
        }
      }
      /** @param {string} name */
      const placeholder = (name) => COLOURS.some((_, at) => fold(word("lobby.player", { number: at + 1 })) === name);
      known = [...met].filter(([name]) => !placeholder(name)).map(([, one]) => one);
      show();
    },
    names: () => people.map(called),
    colours: () => people.map(({ colour }) => colour),
    /** The first person's name: who plays alone on this device. */
    first: () => called(people.find(({ bot }) => bot === null) ?? person("", ""), 0),
    bots: () =>
      people.flatMap(({ bot }, seat) => (bot ? [{ seat, face: bot.face, level: nearest(levels, bot.level) }] : [])),
  };
}

/** @param {string} name */
function fold(name) {
  return name.trim().toLocaleLowerCase();
}
