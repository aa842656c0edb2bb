/** Play alone: one tap, and a match against bots begins on this device. */

import { makeBotFace } from "../draw/bot-faces.js";
import { byId, each, el, set, text } from "../lib/dom.js";
import { ask } from "../lib/net.js";
import { keep, recall } from "../lib/store.js";
import { freeFace, nameOf, nearest } from "./bots.js";

const OPPONENTS = 3;

/**
 * The strip that invites somebody alone. `open(start)` does it with the host and says what goes wrong; `me()` is what
 * the person is called, `options()` are the game's, `hints()` says whether choices are weighed.
 *
 * @param {string | null} key
 * @param {Speech["word"]} word
 * @param {{tell(job: () => unknown): Promise<void>, me(): string, options(): Promise<Record<string, unknown> | undefined>, hints(): boolean}} lobby
 */
export function makeAlone(key, word, { tell, me, options, hints }) {
  /** @type {Host.GameListed | null} */
  let game = null;
  /** @type {string} */
  let wanted = recall("alone-level") ?? "steady";
  const button = byId("alone-start", HTMLButtonElement);

  /** @param {string} level @returns {Part<[level: string, chosen: string]>} */
  function makeChoice(level) {
    const input = el("input", { type: "radio", name: "alone-level", value: level });
    input.addEventListener("change", () => {
      wanted = level;
      keep("alone-level", level);
      show();
    });
    return {
      node: el("label", { "data-test": `alone-${level}` }, input, el("span", {}, word(`bot.level.${level}`))),
      show(_, chosen) {
        input.checked = level === chosen;
      },
    };
  }

  /** Who plays against this person: each bot's name and face. */
  function opponents() {
    const count = Math.min(OPPONENTS, (game?.seats[1] ?? 2) - 1);
    const names = [me()];
    return Array.from({ length: count }, () => {
      const face = freeFace(names);
      names.push(nameOf(face));
      return { face, name: nameOf(face) };
    });
  }

  function show() {
    if (game === null) return;
    const chosen = nearest(game.bots, wanted);
    each(byId("alone-level"), game.bots, (level) => level, makeChoice, chosen);
    set(byId("alone-level"), "hidden", game.bots.length < 2);
    const bots = opponents();
    each(byId("alone-faces"), bots, ({ face }) => face, makeFace);
    text(byId("alone-title"), word("alone.what", { game: game.name, count: bots.length }));
  }

  /** @returns {Part<[{face: Host.FaceName}]>} */
  function makeFace() {
    const face = makeBotFace();
    return { node: face.node, show: (bot) => face.show(bot.face) };
  }

  button.addEventListener("click", async () => {
    button.disabled = true;
    await tell(async () => {
      const chosen = await options();
      if (game === null) return;
      const level = nearest(game.bots, wanted);
      const bots = opponents();
      const body = {
        game: game.key,
        names: [me(), ...bots.map(({ name }) => name)],
        options: chosen,
        bots: bots.map(({ face }, at) => ({ seat: at + 1, level, face })),
        hints: hints(),
      };
      /** @type {Host.MatchListed} */
      const opened = await ask("/api/matches", key, body);
      location.assign(`/alone/${opened.match}`);
    });
    button.disabled = false;
  });

  return {
    /** @param {Host.GameListed} chosen */
    fit(chosen) {
      game = chosen;
      show();
    },
    show,
  };
}
