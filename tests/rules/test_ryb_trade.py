"""Trading in R.Y.B.: Al has played a Trade and deals with Bruce and Catherine (RY-R19)."""

from __future__ import annotations

from typing import Any

import pytest
from dicerules.core import Ask, Limit, RuleError, TimeUp, encode, read_event
from dicerules.forms import Offer
from dicerules.ryb import GAME
from dicerules.ryb.state import State
from dicerules.ryb.trade import OFFERS
from dicerules.views import TABLE
from dicerules.words import sentence
from msgspec.structs import replace

from tests.rules.ryb_table import (
    AL,
    BRUCE,
    CATHERINE,
    NAMES,
    WORDS,
    asked,
    cards,
    do,
    goal,
    inside,
    names,
    news,
    offered,
    options,
    play,
    roll,
    table,
    to_roll,
)

TRADE = {"variable": "trade"}
TRADE_CLOCK = "trade.1"


def trading(**agreed: Any) -> State:
    hands = {
        AL: ["red_6", "gimme", "variable"],
        BRUCE: ["blue_6", "swap"],
        CATHERINE: ["do_over", "do_over"],
    }
    state = table(hands=hands, goals=[goal("red_12")], options=TRADE | agreed)
    state = play(state, "variable")
    for seat in [seat for seat in asked(state) if state.phase == "window"]:
        state = do(state, seat, do="pass")
    return state


def offer(state: State, seat: int, to: int, give: list[str], take: list[str]) -> State:
    return do(state, seat, do="offer", offer={"to": to, "give": give, "take": take})


def offer_field(state: State, seat: int) -> Offer:
    (field,) = options(state, seat)["offer"].fields
    assert isinstance(field, Offer)
    return field


def title(state: State, seat: int) -> str:
    return sentence(asked(state)[seat].title, WORDS, NAMES)


class TestOffers:
    def test_everybody_may_make_one_for_three_minutes(self) -> None:
        need = GAME.need(trading())
        assert isinstance(need, Ask)
        assert set(need.forms) == {AL, BRUCE, CATHERINE}
        assert need.limit == Limit(180, TRADE_CLOCK)

    def test_al_deals_with_everybody_and_the_others_with_al(self) -> None:
        state = trading()
        assert [party.seat for party in offer_field(state, AL).parties] == [BRUCE, CATHERINE]
        assert [party.seat for party in offer_field(state, BRUCE).parties] == [AL]

    def test_dice_change_hands_when_the_other_agrees(self) -> None:
        state = offer(trading(), AL, BRUCE, ["red.1"], ["blue.1", "blue.2"])
        assert list(asked(state)) == [BRUCE]
        assert title(state, BRUCE) == "Al gives 1 red die and wants 2 blue dice"
        state = do(state, BRUCE, do="accept")
        assert state.pools[:2] == ((1, 2, 4), (3, 2, 0))
        assert "Al and Bruce trade: 1 red die for 2 blue dice." in news(state)

    def test_nothing_changes_when_the_other_declines(self) -> None:
        state = offer(trading(), BRUCE, AL, ["red.1"], ["blue.1"])
        state = do(state, AL, do="decline")
        assert state.pools == ((2, 2, 2),) * 3
        assert state.phase == "trade"

    def test_r32_who_gives_cards_chooses_them_and_who_asked_says_yes_last(self) -> None:
        state = offer(trading(), AL, BRUCE, ["card.0", "red.1"], ["card.0"])
        assert title(state, BRUCE) == "Al gives 1 red die and Red 6 and wants 1 card"
        assert list(inside(options(state, BRUCE)["accept"], "cards")) == ["card.0", "card.1"]
        state = do(state, BRUCE, do="accept", cards=["card.1"])
        assert list(asked(state)) == [AL]
        assert title(state, AL) == "You give 1 red die and Red 6; Bruce gives “Swap”"
        state = do(state, AL, do="accept")
        assert names(state, state.hands[AL]) == ["gimme", "swap"]
        assert names(state, state.hands[BRUCE]) == ["red_6", "blue_6"]
        assert state.pools[:2] == ((1, 2, 2), (3, 2, 2))

    def test_r32_who_asked_may_still_say_no(self) -> None:
        state = offer(trading(), AL, BRUCE, ["card.0"], ["card.0"])
        state = do(do(state, BRUCE, do="accept", cards=["card.1"]), AL, do="decline")
        assert state.hands[:2] == trading().hands[:2]

    def test_r19_either_side_may_be_empty(self) -> None:
        state = do(offer(trading(), CATHERINE, AL, ["card.0"], []), AL, do="accept")
        assert names(state, state.hands[AL]) == ["red_6", "gimme", "do_over"]

    def test_with_open_hands_an_offer_names_the_cards_it_wants(self) -> None:
        state = trading(friendly=True)
        has = offer_field(state, AL).parties[0].has
        labels = [sentence(option.label, WORDS, NAMES) for option in has]
        assert labels[-2:] == ["Blue 6", "Swap"]
        state = do(offer(state, AL, BRUCE, [], ["card.1"]), BRUCE, do="accept")
        assert names(state, state.hands[AL]) == ["red_6", "gimme", "swap"]


