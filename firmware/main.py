# Started by the board at power-up: chooses which firmware runs. `firmware.txt` names the folder of
# the one that is kept, `trial.txt` of one that is to be tried. A trial is forgotten before it
# begins: whatever ends it, the next start is the kept one's, until the new one has said hello and
# is kept itself. With neither file, the firmware is what lies beside this one.
#
# With the button held down nothing runs and the prompt is left alone: the way in when the firmware
# itself is what needs mending.

import os
import sys

from machine import WDT


def _told(name: str) -> str:
    try:
        with open(name) as file:
            return file.read(40).strip()
    except (OSError, UnicodeError):
        return ""


_trial = _told("trial.txt")
if _trial:
    os.remove("trial.txt")
    WDT(timeout=8000)  # for one that hangs before it feeds a watchdog of its own
_chosen = _trial or _told("firmware.txt")
if _chosen:
    sys.path.insert(0, _chosen)

from tower.board import Pico  # noqa: E402
from tower.run import main  # noqa: E402

board = Pico()
board.trial = bool(_trial)
board.firmware = _chosen
if not board.button():
    main(board)
