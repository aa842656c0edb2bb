"""The card file of The Morty Zone: what is in it, and how a bad one is refused."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator

import msgspec
import pytest
from dicerules.core import CardError
from dicerules.morty_zone import GAME
from dicerules.morty_zone.cards import Rick

from tests.rules.morty_zone_table import CARDS

TEXT = GAME.folder.joinpath("cards.toml").read_text(encoding="utf-8")


def test_there_are_20_rick_cards_25_bonus_cards_10_crystals_and_6_smith_bonuses() -> None:
    assert len(CARDS.rick) == 20
    assert len(CARDS.bonus) == 25
    assert len(CARDS.crystals) == 10
    assert len(CARDS.smith) == 6


def test_three_rows_are_from_the_rulebook_and_the_points_of_two_of_them_are_ours() -> None:
    sheet = tomllib.loads(TEXT)
    del sheet["game"]
    rows = [row for table in sheet.values() for row in table]
    assert len(rows) == 20 + 25 + 10 + 6
    printed = {row["key"]: row.get("house", []) for row in rows if row["source"] == "rulebook"}
    assert printed == {"RC01": [], "DC01": ["name", "points"], "SF1": ["name", "points"]}


def test_a_card_of_a_position_stored_before_the_mark_has_none() -> None:
    old = msgspec.json.decode(b'{"key": "RC02", "name": "Loaded Thumb", "op": "set"}', type=Rick)
    assert not old.house


def test_points_are_those_worked_out_for_the_house_deck() -> None:
    goals = [card.points for card in CARDS.bonus if card.when is not None and not card.counts]
    assert goals == [1, 3, 2, 6, 2, 4, 3, 3, 5, 4, 4, 4, 4, 3, 3, 3, 5, 3]
    assert [prize.points for prize in CARDS.crystals] == [4, 7, 4, 6, 4, 5, 5, 5, 6, 6]
    assert [prize.points for prize in CARDS.smith] == [5, 5, 5, 5, 5, 3]


def bad_files() -> Iterator[tuple[str, str, str]]:
    """What to spoil, with what, and what the refusal says."""
    yield 'op = "flip"', 'op = "burn"', "rick row 6, field op: expected 'remove', 'reroll'"
    yield 'select = "die"', 'select = "dye"', "rick row 2, field select: expected 'die', 'dice'"
    yield "most = 8", "most = 9", "rick row 3, field most: expected less than or equal to 8, got 9"
    yield "most = 8\n", "", "rick row 3, field most: expected a value, got nothing"
    yield 'op = "copy"', 'op = "copy"\nface = 3', "rick row 13, field face: expected nothing where"
    yield 'op = "copy"', 'op = "flip"', "rick row 13, field select: expected a value, got nothing"
    yield 'what = "kind"', 'what = "kin"', "goals row 1, field when: expected"
    yield "number = 7, count = 2", "count = 2", "goals row 5, field when.totals_eq.number: expected"
    yield "points = 6", "points = 0", "goals row 4, field points: expected greater than or equal"
    yield "face = 6\nless", "less", "counts row 1, field face: expected a face from 1 to 6 if"
    yield 'gift = "nudge"', 'gift = "win"', "gifts row 3, field gift: expected 'skip_lock'"
    yield 'key = "DC02"', 'key = "DC01"', "crystals row 2, field key: expected something else than"
    yield 'key = "PB02"', 'keys = "PB02"', "goals row 2, field key: expected a value, got nothing"
    yield 'game = "morty_zone"', 'game = "cow"', "my.toml: game: expected 'morty_zone', got 'cow'"
    yield 'game = "morty_zone"', "game = [", "my.toml: expected TOML, got a mistake:"


@pytest.mark.parametrize(("old", "new", "said"), list(bad_files()))
def test_a_bad_card_file_is_refused_with_file_row_field_and_expectation(
    old: str, new: str, said: str
) -> None:
    assert old in TEXT
    with pytest.raises(CardError) as refused:
        GAME.read_cards(TEXT.replace(old, new, 1), "my.toml")
    assert said in str(refused.value)
    assert "my.toml" in str(refused.value)


def test_a_file_needs_three_bonus_cards_for_each_of_four_players() -> None:
    head, goals = TEXT.split("\n[[goals]]", 1)
    _, tail = goals.split("\n[[counts]]", 1)
    few = f"{head}\n[[goals]]{goals.split('[[goals]]')[0]}\n[[counts]]{tail}"
    with pytest.raises(CardError) as refused:
        GAME.read_cards(few, "my.toml")
    assert "expected 12 to 100 rows in goals, counts and gifts together, got 8" in str(
        refused.value
    )


def test_a_match_can_be_played_with_cards_of_ones_own() -> None:
    mine = TEXT.replace('name = "Belly Up"\nop = "flip"', 'name = "My Card"\nop = "remove"')
    cards = GAME.read_cards(mine, "my.toml")
    assert cards.rick[5].name == "My Card"
    assert GAME.start(GAME.options(), 2, cards).cards == cards
