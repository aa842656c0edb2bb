"""The card file of Don't Have a Cow: what is in it, its odds, and how a bad one is refused."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import factorial, prod

import pytest
from dicerules.cards import default_cards
from dicerules.core import CardError
from dicerules.cow import GAME
from dicerules.cow.cards import CUBES
from dicerules.cow.play import match

CARDS = default_cards(GAME)
TEXT = GAME.folder.joinpath("cards.toml").read_text(encoding="utf-8")

SINGLE = ".333 .556 .704 .802 .868 .912 .941 .961"
ODDS = {
    "Homer": SINGLE,
    "Marge": SINGLE,
    "Bart": SINGLE,
    "Lisa": SINGLE,
    "Maggie": SINGLE,
    "Date Night": ".194 .407 .584 .716 .809 .873 .915",
    "Sibling Truce": ".194 .407 .584 .716 .809 .873 .915",
    "Double Nap": ".111 .259 .407 .539 .649 .737 .805",
    "Three Kids": ".157 .363 .549 .691 .794 .863",
    "Sofa Hogs": ".088 .231 .387 .530 .649 .744",
    "Ladies First": ".157 .363 .549 .691 .794 .863",
    "Why you little …!": ".036 .115 .224 .344 .463",
    "Car Ride": ".161 .374 .562 .705 .805",
    "Tug of War": ".049 .150 .283 .422 .552",
    "Everyone Smile": ".199 .423 .607 .740",
    "Block Party": ".129",
}
"""The chance of each portrait with as many cubes as it has characters, one more, … up to eight."""


@cache
def throws(cubes: int) -> list[tuple[tuple[int, ...], int]]:
    """Every throw as a sorted handful, and in how many ways it can fall."""
    return [
        (faces, factorial(cubes) // prod(factorial(faces.count(face)) for face in set(faces)))
        for faces in combinations_with_replacement(range(1, 7), cubes)
    ]


@pytest.mark.parametrize("portrait", CARDS.portraits, ids=lambda portrait: portrait.key)
def test_a_portraits_chance_is_what_was_worked_out_for_it(portrait) -> None:  # type: ignore[no-untyped-def]
    seen = []
    for cubes in range(portrait.size, CUBES + 1):
        ways = sum(ways for faces, ways in throws(cubes) if match(CARDS, portrait, faces))
        seen.append(f"{ways / 6**cubes:.3f}".removeprefix("0"))
    assert " ".join(seen) == ODDS[portrait.name]


def test_there_is_a_portrait_of_every_size_from_one_to_five_and_one_of_eight() -> None:
    assert {portrait.size for portrait in CARDS.portraits} == {1, 2, 3, 4, 5, 8}


def test_lamp_pictures_differ_in_three_lamps_or_more() -> None:
    for one, two in combinations(CARDS.cube, 2):
        assert (one.lamps ^ two.lamps).bit_count() >= 3, (one.name, two.name)


def test_lamps_are_read_row_by_row_from_the_top_left() -> None:
    homer = CARDS.cube[0]
    assert homer.lamps == 0b101_111_101


def test_every_mark_is_one_or_two_letters_and_its_own() -> None:
    marks = [face.mark for face in CARDS.cube]
    assert len(set(marks)) == 6
    assert all(1 <= len(mark) <= 2 for mark in marks)


def bad_files() -> Iterator[tuple[str, str, str]]:
    """What to replace in the card file, by what, and what is said about it."""
    homer = "need = { homer = 1 }"
    said = "my.toml: portraits row 1, field need"
    yield homer, "need = { moe = 1 }", f"{said}: expected one of homer, marge, bart, lisa, maggie"
    yield homer, "need = { wild = 1 }", f"{said}: expected one of"
    yield homer, "need = { homer = 9 }", f"{said}.homer: expected less than or equal to 8, got 9"
    yield homer, "need = { homer = 8, bart = 1 }", f"{said}: expected at most 8 in all, got 9"
    yield homer, 'need = { homer = "two" }', f"{said}.homer: expected a valid integer, got 'two'"
    yield homer, "need = { homer = true }", f"{said}.homer: expected a valid integer, got True"
    yield homer, "need = {}", f"{said}: expected"
    yield homer, "", f"{said}: expected a value, got nothing"
    yield (
        homer,
        f"{homer}\nneeds = 2",
        "portraits row 1, field needs: expected no field of this name",
    )
    yield (
        'key = "FP03"\nname = "Bart"\nneed = { bart = 1 }\nsource = "rulebook"',
        'key = "FP03"\nname = "Bart"\nneed = { bart = 1 }\nsource = "hearsay"',
        "portraits row 3, field source: expected 'rulebook', 'found' or 'house', got 'hearsay'",
    )
    yield '"FP02"', '"FP01"', "portraits row 2, field key: expected something else than row 1 has"
    yield '"x.."', '"x"', "cube row 4, field lamps: expected three strings of three signs"
    yield '".xx"', '".xo"', "cube row 5, field lamps: expected three strings of three signs"
    yield 'mark = "Mg"', 'mark = "M"', "cube row 5, field mark: expected something else than row 2"
    yield 'mark = "Mg"', 'mark = "Mag"', "cube row 5, field mark: expected"
    yield "players = 3", "players = 2", "stakes: expected one row each for 2, 3 and 4 players"
    yield "bonus = 5", "bonus = 0", "chips, field bonus: expected greater than or equal to 1, got 0"
    yield 'game = "cow"', 'game = "pig"', "my.toml: game: expected 'cow', got 'pig'"
    yield "[chips]", "[chips", "my.toml: expected TOML, got a mistake:"


@pytest.mark.parametrize(("old", "new", "said"), list(bad_files()))
def test_a_bad_card_file_is_refused_with_file_row_field_and_expectation(
    old: str, new: str, said: str
) -> None:
    assert old in TEXT
    with pytest.raises(CardError) as refused:
        GAME.read_cards(TEXT.replace(old, new), "my.toml")
    assert said in str(refused.value)
    assert "my.toml" in str(refused.value)


def test_all_flaws_of_a_file_are_told_at_once() -> None:
    text = TEXT.replace("bonus = 5", "bonus = 0").replace("homer = 1", "homer = 0")
    with pytest.raises(CardError) as refused:
        GAME.read_cards(text, "my.toml")
    assert len(str(refused.value).splitlines()) > 2


def test_an_empty_file_lacks_everything() -> None:
    with pytest.raises(CardError) as refused:
        GAME.read_cards("", "my.toml")
    for table in ("game", "cube", "chips", "stakes", "portraits"):
        assert f"my.toml: {table}: expected a value, got nothing" in str(refused.value)


def test_a_match_can_be_played_with_portraits_of_ones_own() -> None:
    mine = """
[[portraits]]
key = "MINE"
name = "Two of Us"
need = { marge = 1, homer = 1 }
source = "house"
"""
    cards = GAME.read_cards(TEXT[: TEXT.index("[[portraits]]")] + mine, "my.toml")
    assert [portrait.need for portrait in cards.portraits] == [(2, 1)]
    state = GAME.start(GAME.options(), 2, cards)
    assert state.cards == cards
