"""Awards and places after a match: exact, worked out from its lines, never from a secret."""

from __future__ import annotations

from collections.abc import AsyncIterator
from fractions import Fraction
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import fromstring

import msgspec
import pytest
from dicehost.journal.store import Journal
from dicehost.past import awards
from dicehost.past.awards import Line, MatchAward, Played, find_awards
from dicehost.past.chances import at_least, chance_that, outcomes
from dicehost.past.finale import LONGEST_CURVE, Finale, curve, make_finale, rank
from dicehost.past.replay import Replay
from dicehost.past.result_picture import draw_result
from dicehost.wording import game_words
from dicerules import games
from dicerules.core import DiceGroup, Event, Face, Game, Move, Over, Roll, Rolled
from dicerules.words import message, sentence

from tests.kept import keep_match

ANN, BO, CY = 0, 1, 2
NAMES = ["Annalena Marie", "Bo", "Cleo"]
WHY = message("over")


class Sum(msgspec.Struct, frozen=True):
    """Points by seat; a roll of twelve or more pays its roller six."""

    points: tuple[int, ...]


def apply(state: Sum, event: Event) -> Sum:
    assert isinstance(event, Rolled)
    return Sum((state.points[ANN] + 6 * (sum(event.faces) >= 12), *state.points[1:]))


def game(faces: dict[str, tuple[Face, ...]] | None = None) -> Game:
    cow = games()["cow"]
    return msgspec.structs.replace(
        cow, scores=lambda state: state.points, apply=apply, faces=lambda state: faces or {}
    )


def rolled(*faces: int, seat: int | None = ANN, pays: tuple[int, ...] = (0, 0), **how: Any) -> Line:
    source = how.pop("source", "tower")
    dice = how.pop("dice", (DiceGroup(len(faces)),))
    roll = Roll(seat, WHY, dice, **how)
    return Line(roll, Rolled(faces), Sum((0, 0)), Sum(pays), source)


def chose(seat: int, points: tuple[int, ...] = (0, 0)) -> Line:
    return Line(Over((), WHY), Move(seat, {}), Sum(points), Sum(points))


def played(*lines: Line, winners: tuple[int, ...] = (), **other: Any) -> Played:
    scores = other.pop("scores", (0, 0))
    spent = other.pop("spent", (0,) * len(scores))
    return Played(other.pop("of", game()), lines, Over(winners, WHY), scores, spent)


def told(award: MatchAward | None) -> list[str]:
    assert award is not None
    words = game_words(games()["cow"])
    return [sentence(what, words, ["Ann", "Bo", "Cy"]) for what in (award.text, award.figure)]


class TestChances:
    def test_at_least_so_many_equal_faces_is_exact(self) -> None:
        assert at_least(3, 3, Fraction(1, 6)) == Fraction(1, 216)
        assert at_least(1, 2, Fraction(1, 6)) == Fraction(11, 36)
        assert at_least(0, 5, Fraction(1, 3)) == 1

    def test_a_roll_is_weighed_outcome_by_outcome(self) -> None:
        two = Roll(ANN, WHY, (DiceGroup(2),))
        assert outcomes(two) == 21
        assert chance_that(two, lambda roll: sum(roll.faces) == 7) == Fraction(1, 6)
        mixed = Roll(ANN, WHY, (DiceGroup(2), DiceGroup(1, 4)))
        assert chance_that(mixed, lambda roll: True) == 1
        assert chance_that(mixed, lambda roll: roll.faces == (1, 2, 4)) == Fraction(1, 72)


class TestRollOfTheNight:
    def test_three_sixes_with_three_dice_are_1_in_216(self) -> None:
        lines = (rolled(2, 2, 5), rolled(6, 6, 6), rolled(1, 2, 3))
        award = awards.rarest_roll(played(*lines))
        assert told(award) == ["Ann rolled 3 \N{MULTIPLICATION SIGN} “6” with 3 dice.", "1 in 216"]

    def test_a_chance_that_is_no_whole_number_is_said_to_be_rounded(self) -> None:
        award = awards.rarest_roll(played(rolled(6, 6, 6, 1)))
        assert told(award)[1] == "≈ 1 in 62"

    def test_faces_of_one_picture_count_as_one(self) -> None:
        coin = tuple(Face(name, name[0], 0) for name in ("heads", "heads", "tails"))
        dice = (DiceGroup(4, 3, "coin"),)
        line = rolled(1, 2, 1, 2, dice=dice)
        assert awards.rarest_roll(played(line, of=game({"coin": coin}))) is None
        line = rolled(3, 3, 3, 3, dice=dice)
        award = awards.rarest_roll(played(line, of=game({"coin": coin})))
        assert told(award) == [
            "Ann rolled 4 \N{MULTIPLICATION SIGN} “tails” with 4 dice.",
            "1 in 81",
        ]

    def test_dice_of_several_people_are_not_thrown_together(self) -> None:
        dice = (DiceGroup(2, seat=ANN), DiceGroup(2, seat=BO))
        award = awards.rarest_roll(played(rolled(5, 1, 5, 5, seat=None, dice=dice)))
        assert told(award) == ["Bo rolled 2 \N{MULTIPLICATION SIGN} “5” with 2 dice.", "1 in 36"]

    @pytest.mark.parametrize("how", [{"hidden": True}, {"source": "hand"}, {"seat": None}])
    def test_secret_dice_typed_dice_and_nobodys_dice_win_nothing(self, how: dict[str, Any]) -> None:
        assert awards.rarest_roll(played(rolled(6, 6, 6, **how))) is None


