"""Ricemarll as a show: the reveal die by die, then the goals one by one with everybody's figure."""

from __future__ import annotations

from dicerules.beats import Award, Beat, Flip, Reveal, Transfer
from dicerules.ricemarll import GAME
from dicerules.ricemarll.state import State
from dicerules.views import TABLE, Die, Figure
from msgspec.structs import replace

from tests.rules.ricemarll_table import (
    ANN,
    BO,
    nobody_else_plays,
    pick,
    place,
    placing,
    selecting,
    take,
)


def performed(before: State, after: State, kind: type[Beat], viewer: int = TABLE) -> list[Beat]:
    return [beat for beat in GAME.beats(before, after, viewer) if isinstance(beat, kind)]


def told(reveal: Beat) -> tuple[int, Die, str, str]:
    """Whose die, how it lies, the cards behind it from the top, and what they make of it."""
    assert isinstance(reveal, Reveal)
    cards = " ".join(card.key.partition("-")[0] for card in reveal.cards)
    return reveal.seat, reveal.die, cards, reveal.value


def test_the_last_to_place_cards_is_revealed_die_by_die_like_the_others() -> None:
    # Three of Bo's dice are alike, and one card is discarded: each finds its own die again.
    state = placing("plus1 half", "plus2 minus1 double flip", dice=((5,) * 6, (2, 2, 4, 2, 6, 1)))
    ann = place(state, ANN, die3="plus1 half")
    after = place(ann, BO, die2="plus2", die4="minus1 double", die6="flip")
    assert [told(one) for one in performed(ann, after, Reveal)] == [
        (ANN, Die(5), "plus1 half", "3"),
        (BO, Die(2), "plus2", "4"),
        (BO, Die(2), "minus1 double", "2"),
        (BO, Die(1), "flip", "6"),
    ]


def test_nothing_is_revealed_before_the_last_hand_is_placed() -> None:
    state = placing("plus1", "plus2")
    for viewer in (TABLE, ANN, BO):
        assert GAME.beats(state, place(state, ANN, die1="plus1"), viewer) == ()


def test_cards_turn_over_before_a_pick_and_are_revealed_after_it() -> None:
    state = place(placing("pick", ""), ANN, die1="pick")
    turned = nobody_else_plays(state, BO)
    assert GAME.beats(state, turned, TABLE) == (Flip(("centre/turned_up",)),)
    after = pick(turned, ANN, die1=6)
    assert [told(one) for one in performed(turned, after, Reveal)] == [(ANN, Die(6), "pick", "6")]


def test_goals_are_awarded_one_by_one_with_everybodys_figure() -> None:
    dice = ((1, 1, 2, 3, 3, 3), (1, 1, 1, 4, 4, 4))
    state = place(placing("", "", dice=dice), ANN)
    after = nobody_else_plays(state, BO)
    awards = performed(state, after, Award)
    assert [replace(one, title=None) for one in awards] == [
        Award(None, (Figure(ANN, "2"), Figure(BO, "3")), (BO,), 6),  # type: ignore[arg-type]
        Award(None, (Figure(ANN, "1"), Figure(BO, "0")), (ANN,), 6),  # type: ignore[arg-type]
        Award(None, (Figure(ANN, "3"), Figure(BO, "0")), (ANN,), 6),  # type: ignore[arg-type]
    ]


def test_a_special_goal_is_taken_face_down() -> None:
    state = selecting(2, (0, 1))
    seat = state.queue[0][0]
    kind = state.cards.modifiers[state.market[0]].key
    first, goal, *_ = performed(state, take(state, seat, f"{kind} special"), Transfer)
    assert isinstance(first, Transfer)
    assert first.card is not None
    assert goal == Transfer("card", "centre/market", f"seat/{seat}")
