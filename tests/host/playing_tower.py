"""A simulated tower that notes every pattern and scene it is asked for in a file.

    python tests/host/playing_tower.py FILE 1.3|1.4 --announce …

One of 1.3 does not know patterns.
"""

from __future__ import annotations

import sys
from pathlib import Path

from dicehost.simulated.process import main
from tower import desk
from tower.wire import Frame


def listen(file: Path, knows: bool) -> None:
    """Note what is asked from here on."""
    do = desk.Desk._do

    def noting(self: desk.Desk, frame: Frame, now: int) -> Frame:
        if frame.verb in ("lamp", "play"):
            with file.open("a") as notes:
                notes.write(" ".join("=".join(field) for field in frame.fields) + "\n")
        if frame.verb == "play" and not knows:
            raise desk.DeskError("verb", "", frame.verb)
        return do(self, frame, now)

    desk.Desk._do = noting  # type: ignore[method-assign]


if __name__ == "__main__":
    _, noted, proto = sys.argv[:3]
    del sys.argv[1:3]
    major, _, minor = proto.partition(".")
    desk.PROTO = int(major), int(minor)
    listen(Path(noted), desk.PROTO >= (1, 4))
    main()
