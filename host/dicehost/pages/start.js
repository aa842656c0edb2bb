/** Where the installed app begins: the owner in the lobby, a player where the last match was played. */

import { recall } from "./store.js";

location.replace(recall("key") ? "/" : (recall("last") ?? "/"));
