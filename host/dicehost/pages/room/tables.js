/** Cards of the room: a table with its players and scores, a tower with its health and its dice. */

import { makeBadge } from "../draw/seats.js";
import { each, el, set, text, worded } from "../lib/dom.js";
import { ask } from "../lib/net.js";
import { join } from "../lib/words.js";

/**
 * What the page is drawn from.
 *
 * @typedef {{speech: Speech, room: Host.RoomShown | null, dice: readonly Host.Verdict[], together: readonly Host.Verdict[], called: Record<string, string>, cup: string, key: string | null}} Looking
 */

/** @returns {Part<[table: Host.TableInRoom, looking: Looking, cup: Host.TournamentTold | null]>} */
export function makeTable() {
  const number = el("b", { class: "number" });
  const game = el("span", { class: "game" });
  const seats = el("ol", { class: "scores" });
  const now = el("p", { class: "now", "data-test": "now" });
  const tower = el("small", { class: "tower" });
  const open = el("button", { class: "quiet", "data-test": "open-table", hidden: true });
  const node = el(
    "li",
    { class: "table", "data-test": "table" },
    el("header", {}, number, game),
    seats,
    now,
    tower,
    open,
  );
  const assign = el("select", { "data-test": "assign", hidden: true });
  open.before(assign);
  let match = "";
  let key = "";
  assign.addEventListener("change", () => {
    // The stream says what came of it; a refusal leaves the choice as it was.
    ask(`/api/matches/${match}/tower`, key, { tower: assign.value }).catch(() => {});
  });
  open.addEventListener("click", async () => {
    /** @type {Host.MatchListed} */
    const links = await ask(`/api/matches/${match}/links`, key);
    location.href = links.table;
  });
  return {
    node,
    show(table, looking, cup) {
      const { speech, room, called, key: owners } = looking;
      match = table.match;
      key = owners ?? "";
      const at = cup?.rounds.at(-1)?.tables.findIndex((one) => one.match === table.match) ?? -1;
      text(number, at < 0 ? "" : speech.word("cup.table", { number: at + 1 }));
      worded(game, table.title);
      each(seats, table.seats, (seat) => seat.name, makeScore, table);
      worded(now, waitsFor(table, speech));
      set(node, "data-state", table.state);
      set(node, "data-match", table.match);
      const rolls = room?.towers.find((one) => one.id === table.tower && one.host === table.host);
      const name = rolls ? nameOf(rolls, called, speech) : "";
      text(
        tower,
        rolls ? `${name} · ${moodOf(rolls, speech)}` : speech.word(table.tower ? "room.tower_away" : "room.tower_any"),
      );
      set(tower, "data-mood", rolls ? mood(rolls) : null);
      const mine = owners !== null && table.state !== "over";
      text(open, mine ? speech.word("room.open") : "");
      // A table rolls with a tower of its own host.
      const here = (room?.towers ?? []).filter((one) => !one.host);
      const ready = here.filter((one) => one.state === "ready" || one.id === table.tower);
      set(assign, "hidden", !mine || table.host !== "" || ready.length < 2);
      set(assign, "aria-label", speech.word("room.assign", { names: table.seats.map((seat) => seat.name).join(", ") }));
      each(assign, ready, (one) => one.id, makeChoice, looking);
      // Not while somebody is choosing.
      if (document.activeElement !== assign) assign.value = table.tower;
    },
  };
}

/** @returns {Part<[tower: Host.TowerInRoom, looking: Looking]>} */
function makeChoice() {
  const node = el("option");
  return {
    node,
    show(tower, { called, speech }) {
      node.value = tower.id;
      worded(node, nameOf(tower, called, speech));
    },
  };
}

/** @param {Host.SeatInRoom} _ @param {number} at @returns {Part<[seat: Host.SeatInRoom, table: Host.TableInRoom, at: number]>} */
function makeScore(_, at) {
  const badge = makeBadge();
  const name = el("span", { class: "name" });
  const score = el("b");
  const node = el("li", {}, badge.node, name, score);
  return {
    node,
    show(seat, table) {
      badge.show(at, seat.colour);
      worded(name, seat.name);
      worded(score, String(seat.score));
      set(node, "data-acts", table.acting.includes(at));
      set(node, "data-won", seat.won);
    },
  };
}

/**
 * Whom a table waits for, in a sentence.
 *
 * @param {Host.TableInRoom} table
 * @param {Speech} speech
 */
function waitsFor({ state, acting, seats }, { word }) {
  const names = (/** @type {readonly number[]} */ of) =>
    join(
      of.map((at) => seats[at].name),
      word("and"),
    );
  if (state === "over") {
    const won = seats.flatMap((seat, at) => (seat.won ? [at] : []));
    return won.length ? word("room.won", { names: names(won) }) : word("room.ended");
  }
  if (state === "paused" || state === "stopped") return word(`room.${state}`);
  if (!acting.length) return word("room.tower_rolls");
  return word(state === "roll" ? "room.rolls" : "room.waits", { names: names(acting) });
}

/** @param {{id: string, known: Host.TowerInRoom | null}} _ @returns {Part<[tower: {id: string, known: Host.TowerInRoom | null}, looking: Looking]>} */
export function makeTower(_) {
  const name = el("strong");
  const state = el("span");
  const dice = el("ul", { class: "soft" });
  const node = el("li", { "data-test": "tower" }, el("i", { "aria-hidden": "true" }), name, state, dice);
  return {
    node,
    show({ id, known }, looking) {
      const { speech } = looking;
      worded(
        name,
        known
          ? nameOf(known, looking.called, speech)
          : (looking.called[id] ?? speech.word("room.tower", { id: id.slice(-4) })),
      );
      worded(state, known ? moodOf(known, speech) : speech.word("room.not_there"));
      set(node, "data-mood", known ? mood(known) : "away");
      const own = looking.dice.filter((one) => one.tower === id);
      each(dice, own, (one) => `${one.faces}${one.source}`, makeDice, speech);
    },
  };
}

/** @returns {Part<[one: Host.Verdict, speech: Speech]>} */
export function makeDice() {
  const node = el("li");
  return {
    node,
    show: (one, { say, word }) =>
      void worded(node, `${word(one.tower ? "room.die" : "room.dice", { faces: one.faces })} ${say(one.said)}`),
  };
}

/** @param {Host.TowerInRoom} tower @param {Record<string, string>} called @param {Speech} speech */
function nameOf(tower, called, { word }) {
  const name = tower.name || called[tower.id] || word("room.tower", { id: tower.id.slice(-4) });
  return tower.host ? word("room.tower_at", { name, host: tower.host }) : name;
}

/** @param {Host.TowerInRoom} tower @param {Speech} speech */
function moodOf(tower, { say, word, kind }) {
  if (tower.fault) return say(tower.fault);
  return tower.state === "ready"
    ? kind("room.noise", tower.noise) || word("room.noise.ok")
    : kind("tower.state", tower.state);
}

/** @param {Host.TowerInRoom} tower */
function mood(tower) {
  if (tower.fault || tower.noise === "trip") return "ill";
  return tower.state === "ready" ? "well" : "away";
}
