/** In a venue of many hosts: where the match is played, there this page goes, and so it does when its host is gone. */

import { byId, el, text } from "../lib/dom.js";
import { deviceId } from "../lib/store.js";

/**
 * Make what follows the match; `show` takes every state of it.
 *
 * @param {Surroundings} around
 * @returns {Promise<LatePart>}
 */
export async function makeVenue({ token }) {
  /** @type {string[]} */
  let others = [];
  let away = 0;
  let there = "";
  const note = el("p", { class: "away", role: "status", "data-test": "alone" });
  byId("away").after(note);

  setInterval(() => {
    away = document.body.matches("[data-away]") ? away + 1 : 0;
    // A host that is back in three seconds is not left: its people may stand beside it.
    if (away > 3) others.forEach(goTo);
  }, 1000);

  // A page may ask only hosts that were known when it was loaded. Its own host answers, so it can be loaded anew.
  document.addEventListener("securitypolicyviolation", ({ blockedURI }) => {
    if (there && blockedURI.startsWith(there)) location.reload();
  });

  /**
   * Go on at another host as soon as it answers: a page that is left for a dead one could not come back.
   *
   * @param {string} address
   */
  function goTo(address) {
    // That anything comes is all there is to know, so it may be hidden from this page. The other host
    // knows this device by the id that it has here.
    fetch(`${address}/start`, { mode: "no-cors" }).then(
      () => location.replace(`${address}${location.pathname}#${token}.${deviceId()}`),
      () => {},
    );
  }

  return {
    show({ played }, ctx) {
      if (!played) return;
      text(note, played.note ? ctx.say(played.note) : "");
      others = played.others;
      there = played.state === "elsewhere" ? played.address : "";
      if (there) goTo(there);
    },
  };
}
