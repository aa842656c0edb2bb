"""The kit refuses what would break at a table: lamps, wire, boards and keys.

The broken games are High Star (``little``) with one thing changed.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from dicehost.house.opening import SEAT_COLOURS
from dicerules import limits
from dicerules.core import (
    Ask,
    DiceGroup,
    Event,
    Face,
    Game,
    Move,
    Need,
    Roll,
    Rolled,
    View,
    check_asked,
    check_move,
    check_rolled,
)
from dicerules.forms import Field, Form, Number, Option, PickOne, Place, Slot
from dicerules.kit import KitError, check
from dicerules.views import Board, Card, Cards, Chips, Dice, Die, Note, Space, Track
from dicerules.words import message
from msgspec.structs import replace
from tower.colours import COLOURS
from tower.dice import MOST_CARDS, MOST_FACES, MOST_VALUES
from tower.wire import LAST_SEQ, LONGEST, Frame, WireError, encode

from tests.rules import little

STAR = little.GAME


def caught(game: Game) -> str:
    """What the kit says about a game that breaks a promise."""
    with pytest.raises(KitError) as broken:
        check(game, 3, Random(5).randrange, matches=1)
    return str(broken.value)


def rolling(change: Callable[[Roll], Roll]) -> Game:
    """High Star with another roll at its end; any outcome counts as a 1."""

    def need(state: Any) -> Need:
        now = little.need(state)
        return change(now) if isinstance(now, Roll) and now.dice else now

    def apply(state: Any, event: Event) -> Any:
        now = need(state)
        if isinstance(event, Rolled) and isinstance(now, Roll) and now.dice:
            check_rolled(now, event)
            event = Rolled((1,))
        return little.apply(state, event)

    return replace(STAR, need=need, apply=apply)


def rolls(*dice: DiceGroup, shuffles: tuple[int, ...] = ()) -> Game:
    return rolling(lambda roll: replace(roll, dice=dice, shuffles=shuffles))


def seen(change: Callable[[View], View]) -> Game:
    return replace(STAR, view=lambda state, viewer: change(little.view(state, viewer)))


def shows(*items: Any) -> Game:
    return seen(lambda view: replace(view, centre=(*view.centre, *items)))


def asking(*fields: Field) -> Game:
    """High Star that asks for these fields and takes any answer for low."""
    form = Form(message("guess"), fields)

    def need(state: Any) -> Need:
        now = little.need(state)
        return replace(now, forms=dict.fromkeys(now.forms, form)) if type(now) is Ask else now

    def apply(state: Any, event: Event) -> Any:
        if isinstance(event, Move):
            check_move(need(state), event)
            event = Move(event.seat, {"side": "low"})
        elif not isinstance(event, Rolled):
            check_asked(need(state), event.seat)
        return little.apply(state, event)

    return replace(STAR, need=need, apply=apply)


class TestARollThatTheTowerCannotMake:
    def test_in_a_colour_that_no_lamp_has(self) -> None:
        said = caught(rolls(DiceGroup(1, 6, colour="turquoise")))
        assert "expected one of the tower's colours (ivory, red," in said
        assert said.endswith("got 'turquoise'")

    @pytest.mark.parametrize("faces", [0, 1, 101])
    def test_with_more_or_fewer_faces_than_2_to_100(self, faces: int) -> None:
        game = replace(
            rolls(DiceGroup(1, faces, "star")), faces=lambda state: {"star": little.STARS * 20}
        )
        assert f"expected dice with 2 to 100 faces, got {faces}" in caught(game)

    def test_with_pips_on_more_than_six_faces(self) -> None:
        said = caught(rolls(DiceGroup(1, 7)))
        assert "expected at most 6 faces on a die with pips, got 7: give its kind pictures" in said

    def test_with_more_values_than_the_tower_keeps(self) -> None:
        said = caught(rolls(DiceGroup(201, 6), shuffles=(200,)))
        assert "expected 1 to 400 dice and cards in a roll, got 401" in said

    def test_of_no_dice_at_all(self) -> None:
        assert "expected 1 to 400 dice and cards in a roll, got 0" in caught(rolls(DiceGroup(0, 6)))

    @pytest.mark.parametrize("cards", [0, 201])
    def test_of_a_deck_that_it_cannot_shuffle(self, cards: int) -> None:
        said = caught(rolls(DiceGroup(1, 6), shuffles=(cards,)))
        assert f"expected decks of 1 to 200 cards, got {cards}" in said

    def test_that_does_not_fit_one_line_of_the_wire(self) -> None:
        mixed = [DiceGroup(1, 5 + number % 2) for number in range(30)]
        assert "expected a roll of at most 54 letters on the wire, got 119" in caught(rolls(*mixed))

    def test_into_a_place_beyond_the_lamps_pages(self) -> None:
        game = rolling(lambda roll: replace(roll, places=(400,)))
        assert "expected places below 400, got 400" in caught(game)

    def test_with_pictures_that_nine_lamps_cannot_show(self) -> None:
        wide = tuple(Face(f"{n}", str(n), 512) for n in range(1, 7))
        said = caught(replace(STAR, faces=lambda state: {"star": wide}))
        assert "expected nine lamps for '1' of 'star', got 512" in said


class TestAScreenThatCannotBeDrawn:
    def test_with_a_die_in_a_colour_that_no_lamp_has(self) -> None:
        die = Dice("d", message("star"), (Die(1, colour="turquoise"),))
        assert "got 'turquoise'" in caught(shows(die))

    def test_with_chips_or_a_track_in_such_a_colour(self) -> None:
        assert "got 'gold'" in caught(shows(Chips("c", message("coins"), 1, "gold")))
        track = Track("t", message("coins"), (Space("1"),), "gold")
        assert "got 'gold'" in caught(shows(track))

    def test_with_pips_that_cannot_be_drawn(self) -> None:
        die = Dice("d", message("star"), (Die(7),))
        assert "expected at most 6 faces on a die with pips, got 7" in caught(shows(die))

    def test_with_an_options_die_of_no_kind_and_no_colour(self) -> None:
        option = Option("a", message("high"), dice=(("moon", 1),))
        said = caught(asking(PickOne("side", message("guess"), (option,))))
        assert "expected a picture of face 1 of 'moon'" in said

    def test_with_a_die_that_only_one_seat_sees(self) -> None:
        odd = Dice("d", message("star"), (Die(1, colour="turquoise"),))

        def view(state: Any, viewer: int) -> View:
            shown = little.view(state, viewer)
            return replace(shown, centre=(*shown.centre, odd)) if viewer == 2 else shown

        assert "got 'turquoise'" in caught(replace(STAR, view=view))


class TestBoards:
    def test_a_missing_one(self) -> None:
        said = caught(seen(lambda view: replace(view, boards=view.boards[1:])))
        assert "expected one board for each of the seats [0, 1, 2], got boards of [1, 2]" in said

    def test_a_doubled_one(self) -> None:
        said = caught(seen(lambda view: replace(view, boards=(*view.boards, view.boards[0]))))
        assert "got boards of [0, 1, 2, 0]" in said

    def test_one_of_a_seat_that_is_not_there(self) -> None:
        said = caught(seen(lambda view: replace(view, boards=(*view.boards, Board(3, 0)))))
        assert "got boards of [0, 1, 2, 3]" in said

    def test_a_missing_one_on_one_seats_screen(self) -> None:
        def view(state: Any, viewer: int) -> View:
            shown = little.view(state, viewer)
            return replace(shown, boards=()) if viewer == 1 else shown

        assert "got boards of []" in caught(replace(STAR, view=view))


HIGH, LOW = Option("high", message("high")), Option("low", message("low"))


class TestKeys:
    @pytest.mark.parametrize("key", ["a b", "", "a\tb"])
    def test_of_a_field_with_a_blank(self, key: str) -> None:
        said = caught(asking(PickOne(key, message("guess"), (HIGH, LOW))))
        assert f"expected a key without blanks for this PickOne, got {key!r}" in said

    def test_of_an_option_with_a_blank(self) -> None:
        wild = Option("very high", message("high"))
        said = caught(asking(PickOne("side", message("guess"), (wild, LOW))))
        assert "expected a key without blanks for this Option, got 'very high'" in said

    def test_of_a_slot_with_a_blank(self) -> None:
        place = Place("deal", message("guess"), (HIGH,), (Slot("on top", message("low")),))
        assert "for this Slot, got 'on top'" in caught(asking(place))

    def test_of_an_item_and_of_a_card_with_a_blank(self) -> None:
        assert "for this Note, got 'my note'" in caught(shows(Note("my note", message("coins"))))
        hand = Cards("hand", message("coins"), (Card("my card", message("coins")),))
        assert "for this Card, got 'my card'" in caught(shows(hand))

    def test_that_two_options_share(self) -> None:
        said = caught(asking(PickOne("side", message("guess"), (HIGH, HIGH))))
        assert "expected different keys among the options of 'side', got 'high' twice" in said

    def test_that_two_fields_share(self) -> None:
        number = Number("stake", message("stake"), 1, 2)
        said = caught(asking(number, replace(number, high=3)))
        assert "expected different keys among the fields of a form, got 'stake' twice" in said

    def test_that_two_items_of_a_kind_share(self) -> None:
        twice = Note("n", message("coins"))
        said = caught(shows(twice, twice))
        assert "expected different keys among the notes in the centre, got 'n' twice" in said

    @pytest.mark.parametrize("key", ["High Star", "Star", "1star", "", "s" * 25, "star/1"])
    def test_of_a_game_that_no_address_can_hold(self, key: str) -> None:
        said = caught(replace(STAR, key=key))
        assert (
            f"expected a game's key of 1 to 24 lower-case letters, digits and _, got {key!r}"
            in said
        )


@pytest.mark.parametrize("seats", [range(2, 10), range(3), range(2, 2), range(2, 7, 2)])
def test_a_game_for_more_seats_than_there_are_colours_is_refused(seats: range) -> None:
    said = caught(replace(STAR, seats=seats))
    assert f"expected seats like range(2, 5), within 1 to 8, got {seats}" in said


def test_a_game_that_names_a_colour_no_die_can_have_is_refused() -> None:
    said = caught(replace(STAR, dice_colours=frozenset({"red", "gold"})))
    assert "expected dice_colours among the tower's colours" in said
    assert said.endswith("got ['gold']")


class TestTheLimitsAreThoseOfTheTower:
    def test_colours(self) -> None:
        assert set(limits.COLOURS) == set(COLOURS)

    def test_faces_cards_and_values(self) -> None:
        assert MOST_FACES == limits.MOST_FACES
        assert MOST_CARDS == limits.MOST_CARDS
        assert MOST_VALUES == limits.MOST_VALUES

    def test_the_length_of_a_roll_on_the_wire(self) -> None:
        def frame(dice: str) -> Frame:
            longest_id, last = "i" * 24, str(MOST_VALUES - 1)
            fields = ("id", longest_id), ("d", dice), ("at", last), ("s", "ff")
            return Frame("roll", LAST_SEQ, *fields)

        assert len(encode(frame("6" * limits.LONGEST_ROLL))) == LONGEST
        with pytest.raises(WireError):
            encode(frame("6" * (limits.LONGEST_ROLL + 1)))

    def test_seats(self) -> None:
        assert len(SEAT_COLOURS) == limits.MOST_SEATS


def test_a_roll_as_large_as_the_tower_can_make_passes() -> None:
    game = replace(
        rolls(DiceGroup(200, 100, "star"), shuffles=(200,)),
        faces=lambda state: {"star": (little.STARS * 17)[:100]},
    )
    check(game, 3, Random(5).randrange, matches=1)
