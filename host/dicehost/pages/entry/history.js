/** Starts the history. */

import { startHistory } from "../past/history.js";

await startHistory();
