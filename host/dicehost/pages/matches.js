/** The matches of this host: those to go on with, and those that are over, to look back at or play again. */

import { byId, each, el, set, text } from "./dom.js";
import { openJoin, openJoinOf } from "./join.js";
import { ask } from "./net.js";
import { makeSeatName } from "./seats.js";

const MOST_FINISHED = 4;

/** Show lists of matches. `tell(job)` does something with the host and says what goes wrong. */
export function makeMatches(key, { word, language }, tell, nameOf) {
  const when = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });
  let all = false;
  let latest = [];

  function makeMatch({ match, seats }) {
    const title = el("strong");
    const at = el("small");
    const people = el("ul", { class: "people" });
    seats.forEach((seat, number) => {
      const name = makeSeatName("li");
      name.show(number, seat);
      people.append(name.node);
    });
    return { node: el("li", { "data-test": `match-${match}` }), head: el("div", { class: "match-head" }, title, at), people, title, at };
  }

  function makeOpen(shown) {
    const { node, head, people, title, at } = makeMatch(shown);
    const go = el("a", { class: "button main", "data-test": "resume" }, word("lobby.resume"));
    const codes = el("button", { type: "button", class: "quiet", "data-test": "codes" }, word("lobby.codes"));
    codes.addEventListener("click", () => tell(() => openJoinOf(shown.match, key)));
    node.append(head, people, el("div", { class: "pair" }, codes, go));
    return {
      node,
      show(match) {
        text(title, nameOf(match.game));
        text(at, when.format(new Date(match.at)));
        set(go, "href", match.table);
      },
    };
  }

  function makeFinished(shown) {
    const { node, head, people, title, at } = makeMatch(shown);
    const look = el("a", { class: "button", "data-test": "look-back", href: `/after/${shown.match}` }, word("lobby.look"));
    const again = el("button", { type: "button", class: "quiet", "data-test": "again" }, word("lobby.again"));
    again.addEventListener("click", () =>
      tell(async () => openJoin(await ask(`/api/matches/${shown.match}/again`, key, {}), key)),
    );
    node.append(head, people, el("div", { class: "pair" }, look, again));
    return {
      node,
      show(match) {
        text(title, nameOf(match.game));
        text(at, when.format(new Date(match.at)));
      },
    };
  }

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
