"""What happened in The Morty Zone, as beats for the screens. It decides nothing.

After a toss everybody's marks are made, then rows lock or fill up, then cards score. A round ends
with the crystals: all are turned over together, and each is met or missed.
"""

from __future__ import annotations

from collections.abc import Iterator

from dicerules.beats import Award, Beat, Change, Flip, Title, Verdict
from dicerules.core import Message
from dicerules.morty_zone.dice import COLOURS, name
from dicerules.morty_zone.rounds import leaders
from dicerules.morty_zone.rows import FULL
from dicerules.morty_zone.score import FULL_ROW
from dicerules.morty_zone.state import State
from dicerules.views import Figure
from dicerules.words import message


def beats(before: State, after: State, viewer: int) -> tuple[Beat, ...]:
    """What the viewer may see happen between two positions."""
    if before.phase == "first":
        return tuple(_who_begins(after))
    if before.phase == "deal":
        begins = message("news.begins", seat=after.active)
        return (Title(message("title.round", number=after.round), begins, after.active),)
    found: list[Beat] = []
    if before.rick is None and after.rick is not None:
        found.append(Flip(("centre/rick",)))
    found += _marks(before, after)
    found += _locks(before, after)
    found += [beat for told in after.news for beat in _scored(told)]
    if len(after.sheets) > len(before.sheets):
        found += _end(after, viewer)
    return tuple(found)


def _who_begins(after: State) -> Iterator[Beat]:
    """Everybody's two dice; those who are level roll again."""
    rolled = [told.facts for told in after.news if told.key == "news.first_roll"]
    if not rolled:
        return
    sums = {facts["seat"]: str(facts["count"]) for facts in rolled}
    figures = tuple(Figure(seat, total) for seat, total in sums.items() if isinstance(seat, int))
    begins = (after.active,) if after.phase == "deal" else ()
    yield Award(message("title.first"), figures, begins)


def _marks(before: State, after: State) -> Iterator[Beat]:
    """How many numbers each row has, where that has changed."""
    for seat, (old, new) in enumerate(zip(before.fates, after.fates, strict=True)):
        for colour, (had, has) in enumerate(zip(old.rows, new.rows, strict=True)):
            if had != has:
                place = f"seat/{seat}/{COLOURS[colour]}"
                yield Change(place, str(had.bit_count()), str(has.bit_count()), "good")


def _locks(before: State, after: State) -> Iterator[Beat]:
    """Rows that have all ten numbers now, and rows that can get no more."""
    for seat, (old, new) in enumerate(zip(before.fates, after.fates, strict=True)):
        for colour, key in enumerate(COLOURS):
            place, count = f"seat/{seat}/{key}", str(new.rows[colour].bit_count())
            if new.rows[colour] == FULL != old.rows[colour]:
                text = message("verdict.full", colour=name(colour))
                yield Verdict("grand", text, seat, FULL_ROW)
            if new.locked >> colour & 1 and not old.locked >> colour & 1:
                yield Change(place, count, f"={count}", "bad")
                yield Verdict("bad", message("verdict.locked", colour=name(colour)), seat)


def _scored(told: Message) -> Iterator[Beat]:
    """A goal that was met: on a bonus card, or a Smith bonus."""
    if told.key not in ("news.scores", "news.smith"):
        return
    card, seat, count = told.facts["card"], told.facts["seat"], told.facts["count"]
    assert isinstance(seat, int)
    assert isinstance(count, int)
    title = card if isinstance(card, Message) else message("name", name=card)
    yield Award(title, (Figure(seat, f"+{count}"),), (seat,), count)


def _end(after: State, viewer: int) -> Iterator[Beat]:
    """The crystals of the round, and what it came to for everybody."""
    seats = range(len(after.fates))
    yield Flip(tuple(f"seat/{seat}/crystal" for seat in seats if seat != viewer))
    sheets = after.sheets[-1]
    for seat, sheet in enumerate(sheets):
        if sheet.crystal:
            yield Verdict("good", message("verdict.crystal"), seat, sheet.crystal)
        else:
            yield Verdict("bad", message("verdict.no_crystal"), seat)
    best = max(sheet.total for sheet in sheets)
    yield Award(
        message("title.round", number=after.round),
        tuple(Figure(seat, str(sheet.total)) for seat, sheet in enumerate(sheets)),
        tuple(seat for seat in seats if sheets[seat].total == best),
    )
    if after.round < after.rounds:
        ahead = leaders(after)
        told = message("title.ahead", seats=list(ahead), count=len(ahead))
        yield Title(told, seat=ahead[0])