class TestSecrets:
    def test_only_the_two_parties_see_the_cards_on_offer(self) -> None:
        one = offer(trading(), AL, BRUCE, ["card.0"], ["card.0"])
        two = offer(trading(), AL, BRUCE, ["card.1"], ["card.0"])
        for viewer in (TABLE, CATHERINE):
            assert encode(GAME.view(one, viewer)) == encode(GAME.view(two, viewer))
        for viewer in (AL, BRUCE):
            assert encode(GAME.view(one, viewer)) != encode(GAME.view(two, viewer))

    def test_only_the_two_parties_see_the_cards_in_return(self) -> None:
        state = offer(trading(), AL, BRUCE, ["card.0"], ["card.0"])
        one = do(state, BRUCE, do="accept", cards=["card.0"])
        two = do(state, BRUCE, do="accept", cards=["card.1"])
        for viewer in (TABLE, CATHERINE):
            assert encode(GAME.view(one, viewer)) == encode(GAME.view(two, viewer))
        assert asked(one)[AL] != asked(two)[AL]

    def test_a_form_for_an_offer_does_not_tell_the_others_hands(self) -> None:
        has = offer_field(trading(), AL).parties[1].has
        labels = {sentence(option.label, WORDS, NAMES) for option in has[-2:]}
        assert labels == {"a card of their choice"}


class TestTheTurnGoesOn:
    def test_the_card_stays_in_play_while_al_attempts_a_goal(self) -> None:
        state = do(trading(), AL, do="done")
        assert offered(state, AL) == ["none", "0", "trade"]
        assert state.discards == ()
        assert list(asked(do(state, AL, goal="trade"))) == [AL, BRUCE, CATHERINE]

    def test_r19_trades_may_happen_after_the_attempts_roll(self) -> None:
        state = roll(do(do(trading(), AL, do="done"), AL, goal="0"), 1, 2)
        assert offered(state, AL) == ["bank", "trade"]
        state = offer(do(state, AL, do="trade"), CATHERINE, AL, ["card.0"], ["yellow.1"])
        state = do(do(state, AL, do="accept"), AL, do="done")
        assert offered(state, AL) == ["bank", "do_over", "trade"]
        assert to_roll(do(state, AL, do="do_over")) == {"red": 2}

    def test_r32_rolled_dice_cannot_be_traded_before_the_attempt_is_settled(self) -> None:
        state = roll(do(do(trading(), AL, do="done"), AL, goal="0"), 1, 2)
        state = do(state, AL, do="trade")
        mine = [option.key for option in offer_field(state, AL).mine]
        assert mine[:4] == ["yellow.1", "yellow.2", "blue.1", "blue.2"]

    def test_it_ends_with_the_turn(self) -> None:
        state = do(do(trading(), AL, do="done"), AL, goal="none")
        assert state.trade is None
        assert state.discards == cards("variable")
        assert state.active == BRUCE

    @pytest.mark.parametrize("seat", [AL, BRUCE, CATHERINE])
    def test_three_minutes_end_it_and_nothing_else(self, seat: int) -> None:
        state = GAME.apply(trading(), TimeUp(seat, "limit"))
        assert state.trade is None
        assert offered(state, AL) == ["none", "0"]
        assert "The time for trading is up." in news(state)

    def test_an_offer_lapses_with_the_time(self) -> None:
        state = offer(trading(), AL, BRUCE, ["red.1"], [])
        state = GAME.apply(state, TimeUp(BRUCE, "limit"))
        assert state.pools == ((2, 2, 2),) * 3
        assert list(asked(state)) == [AL]

    @pytest.mark.parametrize("seat", [BRUCE, CATHERINE])
    def test_a_seats_own_clock_makes_it_silent_and_the_others_trade_on(self, seat: int) -> None:
        state = GAME.apply(trading(), TimeUp(seat, "clock"))
        assert state.trade == do(trading(), seat, do="done").trade
        assert set(asked(state)) == {AL, BRUCE, CATHERINE} - {seat}
        assert news(state) == [f"{NAMES[seat]} has run out of time."]

    def test_als_own_clock_goes_on_with_the_turn_and_the_card_stays_in_play(self) -> None:
        state = GAME.apply(trading(), TimeUp(AL, "clock"))
        assert offered(state, AL) == ["none", "0", "trade"]
        assert state.discards == ()

    def test_a_seats_own_clock_declines_what_it_was_offered_and_no_more(self) -> None:
        state = offer(trading(), AL, BRUCE, ["red.1"], [])
        state = GAME.apply(state, TimeUp(BRUCE, "clock"))
        assert state.pools == ((2, 2, 2),) * 3
        assert set(asked(state)) == {AL, BRUCE, CATHERINE}

    def test_a_line_that_does_not_say_whose_time_was_up_means_what_it_meant(self) -> None:
        old = read_event(b'{"type":"time_up","seat":1}')
        assert encode(old) == b'{"type":"time_up","seat":1}'
        new = GAME.apply(trading(), TimeUp(BRUCE, "limit"))
        assert encode(GAME.apply(trading(), old)) == encode(new)

    def test_the_time_runs_while_al_thinks_about_the_attempt_and_the_bank(self) -> None:
        state = do(trading(), AL, do="done")
        for position in (state, roll(do(state, AL, goal="0"), 1, 2)):
            need = GAME.need(position)
            assert isinstance(need, Ask)
            assert need.limit == Limit(180, TRADE_CLOCK)
            after = GAME.apply(position, TimeUp(AL, "limit"))
            assert after.trade is None
            assert after.phase == position.phase

    def test_the_time_runs_while_others_may_cancel_a_do_over(self) -> None:
        state = roll(do(do(trading(cancel=True), AL, do="done"), AL, goal="0"), 1, 2)
        state = replace(state, hands=(cards("do_over"), *state.hands[1:]))
        state = do(state, AL, do="do_over")
        need = GAME.need(state)
        assert isinstance(need, Ask)
        assert set(need.forms) == {BRUCE, CATHERINE}
        assert need.limit == Limit(180, TRADE_CLOCK)
        state = GAME.apply(state, TimeUp(BRUCE, "limit"))
        assert state.trade is None
        assert set(asked(state)) == {BRUCE, CATHERINE}

    def test_a_win_ends_it_with_the_turn(self) -> None:
        state = do(trading(), AL, do="done")
        mine = tuple(goal(key) for key in ("black_10", "orange_12", "black_8", "yellow_18"))
        state = replace(state, treasure=(mine, (), ()))
        state = roll(do(state, AL, goal="0"), 6, 6)
        assert state.ended is not None
        assert state.trade is None

    def test_who_has_no_offer_is_not_waited_for(self) -> None:
        state = do(trading(), BRUCE, do="done")
        assert list(asked(state)) == [AL, CATHERINE]

    def test_r29_twenty_offers_use_the_card_up(self) -> None:
        state = trading()
        for _ in range(OFFERS):
            assert state.phase == "trade"
            state = do(offer(state, AL, BRUCE, ["red.1"], []), BRUCE, do="decline")
        assert state.trade is None
        assert state.phase == "attempt"


