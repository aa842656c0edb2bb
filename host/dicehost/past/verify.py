"""What ``dicetower verify`` says about a match: how many of its rolls fit, and what does not."""

from __future__ import annotations

from collections.abc import Iterator

from dicerules import games

from dicehost.journal.entry import Entry
from dicehost.journal.events import read_opened
from dicehost.past.proof import WRONG, Checked, Finding, RollChecked, check

_WHY: dict[Finding, str] = {
    "dice": "the tower committed to {dice}, which is not what the game asked for",
    "missing": "the tower's half was opened, but it had not committed to any",
    "nonce": "the host's half went with two commitments, or two halves of it with this one",
    "commitment": "the tower's half is not what it had committed to ({commitment})",
    "faces": "the faces {values} do not follow from the two halves",
}


def tell(entries: list[Entry]) -> tuple[Checked, list[str]]:
    """Check a match that its rules accept, and say what was found."""
    opened = read_opened(entries[0])
    game = games()[opened.game]
    found = check(game, entries)
    head = f"{game.name}, match {entries[0].match}: {', '.join(opened.names)}"
    return found, [head, *_lines(found), f"  {_verdict(found)}"]


def _lines(found: Checked) -> Iterator[str]:
    for roll in found.rolls:
        if roll.finding in WRONG:
            yield f"  line {roll.line}, roll {roll.id}: {_why(roll)}"
    for line in found.refused:
        yield f"  line {line}: the host refused dice that did not fit the tower's commitment"
    yield f"  {found.count('fits')} of {_many(len(found.rolls), 'roll')} fit, face by face"
    if unchecked := found.count("unchecked"):
        yield f"  {_many(unchecked, 'roll')} without a commitment: these cannot be checked"
    if by_hand := found.count("by_hand"):
        yield f"  {_many(by_hand, 'roll')} without the tower: typed in, or drawn by the host"
    if found.abandoned:
        yield (
            f"  {_many(found.abandoned, 'commitment')} never opened: the tower restarted, the dice"
            " were refused, or the roll was no longer needed"
        )


def _why(roll: RollChecked) -> str:
    values = ".".join(map(str, roll.values))
    return _WHY[roll.finding].format(
        dice=roll.dice, commitment=roll.commitment[:16], values=values[:60]
    )


def _verdict(found: Checked) -> str:
    wrong = found.count(*WRONG)
    if wrong:
        return f"NOT FINE: {_many(wrong, 'roll')} cannot be what the tower committed to."
    if found.refused:
        return "NOT FINE: the tower broke its word. Those dice were not played."
    if not found.count("fits"):
        return "Nothing to check: no roll of this match was committed to."
    if found.abandoned or found.count("unchecked"):
        return (
            "What can be checked fits. A roll without a commitment can have been chosen, and one"
            " that was never opened can have been thrown away."
        )
    return "Fine. The tower chose no face, nor did a host that keeps to its program."


def _many(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"
