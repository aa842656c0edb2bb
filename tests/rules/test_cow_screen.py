"""Don't Have a Cow around its rulings: who begins, what a clock does, what a screen shows."""

from __future__ import annotations

import pytest
from dicerules import games
from dicerules.core import Ask, DiceGroup, Roll, RuleError, TimeUp
from dicerules.cow import GAME
from dicerules.cow.state import Options, State
from dicerules.forms import PickOne
from dicerules.views import TABLE, Cards, Chips, Dial, Dice, Note
from dicerules.words import sentence
from msgspec.structs import replace
from pydantic import ValidationError

from tests.rules.cow_table import (
    BART,
    BART_ALONE,
    BLOCK_PARTY,
    CARDS,
    CHRIS,
    DAN,
    DONNA,
    ED,
    HOMER,
    HOMER_ALONE,
    LISA,
    NAMES,
    WHY_YOU,
    WILD,
    WORDS,
    bet,
    bets_of_the_example,
    board_note,
    choose,
    everybody_bets,
    news,
    roll,
    table,
)


def test_the_game_is_found_by_its_key() -> None:
    assert games()["cow"] is GAME


class TestFirstRoller:
    def test_is_the_first_seat_unless_agreed_otherwise(self) -> None:
        assert table().roller == ED
        assert isinstance(GAME.need(table()), Ask)

    @pytest.mark.parametrize("seats", GAME.seats)
    def test_may_be_drawn_with_one_die_that_has_a_face_for_each_seat(self, seats: int) -> None:
        state = table(seats, first_roller="random")
        need = GAME.need(state)
        assert isinstance(need, Roll)
        assert need.seat is None
        assert need.dice == (DiceGroup(1, seats),)
        assert roll(state, seats).roller == seats - 1

    def test_turns_go_clockwise(self) -> None:
        state = table(4)
        seen = []
        for _ in range(5):
            seen.append(state.roller)
            state = everybody_bets(choose(state, HOMER_ALONE, 1, 1))
            state = roll(state, LISA)
        assert seen == [ED, CHRIS, DONNA, DAN, ED]


class TestTimeUp:
    def test_the_roller_bets_one_on_the_smallest_portrait_with_all_cubes(self) -> None:
        state = GAME.apply(table(), TimeUp(ED))
        assert state.aim is not None
        assert state.aim.portrait.key == HOMER_ALONE
        assert state.cubes == 8
        assert news(state) == [
            "Ed has run out of time.",
            "Ed bets 1 chip on “Homer” with 8 cubes.",
        ]

    def test_the_others_bet_one_on_yes(self) -> None:
        state = GAME.apply(choose(table(), HOMER_ALONE, 1, 8), TimeUp(DONNA))
        assert board_note(state, DONNA, viewer=DONNA) == "You bet 1 on yes"
        assert board_note(state, DONNA, viewer=TABLE) == "has bet"

    def test_time_is_up_only_for_a_seat_that_is_asked(self) -> None:
        with pytest.raises(RuleError) as refused:
            GAME.apply(table(), TimeUp(CHRIS))
        assert refused.value.code == "not_asked"


class TestStart:
    @pytest.mark.parametrize("seats", [0, 1, 5])
    def test_is_refused_for_other_than_two_to_four_players(self, seats: int) -> None:
        with pytest.raises(RuleError) as refused:
            table(seats)
        assert refused.value.code == "seats"

    def test_is_refused_if_the_bank_would_be_empty(self) -> None:
        poor = replace(CARDS, blue=0)
        with pytest.raises(RuleError) as refused:
            GAME.start(Options(red_chips=30), 3, poor)
        assert refused.value.code == "bank"
        assert "Choose more red chips" in sentence(refused.value.words, WORDS, NAMES)

    def test_refuses_an_option_the_game_does_not_have(self) -> None:
        with pytest.raises(ValidationError):
            Options.model_validate({"jokers": True})


