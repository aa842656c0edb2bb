"""The kit lets a game have beats, and catches those that no screen could perform, or that tell."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from dicerules.beats import Award, Change, Flip, Reveal, Title, Transfer, Verdict
from dicerules.core import Game
from dicerules.kit import KitError, check
from dicerules.views import TABLE, Card, Die, Figure
from dicerules.words import message
from msgspec.structs import replace

from tests.rules import little

SAY = message("star")
STAR = Die(3, "star")


def performing(beats: Callable[[Any, Any, int], Any]) -> Game:
    return replace(little.GAME, beats=beats)


def always(*beats: Any) -> Game:
    return performing(lambda before, after, viewer: beats)


def caught(game: Game) -> str:
    """What the kit says about a game that breaks a promise."""
    with pytest.raises(KitError) as broken:
        check(game, 3, Random(5).randrange, matches=3)
    return str(broken.value)


def test_beats_that_can_be_performed_pass() -> None:
    def beats(before: Any, after: Any, viewer: int) -> tuple[Any, ...]:
        if not after.face:
            return (Title(SAY, seat=1), Change("centre/bank", "1", "2", "good"))
        return (
            Verdict("grand", SAY, seat=0, points=3, dice=(0,)),
            Reveal(2, STAR, (Card("c", SAY, dice=(STAR,)),), "3"),
            Transfer("chips", "centre/bank/any", "seat/1", 2, "red"),
            Award(SAY, (Figure(0, "1"), Figure(1, "2")), (1,), 1),
            Flip(("centre/star",)),
        )

    check(performing(beats), 3, Random(5).randrange, matches=3)


class TestTheKitCatchesBeats:
    def test_that_raise(self) -> None:
        game = performing(lambda before, after, viewer: after.none)
        assert "expected no AttributeError" in caught(game)

    def test_that_are_no_beats(self) -> None:
        assert "expected beats that can be sent" in caught(always(SAY))
        assert "expected beats that can be sent" in caught(always(object()))

    def test_that_come_as_a_list(self) -> None:
        game = performing(lambda before, after, viewer: [Title(SAY)])
        assert "expected a tuple of beats" in caught(game)

    def test_that_differ_from_time_to_time(self) -> None:
        titles = iter(range(10**6))
        game = performing(lambda *step: (Title(SAY, message("up", card=next(titles))),))
        assert "expected the same beats" in caught(game)

    def test_without_words(self) -> None:
        assert "expected words for 'bang'" in caught(always(Title(message("bang"))))

    def test_with_a_die_that_has_no_picture(self) -> None:
        beat = Reveal(0, Die(7, "star"), (), "7")
        assert "expected a picture of face 7" in caught(always(beat))

    @pytest.mark.parametrize("place", ["centre/vault", "seat/3", "seat/0/vault", "bank", ""])
    def test_at_a_place_that_nobody_sees(self, place: str) -> None:
        for beat in (Flip((place,)), Change(place, "", ""), Transfer("die", place, "seat/0")):
            assert f"expected a place that the viewer sees, got {place!r}" in caught(always(beat))

    def test_at_a_place_that_this_viewer_does_not_see(self) -> None:
        assert "'seat/1/card'" in caught(always(Flip(("seat/1/card",))))

    def test_of_a_seat_that_is_not_there(self) -> None:
        assert "expected a seat below 3" in caught(always(Title(SAY, seat=3)))
        assert "expected a seat below 3" in caught(always(Award(SAY, (Figure(3, ""),), ())))

    def test_that_award_somebody_without_a_figure(self) -> None:
        assert "expected a figure of everybody" in caught(always(Award(SAY, (), (0,))))

    def test_that_move_nothing(self) -> None:
        beat = Transfer("chips", "seat/0", "seat/1", 0)
        assert "expected one thing or more" in caught(always(beat))

    def test_that_lift_dice_which_were_not_rolled(self) -> None:
        assert "expected places of the dice" in caught(always(Verdict("good", SAY, dice=(0,))))

    def test_that_tell_a_hidden_answer(self) -> None:
        def tell(before: Any, after: Any, viewer: int) -> tuple[Title, ...]:
            guesses = [guess for guess in after.guesses if guess is not None]
            return (Title(message(guesses[0].side)),) if len(guesses) == 1 else ()

        assert "beats tell the table a secret that the view does not tell" in caught(
            performing(tell)
        )

    def test_that_tell_a_hidden_card(self) -> None:
        def tell(before: Any, after: Any, viewer: int) -> tuple[Title, ...]:
            dealt = not before.cards and viewer != TABLE
            return (Title(message("card", card=after.cards[0])),) if dealt else ()

        assert "beats tell seat 2 a secret" in caught(performing(tell))

    def test_that_tell_everybody_a_hidden_card_which_no_view_shows(self) -> None:
        def tell(before: Any, after: Any, viewer: int) -> tuple[Title, ...]:
            return () if before.cards else (Title(message("card", card=after.cards[-1])),)

        assert "beats tell the table a secret" in caught(performing(tell))
