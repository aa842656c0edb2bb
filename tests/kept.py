"""Matches that were played already, for tests that look back, with the real rules and journal.

They are played at random, with a take-back and a time-out where the game allows one.
"""

from __future__ import annotations

import random
from datetime import datetime, timedelta
from pathlib import Path

import msgspec
from dicehost.clock.clock import PRESETS, Timing, Used
from dicehost.journal.entry import FIRST, Entry, chained
from dicehost.journal.events import (
    Closed,
    Committed,
    JournalEvent,
    Moved,
    Opened,
    RollOutcome,
    TakeBackAgreed,
    TakeBackAsked,
    TakenBack,
    TimedOut,
)
from dicehost.journal.store import Journal
from dicehost.link.numbers import deal, spell
from dicehost.link.proofs import drawn
from dicehost.match.record import Match
from dicehost.screens.seats import Seats
from dicerules import games
from dicerules.core import Ask, Move, Over, Roll, TimeUp, encode
from dicerules.forms import fill
from dicerules.simulate import begin, draw
from msgspec.structs import replace
from pydantic import BaseModel
from tower.proof import NONCE, commitment

EVENING = "2026-11-13T19:30:00+00:00"
COLOURS = ["cyan", "yellow", "pink", "green", "blue", "peach"]


class Clerk:
    """Plays one match and writes it down, line by line."""

    def __init__(self, match: str, game: str, names: list[str], start: str = EVENING) -> None:
        self.id = match
        self.entries: list[Entry] = []
        self._at = datetime.fromisoformat(start)
        self.game = games()[game]
        self.names = names
        self.chance = random.Random(f"{match} {game}")
        self.boot = "9c41d2aa"
        self.match: Match

    def write(self, event: JournalEvent) -> Entry:
        self._at += timedelta(seconds=self.chance.randint(1, 9))
        seq, at = len(self.entries) + 1, self._at.isoformat(timespec="milliseconds")
        self.copy(Entry(self.id, seq, at, event.kind, "", ""), encode(event).decode())
        if seq > 1:
            self.match.take(self.entries[-1])
        return self.entries[-1]

    def copy(self, entry: Entry, body: str) -> None:
        """Write a line like another one, chained to the last, without asking the rules."""
        prev = self.entries[-1].hash if self.entries else FIRST
        hashed = chained(prev, entry.match, entry.seq, entry.at, entry.kind, body)
        self.entries.append(replace(entry, body=body, hash=hashed))

    def open(
        self,
        options: BaseModel | None = None,
        timing: Timing = PRESETS["brisk"],
        checkable: bool = False,
    ) -> None:
        options = options or self.game.options()
        state = begin(self.game, len(self.names), options)
        colours = COLOURS[: len(self.names)]
        opened = Opened(
            game=self.game.key,
            version=self.game.version,
            names=self.names,
            colours=colours,
            options=options.model_dump(mode="json"),
            state=msgspec.Raw(encode(state)),
            timing=timing,
            checkable=checkable,
        )
        self.match = Match(self.game, self.write(opened))

    def used(self) -> Used:
        return Used(tuple((seat, 1000 + 500 * seat) for seat in self.match.acting))

    def step(self, source: str, tower: str) -> None:
        need = self.match.need
        if isinstance(need, Roll):
            self.write(self.rolled(need, source, tower))
            return
        assert isinstance(need, Ask)
        seat = self.chance.choice(sorted(need.forms))
        move = Move(seat, fill(need.forms[seat], self.chance.randrange))
        self.write(Moved(move, "", self.used()))

    def rolled(self, roll: Roll, source: str, tower: str) -> RollOutcome:
        """What a tower rolls; it commits to its half first if the dice are to be checkable."""
        roll_id = self.match.roll_id
        if not self.match.opened.checkable:
            return RollOutcome(roll_id, draw(roll, self.chance.randrange), source, tower)
        noise = self.commit(roll, source, tower)
        committed = self.match.commitment
        assert committed is not None
        values = drawn(committed, noise)
        return RollOutcome(roll_id, deal(roll, values), source, tower, noise=noise.hex())

    def commit(self, roll: Roll, source: str, tower: str) -> bytes:
        """Write that the tower committed to its half of a roll, and return that half."""
        noise, nonce = self.chance.randbytes(NONCE), self.chance.randbytes(NONCE)
        roll_id, spelt = self.match.roll_id, spell(roll)
        told = commitment(roll_id, spelt, noise).hex()
        self.write(Committed(roll_id, spelt, told, nonce.hex(), source, tower, self.boot))
        return noise

    def take_back(self) -> bool:
        """Have the last move taken back by consent, if it can be."""
        of, seats = self.match.seq, range(len(self.names))
        seat = next((seat for seat in seats if self.match.last_move(seat) == of), None)
        if seat is None or isinstance(self.match.need, Over):
            return False
        self.write(TakeBackAsked(seat, of, ""))
        for other in self.match.missing:
            self.write(TakeBackAgreed(other, ""))
        self.write(TakenBack(seat, of))
        return True

    def time_out(self) -> bool:
        need = self.match.need
        if not isinstance(need, Ask):
            return False
        seat = min(need.forms)
        self.write(TimedOut(TimeUp(seat), "clock", self.used()))
        return True

    def play(self, source: str = "simulated", tower: str = "51b0000000000001") -> None:
        """Play on to the end."""
        back = late = False
        while not isinstance(self.match.need, Over):
            self.step(source, tower)
            back = back or self.take_back()
            late = late or (back and self.time_out())
        self.finish()

    def finish(self) -> None:
        """Write that the match is over."""
        self.write(Closed(list(self.match.winners or ())))


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
        seats.deal(match, len(journal.opening(match).names), over)
    seats.close()
    journal.close()
