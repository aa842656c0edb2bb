/** Starts the replay of a match. */

import { startReplay } from "../past/replay.js";

await startReplay();
