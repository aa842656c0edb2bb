/** Starts the owner's page for a tower. */

import { startTower } from "../tower/tower.js";

await startTower();
