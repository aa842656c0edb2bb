"""Lamps join in the show: verdicts, turns and wins come when the screens show them."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import get_args

import pytest
from dicehost.clock.clock import Timing
from dicehost.journal.events import JournalEvent
from dicehost.link.cues import Cue, spell_cue
from dicehost.link.tower import State
from dicehost.link.tower import Tower as Link
from dicehost.match import cues as of_lamps
from dicehost.match import manual_dice
from dicehost.match.cues import MOST_VERDICTS, PATTERNS, cues
from dicehost.match.landing import landed
from dicehost.match.roller import Roller
from dicehost.match.show import SILENCE, show_ms
from dicerules import limits
from dicerules.beats import Verdict
from dicerules.core import Roll
from dicerules.errors import KitError
from dicerules.kit_lamps import check_lamps, check_pattern
from dicerules.lamps import LampPattern, LampStep, Moment, Move, Shape
from dicerules.views import TABLE
from dicerules.words import message
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from tower import patterns as firmware
from tower.refusals import DeskError
from tower.scenes import PAGE
from tower.wire import Frame, encode

from tests.evening import GIVE_UP_AFTER, Tower
from tests.host.sitting import COW, Sitting
from tests.host.test_show_time import at_the_throw

ROW = "#..............#"
LONGEST_ID = "m" * 13

lamp_steps = st.builds(
    LampStep,
    st.sampled_from(get_args(Shape)),
    st.integers(-1, 16),
    st.sampled_from([0, 180, 200, 300, 780, 800, 5100, 5120]),
    st.sampled_from(get_args(Move)),
)
lamp_patterns = st.builds(
    LampPattern,
    st.lists(lamp_steps, max_size=7).map(tuple),
    st.sampled_from(["", "green"]),
    st.integers(0, 10),
    st.sampled_from([(), (ROW,) * 8]),
)


def frame(cue: Cue) -> Frame:
    return Frame("play", 999_999, ("id", LONGEST_ID), *spell_cue(cue))


def tower_takes(pattern: LampPattern) -> bool:
    try:
        encode(frame(Cue(60_000, pattern, "green")))
        firmware.read(frame(Cue(60_000, pattern, "green")), 0)
    except (DeskError, ValueError):
        return False
    return True


@given(lamp_patterns)
def test_what_the_kit_accepts_fits_a_line_and_is_played_by_the_tower(pattern: LampPattern) -> None:
    try:
        check_pattern(pattern)
    except KitError:
        return
    assert tower_takes(pattern)


@pytest.mark.parametrize("moment", get_args(Moment))
def test_the_hosts_own_patterns_are_good_ones(moment: Moment) -> None:
    check_pattern(PATTERNS[moment])
    assert tower_takes(PATTERNS[moment])


def test_the_limits_are_the_towers() -> None:
    assert limits.LAMP_STEP_MS[0] == firmware.LEAST * firmware.TICK
    assert limits.MOVING_LAMP_STEP_MS[0] == firmware.LEAST_MOVING * firmware.TICK
    assert limits.LAMP_STEP_MS[-1] == limits.MOVING_LAMP_STEP_MS[-1] == 255 * firmware.TICK
    assert limits.MOST_LAMP_STEPS == firmware.MOST_STEPS
    assert limits.MOST_PATTERN_TIMES == firmware.MOST_TIMES
    assert limits.LONGEST_PATTERN_MS == firmware.LONGEST
    assert MOST_VERDICTS + 1 == firmware.KEPT


@pytest.mark.parametrize(
    "lamps",
    [
        {"perfect": PATTERNS["good"]},
        {"good": replace(PATTERNS["good"], colour="purple")},
        {"good": replace(PATTERNS["good"], times=10)},
        {"win": replace(PATTERNS["win"], times=9)},
        {"good": LampPattern(())},
        {"good": LampPattern((LampStep("all", 15, 100),))},
        {"good": LampPattern((LampStep("all", 15, 210),))},
        {"good": LampPattern((LampStep("all", 15, 780, "up"),))},
        {"good": LampPattern((LampStep("all", 16, 400),))},
        {"good": LampPattern((LampStep("picture", 15, 400),))},
        {"good": LampPattern((LampStep("all", 15, 400),), picture=(ROW,) * 8)},
        {"good": LampPattern((LampStep("picture", 15, 400),), picture=(ROW,) * 7)},
        {"good": LampPattern((LampStep("picture", 15, 400),), picture=("x" * 16,) * 8)},
        {"good": LampPattern((LampStep("picture", 15, 400),) * 5, picture=(ROW,) * 8)},
    ],
)
def test_the_kit_refuses_a_pattern_that_no_tower_plays(
    lamps: dict[Moment, LampPattern],
) -> None:
    with pytest.raises(KitError):
        check_lamps(replace(COW, lamps=lamps))


def test_a_verdict_is_on_the_lamps_when_it_is_on_the_screens() -> None:
    match = at_the_throw().match
    step, dice = match.last_step, landed(match)
    assert step is not None
    assert dice is not None
    verdict, first = step.beats(TABLE)[0], cues(match)[0]
    assert isinstance(verdict, Verdict), "the throw begins with its verdict"
    assert verdict.tone
    assert first.wait_ms == max(dice.rest_ms) + SILENCE
    assert first.pattern == PATTERNS[verdict.tone]


@pytest.mark.parametrize(
    ("dice", "told"), [((), "ff"), ((0,), "80"), ((1, 7), "41"), ((0, 8), "ff"), ((3, 3), "10")]
)
def test_a_verdict_shines_round_the_dice_it_names(dice: tuple[int, ...], told: str) -> None:
    sitting = at_the_throw(throw=False)
    game = sitting.match.position.game
    verdict = Verdict("good", message("name", name="seen"), dice=dice)
    sitting.match.position.game = replace(game, beats=lambda before, after, viewer: (verdict,))
    sitting.roll()
    assert ("d", told) in spell_cue(cues(sitting.match)[0])


def test_with_no_show_there_is_no_verdict_on_the_lamps_either() -> None:
    tones = {cue.pattern for cue in cues(at_the_throw("none").match)}
    assert not tones & {PATTERNS["good"], PATTERNS["bad"], PATTERNS["grand"]}


def test_a_game_may_have_patterns_of_its_own() -> None:
    sitting = at_the_throw()
    own = LampPattern((LampStep("dots", 9, 400),), "pink")
    every: dict[Moment, LampPattern] = dict.fromkeys(get_args(Moment), own)
    sitting.match.position.game = replace(sitting.match.position.game, lamps=every)
    assert {cue.pattern for cue in cues(sitting.match)} == {own}


def test_a_turn_that_passes_on_shines_in_the_seats_colour_when_the_show_is_over() -> None:
    sitting = Sitting(Timing())
    first = after = sitting.match.position.view(TABLE).turn
    while after == first:
        if isinstance(sitting.match.need, Roll):
            sitting.roll()
        else:
            sitting.answer(sitting.match.acting[0])
        after = sitting.match.position.view(TABLE).turn
    last = cues(sitting.match)[-1]
    assert last.pattern == PATTERNS["turn"]
    assert last.wait_ms == show_ms(sitting.match) > 0
    assert spell_cue(replace(last, colour="pink"))[1] == ("c", "k")


def test_a_match_that_was_won_ends_with_the_winners_pattern() -> None:
    sitting = Sitting(Timing())
    while sitting.match.winners is None:
        if isinstance(sitting.match.need, Roll):
            sitting.roll()
        else:
            sitting.answer(sitting.match.acting[0])
    assert [cue.pattern for cue in cues(sitting.match)][-1] == PATTERNS["win"]


def told_to_play(folder: Path, proto: str) -> tuple[list[str], int]:
    """What a tower of this age was asked to play, and how many dice it showed, for one throw."""
    noted = folder / "noted"
    noted.touch()
    program = (str(Path(__file__).with_name("playing_tower.py")), str(noted), proto)
    tower = Tower(folder / "towers", program=program)
    try:
        return asyncio.run(_throw(tower, folder / "towers", noted))
    finally:
        tower.close()


async def _throw(tower: Tower, announce: Path, noted: Path) -> tuple[list[str], int]:
    sitting, link, states = at_the_throw(throw=False), Link(announce), list[State]()

    async def write(event: JournalEvent) -> None:
        sitting.write(event)

    roller = Roller(sitting.match, link, write, write, manual_dice.draw, lambda: None)
    async with asyncio.timeout(GIVE_UP_AFTER), asyncio.TaskGroup() as group:
        tasks = [group.create_task(link.run())]
        await link.ready()
        link.watch(lambda: states.append(link.state), lambda _: None)
        link.take(sitting.match.id)
        tasks.append(group.create_task(roller.run()))
        first = sitting.match.asked
        while not roller.armed:
            await asyncio.sleep(0.01)
        await asyncio.to_thread(tower.press)
        while sitting.match.asked == first or not tower.shown():
            await asyncio.sleep(0.01)
        # What is asked for next comes after the patterns.
        roller.nudge(0)
        while "k=time" not in noted.read_text():
            await asyncio.sleep(0.01)
        assert set(states) == {State.READY}, "what the tower answers is understood"
        for task in tasks:
            task.cancel()
    wanted = [" ".join("=".join(field) for field in spell_cue(cue)) for cue in cues(sitting.match)]
    plays = [line for line in noted.read_text().splitlines() if " p=" in line]
    assert [line.partition(" ")[2] for line in plays] in ([], wanted)
    return plays, len(tower.shown())


def test_a_tower_is_told_what_to_play_right_after_its_dice(tmp_path: Path) -> None:
    plays, shown = told_to_play(tmp_path, "1.4")
    assert plays
    assert shown


def test_an_older_tower_is_told_of_no_pattern_and_rolls_as_ever(tmp_path: Path) -> None:
    plays, shown = told_to_play(tmp_path, "1.3")
    assert plays == []
    assert shown


def test_a_verdict_on_dice_beyond_the_first_page_is_about_all_of_them() -> None:
    assert of_lamps._places((0, PAGE - 1)) == 0x81
    assert of_lamps._places((0, PAGE)) == 0xFF, "the first place of the second page"
    assert of_lamps._places(()) == 0xFF
