"""What people call out: everybody sees it, nothing keeps it, nobody can drum with it."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from dicehost.clock.clock import Timing
from dicehost.errors import TableError
from dicehost.house import bots
from dicehost.house.house import House
from dicehost.link.towers import Towers
from dicehost.match.show import seen_verdict
from dicehost.screens.mailbox import MOST_CALLS, Mailbox
from dicehost.screens.reactions import EVERY, ROW, Reaction, Reactions
from dicerules.core import Ask, Roll
from dicerules.views import TABLE

from tests.host.rooms import mail, running
from tests.host.sitting import STRICT, Sitting


def test_a_call_never_comes_before_a_state_or_pushes_one_out() -> None:
    mailbox = Mailbox(0)
    mailbox.call(b"cheer")
    assert not mailbox.waits
    mailbox.put(b"old")
    mailbox.put(b"new")
    mailbox.call(b"laugh")
    assert mailbox.waits
    assert [mailbox.take() for _ in range(3)] == [b"new", b"cheer", b"laugh"]
    mailbox.put(b"newer")
    assert mailbox.take() == b"newer"


def test_a_phone_that_sleeps_is_told_the_last_calls_only() -> None:
    mailbox = Mailbox(0)
    for at in range(100):
        mailbox.call(str(at).encode())
    assert [int(mailbox.take() or 0) for _ in range(MOST_CALLS)] == [*range(92, 100)]


def test_a_mailbox_that_has_ended_gives_its_last_message_at_once() -> None:
    mailbox = Mailbox(0)
    mailbox.call(b"cheer")
    mailbox.end(b"gone")
    assert mailbox.ended
    assert mailbox.take() == b"gone"


def test_who_drums_is_not_heard_for_a_while_and_disturbs_nobody_else() -> None:
    now, told = 0.0, list[bytes]()
    calls = Reactions(told.append, lambda: now)
    assert [calls.call(1, "cheer") for _ in range(ROW + 2)] == [True] * ROW + [False] * 2
    assert calls.call(2, "groan")
    now += EVERY
    assert [calls.call(1, "laugh") for _ in range(2)] == [True, False]
    assert len(told) == ROW + 2
    assert msgspec.json.decode(told[-1], type=Reaction) == Reaction("laugh", 1)


def test_bots_know_what_to_call_out_at_every_verdict_and_when_it_is_seen() -> None:
    sitting = Sitting(STRICT)
    heard = set[str]()
    while not heard >= {"good", "bad"}:
        need = sitting.match.need
        if isinstance(need, Roll):
            sitting.roll()
        else:
            assert isinstance(need, Ask)
            sitting.answer(next(iter(need.forms)))
        if (verdict := seen_verdict(sitting.match)) is not None:
            tone, after_ms = verdict
            heard.add(tone)
            assert after_ms > 600, "no bot cheers before the dice lie"
            assert bots.CALLS[tone]


async def test_a_call_reaches_every_screen_and_no_journal(tmp_path: Path) -> None:
    async with running(House(tmp_path, Towers(tmp_path / "towers"))) as house:
        table = await house.table(await house.open("cow", ["Ann", "Bo"], {}, Timing(), (), []))
        screens = [table.watch(viewer, f"device {viewer}") for viewer in (TABLE, 0, 1)]
        for screen in screens:
            await mail(screen)
        before = table.match.seq
        assert table.react(1, "gasp")
        for screen in screens:
            assert await mail(screen) == b'{"react":"gasp","seat":1}'
        assert table.match.seq == before
        with pytest.raises(TableError, match=r"table\.no_seat"):
            table.react(TABLE, "gasp")
