/** Starts the overlay for streams. */

import { startOverlay } from "../home/overlay.js";

await startOverlay();
