"""The card file of R.Y.B.: what is in it, its odds, and how a bad one is refused."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import msgspec
import pytest
from dicerules.cards import read_card_file
from dicerules.core import CardError, Message
from dicerules.ryb import GAME
from dicerules.ryb.cards import NEEDS, Kind, RybSheet
from dicerules.ryb.state import Options
from dicerules.views import Cards, Pile
from dicerules.words import sentence

from tests.rules.ryb_table import AL, CARDS, NAMES, WORDS, goal, shuffled, table

TEXT = GAME.folder.joinpath("cards.toml").read_text(encoding="utf-8")
SHEET = read_card_file(TEXT, "cards.toml", RybSheet)

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


def test_of_the_goals_only_the_targets_in_the_rulebooks_examples_are_not_ours() -> None:
    printed = {
        (row.colour, row.target): row.house for row in SHEET.goals if row.source == "rulebook"
    }
    ours = ["value", "copies"]
    assert printed == {("red", 18): ours, ("green", 9): ours, ("purple", 9): ours}
    assert {row.source for row in SHEET.goals} == {"rulebook", "house"}


def test_of_the_actions_only_the_number_of_copies_is_ours() -> None:
    assert [(row.source, row.house) for row in SHEET.actions] == [("rulebook", ["copies"])] * 6


def test_a_card_that_is_ours_in_part_carries_the_house_sign_wherever_it_is_seen() -> None:
    state = table(
        hands={AL: ["red_6", "gimme"]}, goals=[goal("green_9")], discards=["swap", "red_18"]
    )
    view = GAME.view(state, AL)
    shown = [card for item in view.centre if isinstance(item, Cards) for card in item.cards]
    for item in (*view.centre, *view.boards[AL].items):
        if isinstance(item, Pile):
            shown += [card for card in (item.top, *item.cards) if card is not None]
        elif isinstance(item, Cards):
            shown += item.cards
    assert len(shown) >= 6
    assert all(card.house for card in shown)


def test_a_printed_deck_that_somebody_types_in_carries_no_house_sign() -> None:
    text = TEXT.replace('"house"', '"found"')
    typed = "\n".join(line for line in text.split("\n") if not line.startswith("house = "))
    assert not any(kind.house for kind in GAME.read_cards(typed, "my.toml").kinds)


def test_a_position_stored_before_there_was_a_house_sign_has_none() -> None:
    old = b'{"key":"swap","does":"swap","name":"Swap","copies":4,"colour":"","target":0,"value":0}'
    assert not msgspec.json.decode(old, type=Kind).house


def test_the_card_list_has_every_kind_once_with_its_copies_and_the_house_sign() -> None:
    goals, actions, functions = GAME.card_list(CARDS)
    assert isinstance(goals, Cards)
    assert isinstance(actions, Cards)
    assert isinstance(functions, Cards)
    keys = [card.key.partition(".")[2] for card in (*goals.cards, *actions.cards)]
    assert keys == [kind.key for kind in CARDS.kinds]
    assert all(card.house for card in (*goals.cards, *actions.cards))
    assert not any(card.house for card in functions.cards)
    assert told(functions.cards[0].name) == "Reset"
    assert told(goals.cards[0].text) == "1 copy"
    assert told(actions.cards[0].text) == "Take a die from another player (6 copies)"


def told(what: Message | None) -> str:
    assert what is not None
    return sentence(what, WORDS, NAMES)


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
