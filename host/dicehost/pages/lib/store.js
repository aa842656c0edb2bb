/** What this browser remembers: keys, names, choices. Falls back to memory where storage is forbidden. */

/** @type {Map<string, unknown>} */
const memory = new Map();
const PREFIX = "dicetower.";

/**
 * What was kept under a name, or null.
 *
 * @param {string} name
 * @returns {any}
 */
export function recall(name) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name) ?? "null");
  } catch {
    return memory.get(name) ?? null;
  }
}

/**
 * Keep a value under a name; says whether it will survive this page.
 *
 * @param {string} name
 * @param {unknown} value
 */
export function keep(name, value) {
  memory.set(name, value);
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/**
 * This browser's own secret id, made once, so that its seats recognise it.
 *
 * @returns {string}
 */
export function deviceId() {
  // A screen that came from another host of a venue is known there by the id it had.
  const known = recall(location.pathname) ?? recall("device");
  if (known !== null) return known;
  const made = randomId();
  keep("device", made);
  return made;
}

/** Sixteen random bytes as text; randomUUID needs a secure context, which plain http at home is not. */
export function randomId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * The owner's key: from the link that was opened, else as remembered.
 *
 * @returns {string | null}
 */
export function ownerKey() {
  const found = /^#key=(.+)$/.exec(location.hash);
  if (found === null) return recall("key");
  // The address bar of a tablet is seen by the whole table: the key leaves it once it is kept.
  if (keep("key", found[1])) history.replaceState(null, "", location.pathname);
  return found[1];
}

/**
 * The token of this screen: from its link, else as remembered.
 *
 * It stays in the address, so that two seats can be open in two tabs of one browser.
 *
 * @param {string} kind
 * @param {string} match
 * @returns {string | null}
 */
export function screenToken(kind, match) {
  const [token, device] = location.hash.slice(1).split(".");
  if (token === "") return recall(`${kind}.${match}`);
  if (device) {
    keep(location.pathname, device);
    history.replaceState(null, "", `#${token}`);
  }
  keep(`${kind}.${match}`, token);
  return token;
}
