"""A simulated tower that misbehaves once it is asked for something.

    python tests/host/odd_tower.py hang|garble|old|swap|cheat|peek --announce …

``hang``: it never answers when it is to show dice, and nothing after that. ``garble``: its first
answer to a roll has a word where its noise should be. ``old``: its firmware speaks protocol 1.2.
``swap``: it opens other noise than it committed to. ``cheat``: it shows other faces than it drew.
``again``: it opens other noise, has forgotten everything and would commit anew.
``peek``: it looks into the journal named by PEEK_JOURNAL before it opens a roll, and falls silent
for good if its commitment and the nonce are not on disk.
"""

from __future__ import annotations

import base64
import json
import os
import sqlite3
import sys
import time

from dicehost.simulated.process import main
from tower import desk, rolls
from tower.wire import Frame


def hang() -> None:
    def show(self: desk.Desk, frame: Frame, now: int) -> Frame:
        time.sleep(3600)
        raise AssertionError("nobody waits for a tower that long")

    desk.Desk._show = show  # type: ignore[method-assign]


def garble() -> None:
    opening, asked = rolls.Rolls.open, list[Frame]()

    def odd(self: rolls.Rolls, frame: Frame, now: int) -> Frame:
        asked.append(frame)
        answer = opening(self, frame, now)
        if len(asked) > 1:
            return answer
        fields = [(key, "two" if key == "noise" else value) for key, value in answer.fields]
        return Frame(answer.verb, answer.seq, *fields)

    rolls.Rolls.open = odd  # type: ignore[method-assign]


def old() -> None:
    do = desk.Desk._do

    def without(self: desk.Desk, frame: Frame, now: int) -> Frame:
        if frame.verb in ("commit", "open"):
            raise desk.DeskError("verb", "", frame.verb)
        return do(self, frame, now)

    desk.PROTO = (1, 2)
    desk.Desk._do = without  # type: ignore[method-assign]


def swap() -> None:
    commit = rolls.commitment
    rolls.commitment = lambda key, dice, noise: commit(key, dice, noise[::-1])


def again() -> None:
    opening = rolls.Rolls.open

    def forget(self: rolls.Rolls, frame: Frame, now: int) -> Frame:
        answer = opening(self, frame, now)
        self._kept.clear()
        other = base64.b64encode(bytes(32)).decode()
        fields = [(key, other if key == "noise" else value) for key, value in answer.fields]
        return Frame(answer.verb, answer.seq, *fields)

    rolls.Rolls.open = forget  # type: ignore[method-assign]


def cheat() -> None:
    # Never the right face by chance: one die that is always a six is honest every sixth time.
    draw = rolls.draw
    rolls.draw = lambda items, stream: bytes(face % 6 + 1 for face in draw(items, stream))


def peek() -> None:
    opening = rolls.Rolls.open

    def look(self: rolls.Rolls, frame: Frame, now: int) -> Frame:
        nonce = base64.b64decode(frame.get("nonce")).hex()
        journal = sqlite3.connect(f"file:{os.environ['PEEK_JOURNAL']}?mode=ro", uri=True)
        lines = journal.execute("SELECT body FROM journal WHERE kind = 'committed'").fetchall()
        journal.close()
        known = [json.loads(body) for (body,) in lines]
        if not any((one["id"], one["nonce"]) == (frame.get("id"), nonce) for one in known):
            time.sleep(3600)
        return opening(self, frame, now)

    rolls.Rolls.open = look  # type: ignore[method-assign]


if __name__ == "__main__":
    how = sys.argv.pop(1)
    globals()[how]()
    main()
