"""Time that is up, in every game: a seat's own clock answers for that seat, and for nobody else."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from dicerules import games
from dicerules.core import Ask, Game, Move, TimeUp, encode
from dicerules.forms import Form, fill
from dicerules.simulate import begin, play_on
from msgspec.structs import replace

ENOUGH = 10
"""Late seats looked at in a match at least."""


def asks(game: Game, state: Any) -> dict[int, Form]:
    need = game.need(state)
    return need.forms if isinstance(need, Ask) else {}


def is_its_own_answer(game: Game, state: Any, after: Any, seat: int) -> bool:
    """Whether the seat could have answered so that the very same follows."""
    chance = Random(seat)
    for randbelow in (lambda n: 0, lambda n: n - 1, *[chance.randrange] * 100):
        answered = game.apply(state, Move(seat, fill(asks(game, state)[seat], randbelow)))
        if encode(replace(answered, news=after.news)) == encode(after):
            return True
    return False


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.key)
def test_a_seats_own_clock_decides_for_that_seat_alone(game: Game) -> None:
    options = game.options(variable="trade") if game.key == "ryb" else game.options()
    looked = 0
    for step in play_on(game, begin(game, 4, options, None), Random(8).randrange):
        forms = asks(game, step.before)
        for seat in forms:
            after = game.apply(step.before, TimeUp(seat, "clock"))
            others = {other: form for other, form in forms.items() if other != seat}
            still_asked = bool(others) and asks(game, after) == others
            if len(forms) > 1:
                assert still_asked or is_its_own_answer(game, step.before, after, seat), step
                looked += 1
        if looked >= 6 * ENOUGH:
            break
    assert looked >= ENOUGH
