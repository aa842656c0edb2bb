"""What a move opens: whether anybody has seen something by it that was hidden from them before.

Nobody can unsee it, so the move cannot be taken back. A game does not have to mark such moves. They
are found by comparing screens: the same move is made in positions that a seat could not tell from
the real one. If one of them leads to another screen, or cannot have that move at all, then the seat
knows more now than before.
"""

from __future__ import annotations

from typing import Any

from dicerules.core import Ask, Event, Game, Need, Rolled, RuleError, encode
from dicerules.forms import RandBelow

TRIES = 8
"""Positions imagined for a seat. What has two equally likely looks is missed once in 256 times."""
MANY = 64
"""For an answer that counts: what looks otherwise one time in ten is missed in one of 850."""


def opens(
    game: Game, before: Any, event: Event, after: Any, randbelow: RandBelow, tries: int = TRIES
) -> bool:
    """Whether an event that led from one position to another showed somebody what was hidden.

    Dice are for everybody to see. Without ``imagine`` there is nothing to compare with, and the
    answer is yes. ``tries`` are the positions imagined for each seat.
    """
    if game.imagine is None or isinstance(event, Rolled):
        return True
    need, now = game.need(before), game.need(after)
    if isinstance(need, Ask) and need.hidden and not _still_hidden(need, event.seat, now):
        return True
    # An answer that stays hidden can show something to the seat that gave it, and to nobody else.
    secret = isinstance(need, Ask) and need.hidden
    seats = [event.seat] if secret else range(len(game.scores(after)))
    return any(_learns(game, seat, before, event, after, randbelow, tries) for seat in seats)


def _still_hidden(need: Ask, seat: int, now: Need) -> bool:
    return isinstance(now, Ask) and now.hidden and {*now.forms} == {*need.forms} - {seat}


def _learns(
    game: Game,
    seat: int,
    before: Any,
    event: Event,
    after: Any,
    randbelow: RandBelow,
    tries: int,
) -> bool:
    assert game.imagine is not None
    seen = _screen(game, after, seat)
    for _ in range(tries):
        try:
            other = game.apply(game.imagine(before, seat, randbelow), event)
        except RuleError:
            return True
        if _screen(game, other, seat) != seen:
            return True
    return False


def _screen(game: Game, state: Any, seat: int) -> bytes:
    need = game.need(state)
    asked = (list(need.forms), need.forms.get(seat)) if isinstance(need, Ask) else need
    return encode((game.view(state, seat), asked, game.scores(state)))
