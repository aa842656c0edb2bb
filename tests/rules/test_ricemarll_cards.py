"""The card file of Ricemarll: what is in it, and how a bad one is refused."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from dicerules.core import CardError
from dicerules.ricemarll import GAME

from tests.rules.ricemarll_table import CARDS

TEXT = GAME.folder.joinpath("cards.toml").read_text(encoding="utf-8")

BOX = {
    "+1": 12,
    "−1": 12,  # noqa: RUF001
    "+2": 6,
    "−2": 6,  # noqa: RUF001
    "+3": 6,
    "−3": 6,  # noqa: RUF001
    "blank": 8,
    **{f"[{number}]": 2 for number in range(8)},
    "×2": 4,  # noqa: RUF001
    "÷2": 4,
    "negate": 4,
    "reroll": 4,
    "pick": 4,
    "flip": 4,
}


def test_the_box_has_96_modifiers_with_the_counts_of_the_rulebook() -> None:
    assert {modifier.name: modifier.count for modifier in CARDS.modifiers} == BOX
    assert sum(BOX.values()) == 96


def test_the_box_has_24_different_goals() -> None:
    assert len({goal.name for goal in CARDS.goals}) == 24
    kinds = {(goal.measure, goal.wins, goal.number) for goal in CARDS.goals}
    assert len(kinds) == 24


def test_everything_is_from_the_rulebook() -> None:
    assert TEXT.count('source = "rulebook"') == 1 + len(CARDS.modifiers) + 24
    assert TEXT.count("source =") == TEXT.count('source = "rulebook"')


def test_goals_that_need_at_least_one_are_those_of_the_ruling() -> None:
    needing = {goal.key for goal in CARDS.goals if goal.least == 1}
    counted = {f"most_{number}s" for number in range(1, 7)}
    others = {"most_zeroes", "most_odds", "most_evens", "most_by_3", "fewest_123456", "most_pairs"}
    assert needing == counted | others
    assert all(goal.least is None for goal in CARDS.goals if goal.key not in needing)


def bad_files() -> Iterator[tuple[str, str, str]]:
    """What to replace in the card file, by what, and what is said about it."""
    plus = 'name = "+1"\ncount = 12'
    said = "my.toml: modifiers row 1, field"
    yield plus, 'name = "+1"\ncount = 0', f"{said} count: expected greater than or equal to 1"
    yield plus, 'name = "+1"\ncount = 11', f"{said} count: expected enough for 6 players"
    yield plus, 'name = "+1"\ncount = "12"', f"{said} count: expected a valid integer, got '12'"
    yield plus, 'name = ""\ncount = 12', f"{said} name: expected"
    yield 'effect = "add"\nnumber = 1', 'effect = "add"', f"{said} number: expected the number that"
    yield 'effect = "add"\nnumber = 1', 'effect = "grow"\nnumber = 1', f"{said} effect: expected"
    yield (
        'effect = "flip"',
        'effect = "flip"\nnumber = 2',
        "modifiers row 20, field number: expected nothing, as 'flip' takes no number, got 2",
    )
    yield (
        'effect = "divide"\nnumber = 2',
        'effect = "divide"\nnumber = 0',
        "modifiers row 16, field number: expected a number other than zero for 'divide', got 0",
    )
    yield 'key = "plus2"', 'key = "plus1"', "modifiers row 2, field key: expected something else"
    yield (
        "count = 8",
        "count = 7",
        "my.toml: modifiers: expected 48 to 200 cards that nobody begins",
    )
    yield "start = 2", "start = 6", "modifiers row 1, field count: expected enough for 6 players"
    yield (
        'name = "most zeroes"',
        'name = "most 6s"',
        "goals row 7, field name: expected something else than row 6 has, got 'most 6s'",
    )
    yield (
        'measure = "odd"',
        'measure = "weird"',
        "goals row 8, field measure: expected 'equal', 'odd', 'even'",
    )
    yield (
        'measure = "divisible"\nwins = "highest"\nnumber = 3',
        'measure = "divisible"\nwins = "highest"\nnumber = 0',
        "goals row 10, field number: expected a number other than zero for 'divisible', got 0",
    )
    yield 'wins = "lowest"', 'wins = "last"', "goals row 11, field wins: expected 'highest'"
    yield "goal = 6", "goal = 0", "tokens, field goal: expected greater than or equal to 1, got 0"
    yield 'source = "rulebook"', 'source = "me"', "field source: expected 'rulebook'"
    yield 'game = "ricemarll"', 'game = "pig"', "my.toml: game: expected 'ricemarll', got 'pig'"
    yield "[tokens]", "[tokens", "my.toml: expected TOML, got a mistake:"


@pytest.mark.parametrize(("old", "new", "said"), list(bad_files()))
def test_a_bad_card_file_is_refused_with_file_row_field_and_expectation(
    old: str, new: str, said: str
) -> None:
    assert old in TEXT
    with pytest.raises(CardError) as refused:
        GAME.read_cards(TEXT.replace(old, new, 1), "my.toml")
    assert said in str(refused.value)
    assert "my.toml" in str(refused.value)


def test_a_file_with_too_few_goals_for_six_phases_is_refused() -> None:
    cut = TEXT[: TEXT.rindex("[[goals]]")]
    with pytest.raises(CardError) as refused:
        GAME.read_cards(cut, "my.toml")
    assert "my.toml: goals: expected" in str(refused.value)


def test_a_match_can_be_played_with_a_card_of_ones_own() -> None:
    mine = """
[[modifiers]]
key = "triple"
name = "x3"
count = 3
effect = "multiply"
number = 3
source = "house"
"""
    cards = GAME.read_cards(TEXT + mine, "my.toml")
    state = GAME.start(GAME.options(), 2, cards)
    assert len(state.deck) == 51
    assert state.cards == cards
