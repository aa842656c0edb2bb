"""What a choice comes to once, for any game: played on by ``steady`` until something is settled.

A game's ``sample`` says by this what no exact chance tells. All choices of a form meet the same
luck, so that they differ by what was chosen.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dicerules.bots.tape import Tape
from dicerules.core import Ask, Move, Over, Quick, check_asked
from dicerules.forms import Answer, RandBelow
from dicerules.simulate import draw
from dicerules.worth import Amount, Worth, offered

LONGEST = 400
"""Events after which a choice is judged by what it has come to."""

Steady = Callable[[Any, int, RandBelow], Answer]


def settled(
    rules: Quick, steady: Steady, state: Any, luck: RandBelow, is_settled: Callable[[Any], bool]
) -> Any:
    """The position in which it is settled, or the last one of the match."""
    for _ in range(LONGEST):
        need = rules.need(state)
        if isinstance(need, Over) or is_settled(state):
            break
        if isinstance(need, Ask):
            seat = next(iter(need.forms))
            state = rules.apply(state, Move(seat, dict(steady(state, seat, luck))))
        else:
            state = rules.apply(state, draw(need, luck))
    return state


def sample_choices(
    rules: Quick,
    steady: Steady,
    state: Any,
    seat: int,
    answer: Answer,
    randbelow: RandBelow,
    is_settled: Callable[[Any], bool],
    amounts: Callable[[Any], tuple[Amount, ...]],
) -> tuple[Worth, ...]:
    """What each choice of a seat's form comes to; ``amounts`` tells it from the last position."""
    form = check_asked(rules.need(state), seat)
    luck = Tape(randbelow)
    found = []
    for field, option, whole in offered(form, answer):
        luck.rewind()
        after = rules.apply(state, Move(seat, dict(whole)))
        found.append(Worth(field, amounts(settled(rules, steady, after, luck, is_settled)), option))
    return tuple(found)
