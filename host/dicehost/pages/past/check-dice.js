/** The part of the replay that computes every face of the match again, in this browser. */

import { byId, el, set, text } from "../lib/dom.js";
import { ask } from "../lib/net.js";
import { checkRoll } from "./proof.js";
import { plain, tell } from "./shared.js";

/** @typedef {"fits" | "wrong" | "unchecked" | "by_hand"} Found */
/** @typedef {Host.Checked["rolls"][number]} Roll */

const PRINT = 12;
const LONGEST = 18;

/**
 * Check the dice of a match when somebody opens this part.
 *
 * @param {string} match
 * @param {string | null} token
 */
export function startProof(match, token) {
  const part = byId("proof", HTMLDetailsElement);
  let asked = false;
  part.addEventListener("toggle", () => {
    if (!part.open || asked) return;
    asked = true;
    text(byId("proof-said"), plain.word("proof.wait"));
    tell(async () => show(await ask(`/api/matches/${match}/after/dice`, token)));
  });
}

/** @param {Roll} roll @returns {Found} */
function find(roll) {
  if (roll.finding === "by_hand" || roll.finding === "unchecked") return roll.finding;
  // These follow from the whole match; all that concerns this roll alone is computed here.
  if (["dice", "missing", "nonce"].includes(roll.finding)) return "wrong";
  return checkRoll(roll) === "fits" ? "fits" : "wrong";
}

/** @param {Host.Checked} checked */
function show({ rolls, refused, unused }) {
  const found = rolls.map(find);
  /** @param {Found} what */
  const count = (what) => found.filter((one) => one === what).length;
  const [fits, wrong] = [count("fits"), count("wrong")];
  const abandoned = rolls.reduce((sum, roll) => sum + roll.abandoned, unused);
  text(byId("proof-said"), sentence(fits, wrong, rolls.length));
  set(byId("proof-said"), "data-found", wrong ? "wrong" : fits ? "fits" : "none");
  const more = Object.entries({
    unchecked: count("unchecked"),
    by_hand: count("by_hand"),
    abandoned,
    refused: refused.length,
  });
  const lines = more.filter(([, many]) => many).map(([key, many]) => plain.word(`proof.${key}`, { count: many }));
  byId("proof-more").replaceChildren(...lines.map((line) => el("li", {}, line)));
  byId("proof-rolls").replaceChildren(head(), el("tbody", {}, ...rolls.map((roll, at) => row(roll, found[at]))));
}

/** @param {number} fits @param {number} wrong @param {number} all */
function sentence(fits, wrong, all) {
  if (wrong) return plain.word("proof.wrong", { count: wrong });
  if (!fits) return plain.word("proof.none");
  return plain.word(fits === all ? "proof.fine" : "proof.some", { count: fits, all });
}

function head() {
  const titles = ["step", "mark", "dice", "print"].map((key) => plain.word(`proof.column.${key}`));
  return el("thead", {}, el("tr", {}, ...titles.map((title) => el("th", { scope: "col" }, title))));
}

/** @param {Roll} roll @param {Found} found */
function row(roll, found) {
  const values = roll.values.join(" ");
  const short = values.length > LONGEST ? `${values.slice(0, LONGEST)} …` : values;
  return el(
    "tr",
    { "data-found": found },
    el("th", { scope: "row" }, String(roll.line)),
    el("td", {}, plain.word(`proof.mark.${found}`)),
    el("td", { title: `${roll.dice}: ${values}` }, short),
    el("td", { title: roll.commitment }, el("code", {}, roll.commitment.slice(0, PRINT))),
  );
}
