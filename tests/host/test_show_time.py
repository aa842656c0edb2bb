"""Nobody's clock runs during a show, and its pace is the table's."""

from __future__ import annotations

import random
from pathlib import Path
from typing import get_args

import pytest
from dicehost.clock.clock import Timing
from dicehost.errors import TableError
from dicehost.journal.events import Pace, PaceChosen
from dicehost.match.commands import Command
from dicehost.match.landing import landed
from dicehost.match.show import MOST, SPEEDS, ShowTimes, beat_times, show_ms, show_times
from dicerules import games
from dicerules.beats import Change, Title, Verdict
from dicerules.cards import default_cards
from dicerules.simulate import begin, play_on
from dicerules.views import TABLE
from dicerules.words import message
from msgspec.structs import replace

from tests.host.rooms import housed
from tests.host.sitting import COW, STRICT, Sitting

SEEN = Title(message("name", name="seen"))


def at_the_throw(pace: Pace = "normal", *, throw: bool = True) -> Sitting:
    """A throw that comes out: dice land, a verdict, chips. Or the moment before it."""
    sitting = Sitting(STRICT)
    sitting.tap_go_on()
    sitting.write(PaceChosen(pace, TABLE, "p"))
    for seat in (0, 1, 2):
        sitting.answer(seat)
    sitting.wait(sitting.keeper.show_left)
    if throw:
        sitting.roll()
    return sitting


def test_no_clock_runs_during_a_show_and_the_clocks_say_so() -> None:
    sitting = at_the_throw()
    show = sitting.keeper.show_left
    assert show > 1_500
    assert sitting.keeper.why == message("host.clock.show")
    assert not sitting.keeper.waits_for_tap
    acting = sitting.match.acting[0]
    assert sitting.wait(show - 1) == []
    assert sitting.hands[acting] == 0
    sitting.wait(1)
    assert sitting.keeper.why is None, "nobody has to tap"
    sitting.wait(2_000)
    assert sitting.hands[acting] == 2_000


def test_an_answer_during_a_show_costs_nothing_and_the_next_show_follows() -> None:
    sitting = at_the_throw()
    seat = sitting.match.acting[0]
    spent = sitting.match.account.spent
    sitting.wait(500)
    left = sitting.keeper.show_left
    sitting.answer(seat)
    assert sitting.match.account.spent == spent
    assert sitting.keeper.show_left >= left, "screens finish what they perform first"


def test_after_a_restart_the_journal_gives_the_same_times() -> None:
    sitting = at_the_throw()
    times, account = show_times(sitting.match, TABLE), sitting.match.account
    sitting.wait(700)
    sitting.sit_down()
    assert show_times(sitting.match, TABLE) == times
    assert sitting.match.account == account
    assert sitting.keeper.why == message("host.clock.restarted"), "and a tap starts the clocks"
    assert sitting.keeper.show_left == 0


def test_the_pace_stretches_what_follows_the_landing_and_none_leaves_it_out() -> None:
    shows = {pace: show_times(at_the_throw(pace).match, TABLE) for pace in get_args(Pace)}
    whole = {pace: show.whole for pace, show in shows.items() if show}
    assert sorted(whole, key=whole.__getitem__) == ["none", "quick", "normal", "grand"]
    assert len({show.lands_ms for show in shows.values() if show}) == 1, "lamps know no pace"
    assert shows["none"] is not None
    assert shows["none"].beats_ms == ()


def test_dice_lie_still_before_the_first_beat() -> None:
    match = at_the_throw().match
    dice, show = landed(match), show_times(match, TABLE)
    assert dice is not None
    assert show is not None
    assert show.lands_ms > max(dice.rest_ms)


def test_a_seats_own_show_is_over_with_the_tables() -> None:
    def beats(before: object, after: object, viewer: int) -> tuple[Title, ...]:
        return (SEEN,) if viewer == TABLE else (SEEN,) * 4

    sitting = Sitting(STRICT, replace(COW, beats=beats))
    sitting.answer(0)
    table, own = (show_times(sitting.match, viewer) for viewer in (TABLE, 0))
    assert table is not None
    assert own is not None
    assert table.whole - 4 <= own.whole <= table.whole
    assert len(own.beats_ms) == 4


def test_no_game_can_hold_the_clocks_for_longer_than_a_minute() -> None:
    endless = replace(COW, beats=lambda before, after, viewer: (SEEN,) * 1_000)
    sitting = Sitting(STRICT, endless)
    sitting.write(PaceChosen("grand", TABLE, "p"))
    for seat in (0, 1, 2):
        sitting.answer(seat)
    assert show_ms(sitting.match) <= MOST
    assert sitting.keeper.show_left <= MOST


def test_changes_are_seen_together_and_verdicts_one_by_one() -> None:
    change, verdict = Change("centre", "1", "2"), Verdict("good", message("name", name="yes"))
    assert sum(beat_times([change] * 5)) < 2 * sum(beat_times([change]))
    assert sum(beat_times([verdict] * 3)) == 3 * sum(beat_times([verdict]))


@pytest.mark.parametrize("key", games())
def test_whoever_sees_a_show_sees_it_while_the_table_does(key: str) -> None:
    game = games()[key]
    first = begin(game, game.seats[-1], None, default_cards(game))
    told = 0
    for step in play_on(game, first, random.Random(3).randrange):
        shown = {viewer: game.beats(step.before, step.after, viewer) for viewer in (TABLE, 0, 1)}
        if not shown[TABLE]:
            assert not any(shown.values()), "a clock would run while somebody watches"
        told += bool(shown[TABLE])
    assert told > 10


async def test_the_table_chooses_the_pace_and_the_next_match_keeps_it(tmp_path: Path) -> None:
    async with housed(tmp_path) as house:
        match = await house.open("cow", ["Ed", "Chris"], {}, Timing())
        table = await house.table(match)
        with pytest.raises(TableError, match=r"table\.pace_where"):
            await table.do(0, Command("a", "pace", {"pace": "quick"}))
        for wrong in ({"pace": "fast"}, {"pace": []}, {}):
            with pytest.raises(TableError, match=r"table\.pace"):
                await table.do(TABLE, Command(f"b{wrong}", "pace", wrong))
        await table.do(TABLE, Command("c", "pace", {"pace": "grand"}))
        assert table.match.pace == "grand"
        again = await house.table(await house.again(match))
        assert again.match.pace == "grand"


def test_every_pace_has_its_time() -> None:
    assert set(SPEEDS) == set(get_args(Pace))
    assert isinstance(show_times(at_the_throw().match, 1), ShowTimes)
