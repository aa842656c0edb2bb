/** Playing alone on one device: the table and one's own seat side by side, or one tap apart on a phone. */

import { byId, set, text } from "../lib/dom.js";
import { askUntilAnswered, Refusal } from "../lib/net.js";
import { whyNot } from "../lib/refusals.js";
import { ready } from "../lib/start-page.js";
import { ownerKey } from "../lib/store.js";
import { catalogue, loadWords, sayPage, voice } from "../lib/words.js";

const PLACES = /** @type {const} */ (["seat", "table"]);
const OURS = /^\/(?:seat|table)\/([^/]+)$/;

/** Open both places of the match in the address. */
export async function startAlone() {
  await loadWords();
  const speech = voice(await catalogue("lobby"));
  sayPage(speech);
  document.title = speech.word("alone.title");
  for (const place of PLACES) {
    const frame = byId(place, HTMLIFrameElement);
    frame.title = speech.word(`alone.${place}`);
    frame.addEventListener("load", () => follow(frame));
    byId(`show-${place}`).addEventListener("click", () => show(place));
  }
  show("seat");
  ready();
  try {
    await open(location.pathname.split("/")[2]);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    text(byId("refusal"), await whyNot(error));
  }
}

/** @param {string} match */
async function open(match) {
  /** @type {Host.MatchListed} */
  const links = await askUntilAnswered(`/api/matches/${match}/links`, ownerKey());
  const mine = links.seats.find((seat) => seat.bot === null) ?? links.seats[0];
  byId("table", HTMLIFrameElement).src = links.table;
  byId("seat", HTMLIFrameElement).src = mine.link;
}

/** @param {(typeof PLACES)[number]} wanted */
function show(wanted) {
  set(document.body, "data-shown", wanted);
  for (const place of PLACES) set(byId(`show-${place}`), "aria-pressed", String(place === wanted));
}

/**
 * A link in a frame leads away from both places, and "play again" to the next match's.
 *
 * @param {HTMLIFrameElement} frame
 */
function follow(frame) {
  const inside = frame.contentWindow?.location;
  if (!inside || inside.href === "about:blank") return;
  const match = OURS.exec(inside.pathname)?.[1];
  if (match === undefined) location.assign(inside.href);
  else history.replaceState(null, "", `/alone/${match}`);
}
