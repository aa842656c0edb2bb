/** Starts the page where a code is typed. */

import { startEnterCode } from "../lobby/enter-code.js";

await startEnterCode();
