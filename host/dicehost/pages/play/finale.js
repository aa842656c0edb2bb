/** The end of a match. On the table: podium, awards, score curve. On a phone: its own place, awards and best moment. */

import { makeBadge } from "../draw/seats.js";
import { byId, el, fetchStyle, set, worded } from "../lib/dom.js";
import { askUntilAnswered, Refusal } from "../lib/net.js";
import { catalogue, voice } from "../lib/words.js";
import { makeBestMoment } from "./best-moment.js";
import { makeAwards, makeCurve, makeOthers, makePodium } from "./finale-parts.js";
import { perform, performOnPhone } from "./finale-show.js";
import { makeNextMatch } from "./next-match.js";

/**
 * Make the finale of a screen; a match that the host has no finale for keeps the page it has.
 *
 * @param {Surroundings} around
 * @returns {Promise<LatePart>}
 */
export default async function makeFinale({ kind, match, token, live }) {
  const [words, finale] = await Promise.all([catalogue("finale"), fetchFinale(match, token), fetchStyle("show.css")]);
  const next = await makeNextMatch(kind, finale === null ? null : token);
  /** @type {HTMLElement | null} */
  let root = null;

  return {
    show(screen, ctx) {
      next.show(screen);
      if (root !== null) return;
      const names = screen.seats.map((seat) => seat.name);
      // The game's own sentences and the host's say awards; the page's say the rest.
      const speech = { ...ctx, word: voice(words, names).word };
      if (finale === null) {
        root = el("div", {}, next.node);
        byId("why").after(root);
      } else if (kind === "table") root = openTable(finale, speech, next.node, live);
      else root = openPhone(finale, screen.me, speech, next.node, live);
      // On the table it takes the place of everything else.
      set(document.body, "data-finale", finale !== null && kind === "table" ? "on" : null);
    },
  };
}

/** @param {string} match @param {string | null} token @returns {Promise<Host.Finale | null>} */
async function fetchFinale(match, token) {
  try {
    return await askUntilAnswered(`/api/matches/${match}/finale`, token);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/**
 * @param {Host.Finale} finale
 * @param {Speech} speech
 * @param {Element} buttons
 * @param {boolean} live
 */
function openTable(finale, speech, buttons, live) {
  const { over } = finale;
  const { word } = speech;
  const says = over.winners.length === 1 ? "one" : over.winners.length ? "shared" : "none";
  const title = word(`finale.title.${says}`, { seats: over.winners });
  // Words fall one by one; blanks between them stay, so that it reads and breaks as a sentence.
  const spans = title.split(" ").flatMap((part, at) => [at ? " " : "", el("span", {}, part)]);
  const head = el("h1", { class: "title", "data-test": "finale", style: `--length:${title.length}` }, ...spans);
  const left = el("div", { class: "left" }, head, byId("why"), makePodium(finale, speech), makeOthers(finale, speech));
  const toggle = el("button", { class: "quiet", "data-test": "show-table" }, word("finale.table"));
  const right = el("div", { class: "right" });
  if (finale.awards.length) {
    right.append(el("h2", { class: "unseen" }, word("finale.awards")), makeAwards(finale.awards, finale, speech));
  }
  right.append(makeCurve(finale, speech), buttons);
  buttons.append(toggle);
  const root = el("section", { class: "finale" }, left, right);
  byId("main").append(root);
  const skip = live ? perform(root) : () => {};
  root.addEventListener("pointerdown", skip);
  addEventListener("keydown", skip, { once: true });

  toggle.addEventListener("click", () => {
    const away = document.body.dataset.finale === "on";
    set(document.body, "data-finale", away ? "away" : "on");
    // What the table has room for has changed.
    worded(toggle, word(away ? "finale.back" : "finale.table"));
    (away ? byId("headline") : head).after(byId("why"));
    if (away) byId("why").after(toggle);
    else buttons.append(toggle);
    dispatchEvent(new Event("later"));
  });
  return root;
}

/**
 * @param {Host.Finale} finale
 * @param {number} me
 * @param {Speech} speech
 * @param {Element} buttons
 * @param {boolean} live
 */
function openPhone(finale, me, speech, buttons, live) {
  const { ranks, scores, seats, over } = finale;
  const { word } = speech;
  const rank = ranks[me];
  const badge = makeBadge();
  badge.show(me, seats[me].colour);
  const shared = rank === 1 && over.winners.length > 1;
  const place = shared ? "shared" : rank <= 3 ? rank : "other";
  const won = over.winners.includes(me) || rank > 1;
  const medal = el("span", { class: "medal" }, badge.node, el("b", {}, word("finale.rank", { rank })));
  const hero = el(
    "div",
    { class: "place", "data-rank": Math.min(rank, 4), "data-colour": seats[me].colour },
    medal,
    el("h2", { "data-test": "my-place" }, word(`finale.you.${place}`, { rank, count: ranks.length })),
    el("p", { class: "my-points" }, word("finale.points", { count: scores[me] })),
    el("p", { hidden: !won }, word(`finale.say.${rank <= 3 ? rank : "other"}`)),
  );
  const mine = finale.awards.filter((award) => award.seats.includes(me));
  const root = el("section", { class: "finale phone" }, hero);
  if (mine.length) root.append(el("h3", {}, word("finale.mine")), makeAwards(mine, finale, speech));
  root.append(makeBestMoment(finale, me, speech), makeCurve(finale, speech));
  root.append(buttons);
  byId("scene").after(root);
  if (live) performOnPhone(root, over.winners.includes(me));
  return root;
}
