/** Starts a seat's page. */

import { startSeat } from "../play/seat.js";

await startSeat();
