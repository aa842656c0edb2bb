"""What a screen shows of R.Y.B., what it says, and what a clock does."""

from __future__ import annotations

from typing import Any

import pytest
from dicerules.core import Message, TimeUp, encode
from dicerules.forms import PickOne
from dicerules.ryb import GAME
from dicerules.ryb.state import State, Swiss
from dicerules.views import TABLE, Card, Cards, Chips, Dice, Item, Note, Pile
from dicerules.words import sentence
from msgspec.structs import replace

from tests.rules.ryb_table import (
    AL,
    BRUCE,
    CATHERINE,
    DEE,
    NAMES,
    WORDS,
    asked,
    card,
    cards,
    do,
    goal,
    names,
    news,
    play,
    roll,
    table,
)


def headline(state: State, viewer: int = TABLE) -> str:
    return sentence(GAME.view(state, viewer).headline, WORDS, NAMES)


def centre(state: State, viewer: int = TABLE) -> dict[str, Item]:
    return {item.key: item for item in GAME.view(state, viewer).centre}


def board(state: State, seat: int, viewer: int) -> dict[str, Any]:
    return {item.key: item for item in GAME.view(state, viewer).boards[seat].items}


def told(what: Message | None) -> str:
    assert what is not None
    return sentence(what, WORDS, NAMES)


def goal_text(state: State, viewer: int) -> str:
    """What the only goal in play says to a viewer."""
    shown = centre(state, viewer)["goals"]
    assert isinstance(shown, Cards)
    (only,) = shown.cards
    return told(only.text)


def note(state: State, key: str, viewer: int) -> str:
    shown = centre(state, viewer)[key]
    assert isinstance(shown, Note)
    return told(shown.text)


