"""The emulated board is for people who have an image: without one there is nothing to collect."""

from __future__ import annotations

import os

collect_ignore = [] if "PICO_UF2" in os.environ else ["emulated"]
