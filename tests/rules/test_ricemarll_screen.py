"""Ricemarll around its rulings: what a clock does, what a screen shows, and what it never does."""

from __future__ import annotations

from random import Random

import pytest
from dicerules.core import Ask, RuleError, TimeUp, encode
from dicerules.forms import Place
from dicerules.ricemarll import GAME
from dicerules.ricemarll.state import Options, State
from dicerules.simulate import begin, play_on
from dicerules.views import TABLE, Card, Cards, Dice, Note, Track, View
from pydantic import ValidationError

from tests.rules.ricemarll_table import (
    ANN,
    BO,
    CARDS,
    CY,
    PLAIN,
    after_phase,
    asked,
    begun,
    declare,
    goals,
    modifiers,
    news,
    nobody_else_plays,
    pick,
    place,
    placing,
    roll,
    selecting,
    table,
    take,
    tell,
    with_other_secrets,
    with_player,
)


class TestStart:
    @pytest.mark.parametrize("seats", [0, 1, 7])
    def test_is_refused_for_other_than_two_to_six_players(self, seats: int) -> None:
        with pytest.raises(RuleError) as refused:
            begun(seats)
        assert refused.value.code == "seats"

    def test_refuses_an_option_the_game_does_not_have(self) -> None:
        with pytest.raises(ValidationError):
            Options.model_validate({"jokers": True})


class TestTimeUp:
    def test_a_hand_that_was_not_placed_is_discarded(self) -> None:
        state = GAME.apply(placing("plus1 plus2", ""), TimeUp(ANN))
        assert news(state) == ["Ann has run out of time.", "Ann is done placing cards."]
        ann = place(state, BO).players[ANN]
        assert len(ann.discards) == 6
        assert ann.worth == PLAIN

    def test_nothing_is_declared(self) -> None:
        state = with_player(placing("", ""), ANN, specials=goals("most_6s"))
        state = GAME.apply(nobody_else_plays(state, ANN, BO), TimeUp(ANN))
        assert state.players[ANN].specials == goals("most_6s")

    def test_a_die_to_be_picked_stays_as_it_lies(self) -> None:
        state = place(place(placing("pick plus1", ""), ANN, die3="pick plus1"), BO)
        state = GAME.apply(state, TimeUp(ANN))
        assert state.players[ANN].worth == (1, 2, 4, 4, 5, 6)

    def test_the_first_modifiers_of_the_row_are_taken(self) -> None:
        state = GAME.apply(selecting(2, (0, 1)), TimeUp(ANN))
        assert state.players[ANN].deck == modifiers("set0 set0")

    def test_time_is_up_only_for_a_seat_that_is_asked(self) -> None:
        with pytest.raises(RuleError) as refused:
            GAME.apply(selecting(2, (0, 1)), TimeUp(BO))
        assert refused.value.code == "not_asked"


def headline(state: State) -> str:
    return tell(GAME.view(state, TABLE).headline)


def centre(state: State, viewer: int = TABLE) -> dict[str, object]:
    return {item.key: item for item in GAME.view(state, viewer).centre}


def cards_of(item: object) -> list[Card]:
    assert isinstance(item, Cards)
    return list(item.cards)