def unavailable(state: State, seat: int) -> list[str]:
    """Why a seat cannot play some of the cards it might look for."""
    (field,) = asked(state)[seat].fields
    assert isinstance(field, PickOne)
    return [told(row.why) for row in field.unavailable]


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
        assert told(red.text) == "11 to go, 7 banked"
        assert (red.state, green.state) == ("chosen", "")
        assert [die.colour for die in green.dice] == ["yellow", "blue"]

    def test_a_goal_tells_every_seat_what_it_needs_from_that_seat(self) -> None:
        state = table(goals=[goal("red_18", 7), goal("green_9")])
        for viewer in (AL, BRUCE, CATHERINE):
            shown = centre(state, viewer)["goals"]
            assert isinstance(shown, Cards)
            red, green = shown.cards
            assert told(red.text) == "Needs 11 from you, 7 banked"
            assert told(green.text) == "Needs 9 from you"
            assert told(green.short) == "Needs 9 from you"

    def test_swiss_banks_tell_whose_points_are_whose_beside_what_all_have_banked(self) -> None:
        banks = (
            Swiss(card("variable"), BRUCE, 3),
            Swiss(card("variable"), AL, 5),
            Swiss(card("variable"), BRUCE, 1),
        )
        state = table(goals=[replace(goal("red_18", 2), swiss=banks)])
        texts = {viewer: goal_text(state, viewer) for viewer in (TABLE, AL, BRUCE, CATHERINE)}
        assert texts == {
            TABLE: "16 to go, 2 banked; in Swiss Banks: Al 5 and Bruce 4",
            AL: "Needs 11 from you, 2 banked; in Swiss Banks: you 5 and Bruce 4",
            BRUCE: "Needs 12 from you, 2 banked; in Swiss Banks: Al 5 and you 4",
            CATHERINE: "Needs 16 from you, 2 banked; in Swiss Banks: Al 5 and Bruce 4",
        }

    def test_the_discards_can_be_looked_through_by_everybody(self) -> None:
        state = table(discards=["gimme", "red_6", "gimme"])
        for viewer in (TABLE, AL, BRUCE):
            discards = centre(state, viewer)["discards"]
            assert isinstance(discards, Pile)
            red, gimme = discards.cards
            assert (told(red.name), red.text) == ("Red 6", None)
            assert (told(gimme.name), told(gimme.text)) == ("Gimme!", "2 copies")

    def test_the_deck_can_be_looked_through_by_nobody(self) -> None:
        for friendly in (True, False):
            deck = centre(table(options={"friendly": friendly}), AL)["deck"]
            assert isinstance(deck, Pile)
            assert deck.cards == ()

    @pytest.mark.parametrize(
        ("agreed", "does"),
        [
            ("reset", "Reset: Everybody has two dice of each colour again"),
            ("denied", "De-nied!: Stops a card played on you"),
            (
                "first_to_play_decides",
                "The first player to play a Variable decides what they all do",
            ),
            ("decided_each_time", "You decide what it does"),
        ],
    )
    def test_a_variable_in_hand_says_what_it_does_in_this_match(
        self, agreed: str, does: str
    ) -> None:
        state = table(hands={AL: ["variable"]}, options={"variable": agreed})
        (shown,) = board(state, AL, AL)["hand"].cards
        assert told(shown.more) == does

    def test_a_variable_says_what_it_was_fixed_as(self) -> None:
        state = table(
            hands={AL: ["variable"], BRUCE: ["variable"]},
            options={"variable": "first_to_play_decides", "old_trade": True},
            pools={BRUCE: (2, 2, 3)},
        )
        state = play(state, "variable", function="equalizer", target="1")
        while state.phase == "window":
            state = do(state, next(iter(asked(state))), do="pass")
        (shown,) = board(state, BRUCE, BRUCE)["hand"].cards
        assert told(shown.more).startswith("Equalizer: ")

    def test_de_nied_is_closed_because_it_answers_a_card_and_not_by_another_ruling(self) -> None:
        state = table(hands={AL: ["variable", "red_6"]}, options={"variable": "denied"})
        (why,) = unavailable(state, AL)
        assert why == "De-nied! is played only when somebody plays a card on you"

    def test_a_recycled_recycle_is_closed_because_it_is_one(self) -> None:
        state = table(
            hands={AL: ["variable"]},
            discards=["variable", "red_6"],
            options={"variable": "recycle"},
        )
        (why,) = unavailable(play(state, "variable"), AL)
        assert why == "A Recycle cannot play another Recycle"

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

    def test_a_board_tells_how_far_its_seat_has_come(self) -> None:
        treasure = {BRUCE: ["red_6", "green_9"]}
        treasure[CATHERINE] = ["red_8", "blue_6", "yellow_6", "black_4"]
        lines = [
            told(board(table(treasure=treasure), seat, AL)["treasure"].text)
            for seat in (AL, BRUCE, CATHERINE)
        ]
        assert lines == [
            "0 of 101 points, 0 of 3 colours",
            "24 of 101 points, 2 of 3 colours: Red 6 and Green 9",
            "32 of 101 points, 3 of 3 colours: Red 8, Yellow 6, Blue 6 and Black 4",
        ]

    @pytest.mark.parametrize(
        ("state", "told"),
        [
            (table(phase="refill"), "Al draws, or swaps the whole hand."),
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
        assert headline(state) == "Al rolled too little for Green 9 and banks points."
        assert news(state) == ["Al rolls yellow 1, 2 and blue 3, 4: 3 green, 9 needed."]

    def test_a_loan_and_a_raid_are_told_to_those_they_are_about_as_you(self) -> None:
        state = table(hands={AL: ["shanghai"]}, goals=[goal("red_6")])
        state = play(state, "shanghai", target="1", colour="red")
        assert [note(state, "loan", viewer) for viewer in (BRUCE, CATHERINE)] == [
            "Back to you when the turn ends: 2 red dice",
            "Back to Bruce when the turn ends: 2 red dice",
        ]
        state = table(
            hands={AL: ["variable"]}, treasure={BRUCE: ["red_6"]}, options={"variable": "raid"}
        )
        state = play(state, "variable", goal="1.0")
        assert [note(state, "raid", viewer) for viewer in (AL, BRUCE, CATHERINE)] == [
            "You may attempt Red 6 from Bruce's treasure instead of a goal in play",
            "Al may attempt Red 6 from your treasure instead of a goal in play",
            "Al may attempt Red 6 from Bruce's treasure instead of a goal in play",
        ]

    def test_says_who_may_react_to_what(self) -> None:
        hands = {AL: ["gimme"], BRUCE: ["red_6"]}
        state = table(hands=hands, options={"variable": "denied"})
        state = play(state, "gimme", target="1", colour="red")
        assert headline(state) == "Al plays “Gimme!” on Bruce: Bruce may react."
        assert news(state) == ["Al plays “Gimme!” on Bruce, for a red die."]


class TestYou:
    @pytest.mark.parametrize(
        ("state", "own", "others"),
        [
            (
                table(phase="refill"),
                "Draw, or swap your whole hand.",
                "Al draws, or swaps the whole hand.",
            ),
            (table(hands={AL: ["red_6"]}), "Play a card.", "Al plays a card."),
            (table(phase="attempt"), "Choose a goal to attempt.", "Al chooses a goal to attempt."),
        ],
    )
    def test_a_phone_speaks_to_its_owner_and_names_the_others(
        self, state: State, own: str, others: str
    ) -> None:
        assert headline(state, AL) == own
        assert headline(state, BRUCE) == headline(state) == others

    def test_the_roller_is_told_to_roll_and_to_bank(self) -> None:
        state = do(table(phase="attempt", goals=[goal("green_9")]), AL, goal="0")
        assert headline(state, AL) == "Roll 4 dice for Green 9."
        assert headline(state, BRUCE) == "Al rolls 4 dice for Green 9."
        state = roll(state, 1, 2, 3, 4)
        assert headline(state, AL) == "You rolled too little for Green 9: bank points."
        assert headline(state, BRUCE) == "Al rolled too little for Green 9 and banks points."

    def test_whoever_pays_with_a_random_card_is_told_so(self) -> None:
        hands = {AL: ["red_6", "red_8"]}
        rules = {"reroll": "random_card"}
        state = table(phase="attempt", hands=hands, goals=[goal("green_9")], options=rules)
        state = do(roll(do(state, AL, goal="0"), 1, 2, 3, 4), AL, do="pay")
        assert headline(state, AL) == "The tower picks the card that you lose."
        assert headline(state, BRUCE) == "The tower picks the card that Al loses."

    def test_an_action_is_told_to_its_player_its_target_and_those_who_may_react(self) -> None:
        hands = {AL: ["gimme"], BRUCE: ["red_6"], CATHERINE: ["gimme"]}
        rules = {"variable": "denied", "cancel": True}
        state = table(4, hands=hands, options=rules)
        state = play(state, "gimme", target="1", colour="red")
        assert [headline(state, seat) for seat in (AL, BRUCE, CATHERINE, DEE)] == [
            "You play “Gimme!” on Bruce: Bruce and Catherine may react.",
            "Al plays “Gimme!” on you: you may react.",
            "Al plays “Gimme!” on Bruce: you may react.",
            "Al plays “Gimme!” on Bruce: Bruce and Catherine may react.",
        ]

    def test_an_action_on_nobody_is_told_to_its_player_and_those_who_may_react(self) -> None:
        hands = {AL: ["variable"], BRUCE: ["red_6"]}
        rules = {"variable": "tea_party", "cancel": True}
        state = play(table(hands=hands, options=rules), "variable", side="left")
        assert [headline(state, seat) for seat in (AL, BRUCE, CATHERINE)] == [
            "You play Variable as “Tea Party!”: Bruce may react.",
            "Al plays Variable as “Tea Party!”: you may react.",
            "Al plays Variable as “Tea Party!”: Bruce may react.",
        ]

    def test_a_trade_is_told_to_both_sides(self) -> None:
        state = table(hands={AL: ["variable"]}, options={"variable": "trade"})
        state = play(state, "variable")
        assert headline(state, AL) == "You have a Trade in play and may make offers."
        assert headline(state, BRUCE) == "Al has a Trade in play: you may make an offer."
        offer = {"to": BRUCE, "give": ["red.1"], "take": ["blue.1"]}
        state = do(state, AL, do="offer", offer=offer)
        assert [headline(state, seat) for seat in (AL, BRUCE, CATHERINE)] == [
            "Bruce is thinking about your offer.",
            "Al has made you an offer.",
            "Bruce is thinking about an offer from Al.",
        ]

    def test_the_one_who_asked_for_cards_is_told_to_look_at_them(self) -> None:
        hands = {AL: ["variable"], BRUCE: ["red_6"]}
        state = play(table(hands=hands, options={"variable": "trade"}), "variable")
        offer = {"to": BRUCE, "give": ["red.1"], "take": ["card.0"]}
        state = do(state, AL, do="offer", offer=offer)
        state = do(state, BRUCE, do="accept", cards=["card.0"])
        assert headline(state, AL) == "Look at the cards and decide."
        assert headline(state, BRUCE) == "Al looks at the cards and decides."


class TestCardNames:
    def test_of_actions_are_quoted_so_that_a_sentence_has_one_end(self) -> None:
        hand = ["red_6", "red_8", "red_12", "gimme"]
        state = do(table(phase="refill", hands={AL: hand}), AL, do="dump")
        assert news(state)[0] == (
            "Al swaps the whole hand, discarding Red 6, Red 8, Red 12 and “Gimme!”. "
            "The turn is over."
        )
        state = table(hands={AL: ["variable"]}, options={"variable": "tea_party"})
        assert "Al plays Variable as “Tea Party!”." in news(play(state, "variable", side="left"))


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