class TestBoldest:
    def test_a_choice_that_paid_has_the_exact_chance_that_it_pays(self) -> None:
        won = rolled(6, 6, pays=(6, 0))
        award = awards.boldest(played(chose(ANN), chose(BO), won))
        assert told(award) == ["Ann went for it and won 6 points.", "3 %"]

    def test_a_roll_that_nobody_chose_or_that_was_likely_is_not_bold(self) -> None:
        won = rolled(6, 6, pays=(6, 0))
        assert awards.boldest(played(won)) is None
        assert awards.boldest(played(chose(BO), won)) is None
        assert awards.boldest(played(chose(ANN), rolled(1, 1), won)) is None
        assert awards.boldest(played(chose(ANN), rolled(6, 6, 6, 6, pays=(6, 0)))) is None


class TestOtherAwards:
    def test_a_comeback_is_the_largest_gap_that_the_winner_closed(self) -> None:
        lines = [chose(ANN, points) for points in ((0, 4), (3, 12), (15, 13))]
        match = played(*lines, winners=(ANN,), scores=(15, 13))
        assert told(awards.comeback(match)) == [
            "Ann was 9 points behind and still won.",
            "9 points",
        ]
        lost = played(*lines, winners=(BO,), scores=(15, 16))
        assert awards.comeback(lost) is None

    def test_a_close_finish_names_both_or_says_that_it_is_shared(self) -> None:
        by_one = played(winners=(BO,), scores=(29, 30))
        assert told(awards.closest(by_one))[0] == "Bo beat Ann by 1 point."
        level = played(winners=(BO,), scores=(30, 30))
        assert "tie-break" in told(awards.closest(level))[0]
        shared = awards.closest(played(winners=(ANN, CY), scores=(9, 4, 9)))
        assert shared is not None
        assert shared.seats == (ANN, CY)
        assert told(shared)[0] == "Ann and Cy cannot be told apart."
        assert awards.closest(played(winners=(BO,), scores=(20, 30))) is None

    def test_the_lucky_hand_had_most_from_the_dice_and_nobody_else_as_much(self) -> None:
        ann, bo = rolled(1, pays=(7, 0)), rolled(1, seat=BO, pays=(0, 5))
        assert told(awards.luckiest(played(ann, bo)))[1] == "7 points"
        assert awards.luckiest(played(rolled(1, pays=(5, 0)), bo)) is None

    def test_the_fastest_is_measured_by_decision(self) -> None:
        lines = [chose(ANN)] * 3 + [chose(BO)] * 6
        award = awards.fastest(played(*lines, spent=(9_000, 12_000)))
        assert told(award) == ["Bo decided fastest, on average.", "2.0 s"]
        assert awards.fastest(played(*lines[1:], spent=(9_000, 12_000))) is None

    def test_a_game_that_raises_costs_that_award_only(self) -> None:
        def broken(state: object) -> dict[str, tuple[Face, ...]]:
            raise ZeroDivisionError

        of = msgspec.structs.replace(game(), faces=broken)
        match = played(rolled(6, 6, 6), of=of, winners=(BO,), scores=(29, 30))
        assert [award.kind for award in find_awards(match)] == ["close"]


def test_winners_share_the_first_place_and_equal_scores_share_theirs() -> None:
    assert rank((2,), (5, 9, 9, 5)) == (3, 2, 1, 3)
    assert rank((0, 1), (7, 7, 3)) == (1, 1, 3)
    assert rank((), (4, 6)) == (2, 1)


def test_a_curve_keeps_its_ends_and_every_change_while_there_is_room() -> None:
    points = curve([(0, 0), (0, 0), (3, 0), (3, 0), (3, 0)])
    assert [(point.event, point.scores) for point in points] == [
        (0, (0, 0)),
        (2, (3, 0)),
        (4, (3, 0)),
    ]
    long = curve([(n,) for n in range(3 * LONGEST_CURVE)])
    assert len(long) <= LONGEST_CURVE + 1
    assert (long[0].event, long[-1].event) == (0, 3 * LONGEST_CURVE - 1)


@pytest.fixture
async def journal(tmp_path: Path) -> AsyncIterator[Journal]:
    journal = Journal(tmp_path / "journal.sqlite")
    yield journal
    journal.close()


@pytest.mark.parametrize("key", games())
async def test_every_game_ends_in_awards_that_can_be_said_and_drawn(
    journal: Journal, key: str
) -> None:
    keep_match(journal, "aa", key, NAMES)
    finale = make_finale(Replay(games()[key], journal.lines("aa")))
    assert 1 <= len(finale.awards) <= awards.MOST
    assert len({award.kind for award in finale.awards}) == len(finale.awards)
    assert finale.curve[-1].scores == finale.scores
    for language in ("en", "de"):
        words = game_words(games()[key], language)
        for award in finale.awards:
            for what in (award.title, award.text, award.figure):
                assert what.key in words
                assert "{" not in sentence(what, words, NAMES)
        check_picture(finale, draw_result(finale, words))


def check_picture(finale: Finale, svg: str) -> None:
    """Every name and score is there, whole."""
    texts = [node.text or "" for node in fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]
    for name in NAMES:
        assert all(part in texts for part in name.split()) or name in texts
    assert {str(score) for score in finale.scores} <= set(texts)