class TestScreen:
    def test_says_in_one_sentence_what_is_waited_for(self) -> None:
        assert headline(begun()) == "The tower shuffles all decks."
        assert headline(table()) == "Everybody rolls six dice."
        state = placing("pick", "reroll")
        assert headline(state) == "Ann and Bo place cards behind the dice."
        state = with_player(state, BO, specials=goals("most_6s"))
        state = place(state, ANN, die1="pick")
        assert headline(state) == "Bo places cards behind the dice."
        state = place(state, BO, die1="reroll")
        assert headline(state) == "Bo decides whether to declare a special goal."
        state = declare(state, BO)
        assert headline(state) == "Bo rerolls 1 die."
        state = roll(state, 3)
        assert headline(state) == "Ann picks a side."
        assert headline(selecting(2, (0, 1))) == "Ann takes 2 cards."
        assert (
            headline(selecting(2, (0, 0)))
            == "Ann and Bo are tied: the lowest roll takes cards first."
        )

    def test_shows_the_goals_with_their_tokens_and_how_they_are_achieved(self) -> None:
        shown = cards_of(centre(placing("", "", aims="most_1s second_lowest"))["goals"])
        assert [(tell(card.name), card.value) for card in shown] == [
            ("most 1s", "6"),
            ("2nd lowest total", "6"),
        ]
        told = [tell(card.text) for card in shown if card.text]
        assert told == ["the most dice worth 1", "the second-lowest total of all six dice"]

    def test_shows_everybodys_dice_and_who_is_ready(self) -> None:
        view = GAME.view(place(placing("", ""), ANN), TABLE)
        dice = [board.items[0] for board in view.boards]
        assert [tell(item.label) for item in dice if isinstance(item, Dice)] == [
            "Dice · ready",
            "Dice · thinking",
        ]
        assert [[die.value for die in item.dice] for item in dice if isinstance(item, Dice)] == [
            [1, 2, 3, 4, 5, 6]
        ] * 2

    def test_shows_a_phone_the_dice_of_the_others(self) -> None:
        shown = centre(placing("", "", ""), viewer=BO)
        assert {"dice0", "dice2"} <= set(shown)
        assert "dice1" not in shown

    def test_shows_what_all_dice_came_to_and_who_claimed_what(self) -> None:
        state = after_phase((1,) * 6, (6,) * 6, aims="most_1s most_zeroes")
        view = GAME.view(state, TABLE)
        worth = view.boards[BO].items[0]
        assert isinstance(worth, Track)
        assert [space.label for space in worth.spaces] == ["6"] * 6
        assert worth.value == "36"
        claims = cards_of(centre(state)["claims"])
        assert [(card.state, tell(card.text)) for card in claims if card.text] == [
            ("done", "Ann takes 6 (Ann: 6, Bo: 0)"),
            ("closed", "nobody (Ann: 0, Bo: 0)"),
        ]

    def test_shows_the_cards_to_be_taken_and_a_goal_face_down(self) -> None:
        shown = cards_of(centre(selecting(2, (0, 1)))["market"])
        assert [tell(card.name) for card in shown] == ["[0]", "[0]", "[1]", "Special goal"]
        assert "market" not in centre(selecting(2, (0, 1)), viewer=ANN), "it is in Ann's form"

    def test_shows_cards_that_are_turned_over_while_dice_are_rerolled_or_picked(self) -> None:
        state = place(place(placing("pick plus1", ""), ANN, die2="plus1 pick"), BO)
        shown = cards_of(centre(state)["turned_up"])
        assert [tell(card.text) for card in shown if card.text] == ["+1 pick on the 2", "no cards"]

    def test_asks_on_the_phone_where_each_card_goes_and_draws_the_dice(self) -> None:
        (field,) = asked(placing("plus1 half", "", dice=((6, 5, 4, 3, 2, 1),))).forms[ANN].fields
        assert isinstance(field, Place)
        assert [tell(card.label) for card in field.cards][:2] == ["+1", "÷2"]
        assert next(tell(card.hint) for card in field.cards if card.hint) == "rounded down"
        dice = [slot.dice for slot in field.slots]
        assert dice == [(("ivory", face),) for face in (6, 5, 4, 3, 2, 1)] + [(), ()]
        assert [tell(slot.label) for slot in field.slots][-2:] == [
            "Top of your deck",
            "Your discards",
        ]

    def test_tells_a_whole_phase(self) -> None:
        state = placing("plus1 half", "", dice=((6, 5, 4, 3, 2, 1), PLAIN), aims="most_6s biggest")
        state = place(state, ANN, die1="plus1", die2="half", top="blank blank blank blank")
        state = place(state, BO)
        assert news(state)[:7] == [
            "Ann puts 4 cards back on the deck.",
            "Bo discards six blank cards.",
            "Ann plays +1 on the 6, ÷2 on the 5.",
            "Ann has 7 2 4 3 2 1, a total of 19.",
            "Bo has 1 2 3 4 5 6, a total of 21.",
            "“most 6s”: Bo takes 6 tokens.",
            "“biggest number”: Ann takes 6 tokens.",
        ]

    def test_tells_what_was_taken_but_not_which_special_goal(self) -> None:
        state = take(selecting(3, (0, 1, 2)), ANN, "set0 special")
        assert news(state) == ["Ann takes [0] and a special goal."]

    def test_shows_its_own_special_goals_to_a_seat(self) -> None:
        state = with_player(placing("", ""), ANN, specials=goals("most_6s"))
        mine = [item.key for item in GAME.view(state, ANN).boards[ANN].items]
        theirs = GAME.view(state, BO).boards[ANN].items[-1]
        assert "specials" in mine
        assert isinstance(theirs, Note)
        assert tell(theirs.text) == "1 special goal"


def screen(state: State, viewer: int) -> bytes:
    need = GAME.need(state)
    now = (list(need.forms), need.forms.get(viewer)) if isinstance(need, Ask) else need
    return encode((GAME.view(state, viewer), now, GAME.scores(state)))


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_no_byte_of_a_screen_tells_a_hand_a_placed_card_a_deck_or_a_special_goal(
    seats: int,
) -> None:
    chance = Random(seats)
    compared = 0
    for step in play_on(GAME, begin(GAME, seats, cards=CARDS), chance.randrange):
        for viewer in (TABLE, *range(seats)):
            other = with_other_secrets(step.after, viewer, chance)
            assert GAME.invariant(other) == GAME.invariant(step.after)
            compared += other != step.after
            assert screen(other, viewer) == screen(step.after, viewer)
    assert compared > 100


def test_the_own_view_shows_what_was_placed_until_it_is_turned_over() -> None:
    state = place(placing("plus1", "", ""), ANN, die4="plus1")
    assert "You placed +1 on the 4" in texts(GAME.view(state, ANN), ANN)
    assert "You placed +1 on the 4" not in texts(GAME.view(state, CY), ANN)


def texts(view: View, seat: int) -> list[str]:
    return [tell(item.text) for item in view.boards[seat].items if isinstance(item, Note)]


def test_a_pick_can_be_seen_by_its_own_seat() -> None:
    state = placing("pick", "pick")
    state = pick(place(place(state, ANN, die1="pick"), BO, die1="pick"), ANN, die1=6)
    (track,) = [item for item in GAME.view(state, ANN).boards[ANN].items if item.key == "prospect"]
    assert isinstance(track, Track)
    assert track.spaces[0].label == "6"
