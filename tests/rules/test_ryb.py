"""R.Y.B., turn by turn: the rulebook's examples and the rulings about a turn.

Al, Bruce and Catherine play, as in the rulebook's example.
"""

from __future__ import annotations

import msgspec
import pytest
from dicerules.core import Roll, RuleError, encode
from dicerules.forms import Number
from dicerules.ryb import GAME
from dicerules.ryb.state import Goal, Options, Pool, State
from dicerules.ryb.tally import total
from dicerules.ryb.turn import TURNS
from dicerules.words import sentence, words_for
from msgspec.structs import replace

from tests.rules.ryb_table import (
    AL,
    BRUCE,
    CARDS,
    CATHERINE,
    NAMES,
    WORDS,
    asked,
    card,
    cards,
    do,
    goal,
    names,
    news,
    offered,
    options,
    play,
    roll,
    shuffled,
    table,
    to_roll,
    winners,
)


def bank_range(state: State, seat: int = AL) -> tuple[int, int]:
    (points,) = [
        field for field in options(state, seat)["bank"].fields if isinstance(field, Number)
    ]
    return points.low, points.high


class TestExamplesOfTheRulebook:
    @pytest.mark.parametrize(
        ("colour", "points"),
        [
            ("red", 8),
            ("yellow", 7),
            ("blue", 11),
            ("orange", 7),
            ("green", 7),
            ("purple", 8),
            ("black", 7),
        ],
    )
    def test_e1_the_least_sum_of_a_goals_colours_counts(self, colour: str, points: int) -> None:
        assert total(colour, (2, 2, 3), (4, 4, 2, 5, 3, 4, 4)) == points

    def test_e2_ten_purple_complete_a_purple_nine_and_the_yellow_die_stays(self) -> None:
        state = table(phase="attempt", goals=[goal("purple_9")], pools={AL: (3, 1, 3)})
        state = do(state, AL, goal="0")
        assert to_roll(state) == {"red": 3, "blue": 3}
        state = roll(state, 1, 4, 5, 3, 5, 6)
        assert state.treasure[AL] == (goal("purple_9"),)
        assert state.goals == ()
        assert state.active == BRUCE

    def test_e3_a_round_of_play(self) -> None:
        hands = {
            AL: ["green_9", "red_6", "red_8", "red_10", "red_12"],
            BRUCE: ["gimme", "yellow_6", "yellow_8", "yellow_10", "yellow_12"],
            CATHERINE: ["red_18", "swap", "blue_6", "blue_8", "blue_10"],
        }
        state = table(hands=hands, options={"bank_min": 0, "hand": 5})
        state = do(play(state, "green_9"), AL, goal="0")
        state = do(roll(state, 4, 5, 2, 5), AL, do="bank", points=0)
        state = do(state, BRUCE, do="refill")
        state = do(play(state, "gimme", target="0", colour="yellow"), BRUCE, goal="0")
        assert to_roll(state) == {"yellow": 3, "blue": 2}
        state = roll(state, 1, 4, 5, 3, 5)
        assert bank_range(state, BRUCE) == (0, 8)
        state = do(state, BRUCE, do="bank", points=0)
        state = do(state, CATHERINE, do="refill")
        state = do(play(state, "red_18"), CATHERINE, goal="1")
        state = do(roll(state, 3, 4), CATHERINE, do="bank", points=7)
        assert state.pools == ((2, 1, 2), (2, 3, 2), (2, 2, 2))
        assert state.goals == (goal("green_9"), goal("red_18", 7))
        assert state.discards == cards("gimme")
        assert [len(hand) for hand in state.hands] == [4, 4, 4]

    @pytest.mark.parametrize(("seats", "size"), [(2, 5), (3, 4), (4, 3), (5, 2)])
    def test_e4_more_players_hold_fewer_cards(self, seats: int, size: int) -> None:
        state = shuffled(GAME.start(Options(), seats, CARDS))
        assert [len(hand) for hand in state.hands] == [size] * seats
        assert len(state.deck) == 72 - seats * size

    def with_treasure_of(self, *keys: str) -> State:
        """Al completes a Red 6 with these in the treasure."""
        state = table(phase="attempt", treasure={AL: keys}, goals=[goal("red_6")])
        return roll(do(state, AL, goal="0"), 3, 3)

    def test_e5_exactly_a_hundred_is_no_win(self) -> None:
        state = self.with_treasure_of("black_10", "orange_12", "black_8", "green_8")
        assert GAME.scores(state)[AL] == 100
        assert state.ended is None

    def test_e5_a_hundred_and_one_wins(self) -> None:
        state = self.with_treasure_of("black_10", "orange_12", "black_7", "orange_10")
        assert GAME.scores(state)[AL] == 101
        assert winners(state) == (AL,)
        assert news(state)[-1] == "Al wins with 101 points."

    def test_more_than_a_hundred_in_two_colours_is_no_win(self) -> None:
        state = self.with_treasure_of("black_10", "black_8", "black_7", "black_6", "black_5")
        assert GAME.scores(state)[AL] == 114
        assert state.ended is None


