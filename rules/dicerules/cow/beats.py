"""What happened in Don't Have a Cow, as beats for the screens. It decides nothing.

Bets are turned over together once the last one is in; a throw has its verdict first, then chips go
where they were won and lost, then the next roller is named.
"""

from __future__ import annotations

from collections.abc import Iterator

from dicerules.beats import Beat, Flip, Title, Tone, Transfer, Verdict
from dicerules.core import Message
from dicerules.cow.odds import chance
from dicerules.cow.state import Aim, State
from dicerules.words import message

GRAND = 0.15
"""A portrait that fewer throws than this match is worth a cheer."""

BANK = "centre/bank"


def beats(before: State, after: State, viewer: int) -> tuple[Beat, ...]:
    """What the viewer may see happen between two positions."""
    if before.turn == 0:
        return (Title(message("title.first", seat=after.roller), seat=after.roller),)
    if before.aim is None:
        return ()
    if after.aim is not None:
        return _bets(after, after.aim, viewer)
    return tuple(_throw(before, before.aim, after, viewer))


def _bets(after: State, aim: Aim, viewer: int) -> tuple[Beat, ...]:
    if after.open_bets or None in aim.bets:
        return ()
    hidden = (seat for seat in range(len(aim.bets)) if seat not in (after.roller, viewer))
    return (Flip(tuple(f"seat/{seat}/bet" for seat in hidden)),)


def _throw(before: State, aim: Aim, after: State, viewer: int) -> Iterator[Beat]:
    roller, thrown = before.roller, after.last
    assert thrown is not None
    won = after.chips[roller] - before.chips[roller]
    if thrown.kept:
        tone: Tone = "grand" if chance(before.cards, aim.portrait, before.cubes) < GRAND else "good"
        yield Verdict(tone, message("verdict.matched"), roller, won, thrown.kept)
    else:
        yield Verdict("bad", message("verdict.missed"), roller, won)
    for told in after.news:
        if told.key == "news.bonus":
            yield Verdict("grand", message("verdict.all"), roller)
        yield from _paid(told)
    if after.ended is not None:
        yield Title(after.ended)
    elif after.turn != before.turn:
        stuck = next((told for told in after.news if told.key == "news.stuck"), None)
        key = "title.turn_you" if viewer == after.roller else "title.turn"
        yield Title(message(key, seat=after.roller), stuck, after.roller)


def _paid(told: Message) -> Iterator[Beat]:
    """The chips that a sentence of the news speaks of, on their way."""
    count, seat = told.facts.get("count"), f"seat/{told.facts.get('seat')}"
    if not isinstance(count, int) or not count:
        return
    if told.key in ("news.wins", "news.wins_rest"):
        yield Transfer("chips", BANK, seat, count, "red")
    elif told.key == "news.loses":
        yield Transfer("chips", seat, BANK, count, "red")
    elif told.key == "news.pays":
        yield Transfer("chips", seat, f"seat/{told.facts['to_seat']}", count, "red")
