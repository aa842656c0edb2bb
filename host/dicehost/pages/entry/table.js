/** Starts the table's page. */

import { startTable } from "../play/table.js";

await startTable();
