"""Whether the dice of a match can be checked, and whether they fit: every face computed again.

What a tower committed to, the host's half and the tower's half are in the journal. How the faces
follow from them is told in firmware/PROTOCOL.md; what that proves, too.
"""

from __future__ import annotations

from collections.abc import Sequence
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

Finding = Literal["fits", "unchecked", "by_hand", "dice", "missing", "nonce", "commitment", "faces"]
"""What a look at a roll shows.

``fits``: every face follows. ``unchecked``: the tower committed to nothing. ``by_hand``: these are
not the tower's dice. The others are wrong: other ``dice`` than the game asked for, a ``missing``
commitment, a ``nonce`` that also goes with another commitment, or not always with this one, noise
that is not what the ``commitment`` says, ``faces`` that do not follow.
"""
WRONG: tuple[Finding, ...] = ("dice", "missing", "nonce", "commitment", "faces")


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
    played, pairs = Match(game, entries[0]), Pairs()
    for entry in entries[1:]:
        need, waiting = played.need, played.commitments
        event = played.take(entry)
        if isinstance(event, Committed):
            pairs.note(event)
        elif isinstance(event, RollOutcome) and isinstance(need, Roll):
            rolls.append(_look(entry.seq, need, waiting, event, pairs))
        elif isinstance(event, CommitmentRefused):
            refused.append(entry.seq)
        elif played.commitments is not waiting:
            unused += count_commitments(waiting)
    if played.closed:
        unused += count_commitments(played.commitments)  # a match can end while a roll is due
    return Checked(tuple(rolls), tuple(refused), unused)


class Pairs:
    """Which commitment has had which nonce. Each has one, and shares it with no other.

    A nonce that came again was known before the tower committed to its noise; another one for the
    same commitment can have been looked for with the noise at hand.
    """

    def __init__(self) -> None:
        self._other: dict[str, str] = {}
        self._mixed = set[str]()

    def note(self, committed: Committed) -> None:
        """Take in what was written."""
        both = committed.commitment, committed.nonce
        for one, other in (both, both[::-1]):
            if self._other.setdefault(one, other) != other:
                self._mixed.update(both)

    def fits(self, committed: Committed) -> bool:
        """Whether these two go together, and nothing else with either."""
        return self._mixed.isdisjoint((committed.commitment, committed.nonce))


def _look(
    line: int, roll: Roll, commitments: Sequence[Committed], outcome: RollOutcome, pairs: Pairs
) -> RollChecked:
    committed = commitments[-1] if commitments else None
    opened = bool(outcome.noise and committed)
    return RollChecked(
        line=line,
        id=outcome.id,
        finding=_finding(roll, committed, outcome, pairs),
        source=outcome.source,
        dice=committed.dice if committed else spell(roll),
        values=tuple(_values(outcome.event)),
        commitment=committed.commitment if committed and opened else "",
        nonce=committed.nonce if committed and opened else "",
        noise=outcome.noise,
        abandoned=count_commitments(commitments) - opened,
    )


def _finding(
    roll: Roll, committed: Committed | None, outcome: RollOutcome, pairs: Pairs
) -> Finding:
    if outcome.source in WITHOUT_TOWER:
        return "by_hand"
    if not outcome.noise:
        return "unchecked"
    if committed is None:
        return "missing"
    if committed.dice != spell(roll):
        return "dice"
    if not pairs.fits(committed):
        return "nonce"
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
