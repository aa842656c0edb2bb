"""Plays whole matches at random and stores them as a journal, with all that can happen at a table.

    python -m tests.stored tests/golden/journals/2 cow zorro

stores some matches of each game, and a hash of the position after every line. Do this once for a
new version of a game, and never again for that version. tests/golden/journals/README.md says more.
Their dice can be checked.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Literal

from dicehost.clock.clock import PRESETS, Timing
from dicehost.journal.entry import Entry
from dicehost.journal.events import (
    CommitmentRefused,
    ManualDiceAgreed,
    ManualDiceAsked,
    ManualDiceBegun,
    ManualDiceRefused,
    Paused,
    Resumed,
    RollOutcome,
    Seated,
    TakeBackAsked,
    TakeBackRefused,
    TimedOut,
    is_typed,
)
from dicehost.journal.store import Journal
from dicehost.match.record import Match, replay_match
from dicerules import games
from dicerules.core import Ask, Game, Over, Roll, TimeUp, encode
from dicerules.presets import read_presets
from dicerules.simulate import draw
from dicerules.views import TABLE
from msgspec import Struct
from msgspec.structs import fields
from tower.proof import NONCE

from tests.kept import Clerk

SOURCE, TOWER = "simulated", "51b0000000000001"
NAMES = ["Ann", "Bo", "Cleo", "Dan", "Eve", "Finn"]


class EventfulClerk(Clerk):
    """Plays a match in which people pause, run late, take back and roll dice of their own."""

    def happen(self) -> None:
        """Let one of these things happen between two moves, or nothing."""
        chance, need = self.chance, self.match.need
        kinds = ("pause", "tablet", "hand", "late", "back", "refuse", "break_off")
        what = chance.choice((*kinds, *[""] * 12))
        if what == "pause":
            viewer = chance.randrange(TABLE, len(self.names))
            self.write(Paused(viewer, self.command, self.used()))
            self.write(Resumed(TABLE, self.command, self.used()))
        elif what == "tablet":
            seat = chance.randrange(len(self.names))
            self.write(Seated([seat], seat not in self.match.tablet))
        elif what == "hand" and isinstance(need, Roll):
            self.roll_by_hand(need)
        elif what == "break_off" and isinstance(need, Roll):
            self.break_off(need)
        elif what == "late":
            self.time_out()
        elif what == "back":
            self.take_back()
        elif what == "refuse":
            self.refuse_back()

    @property
    def command(self) -> str:
        """An id for what a screen asks for."""
        return f"c{self.match.seq}"

    def time_out(self) -> bool:
        """Let a seat run out of time, on its clock or by the rules' own limit."""
        need = self.match.need
        if not isinstance(need, Ask):
            return False
        by: Literal["clock", "limit"] = "clock" if need.limit is None else "limit"
        late = TimeUp(self.chance.choice(sorted(need.forms)), by)
        self.write(TimedOut(late, by, self.used()))
        return True

    def refuse_back(self) -> None:
        """A seat asks to take back its last move and is refused."""
        for seat in range(len(self.names)):
            of = self.match.last_move(seat)
            if of is not None and self.match.may_withdraw(of):
                self.write(TakeBackAsked(seat, of, self.command))
                self.write(TakeBackRefused(self.match.missing[0], self.command))
                return

    def roll_by_hand(self, roll: Roll) -> None:
        """Agree on manual dice and type them in; the host draws what nobody can type."""
        self.write(ManualDiceAsked(0, self.command))
        if self.chance.randrange(4) == 0:
            self.write(ManualDiceRefused(1, self.command))
            return
        for seat in range(1, len(self.names)):
            self.write(ManualDiceAgreed(seat, self.command))
        self.write(ManualDiceBegun([*range(len(self.names))]))
        rolled, roll_id = draw(roll, self.chance.randrange), self.match.roll_id
        if is_typed(roll):
            typed = RollOutcome(roll_id, rolled, "hand", "", by=roll.seat, command=self.command)
            self.write(typed)
        else:
            self.write(RollOutcome(roll_id, rolled, "system", ""))

    def break_off(self, roll: Roll) -> None:
        """The tower commits to a roll and starts anew, or opens what it did not commit to."""
        self.commit(roll, SOURCE, TOWER)
        self.boot = self.chance.randbytes(4).hex()
        committed = self.match.commitment
        assert committed is not None
        if self.chance.randrange(4) == 0:
            noise = self.chance.randbytes(NONCE).hex()
            told, why = committed.commitment, "tower.commitment"
            self.write(CommitmentRefused(committed.id, told, why, noise))

    def play_eventfully(self) -> None:
        """Play to the end."""
        while not isinstance(self.match.need, Over):
            if isinstance(self.match.need, Ask) or self.chance.randrange(2):
                self.happen()
            if not isinstance(self.match.need, Over):
                self.step(SOURCE, TOWER)
        self.finish()


