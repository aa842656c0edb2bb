/** Shows a page as its people like it before its first frame. */

import { startAppearance } from "../lib/appearance.js";

startAppearance();