class TestRefillOrDump:
    def test_a_hand_is_refilled_to_its_size(self) -> None:
        state = do(table(phase="refill", hands={AL: ["red_6"]}), AL, do="refill")
        assert len(state.hands[AL]) == 4
        assert state.phase == "play"
        assert "Al draws 3 cards." in news(state)

    def test_r12_a_full_hand_may_be_dumped_and_the_turn_is_over(self) -> None:
        hand = ["red_6", "red_8", "gimme", "swap"]
        state = do(table(phase="refill", hands={AL: hand}), AL, do="dump")
        assert len(state.hands[AL]) == 4
        assert state.discards == cards(*hand)
        assert state.active == BRUCE

    def test_r12_the_dumped_cards_may_come_back_while_drawing(self) -> None:
        state = table(phase="refill", hands={AL: ["red_6", "gimme"]})
        state = do(replace(state, deck=cards("swap")), AL, do="dump")
        need = GAME.need(state)
        assert isinstance(need, Roll)
        assert need.hidden
        assert need.shuffles == (2,)
        state = shuffled(state)
        assert names(state, state.hands[AL]) == ["red_6", "gimme", "swap"]
        assert state.discards == ()

    def test_a_single_discard_needs_no_shuffling(self) -> None:
        state = table(phase="refill", hands={AL: ["red_6"]}, discards=["gimme"])
        state = do(replace(state, deck=()), AL, do="refill")
        assert names(state, state.hands[AL]) == ["red_6", "gimme"]

    def test_r13_two_players_do_not_shuffle_the_discards(self) -> None:
        state = table(2, phase="refill", hands={AL: ["red_6"]}, discards=["gimme", "swap"])
        state = do(replace(state, deck=()), AL, do="refill")
        assert names(state, state.hands[AL]) == ["red_6"]
        assert state.phase == "play"

    def test_newly_seen_cards_cannot_be_put_back(self) -> None:
        need = GAME.need(table(phase="refill", hands={AL: ["red_6"]}))
        assert not isinstance(need, Roll)
        assert getattr(need, "hidden", False)


class TestPlayACard:
    def test_a_goal_goes_into_the_middle(self) -> None:
        state = play(table(hands={AL: ["red_6"]}), "red_6")
        assert state.goals == (goal("red_6"),)
        assert state.hands[AL] == ()

    def test_r6_with_nothing_but_do_overs_the_step_is_skipped(self) -> None:
        state = table(phase="refill", hands={AL: ["do_over"] * 4}, goals=[goal("red_6")])
        state = do(state, AL, do="refill")
        assert state.phase == "attempt"
        assert "Al has no card to play." in news(state)

    def test_a_do_over_is_not_offered(self) -> None:
        assert offered(table(hands={AL: ["do_over", "gimme", "red_6"]}), AL) == ["red_6", "gimme"]

    def test_cards_that_are_alike_are_offered_once(self) -> None:
        assert offered(table(hands={AL: ["gimme", "gimme"]}), AL) == ["gimme"]

    def test_there_is_no_passing(self) -> None:
        with pytest.raises(RuleError):
            do(table(hands={AL: ["red_6"]}), AL, card="none")


