"""Don't Have a Cow's previews promise nothing that another bet could take away.

What a preview says without "unless" happens in every continuation: whatever the others bet, and
however the cubes fall. What it says with "unless" happens in some, and fails in others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

import pytest
from dicerules.core import Ask, Over
from dicerules.cow import GAME
from dicerules.cow.state import Bet, State
from dicerules.views import Note
from dicerules.words import Message, sentence
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.rules.cow_table import (
    CARDS,
    CHRIS,
    DAN,
    DONNA,
    ED,
    HOMER,
    HOMER_ALONE,
    LISA,
    NAMES,
    WORDS,
    bet,
    choose,
    roll,
    table,
)

Check = Callable[[State, State, int, Message], bool]


def is_over(state: State) -> bool:
    return isinstance(GAME.need(state), Over)


def gained(before: State, after: State, seat: int) -> int:
    return after.chips[seat] - before.chips[seat]


def gets(before: State, after: State, seat: int, told: Message) -> bool:
    return gained(before, after, seat) == told.facts["count"]


def loses(before: State, after: State, seat: int, told: Message) -> bool:
    count = told.facts["count"]
    return isinstance(count, int) and gained(before, after, seat) == -count


def over_too(check: Check) -> Check:
    return lambda before, after, seat, told: check(before, after, seat, told) and is_over(after)


def gets_at_most(before: State, after: State, seat: int, told: Message) -> bool:
    count = told.facts["count"]
    return isinstance(count, int) and 0 <= gained(before, after, seat) <= count


def loses_and_hands_on(before: State, after: State, seat: int, told: Message) -> bool:
    return loses(before, after, seat, told) and (is_over(after) or after.roller != before.roller)


def keeps(before: State, after: State, seat: int, told: Message) -> bool:
    return gained(before, after, seat) == 0 and is_over(after)


def gets_at_least(before: State, after: State, seat: int, told: Message) -> bool:
    count = told.facts["count"]
    return isinstance(count, int) and gained(before, after, seat) >= count


def gets_more(before: State, after: State, seat: int, told: Message) -> bool:
    """The roller wins the own bet and every bet on no, and then what ``more`` says."""
    more, count = told.facts["more"], told.facts["count"]
    assert isinstance(more, Message)
    assert isinstance(count, int)
    assert before.aim is not None
    against = sum(one.chips for one in before.aim.bets if one and one.side == "no")
    bonus = more.facts.get("bonus", 0)
    assert isinstance(bonus, int)
    won = gained(before, after, seat) == count + against + bonus
    if more.key == "preview.more_left":
        return won and not is_over(after) and after.cubes == more.facts["cubes"]
    return won


PROMISES: dict[str, Check] = {
    "preview.win": gets,
    "preview.win_over": over_too(gets),
    "preview.win_rest": over_too(gets),
    "preview.win_most": gets_at_most,
    "preview.lose": loses,
    "preview.lose_turn": loses_and_hands_on,
    "preview.lose_all": over_too(loses),
    "preview.pay": loses,
    "preview.pay_all": over_too(loses),
    "preview.keep": keeps,
    "preview.roller_sure": gets_more,
    "preview.roller_unless": gets_at_least,
    "preview.roller_over": over_too(gets_at_least),
}


def everybody_bets(state: State) -> Iterator[State]:
    """The position after every combination of the bets that are still missing."""
    need = GAME.need(state)
    seats = list(need.forms) if isinstance(need, Ask) else []
    ways = [product(("yes", "no"), range(1, min(state.most, state.chips[at]) + 1)) for at in seats]
    for bets in product(*ways):
        after = state
        for seat, (side, chips) in zip(seats, bets, strict=True):
            after = bet(after, seat, side, chips)
        yield after


def outcomes(state: State, matched: bool) -> list[tuple[State, State]]:
    """Every position before the throw, and the one after it."""
    first = HOMER if matched else LISA
    return [(bets, roll(bets, first, *[LISA] * (bets.cubes - 1))) for bets in everybody_bets(state)]


def hold(state: State, after: State, seat: int, answer: dict[str, object]) -> None:
    """Hold what the preview says before the answer against all that can follow from it."""
    _, *notes = GAME.preview(state, seat, answer)
    assert len(notes) == 2
    for note in notes:
        assert isinstance(note, Note)
        what = note.text.facts["what"]
        assert isinstance(what, Message)
        follows = outcomes(after, note.text.key == "preview.matched")
        told = sentence(note.text, WORDS, NAMES)
        if what.key == "preview.unless":
            what = what.facts["what"]
            assert isinstance(what, Message)
            check = PROMISES[what.key]
            came = {check(before, fields, seat, what) for before, fields in follows}
            assert came == {True, False}, told
            continue
        check = PROMISES[what.key]
        assert all(check(before, fields, seat, what) for before, fields in follows), told
        if what.key == "preview.roller_unless":
            came = {gets_more(before, fields, seat, what) for before, fields in follows}
            assert came == {True, False}, told


def position(chips: tuple[int, ...], bank: int, open_bets: bool = False) -> State:
    """Bets of 3 at most, so that all of them can be tried."""
    state = table(len(chips), open_bets=open_bets)
    return replace(state, chips=chips, bank=bank, most=3)


PURSES = st.integers(2, 4).flatmap(lambda seats: st.tuples(*[st.integers(1, 6)] * seats))


@settings(max_examples=60, deadline=None)
@given(st.data(), PURSES, st.integers(1, 20), st.booleans())
def test_what_a_bettor_is_told_comes_true(
    data: st.DataObject, chips: tuple[int, ...], bank: int, open_bets: bool
) -> None:
    state = position(chips, bank, open_bets)
    own = data.draw(st.integers(1, min(3, chips[ED])), "the roller's bet")
    state = choose(state, HOMER_ALONE, own, data.draw(st.integers(1, 2), "cubes"))
    seats = data.draw(st.permutations(range(1, len(chips))))
    for seat in seats:
        side = data.draw(st.sampled_from(("yes", "no")))
        chips_bet = data.draw(st.integers(1, min(3, state.chips[seat])))
        after = bet(state, seat, side, chips_bet)
        # Bets that are secret still may as well have been others.
        known = state if open_bets else forget(state)
        fields = after if open_bets else bet(known, seat, side, chips_bet)
        hold(state, fields, seat, {"side": side, "bet": chips_bet})
        state = after


def forget(state: State) -> State:
    """The position as everybody knows it: only the roller has bet."""
    assert state.aim is not None
    bets = tuple(one if seat == ED else None for seat, one in enumerate(state.aim.bets))
    return replace(state, aim=replace(state.aim, bets=bets))


@settings(max_examples=25, deadline=None)
@given(st.data(), PURSES, st.integers(1, 20))
def test_what_the_roller_is_told_comes_true(
    data: st.DataObject, chips: tuple[int, ...], bank: int
) -> None:
    state = position(chips, bank)
    answer = {
        "portrait": HOMER_ALONE,
        "bet": data.draw(st.integers(1, min(3, chips[ED]))),
        "cubes": data.draw(st.integers(1, 2)),
    }
    after = choose(state, HOMER_ALONE, answer["bet"], answer["cubes"])
    hold(state, after, ED, answer)


def foreseen(state: State, seat: int, **answer: object) -> list[str]:
    _, *notes = GAME.preview(state, seat, answer)
    return [sentence(note.text, WORDS, NAMES) for note in notes if isinstance(note, Note)]


class TestCasesThatWerePromisedWrongly:
    """Chris has 3 chips. Betting all of them, he can end the match before Donna is settled."""

    def matched_or_missed(self, cubes: int = 8) -> State:
        return choose(replace(table(), chips=(10, 3, 10)), HOMER_ALONE, 1, cubes)

    def test_a_win_can_be_cut_off_by_somebody_who_goes_broke(self) -> None:
        state = self.matched_or_missed()
        assert foreseen(state, DONNA, side="yes", bet=2) == [
            "Matched: you win 2 from the bank, unless another player runs out of chips first",
            "Missed: you lose 2 to the bank, unless another player runs out of chips first",
        ]
        state = bet(bet(state, CHRIS, "no", 3), DONNA, "yes", 2)
        assert roll(state, *[HOMER] * 8).chips == (14, 0, 10)

    def test_and_in_the_mirror_case_a_bet_on_no(self) -> None:
        state = self.matched_or_missed()
        assert foreseen(state, DONNA, side="no", bet=2) == [
            "Missed: you win 2 from the bank, unless another player runs out of chips first",
            "Matched: you pay 2 to Ed, unless another player runs out of chips first",
        ]
        state = bet(bet(state, CHRIS, "yes", 3), DONNA, "no", 2)
        assert roll(state, *[LISA] * 8).chips == (9, 0, 10)

    def test_and_so_can_the_rollers_bonus(self) -> None:
        state = replace(table(), chips=(10, 3, 10))
        told = foreseen(state, ED, portrait=HOMER_ALONE, bet=1, cubes=1)
        assert told[0] == (
            "Matched: you win 1 from the bank for certain. You also win every bet on no "
            f"and a bonus of {CARDS.bonus}, unless another player runs out of chips first"
        )

    def test_whoever_is_settled_right_after_the_roller_is_told_for_certain(self) -> None:
        assert foreseen(self.matched_or_missed(), CHRIS, side="yes", bet=2) == [
            "Matched: you win 2 from the bank",
            "Missed: you lose 2 to the bank",
        ]

    def test_betting_all_one_has_says_what_losing_it_means(self) -> None:
        assert foreseen(self.matched_or_missed(), CHRIS, side="no", bet=3)[1] == (
            "Matched: you pay all you have, 3, to Ed, and the match is over"
        )


class TestOpenBets:
    def test_are_looked_at_so_that_more_is_certain(self) -> None:
        state = replace(table(open_bets=True), chips=(10, 3, 10))
        state = bet(choose(state, HOMER_ALONE, 1, 8), CHRIS, "no", 3)
        assert foreseen(state, DONNA, side="yes", bet=2) == [
            "Matched: the match ends before your bet is settled, and you keep it",
            "Missed: you lose 2 to the bank",
        ]

    @pytest.mark.parametrize("seat", [DONNA, DAN])
    def test_a_secret_one_is_not(self, seat: int) -> None:
        state = replace(table(4), chips=(10, 3, 10, 10))
        state = choose(state, HOMER_ALONE, 1, 8)
        one, two = bet(state, CHRIS, "no", 3), bet(state, CHRIS, "yes", 1)
        assert one.aim is not None
        assert one.aim.bets[CHRIS] == Bet("no", 3)
        assert foreseen(one, seat, side="yes", bet=2) == foreseen(two, seat, side="yes", bet=2)