class TestScreen:
    def test_shows_the_portrait_aimed_at_the_cubes_and_the_album(self) -> None:
        view = GAME.view(choose(table(), WHY_YOU, 2, 6), TABLE)
        items = {item.key: item for item in view.centre}
        assert list(items) == ["aim", "throw", "chance", "album", "bank", "cubes"]
        throw, album, dial = items["throw"], items["album"], items["chance"]
        assert isinstance(dial, Dial)
        assert 0 < dial.percent < 100
        assert isinstance(throw, Dice)
        assert [die.value for die in throw.dice] == [0] * 6
        assert isinstance(album, Cards)
        states = {card.key: card.state for card in album.cards}
        assert states[WHY_YOU] == "chosen"
        assert states[BLOCK_PARTY] == "closed"
        assert states[HOMER_ALONE] == ""

    def test_marks_matched_cubes_and_portraits(self) -> None:
        state = roll(bets_of_the_example(), LISA, HOMER, BART, WILD, LISA, WILD)
        items = {item.key: item for item in GAME.view(state, TABLE).centre}
        throw, album, cubes = items["throw"], items["album"], items["cubes"]
        assert isinstance(throw, Dice)
        assert [die.state for die in throw.dice] == ["", "kept", "kept", "kept", "", "kept"]
        assert isinstance(album, Cards)
        assert {card.key for card in album.cards if card.state == "done"} == {WHY_YOU}
        assert isinstance(cubes, Note)
        told = sentence(cubes.text, WORDS, NAMES)
        assert told == "2 cubes in the cup, 4 on the album, 2 out of play"

    def test_shows_the_bank_and_everybodys_chips(self) -> None:
        view = GAME.view(table(), TABLE)
        (bank,) = [item for item in view.centre if item.key == "bank"]
        assert isinstance(bank, Chips)
        assert bank.count == 100
        assert [board.score for board in view.boards] == [10, 10, 10]

    def test_says_in_one_sentence_what_is_waited_for(self) -> None:
        def headline(state: State) -> str:
            return sentence(GAME.view(state, TABLE).headline, WORDS, NAMES)

        state = table()
        assert headline(state) == "Ed chooses a portrait and how many cubes to roll."
        state = choose(state, BART_ALONE, 1, 2)
        assert headline(state) == "Chris and Donna, place your bets: will Ed match “Bart”?"
        state = bet(state, CHRIS, "yes", 1)
        assert headline(state) == "Donna, place your bet: will Ed match “Bart”?"
        state = bet(state, DONNA, "yes", 1)
        assert headline(state) == "Ed rolls 2 cubes for “Bart”."
        state = roll(state, BART, BART)
        assert headline(state) == "Ed chooses a portrait for the 1 cube left."
        drawn = headline(table(first_roller="random"))
        assert drawn == "The tower draws who rolls first."

    def test_tells_a_whole_settlement(self) -> None:
        state = roll(bets_of_the_example(), HOMER, BART, WILD, WILD, LISA, LISA)
        assert news(state) == [
            "Ed rolls Homer, Bart, 2 Lisas, 2 Wilds and matches “Why you little …!”!",
            "Ed wins 2 chips from the bank.",
            "Chris wins 1 chip from the bank.",
            "Donna pays 3 chips to Ed.",
            "Ed goes on with 2 cubes.",
        ]

    def test_shows_each_portraits_faces_on_the_phone(self) -> None:
        need = GAME.need(table())
        assert isinstance(need, Ask)
        (pick,) = need.forms[ED].fields
        assert isinstance(pick, PickOne)
        (why_you,) = [option for option in pick.options if option.key == WHY_YOU]
        assert why_you.dice == (("cube", HOMER), *[("cube", BART)] * 3)
        assert why_you.hint is not None
        assert sentence(why_you.hint, WORDS, NAMES) == "4 cubes: Homer, 3 Barts"
