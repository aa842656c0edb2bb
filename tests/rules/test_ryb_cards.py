"""The card file of R.Y.B.: what is in it, its odds, and how a bad one is refused."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest
from dicerules.core import CardError
from dicerules.ryb import GAME
from dicerules.ryb.cards import NEEDS
from dicerules.ryb.state import Options

from tests.rules.ryb_table import CARDS, shuffled

TEXT = GAME.folder.joinpath("cards.toml").read_text(encoding="utf-8")

ODDS = {
    1: {6: ".722", 8: ".417", 10: ".167", 12: ".028", 14: ".000", 16: ".000", 18: ".000"},
    2: {5: ".694", 6: ".522", 7: ".340", 8: ".174", 9: ".077", 10: ".028", 12: ".001"},
    3: {4: ".770", 5: ".579", 6: ".377", 7: ".198", 8: ".072", 10: ".005"},
}
"""The chance of an attempt with two dice of each colour, by how many colours, then by target."""


def test_the_deck_has_48_goals_and_24_actions_worth_714() -> None:
    goals = [kind for kind in CARDS.kinds if kind.colour]
    actions = {kind.name: kind.copies for kind in CARDS.kinds if not kind.colour}
    assert sum(kind.copies for kind in goals) == 48
    assert sum(kind.value for kind in goals) == 714
    assert actions == {
        "Gimme!": 6,
        "Swap": 4,
        "Do-Over": 4,
        "Red Rover": 3,
        "Shanghai": 4,
        "Variable": 3,
    }
    assert len(CARDS.deck) == 72


def test_r25_a_goal_is_worth_its_target_for_each_of_its_colours() -> None:
    for kind in CARDS.kinds:
        if kind.colour:
            assert kind.value == kind.target * len(NEEDS[kind.colour])


def test_goals_of_the_rulebooks_examples_are_marked_so() -> None:
    printed = [row for row in TEXT.split("[[goals]]") if 'source = "rulebook"' in row]
    goals = [(row.split('"')[1], int(row.split()[5])) for row in printed if "colour" in row]
    assert goals[:3] == [("red", 18), ("green", 9), ("purple", 9)]


@pytest.mark.parametrize("colour", NEEDS)
def test_a_goals_chance_is_what_was_worked_out_for_it(colour: str) -> None:
    sums = [sum(faces) for faces in product(range(1, 7), repeat=2)]
    count = len(NEEDS[colour])
    for kind in CARDS.kinds:
        if kind.colour == colour:
            one = sum(points >= kind.target for points in sums) / len(sums)
            assert f"{one**count:.3f}".removeprefix("0") == ODDS[count][kind.target]


def bad_files() -> Iterator[tuple[str, str, str]]:
    """What to replace in the card file, by what, and what is said about it."""
    first = 'colour = "red"\ntarget = 6\nvalue = 6\n'
    said = "my.toml: goals row 1, field"
    yield first, first.replace("red", "pink"), f"{said} colour: expected 'red', 'yellow'"
    yield first, first.replace("= 6", "= 0", 1), f"{said} target: expected greater than or equal"
    yield first, first.replace("value = 6", 'value = "six"'), f"{said} value: expected a valid int"
    yield first, first + "copies = 0\n", f"{said} copies: expected greater than or equal to 1"
    yield first, first + "points = 3\n", f"{said} points: expected no field of this name"
    yield (
        first,
        first.replace("6", "8"),
        "goals row 2, field target: expected something else than row 1 has",
    )
    yield first, first + "copies = 21\n", f"{said} copies: expected less than"
    yield "copies = 6", "copies = 41", "actions row 1, field copies: expected less than or equal"
    yield 'does = "swap"', 'does = "steal"', "actions row 2, field does: expected 'gimme', 'swap'"
    yield 'does = "swap"', 'does = "gimme"', "actions row 2, field does: expected something else"
    yield 'name = "Swap"', 'name = ""', "actions row 2, field name: expected"
    yield 'game = "ryb"', 'game = "pig"', "my.toml: game: expected 'ryb', got 'pig'"
    yield 'game = "ryb"', "game = ", "my.toml: expected TOML, got a mistake:"


@pytest.mark.parametrize(("old", "new", "said"), list(bad_files()))
def test_a_bad_card_file_is_refused_with_file_row_field_and_expectation(
    old: str, new: str, said: str
) -> None:
    assert old in TEXT
    with pytest.raises(CardError) as refused:
        GAME.read_cards(TEXT.replace(old, new, 1), "my.toml")
    assert said in str(refused.value)
    assert "my.toml" in str(refused.value)


def test_a_deck_that_the_tower_cannot_shuffle_is_refused() -> None:
    text = TEXT.replace('source = "house"', 'copies = 20\nsource = "house"')
    with pytest.raises(CardError) as refused:
        GAME.read_cards(text, "my.toml")
    assert "my.toml: goals: expected at most 200 cards in all, got" in str(refused.value)


def test_a_match_can_be_played_with_cards_of_ones_own() -> None:
    mine = TEXT.replace("target = 18\nvalue = 18", "target = 20\nvalue = 25\ncopies = 3", 1)
    cards = GAME.read_cards(mine, "my.toml")
    (kind,) = [kind for kind in cards.kinds if kind.key == "red_20"]
    assert (kind.value, kind.copies) == (25, 3)
    state = shuffled(GAME.start(Options(), 2, cards))
    assert len(state.deck) == 74 - 10
