/** Starts the installed app. */

import { openApp } from "../lobby/open-app.js";

openApp();
