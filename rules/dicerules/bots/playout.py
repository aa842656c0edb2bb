"""Playing on by ``steady`` from an imagined position, with chance that can be played again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import repeat
from typing import Any

from dicerules.bots.tape import Tape
from dicerules.core import Answer, Ask, Game, Move, Need, Over, check_asked, quick_rules
from dicerules.forms import RandBelow, fill
from dicerules.simulate import draw

End = tuple[Any, Need]
"""Where a playout got to: the position and its need."""
IsEnough = Callable[[Any, Need], bool]
"""Looks at each position and its need, and may end the playout there."""


def to_the_end(state: Any, need: Need) -> bool:
    """Never enough."""
    return False


def play_out(game: Game, state: Any, dice: Tape, others: Tape, is_enough: IsEnough) -> End:
    """Play on, everybody by ``steady``, until the match ends or it is enough."""
    dice.rewind()
    others.rewind()
    rules = quick_rules(game)
    while True:
        need = rules.need(state)
        if type(need) is Over or is_enough(state, need):
            return state, need
        if type(need) is Ask:
            others.turn_page()
            asked = next(iter(need.forms))
            state = rules.apply(state, Move(asked, steady_answer(game, state, asked, others)))
        else:
            dice.turn_page()
            state = rules.apply(state, draw(need, dice))


def try_each(
    game: Game,
    position: Any,
    seat: int,
    answers: Sequence[Answer],
    randbelow: RandBelow,
    looks: Iterable[IsEnough] = repeat(to_the_end),
) -> Iterator[End]:
    """Play a seat's answers on, one after the other, in the same position with the same luck."""
    dice, others, apply = Tape(randbelow), Tape(randbelow), quick_rules(game).apply
    for answer, is_enough in zip(answers, looks, strict=False):
        after = apply(position, Move(seat, dict(answer)))
        yield play_out(game, after, dice, others, is_enough)


def steady_answer(game: Game, state: Any, seat: int, randbelow: RandBelow) -> dict[str, Any]:
    """What the game's steady player answers; a game without one is played blindly."""
    if game.steady is None:
        return fill(check_asked(quick_rules(game).need(state), seat), randbelow)
    return dict(game.steady(state, seat, randbelow))
