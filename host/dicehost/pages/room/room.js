/** The room: every table, tower and tournament, drawn from one stream. For a laptop, a phone, and a television. */

import { byId, each, set, text, worded } from "../lib/dom.js";
import { ask } from "../lib/net.js";
import { ready } from "../lib/start-page.js";
import { ownerKey, screenToken } from "../lib/store.js";
import { catalogue, language, loadWords, sayPage, voice } from "../lib/words.js";
import { showCup } from "./cup.js";
import { fillPages, turnPages } from "./pages.js";
import { makeDice, makeTable, makeTower } from "./tables.js";

const FAIRNESS_EVERY = 60000;

/** @typedef {import("./tables.js").Looking} Looking */

/** Open the page. */
export async function startRoom() {
  await loadWords();
  const said = await catalogue("room");
  const host = await ask(`/api/words/${language()}`).catch(() => ({}));
  const speech = voice({ ...host, ...said });
  sayPage(speech);
  document.title = speech.word("room.title");
  // A link of the room's own shows it and no more, also to somebody who owns this host.
  const isOwners = location.hash === "" || location.hash.startsWith("#key=");
  const key = isOwners ? ownerKey() : null;
  const token = key ?? screenToken("room", "");
  if (token === null) {
    ready();
    text(byId("refusal"), speech.word("room.key"));
    return;
  }
  startBig();
  tickTime();
  /** @type {Looking} */
  const looking = { speech, room: null, dice: [], together: [], called: {}, cup: "", key };
  const organise = key === null ? null : (await import("./organise.js")).organise(key, looking);
  const draw = () => show(looking, organise);
  byId("cups", HTMLSelectElement).addEventListener("change", ({ target }) => {
    looking.cup = /** @type {HTMLSelectElement} */ (target).value;
    draw();
  });
  turnPages();
  lookAtDice(token, looking, draw);
  ready();
  const room = (/** @type {Host.RoomShown} */ told) => {
    looking.room = told;
    draw();
  };
  const { listen } = await import("../lib/events.js");
  await listen(
    "/api/room",
    token,
    { room },
    () => text(byId("refusal"), speech.word("room.key")),
    (away) => set(byId("away"), "hidden", !away),
  );
}

/** @param {Looking} looking @param {((room: Host.RoomShown, cup: Host.TournamentTold | null) => void) | null} organise */
function show(looking, organise) {
  const { room, speech } = looking;
  if (room === null) return;
  const open = room.tournaments.filter((one) => one.now !== "over");
  const cup = room.tournaments.find((one) => one.id === looking.cup) ?? open.at(-1) ?? room.tournaments.at(-1) ?? null;
  text(byId("notice"), room.notice);
  text(byId("no-tables"), room.tables.length ? "" : speech.word("room.no_tables"));
  each(byId("tables"), inOrder(room.tables, cup), (table) => table.match, makeTable, looking, cup);
  text(byId("no-towers"), room.towers.length ? "" : speech.word("room.no_towers"));
  each(byId("together"), looking.together, (one) => one.faces, makeDice, speech);
  each(byId("towers"), towersOf(looking), ({ id, known }) => `${known?.host ?? ""} ${id}`, makeTower, looking);
  showCup(cup, room.tournaments, speech);
  organise?.(room, cup);
  set(byId("room"), "data-cup", cup !== null);
  set(byId("room"), "hidden", false);
  fillPages();
}

/**
 * Tables of the round come first, in its order; then what is played, then what is over.
 *
 * @param {readonly Host.TableInRoom[]} tables
 * @param {Host.TournamentTold | null} cup
 */
function inOrder(tables, cup) {
  const round = cup?.rounds.at(-1)?.tables.map((table) => table.match) ?? [];
  const rank = (/** @type {Host.TableInRoom} */ table) => {
    const at = round.indexOf(table.match);
    return (table.state === "over" ? 2000 : 0) + (at < 0 ? 1000 : at);
  };
  return [...tables].sort((one, other) => rank(one) - rank(other));
}

/**
 * The towers of all hosts that are there, and those that are known by their dice only.
 *
 * @param {Looking} looking
 * @returns {{id: string, known: Host.TowerInRoom | null}[]}
 */
function towersOf({ room, dice }) {
  const there = room?.towers ?? [];
  const ids = new Set(there.map((tower) => tower.id));
  const away = new Set(dice.map((one) => one.tower).filter((id) => !ids.has(id)));
  return [...there.map((known) => ({ id: known.id, known })), ...[...away].map((id) => ({ id, known: null }))];
}

/** @param {string} token @param {Looking} looking @param {() => void} draw */
async function lookAtDice(token, looking, draw) {
  for (;;) {
    /** @type {Host.RoomFairness | null} */
    const fair = await ask("/api/room/fairness", token).catch(() => null);
    if (fair) {
      Object.assign(looking, fair);
      draw();
    }
    await new Promise((wake) => setTimeout(wake, FAIRNESS_EVERY));
  }
}

function startBig() {
  const button = byId("big");
  const show = (/** @type {boolean} */ big) => {
    set(document.documentElement, "data-big", big);
    set(button, "aria-pressed", String(big));
    dispatchEvent(new Event("resize"));
  };
  button.addEventListener("click", () => {
    const big = !("big" in document.documentElement.dataset);
    show(big);
    const address = new URL(location.href);
    if (big) address.searchParams.set("big", "");
    else address.searchParams.delete("big");
    history.replaceState(null, "", address);
    // A television shows nothing but the room; a browser that allows no full screen shows it all the same.
    if (big) document.documentElement.requestFullscreen?.().catch(() => {});
    else if (document.fullscreenElement) document.exitFullscreen();
  });
  show(new URLSearchParams(location.search).has("big"));
}

function tickTime() {
  const format = new Intl.DateTimeFormat(language(), { timeStyle: "short" });
  const show = () => worded(byId("time"), format.format(new Date()));
  show();
  setInterval(show, 5000);
}
