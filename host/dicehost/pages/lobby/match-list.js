/** The matches of this host: those to continue, and those that are over, to replay or play again. */

import { makeSeatName } from "../draw/seats.js";
import { byId, each, el, set, text } from "../lib/dom.js";
import { ask } from "../lib/net.js";
import { whyNot } from "../lib/refusals.js";
import { language } from "../lib/words.js";
import { makeWaysOut } from "./damaged-match.js";
import { openJoin, openJoinOf } from "./join-codes.js";
import { makeRemoval, makeSureButton } from "./removal.js";

const MOST_FINISHED = 4;

/**
 * Show lists of matches. `tell(job)` does something with the host and says what goes wrong;
 * `again` looks at what there is now.
 *
 * @param {string | null} key
 * @param {Speech["word"]} word
 * @param {(job: () => unknown) => void} tell
 * @param {(game: string) => string} nameOf
 * @param {() => void} again
 */
export function makeMatches(key, word, tell, nameOf, again) {
  const when = new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" });
  let all = false;
  /** @type {Host.MatchListed[]} */
  let latest = [];

  /**
   * A damaged match may have no time that makes sense.
   *
   * @param {string} at
   */
  function time(at) {
    const date = new Date(at);
    return Number.isNaN(date.getTime()) ? "" : when.format(date);
  }

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
   * A match that this host cannot open: its game is newer or gone, or the match is damaged.
   *
   * @param {Host.MatchListed} shown
   * @returns {Part<[match: Host.MatchListed]>}
   */
  function makeRefused(shown) {
    const { node, head, people, title, at } = makeMatch(shown);
    const why = el("p", { class: "note", "data-tone": "bad", "data-test": "match-refused" });
    const { sound } = shown;
    const waysOut = typeof sound === "number" ? makeWaysOut(shown, sound, key, word, tell) : [];
    node.append(head, people, why, ...waysOut);
    return {
      node,
      async show(match) {
        text(title, nameOf(match.game) || match.match);
        text(at, time(match.at));
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
    const end = makeSureButton("end", word("lobby.end"), word("lobby.end.sure"), () =>
      tell(async () => {
        await ask(`/api/matches/${shown.match}/abandon`, key, {});
        again();
      }),
    );
    node.append(head, people, trouble, el("div", { class: "pair" }, codes, reopen, go), end);
    return {
      node,
      show(match) {
        showTrouble(match.trouble);
        text(title, nameOf(match.game));
        text(at, time(match.at));
        const people = match.seats.filter(({ bot }) => bot === null);
        // Somebody alone has the table and the seat on one device.
        const alone = people.length === 1 && match.seats.length > 1;
        set(go, "href", alone ? `/alone/${match.match}` : match.table);
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
    const next = el("button", { type: "button", class: "quiet", "data-test": "again" }, word("lobby.again"));
    next.addEventListener("click", () =>
      tell(async () => openJoin(await ask(`/api/matches/${shown.match}/again`, key, {}), key)),
    );
    node.append(
      head,
      people,
      el("div", { class: "pair" }, replay, next),
      ...makeRemoval(shown, key, word, tell, again),
    );
    return {
      node,
      show(match) {
        text(title, nameOf(match.game));
        text(at, time(match.at));
      },
    };
  }

  /**
   * A match that turns out to be damaged, or is so no longer, is drawn anew.
   *
   * @param {Host.MatchListed} shown
   */
  function nameInList({ match, refused, sound }) {
    return `${match} ${refused ? `refused ${sound}` : ""}`;
  }

  /** @param {Host.MatchListed[]} matches */
  function show(matches) {
    latest = matches;
    // A damaged match needs the owner, also if it is over.
    const open = matches.filter(({ state, sound }) => state === "open" || typeof sound === "number");
    const over = matches.filter((match) => !open.includes(match));
    each(byId("matches"), open, nameInList, makeOpen);
    text(byId("no-matches"), open.length ? "" : word("lobby.matches.none"));
    each(byId("finished"), all ? over : over.slice(0, MOST_FINISHED), nameInList, makeFinished);
    set(byId("over-part"), "hidden", over.length === 0);
    set(byId("all"), "hidden", all || over.length <= MOST_FINISHED);
  }

  byId("all").addEventListener("click", () => {
    all = true;
    show(latest);
  });
  return { show };
}