class TestNothingForNothing:
    def test_is_no_offer_and_uses_none_up(self) -> None:
        state = trading()
        with pytest.raises(RuleError) as refused:
            offer(state, AL, BRUCE, [], [])
        assert refused.value.code == "form.count"
        assert state.trade is not None
        assert state.trade.offers == 0

    def test_was_one_in_a_match_of_version_1(self) -> None:
        state = offer(replace(trading(), version=1), AL, BRUCE, [], [])
        assert state.trade is not None
        assert state.trade.offers == 1

    def test_a_player_with_nothing_makes_no_offer_to_one_with_nothing(self) -> None:
        state = replace(trading(), hands=((), (), cards("swap")))
        state = replace(state, pools=((0, 0, 0), (0, 0, 0), (6, 6, 6)))
        assert [party.seat for party in offer_field(state, AL).parties] == [CATHERINE]
        assert offered(state, BRUCE) == ["done"]
        assert offered(state, CATHERINE) == ["done", "offer"]


class TestOldTrade:
    def equalizer(self, mine: int, theirs: int) -> State:
        pools = {AL: (mine, 0, 0), BRUCE: (theirs, 1, 0), CATHERINE: (0, 0, 0)}
        agreed = TRADE | {"old_trade": True}
        return table(hands={AL: ["variable"]}, pools=pools, options=agreed)

    def test_the_target_gives_until_both_are_equal_and_keeps_an_odd_die(self) -> None:
        state = play(self.equalizer(2, 6), "variable", target="1")
        state = do(state, BRUCE, give=["red.1", "yellow.1"])
        assert state.pools[:2] == ((3, 1, 0), (5, 0, 0))

    def test_can_be_played_on_any_player_with_more_dice(self) -> None:
        state = self.equalizer(2, 2)
        assert list(inside(options(state, AL)["variable"], "target")) == ["1"]

    def test_a_player_with_one_die_more_keeps_it(self) -> None:
        state = play(self.equalizer(2, 2), "variable", target="1")
        assert state.pools[:2] == ((2, 0, 0), (2, 1, 0))
        assert "Variable as “Equalizer” has no effect." in news(state)

    def test_a_single_die_more_was_not_enough_in_a_match_of_version_1(self) -> None:
        state = replace(self.equalizer(2, 2), version=1)
        assert not options(state, AL)["variable"].fields
