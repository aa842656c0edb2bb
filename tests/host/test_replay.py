"""A finished match can be looked at step by step, as the table or any seat saw it."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from dicehost.journal.store import Journal
from dicehost.match.record import Match
from dicehost.past.answers import tell_answer
from dicehost.past.replay import KEPT, LONGEST_WINDOW, Replay, ReplayError, Replays
from dicehost.wording import game_words
from dicerules import games
from dicerules.core import Ask, Move, encode
from dicerules.simulate import play
from dicerules.views import TABLE
from dicerules.words import sentence

from tests.kept import Clerk, keep_match

NAMES = ["Ann", "Bo", "Cleo"]


@pytest.fixture
async def journal(tmp_path: Path) -> AsyncIterator[Journal]:
    journal = Journal(tmp_path / "journal.sqlite")
    yield journal
    journal.close()


@pytest.mark.parametrize("key", games())
async def test_every_step_shows_the_very_view_of_its_moment(journal: Journal, key: str) -> None:
    keep_match(journal, "aa", key, NAMES)
    entries = journal.lines("aa")
    game = games()[key]
    replay, match = Replay(game, entries), Match(game, entries[0])
    assert [mark.kind for mark in replay.head.marks] == [entry.kind for entry in entries[:-1]]
    for step, entry in enumerate(entries[:-1], 1):
        if step > 1:
            match.take(entry)
        for viewer in (TABLE, 0, 2):
            (seen,) = replay.window(viewer, step, 1)
            assert encode(seen.view) == encode(game.view(match.state, viewer))
            assert (seen.step, seen.kind, seen.at) == (step, entry.kind, entry.at)
    head = replay.head
    assert head.scores == head.marks[-1].scores == game.scores(match.state)
    assert (head.over.winners, head.used_ms) == (match.winners, match.account.spent)


async def test_a_hidden_choice_is_told_in_words_to_its_own_seat_alone(journal: Journal) -> None:
    clerk = keep_match(journal, "aa", "cow", NAMES)
    entries = journal.lines("aa")
    replay, match, hidden = Replay(clerk.game, entries), Match(clerk.game, entries[0]), 0
    for step, entry in enumerate(entries[1:-1], 2):
        need = match.need
        match.take(entry)
        views = {viewer: replay.window(viewer, step, 1)[0] for viewer in (TABLE, 0, 1, 2)}
        if entry.kind == "moved" and isinstance(need, Ask) and need.hidden:
            hidden += 1
            seat = views[TABLE].seat
            assert [bool(views[viewer].choice) for viewer in (TABLE, 0, 1, 2)] == [
                viewer == seat for viewer in (TABLE, 0, 1, 2)
            ]
            assert seat is not None
            told = [
                sentence(message, game_words(clerk.game), NAMES) for message in views[seat].choice
            ]
            assert any(line.startswith("Chips to bet: ") for line in told)
    assert hidden


def test_a_match_that_goes_on_has_no_replay() -> None:
    clerk = Clerk("aa", "cow", NAMES)
    clerk.open()
    clerk.step("simulated", "51b0")
    with pytest.raises(ReplayError, match=r"after\.open"):
        Replay(clerk.game, clerk.entries)


async def test_steps_come_in_windows_and_only_those_there_are(journal: Journal) -> None:
    clerk = keep_match(journal, "aa", "zorro", NAMES)
    replay = Replay(clerk.game, journal.lines("aa"))
    steps = len(replay.head.marks)
    assert [seen.step for seen in replay.window(TABLE, steps - 1, 9)] == [steps - 1, steps]
    for viewer, first, count in ((3, 1, 1), (-2, 1, 1), (0, 0, 1), (0, steps + 1, 1), (0, 1, 0)):
        with pytest.raises(ReplayError):
            replay.window(viewer, first, count)
    with pytest.raises(ReplayError, match=r"after\.count"):
        replay.window(TABLE, 1, LONGEST_WINDOW + 1)


async def test_only_the_replays_looked_at_last_are_kept(journal: Journal) -> None:
    clerk = keep_match(journal, "aa", "cow", NAMES)
    replay, kept = Replay(clerk.game, journal.lines("aa")), Replays()
    for number in range(KEPT):
        kept.keep(str(number), replay)
    assert kept.get("0") is replay
    kept.keep("one more", replay)
    assert kept.get("0") is replay
    assert kept.get("1") is None


def test_a_choice_of_every_kind_of_field_can_be_told() -> None:

    randbelow = random.Random(5).randrange
    for game in games().values():
        words = game_words(game)
        for step in play(game, 3, randbelow):
            if isinstance(step.event, Move) and isinstance(step.need, Ask):
                for message in tell_answer(step.need.forms[step.event.seat], step.event.answer):
                    said = sentence(message, words, NAMES)
                    assert "{" not in said, said
                    assert "host.after" not in said, said
