/** Starts the page that shows the whole room. */

import { startRoom } from "../room/room.js";

await startRoom();
