/** Saving what the host writes as a file of this device. The token goes in a header, never in the address. */

import { el } from "./dom.js";
import { Refusal } from "./net.js";

/**
 * Fetch a file and hand it to the browser under a name.
 *
 * @param {string} path
 * @param {string | null} token
 * @param {string} name
 */
export async function saveFile(path, token, name) {
  const response = await fetch(path, { headers: { Authorization: `Bearer ${token}` } });
  if (!response.ok) throw new Refusal(await response.json());
  const address = URL.createObjectURL(await response.blob());
  el("a", { href: address, download: name }).click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
