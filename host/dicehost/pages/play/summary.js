/** A state of the match in short: what just happened, who leads, who is waited for, who won. */

import { byId, set } from "../lib/dom.js";

/**
 * Tell screen readers what the last event did, once per state.
 *
 * @param {Host.Screen} screen
 * @param {Context} ctx
 */
export function announce({ seq, view }, { say }) {
  const live = byId("live");
  if (live.dataset.seq === String(seq)) return;
  set(live, "data-seq", seq);
  live.textContent = (view.news ?? []).map(say).join(" ");
}

/**
 * What lies on the table while a show runs: what is new, unless the show itself tells it die by die or goal by goal.
 *
 * @param {Host.Screen} screen
 * @param {Host.Screen} before
 */
export function thingsOf({ view, beats }, before) {
  return beats.some(({ type }) => type === "reveal" || type === "award") ? before.view : view;
}

/**
 * The seats in the lead; none while all are level. After a match these are its winners: a tie may
 * have been broken.
 *
 * @param {Host.Screen} screen
 * @returns {number[]}
 */
export function leaders({ over, scores, seats }) {
  const best = Math.max(...scores);
  const front = over ? over.winners : seats.map((_, seat) => seat).filter((seat) => scores[seat] === best);
  return front.length < seats.length ? front : [];
}

/**
 * Who is waited for, in one sentence.
 *
 * @param {Host.Screen} screen
 * @param {Context} ctx
 */
export function waitingFor({ waiting, over, roll, me, seats }, { word }) {
  if (over || roll) return "";
  if (waiting.length === 0) return word("waiting.none");
  const others = waiting.filter((seat) => seat !== me);
  if (others.length > 2 && others.length === seats.length) return word("waiting.all");
  return others.length === 0 ? word("waiting.you") : word("waiting", { seats: others });
}

/**
 * The result in one sentence.
 *
 * @param {Host.Screen} screen
 * @param {Context} ctx
 */
export function resultOf({ over, me }, { word }) {
  if (over === null) return "";
  if (over.winners.length === 0) return word("over.none");
  if (over.winners.length > 1) return word("over.shared", { seats: over.winners });
  return over.winners[0] === me ? word("over.you") : word("over.one", { seats: over.winners });
}
