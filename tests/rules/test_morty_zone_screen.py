"""What screens show of The Morty Zone, and what a clock does."""

from __future__ import annotations

import pytest
from dicerules.core import Ask, RuleError, TimeUp
from dicerules.forms import PickOne
from dicerules.morty_zone import GAME
from dicerules.morty_zone.dice import COLOURS
from dicerules.morty_zone.rows import safety
from dicerules.morty_zone.state import State
from dicerules.views import TABLE, Board, Card, Cards, Chips, Dice, Item, Track
from dicerules.words import sentence
from tower.colours import COLOURS as LIGHTS

from tests.rules.morty_zone_table import (
    ALL,
    ANN,
    BLACK,
    BLUE,
    BO,
    CARDS,
    DONE,
    GREEN,
    NAMES,
    PLAIN,
    RED,
    WORDS,
    answer,
    checked,
    fate,
    fields,
    news,
    rest_check,
    roll,
    table,
    toss,
    tossed,
    use,
)


def headline(state: State) -> str:
    return sentence(GAME.view(state, TABLE).headline, WORDS, NAMES)


def tracks(board: Board) -> list[Track]:
    return [item for item in board.items if isinstance(item, Track)]


def bonus_cards(items: tuple[Item, ...]) -> tuple[Card, ...]:
    (found,) = [item for item in items if isinstance(item, Cards) and item.key == "bonus"]
    return found.cards


class TestFateBoard:
    def test_is_four_tracks_of_ten_numbers_for_every_seat(self) -> None:
        for board in GAME.view(table(fate(), fate(), fate(), fate()), TABLE).boards:
            assert [track.colour for track in tracks(board)] == list(COLOURS)
            for track in tracks(board):
                assert [space.label for space in track.spaces] == [str(number) for number in ALL]

    def test_marks_checked_numbers_and_closes_the_rest_of_a_locked_row(self) -> None:
        view = GAME.view(table(fate(locked=("red",), red=(1, 9), blue=(2,)), DONE), TABLE)
        red, blue, *_ = tracks(view.boards[ANN])
        assert [space.label for space in red.spaces if space.state == "marked"] == ["1", "9"]
        assert {space.state for space in red.spaces} == {"marked", "closed"}
        assert {space.state for space in blue.spaces} == {"marked", ""}

    def test_has_the_count_of_a_row_written_down_once_it_is_locked(self) -> None:
        board = fate(locked=("red", "green"), red=(1, 9), blue=(2,), green=ALL)
        view = GAME.view(table(board, DONE), TABLE)
        assert [track.value for track in tracks(view.boards[ANN])] == ["=2", "1", "=10+10", "0"]

    def test_scores_what_everybody_can_see(self) -> None:
        view = GAME.view(table(fate(red=ALL), fate(blue=(1, 2)), DONE), TABLE)
        assert [board.score for board in view.boards] == [10 + 10 + 5, 2, 0]


class TestForm:
    def test_offers_the_legal_numbers_of_each_colour_and_what_they_leave_open(self) -> None:
        state = tossed(table(fate(red=(1, 2, 3, 4, 5)), DONE), red=(3, 4))
        red = fields(state, ANN)["red"]
        assert isinstance(red, PickOne)
        assert sentence(red.label, WORDS, NAMES) == "red 7"
        (seven,) = red.options
        assert seven.hint is not None
        assert sentence(seven.hint, WORDS, NAMES) == "leaves 6 8 9 10"

    def test_says_which_colours_lock(self) -> None:
        state = tossed(table(fate(red=ALL, black=ALL), DONE))
        need = GAME.need(state)
        assert isinstance(need, Ask)
        told = sentence(need.forms[ANN].title, WORDS, NAMES)
        assert told == "Check your numbers. Locks now: red, black"

    def test_leaves_out_colours_that_are_locked_or_have_no_total(self) -> None:
        state = use(toss(table(fate(locked=("blue",)), DONE), red=(6, 6)), pick="6")
        assert list(fields(state, ANN)) == ["green", "black"]


class TestDice:
    def test_lie_in_the_order_of_the_colours_with_a_name_for_each(self) -> None:
        state = toss(table(fate(), fate()), (1, 2), (3, 4), (5, 6), (1, 6))
        dice = GAME.view(state, TABLE).centre[0]
        assert isinstance(dice, Dice)
        names = [WORDS[GAME.faces(state)[die.kind][die.value - 1].name] for die in dice.dice]
        assert names == [
            *("red 1", "red 2", "blue 3", "blue 4"),
            *("green 5", "green 6", "black 1", "black 6"),
        ]

    def test_have_names_that_the_lamps_know(self) -> None:
        lights = [LIGHTS[colour][1] for colour in COLOURS]
        assert len(set(lights)) == 4
        assert LIGHTS["black"][1] == (26, 0, 60)

    def test_that_are_removed_are_struck_out_and_every_colour_has_its_total(self) -> None:
        state = use(toss(table(fate(), fate()), (3, 6), (3, 3), (5, 6), (1, 6)), pick="3")
        centre = GAME.view(state, TABLE).centre
        (dice,) = [item for item in centre if isinstance(item, Dice)]
        assert [die.state for die in dice.dice] == ["out", "", "out", "out", "", "", "", ""]
        totals = {item.key: item.count for item in centre if isinstance(item, Chips)}
        assert totals == {"red": 6, "blue": 0, "green": 11, "black": 7}

    def test_of_the_first_roll_lie_on_the_boards_of_those_who_rolled_them(self) -> None:
        state = roll(GAME.start(GAME.options(), 3, CARDS), 6, 3, 1, 2, 4, 4)
        for seat, board in enumerate(GAME.view(state, TABLE).boards):
            (dice,) = [item for item in board.items if isinstance(item, Dice)]
            assert {die.seat for die in dice.dice} == {seat}


