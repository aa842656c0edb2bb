/** What the owner does from the room: open a tournament, pair, start tables, say results, take back. */

import { byId, each, el, set, text, worded } from "../lib/dom.js";
import { ask, isLost, Refusal } from "../lib/net.js";
import { whyNot } from "../lib/refusals.js";
import { makeOpening } from "./opening.js";

/** Pairing large tables may take longer than other questions. */
const PATIENCE = 130000;

/**
 * Make the owner's part; it is shown anew with every picture of the room.
 *
 * @param {string} key
 * @param {import("./tables.js").Looking} looking
 * @returns {(room: Host.RoomShown, cup: Host.TournamentTold | null) => void}
 */
export function organise(key, looking) {
  const { word } = looking.speech;
  /** @type {Host.TournamentTold | null} */
  let cup = null;

  /** @param {string} path @param {object} body @param {number} [patience] */
  async function change(path, body = {}, patience = undefined) {
    if (cup === null) return false;
    const { id, line } = cup;
    return await say(async () => {
      // The answer is the newest: what is done next is not refused because the stream is a moment behind.
      cup = await ask(`/api/tournaments/${id}/${path}`, key, { line, ...body }, patience);
      showDoing();
    });
  }

  const pair = el("button", { class: "main", "data-test": "pair" });
  pair.addEventListener("click", async () => {
    pair.disabled = true;
    worded(pair, word("do.pairing"));
    await change("pair", {}, PATIENCE);
    pair.disabled = false;
    showDoing();
  });
  const startAll = el("button", { "data-test": "start-all" }, word("do.start_all"));
  startAll.addEventListener("click", async () => {
    for (const at of (cup?.rounds.at(-1)?.tables ?? []).keys()) {
      const table = cup?.rounds.at(-1)?.tables[at];
      if (table && !table.match && !table.ranks.length && !(await start(at, ""))) return;
    }
  });
  /** @param {number} table @param {string} tower */
  const start = (table, tower) => change(`tables/${table}/start`, { tower });
  const back = el("button", { class: "quiet", "data-test": "take-back", onclick: () => change("take_back") });
  const end = el("button", { class: "quiet", "data-test": "end", onclick: () => change("end") }, word("do.end"));
  const name = el("input", {
    type: "text",
    maxlength: 20,
    "aria-label": word("do.enter.who"),
    placeholder: word("do.enter.who"),
    "data-test": "enter-name",
  });
  const enter = el("form", { class: "enter" }, name, el("button", { "data-test": "enter" }, word("do.enter")));
  enter.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (await change("players", { name: name.value })) name.value = "";
    name.focus();
  });
  const tables = el("ol", { class: "running" });
  const players = el("ul", { class: "entered" });
  const doing = el(
    "div",
    { class: "doing" },
    el("h2", {}, word("do.title")),
    el("div", { class: "again" }, pair, startAll),
    tables,
    enter,
    el("details", {}, el("summary", {}, word("do.all_players")), players),
    el("div", { class: "again" }, back, end),
  );
  const opening = makeOpening(looking.speech, async (asked) => {
    return await say(async () => {
      /** @type {Host.TournamentTold} */
      const told = await ask("/api/tournaments", key, asked);
      looking.cup = told.id;
    });
  });
  const notice = makeNotice(looking.speech, (said) => say(() => ask("/api/room/notice", key, { text: said })));
  byId("organise").append(el("div", { class: "panel" }, doing, opening, notice.node));
  set(byId("organise"), "hidden", false);
  set(byId("start"), "hidden", false);

  function showDoing() {
    set(doing, "hidden", cup === null);
    if (cup === null) return;
    if (!pair.disabled) worded(pair, word("do.pair", { round: cup.rounds.length + 1 }));
    set(pair, "hidden", cup.now === "paired" || cup.now === "over");
    const waiting = cup.now === "paired" ? (cup.rounds.at(-1)?.tables ?? []) : [];
    set(startAll, "hidden", waiting.filter((one) => !one.match && !one.ranks.length).length < 2);
    each(tables, waiting, (_, at) => `${cup?.id} ${cup?.rounds.length} ${at}`, makeRunning);
    each(players, cup.players, (one) => one.name, makePlayer);
    set(enter, "hidden", cup.now === "over");
    text(back, cup.last ? word("do.back", { what: word(`did.${cup.last}`) }) : "");
    set(end, "hidden", cup.now === "over" || cup.rounds.length === 0);
  }

  /** @param {Host.SeatingTold} first @param {number} at @returns {Part<[table: Host.SeatingTold]>} */
  function makeRunning(first, at) {
    const label = word("cup.table", { number: at + 1 });
    const tower = el("select", { "aria-label": word("do.tower", { number: at + 1 }) });
    const begin = el(
      "button",
      { "data-test": `start-${at + 1}`, onclick: () => start(at, tower.value) },
      word("do.start"),
    );
    const places = first.players.map((player, seat) => {
      const who = cup?.players[player].name ?? "";
      const field = el("input", {
        type: "number",
        min: 1,
        max: first.players.length,
        value: seat + 1,
        "aria-label": word("do.place", { name: who }),
      });
      return { field, node: el("label", {}, field, el("span", {}, who)) };
    });
    const save = el("button", { "data-test": `save-${at + 1}` }, word("do.save"));
    const form = el("form", { class: "places" }, ...places.map((one) => one.node), save);
    const result = el("details", {}, el("summary", {}, word("do.result")), form);
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const ranks = places.map(({ field }) => Number(field.value));
      const round = (cup?.rounds.length ?? 1) - 1;
      if (await change(`rounds/${round}/tables/${at}/result`, { ranks })) result.open = false;
    });
    const node = el("li", {}, el("b", {}, label), el("div", { class: "begin" }, tower, begin), result);
    return {
      node,
      show(table) {
        const towers = (looking.room?.towers ?? []).filter((one) => one.state === "ready" && !one.host);
        const offered = [
          ["", word("do.any")],
          ...towers.map((one) => [one.id, one.name || word("room.tower", { id: one.id.slice(-4) })]),
        ];
        each(tower, offered, ([id]) => id, makeOption);
        set(tower, "hidden", Boolean(table.match) || table.ranks.length > 0 || towers.length < 2);
        set(begin, "hidden", Boolean(table.match) || table.ranks.length > 0);
      },
    };
  }

  /** @param {Host.PlayerInTournament} _ @param {number} at @returns {Part<[player: Host.PlayerInTournament]>} */
  function makePlayer(_, at) {
    const who = el("span", { class: "name" });
    let left = false;
    const button = el("button", {
      class: "quiet",
      onclick: () => change(`players/${at}/${left ? "return" : "leave"}`),
    });
    return {
      node: el("li", {}, who, button),
      show(player) {
        left = player.left;
        worded(who, player.name);
        worded(button, word(left ? "do.return" : "do.drop"));
        set(button, "disabled", cup?.now === "over");
      },
    };
  }

  return (room, shown) => {
    notice.show(room.notice);
    // A page may know a newer line already: the answer to what it did last.
    cup = cup !== null && shown?.id === cup.id && shown.line < cup.line ? cup : shown;
    showDoing();
  };
}

