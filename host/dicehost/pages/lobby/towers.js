/** The towers and their state, in words and as a sign, and what to do when something is wrong. */

import { byId, each, el, set, text } from "../lib/dom.js";
import { reachable } from "../lib/net.js";

/** @type {Record<string, string>} */
const SIGNS = { well: "●", waits: "◌", ill: "▲" };

/**
 * How a tower is: well, not ready yet, or in need of help.
 *
 * @param {Host.TowerListed} tower
 */
function mood({ state, fault, health }) {
  if (fault || state === "refused" || health === "trip") return "ill";
  return state === "ready" && health !== "warm" ? "well" : "waits";
}

/**
 * Draw the list of towers.
 *
 * @param {Speech} speech
 */
export function makeTowers({ word, kind }) {
  /** @returns {Part<[tower: Host.TowerListed, matches: Host.MatchListed[]]>} */
  function make() {
    const sign = el("span", { class: "sign", "aria-hidden": true });
    const name = el("strong");
    const feels = el("span", { "data-test": "tower-feels" });
    const doing = el("p", { "data-test": "tower-do" });
    const page = el("a", {}, word("tower.page"));
    const care = el("a", { "data-test": "care" }, word("tower.care"));
    const ways = el("div", { class: "ways-in" }, care, page);
    const node = el("li", { "data-test": "tower" }, sign, el("div", {}, name, feels), doing, ways);
    return {
      node,
      show(tower, matches) {
        const names = matches.find(({ match }) => match === tower.match)?.names.join(", ");
        const { state, source, health, fw, fault } = tower;
        const how = mood(tower);
        set(node, "data-mood", how);
        text(sign, SIGNS[how]);
        const several = byId("towers").childElementCount > 1 ? ` ${tower.id.slice(-4)}` : "";
        text(name, tower.name || `${word(`tower.${source || "tower"}`)}${several}`);
        set(care, "href", tower.id && `/tower/${tower.id}`);
        set(care, "hidden", !tower.id);
        const facts = [
          kind("tower.state", state),
          health && kind("tower.health", health),
          fw && word("tower.firmware", { version: fw }),
          names && word("tower.used", { names }),
        ];
        text(feels, facts.filter(Boolean).join(" · "));
        const next = how === "well" ? several || source : state;
        const advice = kind("tower.do", next);
        text(doing, fault || (advice === next ? "" : advice));
        const address = reachable(tower.page);
        set(page, "href", address);
        set(page, "hidden", !address);
      },
    };
  }
  return {
    /** @param {Host.TowerListed[]} towers @param {Host.MatchListed[]} matches */
    show(towers, matches) {
      each(byId("towers"), towers, (tower, at) => tower.id || at, make, matches);
      text(byId("no-towers"), towers.length ? "" : word("tower.none"));
    },
  };
}
