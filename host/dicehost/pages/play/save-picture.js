/** A picture that the host drew as SVG, saved as PNG: painted on a canvas in this browser. */

import { el } from "../lib/dom.js";
import { ask } from "../lib/net.js";

// Twice as large as it was drawn: it is looked at on phones with small pixels.
const LARGER = 2;

/**
 * Fetch an SVG and hand it to the browser as a PNG; false where this browser cannot paint it.
 *
 * @param {string} path
 * @param {string | null} token
 * @param {string} name
 */
export async function savePicture(path, token, name) {
  const drawn = await ask(path, token);
  const picture = new Image();
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawn)}`;
  try {
    await picture.decode();
  } catch {
    return false;
  }
  const canvas = el("canvas", { width: LARGER * picture.naturalWidth, height: LARGER * picture.naturalHeight });
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const png = canvas.toDataURL("image/png");
  if (!png.startsWith("data:image/png")) return false;
  el("a", { href: png, download: `${name}.png` }).click();
  return true;
}