/**
 * Where the owner says something to all screens.
 *
 * @param {Speech} speech
 * @param {(text: string) => Promise<boolean>} give
 * @returns {Part<[now: string]>}
 */
function makeNotice({ word }, give) {
  const label = word("room.notice");
  const said = el("input", {
    type: "text",
    maxlength: 140,
    "aria-label": label,
    placeholder: label,
    "data-test": "notice-text",
  });
  const clear = el(
    "button",
    { type: "button", class: "quiet", "data-test": "notice-clear", onclick: () => give("") },
    word("room.notice.clear"),
  );
  const node = el(
    "form",
    { class: "enter" },
    said,
    el("button", { "data-test": "notice-send" }, word("room.notice.send")),
    clear,
  );
  node.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (said.value.trim() && (await give(said.value))) said.value = "";
  });
  return { node, show: (now) => set(clear, "hidden", now === "") };
}

/** @returns {Part<[offered: string[]]>} */
function makeOption() {
  const node = el("option");
  return {
    node,
    show([id, label]) {
      node.value = id;
      worded(node, label);
    },
  };
}

/**
 * Do something with the host; say aloud what goes wrong. True if all went well.
 *
 * @param {() => unknown} job
 */
async function say(job) {
  const alarm = byId("refusal");
  try {
    await job();
    text(alarm, "");
    return true;
  } catch (error) {
    if (error instanceof Refusal) text(alarm, await whyNot(error));
    else if (!isLost(error)) throw error;
    return false;
  }
}