class TestAttempt:
    def test_is_optional(self) -> None:
        state = do(table(phase="attempt", goals=[goal("red_6")]), AL, goal="none")
        assert state.active == BRUCE

    def test_without_a_goal_in_play_the_turn_ends(self) -> None:
        state = play(table(hands={AL: ["shanghai"]}), "shanghai", target="1", colour="red")
        assert state.active == BRUCE
        assert "There is no goal that Al can attempt." in news(state)

    @pytest.mark.parametrize(
        ("key", "dice"),
        [
            ("red_6", {"red": 1}),
            ("orange_6", {"red": 1, "yellow": 2}),
            ("green_6", {"yellow": 2, "blue": 3}),
            ("purple_6", {"red": 1, "blue": 3}),
            ("black_6", {"red": 1, "yellow": 2, "blue": 3}),
        ],
    )
    def test_r3_all_dice_of_the_goals_colours_are_rolled(
        self, key: str, dice: dict[str, int]
    ) -> None:
        state = table(phase="attempt", goals=[goal(key)], pools={AL: (1, 2, 3)})
        assert to_roll(do(state, AL, goal="0")) == dice

    def test_r4_a_goal_that_takes_a_missing_colour_cannot_be_declared(self) -> None:
        goals = [goal("red_6"), goal("yellow_6"), goal("orange_6"), goal("purple_6")]
        state = table(phase="attempt", goals=goals, pools={AL: (2, 0, 2)})
        assert offered(state, AL) == ["none", "0", "3"]

    def test_banked_points_lower_the_target_for_everybody(self) -> None:
        state = table(phase="attempt", goals=[goal("red_18", 11)])
        state = roll(do(state, AL, goal="0"), 3, 4)
        assert state.treasure[AL] == (goal("red_18"),)

    def test_r1_at_least_one_point_is_banked_and_at_most_what_was_rolled(self) -> None:
        state = table(phase="attempt", goals=[goal("red_18")])
        state = roll(do(state, AL, goal="0"), 3, 4)
        assert bank_range(state) == (1, 7)
        state = do(state, AL, do="bank", points=5)
        assert state.goals == (goal("red_18", 5),)
        assert state.active == BRUCE

    def test_r1_that_nothing_need_be_banked_is_an_option(self) -> None:
        state = table(phase="attempt", goals=[goal("red_18")], options={"bank_min": 0})
        state = roll(do(state, AL, goal="0"), 3, 4)
        assert bank_range(state) == (0, 7)
        assert do(state, AL, do="bank", points=0).goals == (goal("red_18"),)

    def test_r5_a_win_is_seen_at_once(self) -> None:
        mine = ["black_10", "orange_12", "black_8", "yellow_18"]
        state = table(phase="attempt", treasure={AL: mine}, goals=[goal("red_6")])
        assert state.ended is None
        assert winners(roll(do(state, AL, goal="0"), 6, 6)) == (AL,)

    def test_r15_banked_points_are_gone_when_the_goal_is_completed(self) -> None:
        state = table(phase="attempt", goals=[goal("red_18", 10)])
        state = roll(do(state, AL, goal="0"), 6, 6)
        assert state.treasure[AL] == (Goal(card("red_18")),)

    def test_r26_without_dice_nothing_is_attempted(self) -> None:
        state = table(hands={AL: ["red_6"]}, goals=[goal("blue_6")], pools={AL: (0, 0, 0)})
        state = play(state, "red_6")
        assert state.active == BRUCE

    def test_r31_a_roll_that_is_enough_completes_at_once(self) -> None:
        state = table(phase="attempt", goals=[goal("red_6")], hands={AL: ["do_over"]})
        state = roll(do(state, AL, goal="0"), 3, 3)
        assert state.active == BRUCE
        assert state.treasure[AL] == (goal("red_6"),)


class TestTheEnd:
    def worn_out(self, **more: object) -> State:
        state = table(2, phase="attempt", hands={AL: [], BRUCE: []}, **more)  # type: ignore[arg-type]
        return replace(state, deck=(), moved=True)

    def test_r14_two_players_with_an_exhausted_deck_end_when_nothing_moves(self) -> None:
        state = self.worn_out(goals=[goal("red_18")], treasure={AL: ["red_6"], BRUCE: ["red_8"]})
        state = do(state, AL, goal="none")
        state = do(do(state, BRUCE, goal="none"), AL, goal="none")
        assert winners(state) == (BRUCE,)
        assert "Nothing happened for a whole round." in news(state)

    def test_r14_an_attempt_is_a_move(self) -> None:
        state = do(self.worn_out(goals=[goal("red_18")]), AL, goal="none")
        state = do(state, BRUCE, goal="none")
        state = do(roll(do(state, AL, goal="0"), 1, 1), AL, do="bank", points=2)
        assert do(state, BRUCE, goal="none").ended is None

    def test_r14_three_colours_go_before_more_points(self) -> None:
        few, many = ["red_6", "blue_6", "yellow_6"], ["black_10", "black_8"]
        state = self.worn_out(treasure={AL: many, BRUCE: few})
        assert winners(do(state, AL, goal="none")) == (BRUCE,)

    def test_r14_equals_share_the_win(self) -> None:
        state = self.worn_out(treasure={AL: ["red_6"], BRUCE: ["blue_6"]})
        assert winners(do(state, AL, goal="none")) == (AL, BRUCE)

    def test_r28_the_last_turn_ends_the_match(self) -> None:
        state = table(phase="attempt", goals=[goal("red_18")], treasure={BRUCE: ["red_6"]})
        state = do(replace(state, turn=TURNS), AL, goal="none")
        assert winners(state) == (BRUCE,)
        assert "That was turn 500, the last one." in news(state)


