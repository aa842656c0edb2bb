"""R.Y.B. as a show: attempts, raids and Red Rovers, and cards that only some may see."""

from __future__ import annotations

from dicerules.beats import Beat, Change, Title, Transfer, Verdict
from dicerules.ryb import GAME
from dicerules.ryb.state import State
from dicerules.views import TABLE
from dicerules.words import message

from tests.rules.ryb_table import AL, BRUCE, CATHERINE, do, goal, play, roll, table


def shown(before: State, after: State, kind: type[Beat], viewer: int = TABLE) -> list[Beat]:
    return [beat for beat in GAME.beats(before, after, viewer) if isinstance(beat, kind)]


def names(transfers: list[Beat]) -> list[str]:
    """The cards of transfers by their keys; an unseen card is a question mark."""
    moved = [beat for beat in transfers if isinstance(beat, Transfer) and beat.what == "card"]
    return [beat.card.key if beat.card else f"? {beat.count}" for beat in moved]


def test_a_goal_that_is_missed_fills_up_when_points_are_banked() -> None:
    state = table(phase="attempt", goals=[goal("red_12")])
    declared = do(state, AL, goal="0")
    missed = roll(declared, 3, 4)
    told = message("verdict.misses", points=7, target=12)
    assert GAME.beats(declared, missed, TABLE) == (Verdict("bad", told, AL),)
    banked = do(missed, AL, do="bank", points=7)
    assert GAME.beats(missed, banked, TABLE)[:2] == (
        Verdict("good", message("verdict.banks", count=7), AL),
        Change("centre/goals/0.red_12", "12", "5", "good"),
    )


def test_a_completed_goal_lifts_its_dice_and_goes_to_the_treasure() -> None:
    declared = do(table(phase="attempt", goals=[goal("red_6")]), AL, goal="0")
    verdict, card, turn = GAME.beats(declared, roll(declared, 6, 6), TABLE)
    assert verdict == Verdict("good", message("verdict.completes"), AL, 6, (0, 1))
    assert isinstance(card, Transfer)
    assert (card.source, card.target) == ("centre/goals", "seat/0/treasure")
    assert turn == Title(message("title.turn", seat=BRUCE), seat=BRUCE)


def test_the_dice_of_a_red_rover_are_lifted_and_go_over() -> None:
    state = table(hands={AL: ["red_rover"]})
    played = play(state, "red_rover", target="1", number=3)
    assert [beat.tone for beat in shown(state, played, Title) if isinstance(beat, Title)] == [
        "grand"
    ]
    rolled = roll(played, 3, 1, 2, 3, 5, 6)
    assert GAME.beats(played, rolled, TABLE)[:3] == (
        Verdict("grand", message("verdict.rover", count=2), AL, dice=(0, 3)),
        Transfer("die", "seat/1", "seat/0", 1, "red"),
        Transfer("die", "seat/1", "seat/0", 1, "yellow"),
    )


def test_drawn_cards_are_seen_by_their_owner_alone() -> None:
    state = table(phase="refill", hands={AL: ["red_6"]})
    after = do(state, AL, do="refill")
    drawn = len(after.hands[AL]) - 1
    assert names(shown(state, after, Transfer)) == [f"? {drawn}"]
    assert names(shown(state, after, Transfer, BRUCE)) == [f"? {drawn}"]
    own = names(shown(state, after, Transfer, AL))
    assert len(own) == drawn
    assert not any(name.startswith("?") for name in own)


def test_traded_cards_are_seen_by_the_two_who_trade() -> None:
    hands = {AL: ["red_6", "variable"], BRUCE: ["blue_6", "swap"]}
    state = play(table(hands=hands, options={"variable": "trade"}), "variable")
    offer = {"to": BRUCE, "give": ["card.0", "red.1"], "take": ["card.0"]}
    offered = do(state, AL, do="offer", offer=offer)
    chosen = do(offered, BRUCE, do="accept", cards=["card.0"])
    traded = do(chosen, AL, do="accept")
    for viewer in (AL, BRUCE):
        assert names(shown(chosen, traded, Transfer, viewer)) == ["0.red_6", "0.blue_6"]
    for viewer in (TABLE, CATHERINE):
        assert names(shown(chosen, traded, Transfer, viewer)) == ["? 1", "? 1"]
        assert Transfer("die", "seat/0", "seat/1", 1, "red") in shown(chosen, traded, Transfer)
