/** Where the installed app opens: the owner in the lobby, a player where the last match was played. */

import { recall } from "../lib/store.js";

/** Go there. */
export function openApp() {
  location.replace(recall("key") ? "/" : (recall("last") ?? "/"));
}