def positions(game: Game, entries: list[Entry]) -> Iterator[str]:
    """A short hash of the position after every line of a match."""
    match = Match(game, entries[0])
    yield _hash(match)
    for entry in entries[1:]:
        match.take(entry)
        yield _hash(match)


def _hash(match: Match) -> str:
    state = bare(match.state)
    state.pop("news", None)  # sentences may be reworded; what happened may not change
    clocks = [list(match.account.spent), list(match.account.bank)]
    told = [state, match.winners, match.asked, match.closed, sorted(match.tablet), clocks]
    return hashlib.sha256(encode(told)).hexdigest()[:12]


def bare(value: Any) -> Any:
    """A value as JSON, without fields at their default, so that fields can be added later."""
    if isinstance(value, Struct):
        held = ((name, getattr(value, name), usual) for name, usual in _defaults(type(value)))
        return {name: bare(part) for name, part, usual in held if part != usual}
    if isinstance(value, list | tuple):
        return [bare(part) for part in value]
    if isinstance(value, dict):
        return {str(key): bare(part) for key, part in value.items()}
    return value


@cache
def _defaults(kind: type[Struct]) -> tuple[tuple[str, Any], ...]:
    return tuple((field.name, field.default) for field in fields(kind))


def plans(game: Game) -> Iterator[tuple[str, int, dict[str, Any], Timing]]:
    """The matches to store of a game: a name, seats, options and clocks."""
    few, many = game.seats[0], game.seats[-1]
    for seats in sorted({few, (few + many) // 2, many}):
        yield f"usual{seats}", seats, {}, PRESETS["blitz"]
    yield "untimed", few, {}, PRESETS["off"]
    for name, options in read_presets(game).items():
        yield f"preset{name.replace('_', '')}", few + 1, dict(options), PRESETS["brisk"]


def store(folder: Path, key: str) -> None:
    """Play and store the matches of one game."""
    game, told = games()[key], {}
    folder.mkdir(parents=True, exist_ok=True)
    journal = Journal(folder / f"{key}.sqlite")
    for name, seats, options, timing in plans(game):
        clerk = EventfulClerk(name, key, NAMES[:seats])
        try:
            clerk.open(game.options.model_validate(options), timing, checkable=True)
        except ValueError as refusal:
            print(f"{key}, {name}: cannot be started: {refusal}")
            continue
        clerk.play_eventfully()
        journal.adopt_now(clerk.entries)
        match = replay_match(game, clerk.entries)
        told[name] = {
            "version": game.version,
            "winners": match.winners,
            "scores": game.scores(match.state),
            "positions": " ".join(positions(game, clerk.entries)),
        }
    journal.close()
    _pack(folder / f"{key}.sqlite")
    folder.joinpath(f"{key}.json").write_text(json.dumps(told, indent=1) + "\n")


def _pack(file: Path) -> None:
    # One plain file, without the log that SQLite keeps beside it.
    book = sqlite3.connect(file)
    book.execute("PRAGMA journal_mode=DELETE")
    book.execute("VACUUM")
    book.close()


if __name__ == "__main__":
    for named in sys.argv[2:]:
        if Path(sys.argv[1], f"{named}.sqlite").exists():
            sys.exit(f"{named} is stored there already; a stored match is never written again.")
        store(Path(sys.argv[1]), named)
