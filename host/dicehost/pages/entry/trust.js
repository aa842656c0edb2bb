/** Starts the page that tells a device how to trust this home's certificates. */

import { startTrust } from "../home/trust.js";

await startTrust();
