"""Matches that were played already, for tests that look back: the real rules, fold and journal.

Played at random, with a take-back and a time-out where the game leaves room for one.
"""

from __future__ import annotations

import random
from datetime import datetime, timedelta
from pathlib import Path

import msgspec
from dicehost.clock import PRESETS, Used
from dicehost.fold import Fold
from dicehost.journal import FIRST, Entry, Journal, chained
from dicehost.lines import (
    BackAnswered,
    BackAsked,
    Closed,
    Happened,
    Opened,
    Outcome,
    Timed,
    Withdrawn,
)
from dicehost.seats import Seats
from dicerules import games
from dicerules.core import Ask, Move, Over, Roll, TimeUp, encode
from dicerules.forms import fill
from dicerules.simulate import begin, draw

EVENING = "2026-11-13T19:30:00+00:00"
COLOURS = ["cyan", "yellow", "pink", "green", "blue", "peach"]


class Clerk:
    """Plays one match and writes it down, line by line."""

    def __init__(self, match: str, game: str, names: list[str], start: str = EVENING) -> None:
        self.match = match
        self.entries: list[Entry] = []
        self._at = datetime.fromisoformat(start)
        self.game = games()[game]
        self.names = names
        self.chance = random.Random(f"{match} {game}")
        self.fold: Fold

    def write(self, kind: str, body: msgspec.Struct) -> Entry:
        self._at += timedelta(seconds=self.chance.randint(1, 9))
        seq, at = len(self.entries) + 1, self._at.isoformat(timespec="milliseconds")
        prev = self.entries[-1].hash if self.entries else FIRST
        text = encode(body).decode()
        hashed = chained(prev, self.match, seq, at, kind, text)
        self.entries.append(Entry(self.match, seq, at, kind, text, hashed))
        if seq > 1:
            self.fold.take(self.entries[-1])
        return self.entries[-1]

    def open(self) -> None:
        state = begin(self.game, len(self.names))
        colours = COLOURS[: len(self.names)]
        opened = Opened(
            game=self.game.key,
            version=self.game.version,
            names=self.names,
            colours=colours,
            options=self.game.options().model_dump(mode="json"),
            state=msgspec.Raw(encode(state)),
            timing=PRESETS["brisk"],
        )
        self.fold = Fold(self.game, self.write("opened", opened))

    def used(self) -> Used:
        return Used(tuple((seat, 1000 + 500 * seat) for seat in self.fold.acting))

    def step(self, source: str, tower: str) -> None:
        need = self.fold.need
        if isinstance(need, Roll):
            rolled = draw(need, self.chance.randrange)
            self.write("rolled", Outcome(self.fold.roll_id, rolled, source, tower))
            return
        assert isinstance(need, Ask)
        seat = self.chance.choice(sorted(need.forms))
        move = Move(seat, fill(need.forms[seat], self.chance.randrange))
        self.write("moved", Happened(move, "", self.used()))

    def take_back(self) -> bool:
        """Have the last move taken back by consent, if it can be."""
        of, seat = (
            self.fold.seq,
            next(
                (s for s in range(len(self.names)) if self.fold.last_move(s) == self.fold.seq), None
            ),
        )
        if seat is None or isinstance(self.fold.need, Over):
            return False
        self.write("back_asked", BackAsked(seat, of, ""))
        for other in self.fold.missing:
            self.write("back_agreed", BackAnswered(other, ""))
        self.write("withdrawn", Withdrawn(seat, of))
        return True

    def time_out(self) -> bool:
        need = self.fold.need
        if not isinstance(need, Ask):
            return False
        seat = min(need.forms)
        self.write("timed", Timed(TimeUp(seat), "clock", self.used()))
        return True

    def play(self, source: str = "simulated", tower: str = "51b0000000000001") -> None:
        """Play on to the end."""
        back = late = False
        while not isinstance(self.fold.need, Over):
            self.step(source, tower)
            back = back or self.take_back()
            late = late or (back and self.time_out())
        self.write("closed", Closed(list(self.fold.winners or ())))


def keep_match(
    journal: Journal,
    match: str,
    game: str = "cow",
    names: list[str] | None = None,
    start: str = EVENING,
    **by: str,
) -> Clerk:
    """Write a finished match into a journal."""
    clerk = Clerk(match, game, names or ["Ann", "Bo"], start)
    clerk.open()
    clerk.play(**by)
    journal.adopt_now(clerk.entries)
    return clerk


def keep_evening(folder: Path) -> None:
    """A journal with two evenings of four matches, one of them still open."""
    journal = Journal(folder / "journal.sqlite")
    keep_match(journal, "c0ffee01", "cow", ["Ann", "Bo", "Cleo"])
    late, next_week = "2026-11-14T00:10:00+00:00", "2026-11-20T19:00:00+00:00"
    by = {"source": "tower", "tower": "e6605838"}
    keep_match(journal, "c0ffee02", "zorro", ["Ann", "Dan"], late, **by)
    keep_match(journal, "c0ffee03", "ryb", ["Bo", "Cleo", "Dan"], next_week)
    going = Clerk("c0ffee04", "cow", ["Ann", "Bo"], next_week)
    going.open()
    journal.adopt_now(going.entries)
    seats = Seats(folder / "seats.sqlite")
    for match, _, over in journal.matches():
        seats.deal(match, len(journal.opening(match)["names"]), over)
    seats.close()
    journal.close()
