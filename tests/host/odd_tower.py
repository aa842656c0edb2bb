"""A simulated tower that misbehaves once it is asked for something.

    python tests/host/odd_tower.py hang|garble --announce …

``hang``: it never answers when it is to show dice, and nothing after that. ``garble``: its first
answer to a roll has words where faces should be.
"""

from __future__ import annotations

import sys
import time

from dicehost.simulated.process import main
from tower import desk
from tower.wire import Frame


def hang() -> None:
    def show(self: desk.Desk, frame: Frame, now: int) -> Frame:
        time.sleep(3600)
        raise AssertionError("nobody waits for a tower that long")

    desk.Desk._show = show  # type: ignore[method-assign]


def garble() -> None:
    roll, rolls = desk.Desk._roll, list[Frame]()

    def odd(self: desk.Desk, frame: Frame, now: int) -> Frame:
        rolls.append(frame)
        answer = roll(self, frame, now)
        if len(rolls) > 1:
            return answer
        fields = [(key, "two" if key == "f" else value) for key, value in answer.fields]
        return Frame(answer.verb, answer.seq, *fields)

    desk.Desk._roll = odd  # type: ignore[method-assign]


if __name__ == "__main__":
    how = sys.argv.pop(1)
    {"hang": hang, "garble": garble}[how]()
    main()
