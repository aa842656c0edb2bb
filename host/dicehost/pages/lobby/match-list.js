/** The matches of this host: those to continue, and those that are over, to replay or play again. */

import { makeSeatName } from "../draw/seats.js";
import { byId, each, el, set, text } from "../lib/dom.js";
import { ask } from "../lib/net.js";
import { whyNot } from "../lib/refusals.js";
import { language } from "../lib/words.js";
import { openJoin, openJoinOf } from "./join-codes.js";

const MOST_FINISHED = 4;

/**
 * Show lists of matches. `tell(job)` does something with the host and says what goes wrong.
 *
 * @param {string | null} key
 * @param {Speech["word"]} word
 * @param {(job: () => unknown) => void} tell
 * @param {(game: string) => string} nameOf
 */
export function makeMatches(key, word, tell, nameOf) {
  const when = new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" });
  let all = false;
  /** @type {Host.MatchListed[]} */
  let latest = [];

  /** @param {Host.MatchListed} shown */
  function makeMatch({ match, seats }) {
    const title = el("strong");
    const at = el("small");
    const people = el("ul", { class: "people" });
    seats.forEach((seat, number) => {
      const name = makeSeatName("li");
      name.show(number, seat);
      people.append(name.node);
    });
    return {
      node: el("li", { "data-test": `match-${match}` }),
      head: el("div", { class: "match-head" }, title, at),
      people,
      title,
      at,
    };
  }

  /**
   * A match that this host cannot open, because it was played with a newer game or the game is gone.
   *
   * @param {Host.MatchListed} shown
   * @returns {Part<[match: Host.MatchListed]>}
   */
  function makeRefused(shown) {
    const { node, head, people, title, at } = makeMatch(shown);
    const why = el("p", { class: "note", "data-tone": "bad", "data-test": "match-refused" });
    node.append(head, people, why);
    return {
      node,
      async show(match) {
        text(title, nameOf(match.game));
        text(at, when.format(new Date(match.at)));
        if (match.refused) text(why, await whyNot(/** @type {Host.Refusal} */ (match.refused)));
      },
    };
  }

  /** @param {Host.MatchListed} shown @returns {Part<[match: Host.MatchListed]>} */
  function makeOpen(shown) {
    if (shown.refused) return makeRefused(shown);
    const { node, head, people, title, at } = makeMatch(shown);
    const go = el("a", { class: "button main", "data-test": "resume" }, word("lobby.resume"));
    const codes = el("button", { type: "button", class: "quiet", "data-test": "codes" }, word("lobby.codes"));
    codes.addEventListener("click", () => tell(() => openJoinOf(shown.match, key)));
    const trouble = el("p", { class: "wrong", "data-test": "trouble", hidden: true });
    const reopen = el(
      "button",
      { type: "button", class: "quiet", "data-test": "reopen", hidden: true },
      word("lobby.reopen"),
    );
    reopen.addEventListener("click", () =>
      tell(async () => {
        const opened = await ask(`/api/matches/${shown.match}/reopen`, key, {});
        showTrouble(opened.trouble);
      }),
    );
    /** @param {Host.MatchListed["trouble"]} wrong */
    async function showTrouble(wrong) {
      set(reopen, "hidden", !wrong);
      text(trouble, wrong ? await whyNot(/** @type {Host.Refusal} */ (wrong)) : "");
    }
    node.append(head, people, trouble, el("div", { class: "pair" }, codes, reopen, go));
    return {
      node,
      show(match) {
        showTrouble(match.trouble);
        text(title, nameOf(match.game));
        text(at, when.format(new Date(match.at)));
        set(go, "href", match.table);
      },
    };
  }

  /** @param {Host.MatchListed} shown @returns {Part<[match: Host.MatchListed]>} */
  function makeFinished(shown) {
    if (shown.refused) return makeRefused(shown);
    const { node, head, people, title, at } = makeMatch(shown);
    const replay = el(
      "a",
      { class: "button", "data-test": "look-back", href: `/after/${shown.match}` },
      word("lobby.replay"),
    );
    const again = el("button", { type: "button", class: "quiet", "data-test": "again" }, word("lobby.again"));
    again.addEventListener("click", () =>
      tell(async () => openJoin(await ask(`/api/matches/${shown.match}/again`, key, {}), key)),
    );
    node.append(head, people, el("div", { class: "pair" }, replay, again));
    return {
      node,
      show(match) {
        text(title, nameOf(match.game));
        text(at, when.format(new Date(match.at)));
      },
    };
  }

  /** @param {Host.MatchListed[]} matches */
  function show(matches) {
    latest = matches;
    const open = matches.filter(({ state }) => state === "open");
    const over = matches.filter(({ state }) => state === "over");
    each(byId("matches"), open, ({ match }) => match, makeOpen);
    text(byId("no-matches"), open.length ? "" : word("lobby.matches.none"));
    each(byId("finished"), all ? over : over.slice(0, MOST_FINISHED), ({ match }) => match, makeFinished);
    set(byId("over-part"), "hidden", over.length === 0);
    set(byId("all"), "hidden", all || over.length <= MOST_FINISHED);
  }

  byId("all").addEventListener("click", () => {
    all = true;
    show(latest);
  });
  return { show };
}
