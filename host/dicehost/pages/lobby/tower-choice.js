/** Which tower rolls for which match, where there is more than one: chosen for a new match, changed for an open one. */

import { byId, each, el, set, text } from "../lib/dom.js";
import { ask } from "../lib/net.js";
import { catalogue, voice } from "../lib/words.js";

/**
 * Make the choices. `tell(job)` does something with the host and says what goes wrong; `again` looks at what there is.
 *
 * @param {string | null} key
 * @param {(job: () => unknown) => void} tell
 * @param {() => void} again
 */
export async function makeTowerChoice(key, tell, again) {
  const { word } = voice(await catalogue("tower"));
  const now = el("b", { "data-test": "tower-now" });
  const cards = el("div", { class: "cards-in", role: "radiogroup", "aria-label": word("choice.tower") });
  const part = el(
    "details",
    { "data-test": "tower-choice" },
    el("summary", {}, el("span", {}, word("choice.tower")), now),
    cards,
  );
  byId("intro").before(part);
  /** @type {Host.TowerListed[]} */
  let towers = [];
  let chosen = "";

  /** @param {Host.TowerListed} tower */
  const called = (tower) => tower.name || `${word(`tower.${tower.source || "tower"}`)} ${tower.id.slice(-4)}`;

  /** @param {Host.TowerListed} tower @param {string | null} mine */
  function stateOf({ state, match }, mine) {
    if (state !== "ready") return word("choice.away");
    return match && match !== mine ? word("choice.taken") : word("choice.free");
  }

  /** @param {{id: string}} shown @returns {Part<[Host.TowerListed | {id: ""}]>} */
  function makeCard({ id }) {
    const title = el("strong");
    const how = el("small");
    const button = el("button", { type: "button", class: "preset", "data-test": `tower-${id || "any"}` }, title, how);
    button.addEventListener("click", () => {
      chosen = id;
      show(towers);
    });
    return {
      node: button,
      show(tower) {
        const known = "state" in tower;
        text(title, known ? called(tower) : word("choice.any"));
        text(how, known ? stateOf(tower, null) : "");
        set(button, "aria-pressed", String(chosen === id));
        if (known) button.disabled = tower.state !== "ready";
      },
    };
  }

  /** @param {Host.MatchListed} match */
  function showMatch({ match, tower }) {
    const node = document.querySelector(`[data-test="match-${match}"]`);
    const pair = node?.querySelector(".pair");
    if (!node || !pair) return;
    /** @type {HTMLSelectElement | null} */
    let select = node.querySelector("select");
    if (!select) {
      const made = el("select", { "data-test": "move-to" });
      made.addEventListener("change", () =>
        tell(async () => {
          await ask(`/api/matches/${match}/tower`, key, { tower: made.value });
          made.blur();
          again();
        }),
      );
      select = made;
      pair.before(el("label", { class: "move" }, el("small", {}, word("choice.of")), select));
    }
    if (document.activeElement === select) return;
    const options = towers.map((one) => {
      const said = `${called(one)} (${stateOf(one, match)})`;
      return el("option", { value: one.id, selected: one.id === tower }, said);
    });
    select.replaceChildren(...options);
  }

  /** @param {Host.TowerListed[]} found */
  function show(found) {
    towers = found.filter(({ id }) => id);
    if (!towers.some(({ id, state }) => id === chosen && state === "ready")) chosen = "";
    const known = towers.find(({ id }) => id === chosen);
    text(now, known ? called(known) : word("choice.any"));
    each(cards, [{ id: /** @type {""} */ ("") }, ...towers], ({ id }) => id, makeCard);
  }

  return {
    /** @param {Host.TowerListed[]} found @param {Host.MatchListed[]} matches */
    show(found, matches) {
      show(found);
      for (const match of matches) if (match.state === "open") showMatch(match);
    },
    chosen: () => chosen,
  };
}
