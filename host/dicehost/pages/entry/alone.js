/** Starts the page of somebody who plays alone. */

import { startAlone } from "../play/alone.js";

await startAlone();
