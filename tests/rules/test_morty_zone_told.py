"""What The Morty Zone tells its players: scores as points, goals as checks, colours by name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from dicerules.core import Ask, Roll
from dicerules.morty_zone import GAME
from dicerules.morty_zone.dice import COLOURS
from dicerules.morty_zone.state import State
from dicerules.views import TABLE, Card, Cards, Dice, Item, Note, Track
from dicerules.words import sentence, words_for

from tests.rules.morty_zone_table import (
    ALL,
    ANN,
    BO,
    CARDS,
    DONE,
    NAMES,
    WORDS,
    fate,
    form,
    news,
    rest_check,
    roll,
    table,
    toss,
    tossed,
)

ODD = (1, 3, 5, 7, 9)


def told(what: Any) -> str:
    return sentence(what, WORDS, NAMES)


def items(state: State, viewer: int, seat: int | None = None) -> tuple[Item, ...]:
    view = GAME.view(state, viewer)
    return view.centre if seat is None else view.boards[seat].items


def notes(items: tuple[Item, ...]) -> dict[str, str]:
    return {item.key: told(item.text) for item in items if isinstance(item, Note)}


def cards(items: tuple[Item, ...], key: str) -> tuple[Card, ...]:
    (found,) = [item for item in items if isinstance(item, Cards) and item.key == key]
    return found.cards


class TestScoreSheet:
    board = fate(("PB16", "PB04", "PB09"), "DC05", COLOURS, red=ALL, black=(10,))

    def test_says_what_each_number_of_points_is_for(self) -> None:
        state = tossed(table(self.board, DONE))
        assert notes(items(state, TABLE, ANN))["sheet"] == (
            "11 for checks, 10 for full rows, 5 for Smith bonuses, 4 for the crystal, "
            "3 for bonus cards"
        )
        assert notes(items(state, TABLE, BO))["sheet"] == "no points"

    def test_is_told_with_the_total_first_and_without_what_brought_nothing(self) -> None:
        state = tossed(table(fate(locked=COLOURS, red=(1, 2)), DONE))
        assert "Ann scores 2: 2 for checks." in news(state)
        assert "Bo scores nothing in this round." in news(state)


class TestLocking:
    """A colour locks; or it does unless a card saves it, and then nothing says that it has."""

    def test_a_form_says_which_card_can_still_save_a_colour(self) -> None:
        state = tossed(table(fate(("PB22", "PB04", "PB06"), red=ALL), DONE))
        asked = form(state, ANN)
        assert told(asked.title) == (
            "Check your numbers. Unless you use Second Thoughts, red locks"
        )
        assert [told(unavailable.why) for unavailable in asked.unavailable] == [
            "No open numbers add up to 3: it locks unless you use Second Thoughts"
        ]

    def test_a_form_says_that_the_card_saves_one_colour_of_several(self) -> None:
        state = tossed(table(fate(("PB22", "PB04", "PB06"), red=ALL, black=ALL), DONE))
        assert told(form(state, ANN).title) == (
            "Check your numbers. These lock, but Second Thoughts can save one: red, black"
        )

    def test_a_form_says_that_a_colour_locks_where_nothing_can_save_it(self) -> None:
        state = tossed(table(fate(red=ALL), DONE))
        assert told(form(state, ANN).title) == "Check your numbers. Locks now: red"

    def test_a_preview_says_so_until_the_seat_has_decided_about_the_card(self) -> None:
        state = tossed(table(fate(("PB22", "PB04", "PB06"), red=ALL), DONE))
        assert previewed(state) == ["Locks unless you use Second Thoughts: red"]
        assert previewed(state, skip_lock="keep") == ["Locks: red"]
        assert previewed(state, skip_lock="red") == []

    def test_a_preview_before_the_checks_names_every_card_that_could_save_it(self) -> None:
        state = tossed(table(fate(("PB22", "PB24", "PB06"), red=(1, 2, 3)), DONE))
        unless = "Locks unless you use Fine Print or Second Thoughts: red"
        assert previewed(state)[1:] == [unless]
        assert previewed(state, nudge="keep")[1:] == ["Locks unless you use Second Thoughts: red"]
        assert previewed(state, nudge="red4")[1:] == ["Nothing locks"]

    def test_a_changed_total_that_locks_as_well_saves_nothing(self) -> None:
        state = tossed(table(fate(("PB24", "PB04", "PB06"), red=(1, 2, 3, 4)), DONE))
        assert previewed(state)[1:] == ["Locks: red"]

    def test_a_rick_card_says_whose_card_could_save_a_colour(self) -> None:
        bo = fate(("PB22", "PB04", "PB06"), blue=(1, 2, 3, 4, 7))
        state = toss(table(fate(red=(1, 2, 3)), bo))
        assert previewed(state)[1:] == [
            "Locks for you: red",
            "Locks for Bo unless Second Thoughts helps: blue",
        ]


def previewed(state: State, **fields: Any) -> list[str]:
    told_so = notes(GAME.preview(state, ANN, fields))
    return [text for key, text in told_so.items() if not key.startswith(("points", "safe"))]


class TestGoals:
    def test_on_the_board_say_that_numbers_are_checked(self) -> None:
        for prize in (*CARDS.crystals, *CARDS.smith):
            (card,) = [card for card in listed() if card.key == prize.key]
            assert card.text is not None
            assert re.search("checked|checks", told(card.text)), prize.key

    @pytest.mark.parametrize(
        ("key", "text"),
        [
            ("PB10", "all dice add up to 36 or more"),
            ("PB11", "all dice add up to 20 or less, with none removed"),
            ("PB12", "7 checked in all four rows"),
            ("PB13", "10 checked in 3 rows"),
            ("PB14", "7 consecutive numbers checked in one row"),
            ("PB15", "7 numbers checked in one toss"),
            ("PB16", "10 checked in black"),
            ("PB17", "4 colours unlocked after toss 5"),
            ("PB18", "at the end of the round: at least 6 numbers checked in every row"),
            ("PB21", "1 point per unlocked colour; needs at least 26 numbers checked"),
            ("DC05", "1, 2, 3, 4, 5 checked in 1 row"),
            ("DC08", "3 numbers checked in all four rows"),
            ("DC10", "a different number of checks in every row"),
        ],
    )
    def test_are_said_in_full(self, key: str, text: str) -> None:
        assert [told(card.text) for card in listed() if card.key == key] == [text]


class TestSmithBonuses:
    def test_say_their_colour_wherever_they_are_named(self) -> None:
        before = table(fate(red=(1, 3, 5, 7)), DONE)
        state = tossed(before, red=(4, 5))
        foreseen = notes(GAME.preview(state, ANN, {"red": "9"}))
        assert foreseen["SF1"] == "Jerry (red) scores 5"
        shown = [told(card.name) for card in cards(items(state, ANN, ANN), "smith")]
        assert shown == [
            "Jerry (red)",
            "Jerry (green)",
            "Beth (blue)",
            "Beth (black)",
            "Summer",
            "Morty",
        ]

    def test_are_told_with_their_colour_when_they_are_earned(self) -> None:
        state = rest_check(tossed(table(fate(green=ODD[:4], red=ALL), DONE), green=(4, 5)))
        assert "Ann earns 5 points for Jerry (green)." in news(state)

    def test_are_on_the_tablet_with_those_who_have_earned_them(self) -> None:
        state = table(fate(red=ODD), fate(red=ODD, green=ODD), fate())
        shown = {told(card.name): card for card in cards(items(state, TABLE), "smith")}
        assert len(shown) == len(CARDS.smith)
        assert told(shown["Jerry (red)"].text) == "1, 3, 5, 7, 9 checked in red · Ann and Bo"
        assert told(shown["Jerry (green)"].text) == "1, 3, 5, 7, 9 checked in green · Bo"
        assert told(shown["Summer"].text) == "9 checked in all four rows"
        states = {name: card.state for name, card in shown.items()}
        assert states["Jerry (green)"] == "done"
        assert states["Summer"] == ""


class TestWhoBegins:
    def test_dice_belong_to_their_seat_before_and_after_the_roll(self) -> None:
        state = GAME.start(GAME.options(), 3, CARDS)
        need = GAME.need(state)
        assert isinstance(need, Roll)
        assert [(group.seat, group.kind) for group in need.dice] == [
            (at, "pips") for at in range(3)
        ]
        view = GAME.view(roll(state, 6, 3, 1, 2, 4, 4), TABLE)
        for seat, board in enumerate(view.boards):
            (pair,) = [item for item in board.items if isinstance(item, Dice)]
            assert {(die.seat, die.kind) for die in pair.dice} == {(seat, "pips")}


class TestColours:
    @pytest.mark.parametrize("language", ["en", "de"])
    def test_are_said_by_name_on_rows_and_dice(self, language: str) -> None:
        words = words_for(GAME.folder, language)
        state = toss(table(fate(), DONE))
        names = [words[f"colour.{colour}"] for colour in COLOURS]
        tracks = [item for item in items(state, TABLE, ANN) if isinstance(item, Track)]
        assert [sentence(track.label, words, NAMES) for track in tracks] == names
        for colour, name in zip(COLOURS, names, strict=True):
            faces = GAME.faces(state)[colour]
            assert [face.mark for face in faces] == [""] * 6
            assert [words[face.name] for face in faces] == [f"{name} {n}" for n in range(1, 7)]


class TestYourOwnPhone:
    def test_says_you_where_the_others_read_your_name(self) -> None:
        state = toss(table(fate(), fate(), fate()))
        assert headline(state, TABLE) == "Ann has drawn Hologram Rick: use it or not?"
        assert headline(state, ANN) == "You have drawn Hologram Rick: use it or not?"
        state = tossed(table(fate(), fate(), fate()))
        assert headline(state, TABLE) == "Ann, Bo and Cy mark their sheets."
        assert headline(state, BO) == "Mark your sheet."
        state = rest_check(tossed(table(fate(("PB20", "PB04", "PB06")), DONE), red=(1, 1)))
        assert headline(state, ANN) == "You may score a bonus card."
        state = tossed(table(DONE, fate(locked=COLOURS, red=(1,)), rounds=3))
        assert headline(state, BO) == "You are ahead and begin round 2."


def headline(state: State, viewer: int) -> str:
    assert isinstance(GAME.need(state), Ask)
    return told(GAME.view(state, viewer).headline)


class TestCardList:
    def test_has_every_card_once(self) -> None:
        keys = [card.key for card in listed()]
        box = (*CARDS.rick, *CARDS.bonus, *CARDS.crystals, *CARDS.smith)
        assert sorted(keys) == sorted(card.key for card in box)

    def test_says_what_every_card_does_and_is_worth(self) -> None:
        for card in listed():
            assert card.text is not None
            assert "." not in card.text.key or told(card.text) != card.text.key
        worth = {card.key: card.value for card in listed()}
        assert (worth["PB01"], worth["PB19"], worth["PB22"]) == ("+1", "+?", "+0")
        assert (worth["DC02"], worth["SF6"], worth["RC01"]) == ("+7", "+3", "")

    def test_all_but_hologram_rick_are_ours_at_least_in_part(self) -> None:
        assert [told(card.name) for card in listed() if not card.house] == ["Hologram Rick"]

    def test_the_sign_of_a_house_card_is_on_it_in_play_too(self) -> None:
        for rick, ours in (("RC01", False), ("RC02", True)):
            state = toss(table(fate(crystal="DC01"), fate(), rick=rick))
            (drawn,) = [item for item in items(state, TABLE) if isinstance(item, Card)]
            assert drawn.house is ours
            mine = items(state, ANN, ANN)
            on_table = (*cards(items(state, TABLE), "bonus"), *cards(items(state, TABLE), "smith"))
            held = (*cards(mine, "bonus"), *cards(mine, "smith"))
            (crystal,) = [item for item in mine if isinstance(item, Card)]
            assert all(card.house for card in (*on_table, *held, crystal))


def listed() -> Iterator[Card]:
    for item in GAME.card_list(CARDS):
        assert isinstance(item, Cards)
        yield from item.cards


@pytest.mark.parametrize(
    ("file", "heading"),
    [("RULES.md", "## Which cards are ours"), ("RULES.de.md", "## Welche Karten von uns sind")],
)
def test_the_rules_say_which_cards_are_ours(file: str, heading: str) -> None:
    rules = GAME.folder.joinpath(file).read_text(encoding="utf-8")
    chapter = rules.split(heading)[1].split("\n## ")[0]
    assert "⌂" in chapter
    assert "Hologram Rick" in chapter
    ours = [len([card for card in kind if card.house]) for kind in (CARDS.rick, CARDS.bonus)]
    for count in ours:
        assert str(count) in chapter
