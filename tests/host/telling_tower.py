"""A simulated tower that notes every scene it is asked for in a file.

    python tests/host/telling_tower.py FILE new|old --announce …

An old one does not know the scene of time that runs out, as before protocol 1.1.
"""

from __future__ import annotations

import sys
from pathlib import Path

from dicehost.simulated.process import main
from tower import desk
from tower.wire import Frame

SCENES = tuple(scene for scene in desk.RESTS if scene != "time")


def listen(file: Path) -> None:
    """Note what is asked from here on."""
    lamp = desk.Desk._lamp

    def noting(self: desk.Desk, frame: Frame, now: int) -> Frame:
        with file.open("a") as notes:
            notes.write(" ".join(f"{key}={value}" for key, value in frame.fields) + "\n")
        return lamp(self, frame, now)

    desk.Desk._lamp = noting  # type: ignore[method-assign]


if __name__ == "__main__":
    _, noted, age = sys.argv[:3]
    del sys.argv[1:3]
    listen(Path(noted))
    if age == "old":
        desk.RESTS = SCENES
    main()
