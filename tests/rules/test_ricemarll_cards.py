"""The card file of Ricemarll: what is in it, and how a bad one is refused."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from dicerules.core import CardError
from dicerules.ricemarll import GAME
from dicerules.views import Cards
from msgspec.structs import replace

from tests.rules.ricemarll_table import CARDS, tell

TEXT = GAME.folder.joinpath("cards.toml").read_text(encoding="utf-8")

MINE = """
[[modifiers]]
key = "triple"
name = "x3"
count = 3
effect = "multiply"
number = 3
source = "house"
"""

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


def test_everything_is_from_the_rulebook_but_one_name_that_is_ours() -> None:
    assert TEXT.count('source = "rulebook"') == 1 + len(CARDS.modifiers) + 24
    assert TEXT.count("source =") == TEXT.count('source = "rulebook"')
    assert [goal.name for goal in CARDS.goals if goal.house] == ["most outside 1–6"]  # noqa: RUF001
    assert TEXT.count('house = ["name"]') == TEXT.count("house =") == 1
    assert not any(modifier.house for modifier in CARDS.modifiers)


def test_a_card_of_ones_own_carries_the_house_sign_wherever_it_is_seen() -> None:
    cards = GAME.read_cards(TEXT + MINE, "my.toml")
    triple = len(cards.modifiers) - 1
    strange = next(at for at, goal in enumerate(cards.goals) if goal.house)
    state = GAME.start(GAME.options(), 2, cards)
    players = (replace(state.players[0], specials=(strange,)), *state.players[1:])
    state = replace(
        state, step="select", market=(triple, 0), queue=((1,), (0,)), players=players, phase=1
    )
    view = GAME.view(replace(state, goals=(strange, 0)), 0)
    shown = {item.key: item for item in (*view.centre, *view.boards[0].items)}
    for key, signs in (("market", [True, False]), ("goals", [True, False]), ("specials", [True])):
        item = shown[key]
        assert isinstance(item, Cards)
        assert [card.house for card in item.cards] == signs


def test_the_card_list_has_every_modifier_with_its_copies_and_every_goal() -> None:
    modifiers, goals = GAME.card_list(CARDS)
    assert isinstance(modifiers, Cards)
    assert isinstance(goals, Cards)
    told = {tell(card.name): tell(card.text) for card in modifiers.cards if card.text}
    assert set(told) == set(BOX)
    for name, count in BOX.items():
        assert f"{count} in the box" in told[name]
    assert told["+1"] == "12 in the box, 2 in everybody's first deck"
    assert told["[7]"] == "changes the value to 7, 2 in the box"
    assert [tell(card.name) for card in goals.cards] == [goal.name for goal in CARDS.goals]
    assert sum(card.house for card in goals.cards) == 1
    assert all(card.text is not None for card in goals.cards)


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
    cards = GAME.read_cards(TEXT + MINE, "my.toml")
    state = GAME.start(GAME.options(), 2, cards)
    assert len(state.deck) == 51
    assert state.cards == cards
