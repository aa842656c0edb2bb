/** Starts the page about who sees what on this network. */

import { startNetwork } from "../lobby/network.js";

await startNetwork();
