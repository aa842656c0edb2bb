/** The form that opens a tournament. */

import { el, set } from "../lib/dom.js";
import { ask } from "../lib/net.js";

const MOST_AT_A_TABLE = 6;

/**
 * Make the form; `open` is given what was asked for and says whether it went well.
 *
 * @param {Speech} speech
 * @param {(asked: object) => Promise<boolean>} open
 */
export function makeOpening({ word }, open) {
  const name = el("input", { type: "text", maxlength: 60, required: true, "data-test": "new-name" });
  const game = el("select", { "data-test": "new-game" });
  const modes = ["swiss", "round_robin"].map((mode) => el("option", { value: mode }, word(`do.${mode}`)));
  const mode = el("select", { "data-test": "new-mode" }, ...modes);
  const size = el("input", { type: "number", min: 2, max: MOST_AT_A_TABLE, value: 2, "data-test": "new-size" });
  const rounds = el("input", { type: "number", min: 1, max: 100, value: 4, "data-test": "new-rounds" });
  const players = el("textarea", { rows: 6, "data-test": "new-players" });
  const roundsIn = labelled("do.rounds", rounds);
  const fields = [labelled("do.name", name), labelled("do.game", game), labelled("do.mode", mode)];
  const small = el("div", { class: "pair" }, labelled("do.size", size), roundsIn);
  const create = el("button", { class: "main", "data-test": "create" }, word("do.create"));
  const form = el("form", { class: "opening" }, ...fields, small, labelled("do.players", players), create);
  const node = el("details", { "data-test": "new-cup" }, el("summary", {}, word("do.new")), form);
  /** @type {Host.GameListed[]} */
  let games = [];

  /** @param {string} key @param {HTMLElement} field */
  function labelled(key, field) {
    return el("label", {}, el("span", {}, word(key)), field);
  }

  node.addEventListener("toggle", async () => {
    if (!node.open || games.length) return;
    games = await ask("/api/games");
    game.replaceChildren(...games.map((one) => el("option", { value: one.key }, one.name)));
    fit();
  });
  const fit = () => {
    const [low, high] = games.find((one) => one.key === game.value)?.seats ?? [2, MOST_AT_A_TABLE];
    size.min = String(Math.max(2, low));
    size.max = String(Math.min(MOST_AT_A_TABLE, high));
    if (Number(size.value) < Number(size.min)) size.value = size.min;
    if (Number(size.value) > Number(size.max)) size.value = size.max;
  };
  game.addEventListener("change", fit);
  mode.addEventListener("change", () => set(roundsIn, "hidden", mode.value === "round_robin"));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const went = await open({
      name: name.value.trim(),
      game: game.value,
      mode: mode.value,
      size: Number(size.value),
      // A round robin goes on until everybody has met everybody.
      rounds: mode.value === "round_robin" ? 0 : Number(rounds.value),
      players: players.value.split("\n").flatMap((line) => (line.trim() ? [line.trim()] : [])),
    });
    if (!went) return;
    form.reset();
    node.open = false;
  });
  return node;
}