class TestCardsOnScreen:
    def test_everybodys_bonus_cards_are_open_and_a_phone_has_its_own_apart(self) -> None:
        state = table(fate(("PB01", "PB02", "PB03")), fate(), fate())
        shown = {}
        for viewer in (TABLE, BO):
            centre = GAME.view(state, viewer).centre
            shown[viewer] = len(bonus_cards(centre))
        assert shown == {TABLE: 9, BO: 6}
        mine = GAME.view(state, BO).boards[BO].items
        assert {item.key for item in mine} >= {"bonus", "crystal", "smith"}

    def test_a_used_card_shows_what_it_scored(self) -> None:
        state = tossed(table(fate(("PB03", *PLAIN[:2])), fate()), red=(1, 1), blue=(2, 2))
        used, unused, *_ = bonus_cards(GAME.view(rest_check(state), TABLE).centre)
        assert (used.value, used.state) == ("=2", "done")
        assert (unused.value, unused.state) == ("+6", "")


def test_the_headline_says_in_one_sentence_what_is_waited_for() -> None:
    state = GAME.start(GAME.options(rounds=3), 2, CARDS)
    assert headline(state) == "Who begins? Two dice each."
    assert headline(roll(state, 1, 1, 1, 1)) == "Ann and Bo are tied and roll again."
    assert headline(roll(state, 1, 1, 1, 2)) == "The cards are shuffled and dealt."
    state = table(fate(), fate(("PB20", *PLAIN[:2])), rounds=3, rick="RC04")
    assert headline(state) == "Ann rolls all eight dice."
    state = toss(state, red=(1, 1))
    assert headline(state) == "Ann has drawn Two-Second Rewind: use it or not?"
    state = use(state, pick=["red1"])
    assert headline(state) == "Ann rolls 1 die again."
    state = roll(state, 1)
    assert headline(state) == "Ann and Bo mark their sheets."
    state = answer(state, ANN, red="2", blue="7", green="1+10", black="6")
    assert headline(state) == "Bo marks their sheet."
    state = answer(state, BO, red="2", blue="7", green="1+10", black="6")
    assert headline(state) == "Bo may score a bonus card."
    state = tossed(table(DONE, fate(locked=COLOURS, red=(1,)), rounds=3))
    assert headline(state) == "Bo is ahead and begins round 2."
    state = tossed(table(DONE, fate(locked=COLOURS, red=(1,))))
    assert headline(state) == "The round is over. Bo wins."


def test_a_whole_toss_is_told() -> None:
    state = tossed(table(fate(red=(3, 1)), fate()), red=(1, 2))
    state = answer(state, BO, red="3", blue="3+4", green="5+6", black="2+4")
    assert news(state) == ["Bo has marked their sheet."]
    state = answer(state, ANN, blue="7", green="1+10", black="6")
    assert news(state) == [
        "Ann has marked their sheet.",
        "Ann: red locks, blue 7, green 1 + 10, black 6.",
        "Bo: red 3, blue 3 + 4, green 5 + 6, black 2 + 4.",
    ]


class TestTimeUp:
    def test_leaves_the_rick_card_unused(self) -> None:
        state = GAME.apply(toss(table(fate(), fate())), TimeUp(ANN))
        assert news(state)[:2] == ["Ann has run out of time.", "Ann does not use Hologram Rick."]

    def test_checks_what_is_least_likely_to_lock_with_the_next_toss(self) -> None:
        state = GAME.apply(tossed(table(fate(), fate())), TimeUp(ANN))
        state = rest_check(state)
        for colour, total in zip((RED, BLUE, GREEN, BLACK), (3, 7, 11, 6), strict=True):
            assert sum(checked(state, ANN, colour)) == total
            assert safety(state.fates[ANN].rows[colour]) == 36

    def test_keeps_gifts(self) -> None:
        state = tossed(table(fate(("PB24", "PB22", "PB25"), red=(1, 2, 3)), DONE), red=(1, 2))
        state = rest_check(state)
        assert [held.points for held in state.fates[ANN].bonus] == [None, None, None]

    @pytest.mark.parametrize(("locked", "points"), [((), None), (COLOURS, 1)])
    def test_keeps_a_counting_card_unless_the_round_is_over(
        self, locked: tuple[str, ...], points: int | None
    ) -> None:
        board = fate(("PB20", *PLAIN[:2]), locked=locked)
        state = rest_check(tossed(table(board, DONE), red=(1, 1)))
        state = GAME.apply(state, TimeUp(ANN))
        assert state.fates[ANN].bonus[0].points == points

    def test_deals_the_next_round(self) -> None:
        state = tossed(table(DONE, fate(locked=COLOURS, red=(1,)), rounds=3))
        assert GAME.apply(state, TimeUp(BO)).phase == "deal"

    def test_is_only_for_a_seat_that_is_asked(self) -> None:
        with pytest.raises(RuleError) as refused:
            GAME.apply(toss(table(fate(), fate())), TimeUp(BO))
        assert refused.value.code == "not_asked"
