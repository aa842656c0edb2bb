"""Don't Have a Cow's preview: the chance, and what would be won or lost."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from dicerules.core import encode
from dicerules.cow.play import match
from dicerules.cow.preview import chance, preview
from dicerules.cow.state import State
from dicerules.views import Note
from dicerules.words import sentence
from msgspec.structs import replace

from tests.rules.cow_table import (
    BLOCK_PARTY,
    CARDS,
    CHRIS,
    DATE_NIGHT,
    DONNA,
    ED,
    HOMER_ALONE,
    NAMES,
    WORDS,
    bet,
    choose,
    table,
)


def foreseen(state: State, seat: int, **answer: Any) -> list[str]:
    items = preview(state, seat, answer)
    told = [sentence(item.text, WORDS, NAMES) for item in items if isinstance(item, Note)]
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in told]


@pytest.mark.parametrize("cubes", range(1, 6))
def test_the_chance_is_what_counting_all_throws_comes_to(cubes: int) -> None:
    throws = list(product(range(1, 7), repeat=cubes))
    for portrait in CARDS.portraits:
        matched = sum(bool(match(CARDS, portrait, throw)) for throw in throws)
        assert chance(CARDS, portrait, cubes) == matched / len(throws)


def test_the_roller_sees_the_chance_with_the_cubes_and_what_a_bet_may_bring() -> None:
    state = table()
    assert foreseen(state, ED) == []
    (told,) = foreseen(state, ED, portrait=HOMER_ALONE)
    assert told.endswith("with 8 cubes: 96 %")
    assert foreseen(state, ED, portrait=HOMER_ALONE, cubes=2, bet=3)[1:] == [
        "Matched: you win 3 from the bank and every bet on no, with 1 cube left to roll",
        "Missed: you lose 3 to the bank, and your turn is over",
    ]
    assert foreseen(state, ED, portrait=HOMER_ALONE, cubes=1, bet=3)[1].endswith(
        f"a bonus of {CARDS.bonus}"
    )


def test_a_bet_that_would_end_the_match_says_so() -> None:
    state = replace(table(), bank=2, chips=(3, 3, 3))
    assert foreseen(state, ED, portrait=DATE_NIGHT, cubes=4, bet=3)[1:] == [
        "Matched: you win all the bank has left, 2, and the match is over",
        "Missed: you lose all you have, 3, and the match is over",
    ]
    state = choose(state, DATE_NIGHT, 3, 4)
    assert foreseen(state, CHRIS, side="no", bet=1)[1:] == [
        "Missed: the match ends before your bet is settled, and you keep it",
        "Matched: the match ends before your bet is settled, and you keep it",
    ]


def test_a_bettor_sees_who_pays_whom_on_either_side() -> None:
    state = choose(table(), BLOCK_PARTY, 2, 8)
    assert len(foreseen(state, CHRIS)) == 1
    assert foreseen(state, CHRIS, side="yes", bet=2)[1:] == [
        "Matched: you win 2 from the bank",
        "Missed: you lose 2 to the bank",
    ]
    assert foreseen(state, CHRIS, side="no", bet=2)[1:] == [
        "Missed: you win 2 from the bank",
        "Matched: you pay 2 to Ed",
    ]


def test_a_bank_that_others_may_empty_first_is_no_promise_whatever_they_bet() -> None:
    state = choose(replace(table(), bank=5), DATE_NIGHT, 2, 4)
    told = [
        preview(bet(state, CHRIS, "yes", chips), DONNA, {"side": "yes", "bet": 2})
        for chips in (1, 3)
    ]
    assert encode(told[0]) == encode(told[1]), "Chris' bet is a secret still"
    assert foreseen(bet(state, CHRIS, "yes", 1), DONNA, side="yes", bet=2)[1] == (
        "Matched: you win 2 from the bank, unless the bank runs short first"
    )
