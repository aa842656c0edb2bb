"""What a screen shows of R.Y.B., what it says, and what a clock does."""

from __future__ import annotations

from typing import Any

import pytest
from dicerules.core import TimeUp, encode
from dicerules.ryb import GAME
from dicerules.ryb.state import State
from dicerules.views import TABLE, Card, Cards, Chips, Dice, Item, Pile
from dicerules.words import sentence
from msgspec.structs import replace

from tests.rules.ryb_table import (
    AL,
    BRUCE,
    CATHERINE,
    NAMES,
    WORDS,
    cards,
    do,
    goal,
    names,
    news,
    play,
    roll,
    table,
)


def headline(state: State) -> str:
    return sentence(GAME.view(state, TABLE).headline, WORDS, NAMES)


def centre(state: State, viewer: int = TABLE) -> dict[str, Item]:
    return {item.key: item for item in GAME.view(state, viewer).centre}


def board(state: State, seat: int, viewer: int) -> dict[str, Any]:
    return {item.key: item for item in GAME.view(state, viewer).boards[seat].items}


def late(state: State, seat: int = AL) -> State:
    return GAME.apply(state, TimeUp(seat))


class TestScreen:
    def test_a_hand_is_seen_by_its_own_seat_and_counted_by_the_others(self) -> None:
        state = table(hands={BRUCE: ["red_6", "gimme"]})
        own = board(state, BRUCE, BRUCE)["hand"]
        assert isinstance(own, Cards)
        assert [card.key for card in own.cards] == ["0.red_6", "1.gimme"]
        for viewer in (TABLE, AL, CATHERINE):
            count = board(state, BRUCE, viewer)["hand"]
            assert isinstance(count, Chips)
            assert count.count == 2

    def test_the_order_of_the_deck_is_seen_by_nobody(self) -> None:
        one = table(hands={AL: ["red_6"]})
        two = replace(one, deck=one.deck[::-1])
        for viewer in (TABLE, AL, BRUCE, CATHERINE):
            assert encode(GAME.view(one, viewer)) == encode(GAME.view(two, viewer))

    def test_dice_come_first_in_the_colours_they_have(self) -> None:
        state = do(table(phase="attempt", goals=[goal("green_9")]), AL, goal="0")
        (first, *_) = GAME.view(state, TABLE).centre
        assert isinstance(first, Dice)
        assert [(die.colour, die.value) for die in first.dice] == [
            ("yellow", 0),
            ("yellow", 0),
            ("blue", 0),
            ("blue", 0),
        ]
        (first, *_) = GAME.view(roll(state, 1, 2, 3, 4), TABLE).centre
        assert isinstance(first, Dice)
        assert [die.value for die in first.dice] == [1, 2, 3, 4]

    def test_a_goal_shows_what_is_banked_and_left(self) -> None:
        state = table(phase="attempt", goals=[goal("red_18", 7), goal("green_9")])
        shown = centre(do(state, AL, goal="0"))["goals"]
        assert isinstance(shown, Cards)
        red, green = shown.cards
        assert red.text is not None
        assert sentence(red.text, WORDS, NAMES) == "11 to go, 7 banked"
        assert (red.state, green.state) == ("chosen", "")
        assert [die.colour for die in green.dice] == ["yellow", "blue"]

    def test_piles_tell_their_number_and_the_top_discard(self) -> None:
        items = centre(table(discards=["red_6", "gimme"]))
        deck, discards = items["deck"], items["discards"]
        assert isinstance(deck, Pile)
        assert isinstance(discards, Pile)
        assert deck.count == 70
        assert deck.top is None
        assert discards.count == 2
        assert isinstance(discards.top, Card)
        assert sentence(discards.top.name, WORDS, NAMES) == "Gimme!"

    def test_the_score_is_the_worth_of_the_treasure(self) -> None:
        state = table(treasure={BRUCE: ["red_6", "green_9"]})
        assert [shown.score for shown in GAME.view(state, TABLE).boards] == [0, 24, 0]
        note = board(state, BRUCE, AL)["treasure"]
        assert sentence(note.text, WORDS, NAMES) == "Red 6 and Green 9: 2 colours"

    @pytest.mark.parametrize(
        ("state", "told"),
        [
            (table(phase="refill"), "Al refills the hand or dumps it."),
            (table(hands={AL: ["red_6"]}), "Al plays a card."),
            (table(phase="attempt"), "Al chooses a goal to attempt."),
        ],
    )
    def test_says_in_one_sentence_what_is_waited_for(self, state: State, told: str) -> None:
        assert headline(state) == told

    def test_says_what_is_rolled_and_banked(self) -> None:
        state = do(table(phase="attempt", goals=[goal("green_9")]), AL, goal="0")
        assert headline(state) == "Al rolls 4 dice for Green 9."
        state = roll(state, 1, 2, 3, 4)
        assert headline(state) == "Al has rolled too little for Green 9 and banks."
        assert news(state) == ["Al rolls yellow 1, 2 and blue 3, 4: 3 green, and 9 were needed."]

    def test_says_who_may_react_to_what(self) -> None:
        hands = {AL: ["gimme"], BRUCE: ["red_6"]}
        state = table(hands=hands, options={"variable": "denied"})
        state = play(state, "gimme", target="1", colour="red")
        assert headline(state) == "Al plays Gimme! on Bruce: Bruce may react."
        assert news(state) == ["Al plays Gimme! on Bruce, for a red die."]


class TestWhenTimeIsUp:
    def test_the_hand_is_refilled(self) -> None:
        state = late(table(phase="refill", hands={AL: ["red_6"]}))
        assert len(state.hands[AL]) == 4
        assert news(state)[0] == "Al has run out of time."

    def test_a_goal_is_played_before_an_action(self) -> None:
        assert late(table(hands={AL: ["gimme", "red_6"]})).goals == (goal("red_6"),)

    def test_or_the_first_action_on_the_first_player(self) -> None:
        assert late(table(hands={AL: ["gimme"]})).pools[BRUCE] == (1, 2, 2)

    def test_nothing_is_attempted(self) -> None:
        assert late(table(phase="attempt", goals=[goal("red_6")])).active == BRUCE

    def test_the_least_is_banked(self) -> None:
        state = table(phase="attempt", goals=[goal("red_12")], hands={AL: ["do_over"]})
        state = late(roll(do(state, AL, goal="0"), 1, 2))
        assert state.goals == (goal("red_12", 1),)
        assert names(state, state.hands[AL]) == ["do_over"]

    def test_nothing_is_swapped(self) -> None:
        state = table(hands={AL: ["swap"]})
        state = late(roll(play(state, "swap", red=1, yellow=0, blue=0), 1))
        assert state.pools == ((2, 2, 2),) * 3

    def test_nothing_is_stopped(self) -> None:
        hands = {AL: ["gimme"], BRUCE: ["variable"]}
        state = table(hands=hands, options={"variable": "denied"})
        state = late(play(state, "gimme", target="1", colour="red"), BRUCE)
        assert state.hands[BRUCE] == cards("variable")
        assert state.pools[AL] == (3, 2, 2)

    def test_the_first_dice_are_given(self) -> None:
        hands = {AL: ["variable"]}
        pools = {BRUCE: (2, 4, 2)}
        state = table(hands=hands, pools=pools, options={"variable": "balance"})
        state = late(play(state, "variable", target="1"), BRUCE)
        assert state.pools[:2] == ((3, 2, 2), (1, 4, 2))
