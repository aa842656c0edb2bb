/** The page that tells a device how to trust this home's certificates, once. */

import { byId, el, text } from "../lib/dom.js";
import { ask } from "../lib/net.js";
import { ready } from "../lib/start-page.js";
import { catalogue, loadWords, sayPage, voice } from "../lib/words.js";

/** Which of our explanations fits this device, as far as it says what it is. */
function device() {
  const agent = navigator.userAgent;
  // A tablet of Apple's calls itself a Mac, which has no touch screen.
  if (/iPhone|iPad/u.test(agent) || (/Mac/u.test(agent) && navigator.maxTouchPoints > 1)) return "iphone";
  if (/Android/u.test(agent)) return "android";
  if (/Firefox/u.test(agent)) return "firefox";
  if (/Mac/u.test(agent)) return "mac";
  return /Windows/u.test(agent) ? "windows" : "linux";
}

/** Say it, with this device's own way opened. */
export async function startTrust() {
  await loadWords();
  const speech = voice(await catalogue("home"));
  sayPage(speech);
  document.title = speech.word("trust.title");
  const { addresses, fingerprint } = /** @type {Host.TrustShown} */ (await ask("/api/trust"));
  const has = addresses.length > 0;
  byId("without").hidden = has;
  for (const id of ["get", "devices", "open"]) byId(id).hidden = !has;
  text(byId("fingerprint"), fingerprint);
  byId("addresses").append(...addresses.map((address) => el("li", {}, el("a", { href: address }, address))));
  document.querySelector(`[data-device="${device()}"]`)?.setAttribute("open", "");
  ready();
}
