"""What a step did is told once, to those who saw the line before, and never stops a match."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from dicehost.clock.clock import Timing
from dicehost.match.commands import Command
from dicehost.screens.mailbox import Mailbox
from dicerules import games
from dicerules.beats import Title
from dicerules.views import TABLE
from dicerules.words import message
from msgspec.structs import replace

from tests.host.rooms import answer, housed, mail

NAMES = ["Ed", "Chris", "Donna"]


def beats_of_cow(patch: pytest.MonkeyPatch, beats: Callable[[Any, Any, int], Any]) -> None:
    patch.setitem(games(), "cow", replace(games()["cow"], beats=beats))


async def told(screen: Mailbox) -> dict[str, Any]:
    message: dict[str, Any] = msgspec.json.decode(await mail(screen))
    return message


async def test_a_step_is_told_with_the_line_that_it_starts_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    def who(before: Any, after: Any, viewer: int) -> tuple[Title, ...]:
        asked.append(viewer)
        return (Title(message("name", name=f"viewer {viewer}")),)

    beats_of_cow(monkeypatch, who)
    async with housed(tmp_path) as house:
        table = await house.table(await house.open("cow", NAMES, {}, Timing()))
        tablet, phone = table.watch(TABLE, "tablet"), table.watch(0, "phone")
        assert (await told(tablet))["beats"] == []
        line = table.match.seq
        await answer(table, 0)
        for screen, viewer in ((tablet, TABLE), (phone, 0)):
            now = await told(screen)
            assert (now["since"], now["seq"]) == (line, line + 1)
            assert [beat["text"]["facts"]["name"] for beat in now["beats"]] == [f"viewer {viewer}"]
        # Somebody comes late: the others have drawn this line already and are shown nothing again.
        table.watch(1, "latecomer")
        now = await told(phone)
        assert now["since"] == line < now["seq"]
        assert sorted(asked) == [TABLE, 0, 1]


async def test_what_is_no_event_of_the_game_has_no_beats(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    beats_of_cow(monkeypatch, lambda before, after, viewer: (Title(message("name", name="!")),))
    async with housed(tmp_path) as house:
        table = await house.table(await house.open("cow", NAMES, {}, Timing()))
        tablet = table.watch(TABLE, "tablet")
        await answer(table, 0)
        assert (await told(tablet))["beats"]
        await table.seat_at_tablet([1])
        seated = await told(tablet)
        assert (seated["seq"], seated["since"], seated["beats"]) == (table.match.seq, None, [])
        await table.do(0, Command("back", "ask_back"))
        for seat in (1, 2):
            await table.do(seat, Command(f"agree {seat}", "agree_back"))
        taken_back = await told(tablet)
        assert taken_back["waiting"] == [0]
        assert taken_back["beats"] == []


async def test_a_job_of_several_events_shows_the_last_from_the_line_that_was_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    beats_of_cow(
        monkeypatch,
        lambda before, after, viewer: (Title(message("name", name=str(after.aim.bets))),),
    )
    async with housed(tmp_path) as house:
        table = await house.table(await house.open("cow", NAMES, {}, Timing()))
        tablet = table.watch(TABLE, "tablet")
        await answer(table, 0)
        line = (await told(tablet))["seq"]

        async def both() -> None:
            # As when the time of both is up at once.
            for seat in (1, 2):
                bet = {"side": "yes", "bet": seat}
                await table._actions.do(
                    seat, Command(f"bet {seat}", "move", bet, table.match.questions[seat])
                )

        await table._writer.do(both, "betting for two")
        now = await told(tablet)
        assert (now["since"], now["seq"]) == (line, line + 2)
        (shown,) = now["beats"]
        assert "None" not in shown["text"]["facts"]["name"]


@pytest.mark.parametrize("wrong", ["raises", "cannot be sent", "no beat"])
async def test_beats_that_fail_cost_the_show_alone(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    wrong: str,
) -> None:
    def fail(before: Any, after: Any, viewer: int) -> Any:
        if wrong == "raises":
            raise KeyError("no such card")
        return (object(),) if wrong == "cannot be sent" else (message("name", name="a sentence"),)

    beats_of_cow(monkeypatch, fail)
    async with housed(tmp_path) as house:
        table = await house.table(await house.open("cow", NAMES, {}, Timing()))
        tablet = table.watch(TABLE, "tablet")
        await answer(table, 0)
        now = await told(tablet)
        assert (now["seq"], now["beats"], now["broken"]) == (table.match.seq, [], None)
        assert f"cow: no beats of line {table.match.seq} for viewer {TABLE}" in caplog.text
        await answer(table, 1)
        assert (await told(tablet))["waiting"] == [2]