class TestStart:
    @pytest.mark.parametrize("seats", [1, 6])
    def test_is_for_two_to_five(self, seats: int) -> None:
        with pytest.raises(RuleError) as refused:
            GAME.start(Options(), seats, CARDS)
        assert refused.value.code == "seats"

    def test_the_first_seat_begins_unless_agreed_otherwise(self) -> None:
        state = shuffled(GAME.start(Options(), 3, CARDS))
        assert list(asked(state)) == [AL]
        state = roll(GAME.start(Options(first_player="random"), 3, CARDS), 3)
        assert list(asked(shuffled(state))) == [CATHERINE]

    def test_r27_pools_are_open(self) -> None:
        state = table(pools={BRUCE: (0, 5, 1)})
        counts = [
            [item.count for item in GAME.view(state, viewer).boards[BRUCE].items[:3]]  # type: ignore[union-attr]
            for viewer in (-1, AL, BRUCE)
        ]
        assert counts == [[0, 5, 1]] * 3

    def test_a_match_is_begun_with_the_newest_version_of_the_rules(self) -> None:
        assert GAME.start(Options(), 2, CARDS).version == GAME.version == 2

    def test_a_position_stored_before_there_were_versions_has_version_1(self) -> None:
        old = msgspec.json.decode(encode(GAME.start(Options(), 2, CARDS)))
        del old["version"]
        assert msgspec.convert(old, State).version == 1

    def test_is_refused_if_the_deck_is_too_small(self) -> None:
        kinds = tuple(replace(kind, copies=kind.does == "goal") for kind in CARDS.kinds[:20])
        with pytest.raises(RuleError) as refused:
            GAME.start(Options(hand=7), 3, replace(CARDS, kinds=kinds))
        told = sentence(refused.value.words, WORDS, NAMES)
        assert told.startswith("Hands of this size take 21 cards, but the deck has only 20.")


@pytest.mark.parametrize("page", ["RULES.md", "RULES.de.md"])
@pytest.mark.parametrize("number", range(1, 38))
def test_every_ruling_is_told_to_the_players(page: str, number: int) -> None:
    assert page_of(page).count(f"- **RY-R{number}** ") == 1


@pytest.mark.parametrize(
    ("page", "said"),
    [
        ("RULES.md", "**The deck is our own.**"),
        ("RULES.md", "**instead of** a goal in play"),
        ("RULES.md", "nobody can attempt it again without another Raid!"),
        ("RULES.md", "They stop only when the whole match stops"),
        ("RULES.de.md", "**Der Stapel ist von uns.**"),
        ("RULES.de.md", "**statt** eines Ziels im Spiel"),
        ("RULES.de.md", "ohne einen weiteren Raid! kann es niemand noch einmal versuchen"),
        ("RULES.de.md", "wenn die ganze Partie stillsteht"),
    ],
)
def test_the_rules_tell_whose_the_deck_is_what_a_raid_replaces_and_what_stops_a_trade(
    page: str, said: str
) -> None:
    assert said in page_of(page)


def page_of(name: str) -> str:
    return GAME.folder.joinpath(name).read_text(encoding="utf-8")


@pytest.mark.parametrize("language", ["en", "de"])
def test_sentences_of_play_name_no_ruling_and_no_printed_deck(language: str) -> None:
    for key, told in words_for(GAME.folder, language).items():
        assert "RY-" not in told, key
        assert "printed" not in told.lower(), key
        assert "gedruckt" not in told.lower(), key


def test_dice_are_two_of_each_colour_for_everybody() -> None:
    pool: Pool = (2, 2, 2)
    assert GAME.start(Options(), 4, CARDS).pools == (pool,) * 4
