"""Ricemarll: what lies open is shown to everybody, says what it means, and promises no more."""

from __future__ import annotations

import pytest
from dicerules.ricemarll import GAME
from dicerules.ricemarll.state import State
from dicerules.views import TABLE, Card, Cards, Dice, Note
from msgspec.structs import replace

from tests.rules.ricemarll_table import (
    ANN,
    BO,
    CY,
    after_phase,
    declare,
    goals,
    modifiers,
    news,
    nobody_else_plays,
    pick,
    place,
    placed,
    placing,
    roll,
    selecting,
    take,
    tell,
    with_player,
)


def centre(state: State, viewer: int = TABLE) -> dict[str, object]:
    return {item.key: item for item in GAME.view(state, viewer).centre}


def cards_of(item: object) -> list[Card]:
    assert isinstance(item, Cards)
    return list(item.cards)


def more_of(card: Card) -> str:
    assert card.more is not None
    return tell(card.more)


def headline(state: State, viewer: int = TABLE) -> str:
    return tell(GAME.view(state, viewer).headline)


SIX_BLANKS = "blank blank blank blank blank blank"


class TestDiscards:
    def discarded(self, step: str = "place") -> State:
        """Bo has discarded three cards; Ann has played a card that makes the match wait there."""
        state = placing("reroll pick", "", "")
        state = with_player(state, BO, discards=modifiers("minus1 plus2 minus1"))
        if step in ("reroll", "pick"):
            state = place(state, ANN, die1=step)
            return place(place(state, BO, top=SIX_BLANKS), CY)
        return replace(state, step=step)

    @pytest.mark.parametrize("viewer", [TABLE, ANN, CY])
    @pytest.mark.parametrize("step", ["roll", "place", "reroll", "pick"])
    def test_can_be_looked_through_by_everybody_at_any_time(self, viewer: int, step: str) -> None:
        state = self.discarded(step)
        assert state.step == step
        bo = next(card for card in cards_of(centre(state, viewer)["decks"]) if card.key == "deck1")
        assert bo.value == "3"
        assert more_of(bo).startswith("Discards: +2, two −1 cards.")  # noqa: RUF001

    def test_can_be_looked_through_while_cards_are_taken(self) -> None:
        state = selecting(3, (0, 1, 2))
        for viewer in (TABLE, ANN, BO):
            told = [more_of(card) for card in cards_of(centre(state, viewer)["decks"])]
            assert "Discards: six blank cards. Cards left in the deck: 0." in told

    def test_ones_own_are_told_on_the_own_board(self) -> None:
        shown = cards_of(centre(self.discarded(), BO)["decks"])
        assert [card.key for card in shown] == ["deck0", "deck2"]
        notes = GAME.view(self.discarded(), BO).boards[BO].items
        told = [tell(item.text) for item in notes if isinstance(item, Note)]
        assert "Your discards: +2, two −1 cards" in told  # noqa: RUF001

    def test_several_copies_of_a_card_are_told_as_cards_and_never_as_times_two(self) -> None:
        state = placing("double double", "", aims="most_zeroes")
        told = news(nobody_else_plays(state, ANN, BO))
        assert "Ann discards two ×2 cards, four blank cards." in told  # noqa: RUF001


class TestClaims:
    def test_show_every_players_figure_on_each_goal(self) -> None:
        state = after_phase((1,) * 6, (6, 1, 1, 1, 2, 2), (6,) * 6, aims="most_1s lowest_total")
        first, second = cards_of(centre(state)["claims"])
        assert first.text is not None
        assert second.text is not None
        assert tell(first.text) == "Ann takes 6 (Ann: 6, Bo: 3, Cy: 0)"
        assert tell(second.text) == "Ann takes 6 (Ann: 6, Bo: 13, Cy: 36)"

    def test_show_the_figures_of_a_shared_goal_and_of_one_that_nobody_achieved(self) -> None:
        state = after_phase((1,) * 6, (1,) * 6, aims="most_1s most_zeroes")
        told = [tell(card.text) for card in cards_of(centre(state)["claims"]) if card.text]
        assert told == ["Ann and Bo take 3 each (Ann: 6, Bo: 6)", "nobody (Ann: 0, Bo: 0)"]


