"""Whether the dice of a match can be checked, and whether they fit: every face computed again.

What a tower committed to, the host's half and the tower's half are in the journal. How the faces
follow from them is told in firmware/PROTOCOL.md; what that proves, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from dicerules.core import Game, Roll, Rolled
from msgspec import Struct
from tower.proof import commitment

from dicehost.journal.entry import Entry
from dicehost.journal.events import (
    WITHOUT_TOWER,
    CommitmentRefused,
    Committed,
    RollOutcome,
)
from dicehost.link.numbers import spell
from dicehost.link.proofs import drawn
from dicehost.match.record import Match, count_commitments

Finding = Literal["fits", "unchecked", "by_hand", "dice", "missing", "commitment", "faces"]
"""What a look at a roll shows.

``fits``: every face follows. ``unchecked``: the tower committed to nothing. ``by_hand``: these are
not the tower's dice. The others are wrong: other ``dice`` than the game asked for, a ``missing``
commitment, noise that is not what the ``commitment`` says, ``faces`` that do not follow.
"""
WRONG: tuple[Finding, ...] = ("dice", "missing", "commitment", "faces")


class RollChecked(Struct, frozen=True):
    """One roll of a match: its line, its halves as they were opened, and what was found.

    ``abandoned`` commitments to the same roll were never opened.
    """

    line: int
    id: str
    finding: Finding
    source: str
    dice: str
    values: tuple[int, ...]
    commitment: str = ""
    nonce: str = ""
    noise: str = ""
    abandoned: int = 0


class Checked(Struct, frozen=True):
    """Every roll of a match, the lines of refused dice, and commitments nothing was rolled for."""

    rolls: tuple[RollChecked, ...]
    refused: tuple[int, ...]
    unused: int

    def count(self, *findings: Finding) -> int:
        """How many rolls were found to be one of these."""
        return sum(roll.finding in findings for roll in self.rolls)

    @property
    def abandoned(self) -> int:
        """How many commitments were never opened."""
        return self.unused + sum(roll.abandoned for roll in self.rolls)


def check(game: Game, entries: Sequence[Entry]) -> Checked:
    """Compute every face of a match again. It must be a match that its rules accept."""
    refused, unused, rolls = list[int](), 0, list[RollChecked]()
    for line, need, commitments, event in _steps(game, entries):
        if isinstance(event, RollOutcome) and isinstance(need, Roll):
            rolls.append(_look(line, need, commitments, event))
        elif isinstance(event, CommitmentRefused):
            refused.append(line)
        else:
            unused += count_commitments(commitments)
    return Checked(tuple(rolls), tuple(refused), unused)


def _steps(
    game: Game, entries: Sequence[Entry]
) -> Iterator[tuple[int, object, list[Committed], object]]:
    # Every line with the commitments that it puts an end to.
    played = Match(game, entries[0])
    for entry in entries[1:]:
        need, before = played.need, played.commitments
        event = played.take(entry)
        ended = before if played.commitments is not before else []
        yield entry.seq, need, ended, event


def _look(
    line: int, roll: Roll, commitments: Sequence[Committed], outcome: RollOutcome
) -> RollChecked:
    committed = commitments[-1] if commitments else None
    opened = bool(outcome.noise and committed)
    return RollChecked(
        line=line,
        id=outcome.id,
        finding=_finding(roll, committed, outcome),
        source=outcome.source,
        dice=committed.dice if committed else spell(roll),
        values=tuple(_values(outcome.event)),
        commitment=committed.commitment if committed and opened else "",
        nonce=committed.nonce if committed and opened else "",
        noise=outcome.noise,
        abandoned=count_commitments(commitments) - opened,
    )


def _finding(roll: Roll, committed: Committed | None, outcome: RollOutcome) -> Finding:
    if outcome.source in WITHOUT_TOWER:
        return "by_hand"
    if not outcome.noise:
        return "unchecked"
    if committed is None:
        return "missing"
    if committed.dice != spell(roll):
        return "dice"
    try:
        noise = bytes.fromhex(outcome.noise)
        fits = commitment(committed.id, committed.dice, noise).hex() == committed.commitment
        values = drawn(committed, noise)
    except ValueError:
        return "commitment"
    if not fits:
        return "commitment"
    return "fits" if values == _values(outcome.event) else "faces"


def _values(rolled: Rolled) -> list[int]:
    return [*rolled.faces, *(card for order in rolled.orders for card in order)]
