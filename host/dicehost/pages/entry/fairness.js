/** Starts the page about the dice. */

import { startFairness } from "../past/fairness.js";

await startFairness();