class TestProspects:
    def test_say_that_they_hold_if_nobody_else_changes_a_die(self) -> None:
        state = placing("plus1", "", aims="most_1s")
        items = GAME.preview(state, ANN, {"cards": placed(state, ANN, die1="plus1")})
        told = [tell(item.text) for item in items if isinstance(item, Note)]
        assert told[0] == "If nobody else changes a die:"
        assert told[1:] == ["most 1s: 0, you take nothing"]

    def test_need_no_if_once_nobody_else_can(self) -> None:
        state = place(place(placing("pick", "plus1", aims="biggest"), ANN, die1="pick"), BO)
        told = [tell(item.text) for item in GAME.preview(state, ANN, {}) if isinstance(item, Note)]
        assert told == ["biggest number: you take 3"]

    def test_keep_the_if_while_another_seat_still_picks(self) -> None:
        state = placing("pick", "pick", aims="biggest")
        state = place(place(state, ANN, die1="pick"), BO, die1="pick")
        told = [tell(item.text) for item in GAME.preview(state, ANN, {}) if isinstance(item, Note)]
        assert told[0] == "If nobody else changes a die:"


class TestSigns:
    def test_a_special_goal_face_down_can_be_chosen_and_is_not_marked_as_closed(self) -> None:
        special = cards_of(centre(selecting(2, (0, 1)))["market"])[-1]
        assert tell(special.name) == "Special goal"
        assert special.state == ""

    def test_of_two_dice_that_show_the_same_it_is_told_which_one_a_card_is_on(self) -> None:
        state = placing("minus1 plus1 plus2", "", dice=((4, 2, 4, 5, 5, 5),))
        state = place(state, ANN, die3="minus1", die2="plus1", die6="plus2")
        told = [line for line in news(place(state, BO)) if "plays" in line]
        assert told == ["Ann plays +1 on the 2, −1 on the second 4, +2 on the third 5."]  # noqa: RUF001


class TestTies:
    def test_the_dice_of_a_roll_for_the_order_are_shown_with_whose_they_are(self) -> None:
        state = roll(selecting(3, (0, 0, 5)), 4, 2)
        for viewer in (TABLE, ANN, CY):
            shown = centre(state, viewer)
            dice = {key: shown[key] for key in ("tie0", "tie1")}
            assert [item.dice[0].value for item in dice.values() if isinstance(item, Dice)] == [
                4,
                2,
            ]
            labels = [tell(item.label) for item in dice.values() if isinstance(item, Dice)]
            assert labels == ["Tie-break: Ann", "Tie-break: Bo"]

    def test_and_are_gone_when_somebody_has_taken_cards(self) -> None:
        state = take(roll(selecting(3, (0, 0, 5)), 4, 2), BO, "set0 set0")
        assert not [key for key in centre(state) if key.startswith("tie")]

    def test_the_dice_that_decide_the_match_stay_to_be_seen(self) -> None:
        state = placing("", "", aims="most_1s", phase=6)
        state = roll(nobody_else_plays(state, ANN, BO), 3, 5)
        shown = centre(state)
        assert isinstance(shown["tie0"], Dice)
        assert isinstance(shown["tie1"], Dice)


class TestYou:
    def test_a_phone_speaks_to_its_owner_and_names_the_others(self) -> None:
        state = placing("pick", "", aims="most_1s")
        assert headline(state, ANN) == "Place your cards behind your dice."
        state = with_player(state, ANN, specials=goals("most_6s"))
        state = place(place(state, ANN, die1="pick"), BO)
        assert headline(state, ANN) == "Decide whether to declare a special goal."
        assert headline(state, BO) == "Ann decides whether to declare a special goal."
        state = declare(state, ANN)
        assert headline(state, ANN) == "Pick a side for your dice."
        assert headline(selecting(2, (0, 1)), ANN) == "Take 2 cards."
        assert headline(selecting(2, (0, 1)), BO) == "Ann takes 2 cards."


def test_a_pick_that_changes_nothing_says_that_the_die_stays() -> None:
    state = place(place(placing("pick", ""), ANN, die3="pick"), BO)
    assert "Ann leaves a 3 as it is." in news(pick(state, ANN, die3=3))
    assert "Ann turns a 3 to 6." in news(pick(state, ANN, die3=6))


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_sentence_of_play_has_the_code_of_a_ruling(language: str) -> None:
    text = GAME.folder.joinpath("words", f"{language}.toml").read_text(encoding="utf-8")
    assert "RM-R" not in text
