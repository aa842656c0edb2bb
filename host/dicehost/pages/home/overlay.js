/** An overlay for streams: the scores and the last dice of a table, over nothing. It reads public facts and can do nothing. */

import { isMixed, makeDie } from "../draw/dice.js";
import { byId, each, el, set, text, worded } from "../lib/dom.js";
import { ask } from "../lib/net.js";
import { ready } from "../lib/start-page.js";
import { catalogue, loadWords, sayPage, voice } from "../lib/words.js";

/** Show the table that was told of last, or the one that the address asks for: /overlay?table=2. */
export async function startOverlay() {
  await loadWords();
  const speech = voice(await catalogue("home"));
  sayPage(speech);
  document.title = speech.word("overlay.title");
  const asked = Number(new URLSearchParams(location.search).get("table")) || null;
  const show = shownTable(speech);
  const problem = byId("problem");
  ready();
  const table = (/** @type {Host.TableFacts} */ told) => {
    if (asked === null || told.table === asked) show(told);
  };
  const { listen } = await import("../lib/events.js");
  await listen("/api/events", location.hash.slice(1), { table }, () => text(problem, speech.word("overlay.key")));
}

/** @param {Pick<Context, "say" | "word">} speech */
function shownTable(speech) {
  /** @type {{match: string, faces: Faces}} */
  let known = { match: "", faces: {} };
  let newest = 0;
  return async (/** @type {Host.TableFacts} */ table) => {
    const turn = ++newest;
    if (known.match !== table.match) {
      const faces = await ask(`/api/matches/${table.match}/faces`).catch(() => ({}));
      if (turn !== newest) return;
      known = { match: table.match, faces };
    }
    const dice = table.last_roll?.dice ?? [];
    const mixed = isMixed(dice);
    each(
      byId("rolled"),
      dice,
      (_, at) => at,
      () => makeDie(),
      { ...speech, faces: known.faces },
      mixed,
    );
    set(byId("rolled"), "aria-label", speech.word("overlay.dice"));
    each(byId("players"), table.players, (player) => player.name, makePlayer, table);
    set(document.body, "data-seq", table.line);
  };
}

/** @returns {Part<[player: Host.PlayerTold, table: Host.TableFacts]>} */
function makePlayer() {
  const name = el("span", { class: "name" });
  const score = el("b");
  const node = el("li", { class: "pill" }, el("i", { "aria-hidden": "true" }), name, score);
  return {
    node,
    show(player, table) {
      worded(name, player.name);
      text(score, String(player.score));
      set(node, "data-colour", player.colour);
      set(node, "data-turn", table.turn === player.name ? "" : null);
      set(node, "data-won", table.winners.includes(player.name) ? "" : null);
    },
  };
}
