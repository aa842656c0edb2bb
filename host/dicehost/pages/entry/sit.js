/** Starts the page where people say who they are. */

import { startSit } from "../lobby/sit.js";

await startSit();
