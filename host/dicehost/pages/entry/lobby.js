/** Starts the lobby. */

import { startLobby } from "../lobby/lobby.js";

await startLobby();
