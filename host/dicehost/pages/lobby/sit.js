/** The page behind the one code on the table: tap who you are and sit down, or look on. */

import { makeSeatName } from "../draw/seats.js";
import { byId, each, el, set, text } from "../lib/dom.js";
import { ask, askUntilAnswered, Refusal } from "../lib/net.js";
import { whyNot } from "../lib/refusals.js";
import { ready } from "../lib/start-page.js";
import { screenToken } from "../lib/store.js";
import { catalogue, loadWords, sayPage, voice } from "../lib/words.js";

// Others sit down meanwhile.
const LOOK_AGAIN = 2500;

/** Open the page. */
export async function startSit() {
  await loadWords();
  const speech = voice(await catalogue("lobby"));
  const { word } = speech;
  sayPage(speech);
  document.title = word("sit.title");
  const match = location.pathname.split("/")[2];
  const token = screenToken("sit", match);
  set(byId("watch"), "href", `/table/${match}#${token}`);
  ready();

  /** @param {() => Promise<void>} job */
  async function tell(job) {
    try {
      await job();
      text(byId("refusal"), "");
    } catch (error) {
      text(byId("refusal"), error instanceof Refusal ? await whyNot(error) : word("lobby.lost"));
    }
  }

  /** @returns {Part<[seat: Host.SeatOffered, at: number]>} */
  function makeChoice(/** @type {Host.SeatOffered} */ _, /** @type {number} */ seat) {
    const name = makeSeatName();
    const state = el("small");
    const node = el("button", { type: "button", "data-test": `sit-${seat}` }, name.node, state);
    node.addEventListener("click", () =>
      tell(async () => {
        /** @type {Host.CodeLink} */
        const { link } = await ask(`/api/matches/${match}/sit`, token, { seat });
        location.replace(link);
      }),
    );
    return {
      node: el("li", {}, node),
      show(shown, at) {
        name.show(at, { name: shown.name, colour: shown.colour });
        set(node, "data-taken", shown.taken);
        set(node, "data-mine", shown.mine);
        const taken = shown.taken ? "sit.taken" : "";
        const said = shown.mine ? "sit.mine" : shown.bot ? "sit.bot" : taken;
        state.textContent = said && word(said);
      },
    };
  }

  async function look() {
    /** @type {Host.SeatsOffered} */
    const offer = await askUntilAnswered(`/api/matches/${match}/seats`, token);
    text(byId("game"), offer.game);
    each(byId("seats"), offer.over ? [] : offer.seats, ({ name }) => name, makeChoice);
    text(byId("over"), offer.over ? word("sit.over") : "");
    set(byId("watch"), "hidden", offer.over);
  }

  await tell(look);
  setInterval(() => tell(look), LOOK_AGAIN);
}
