"""Bots at the table: they play by commands, think elsewhere, and nobody ever waits for them."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import random
import signal
import sys
import traceback
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from dicehost.bots.exchange import Question, Reply
from dicehost.bots.thinker import Thinker
from dicehost.bots.worker import Input, converse
from dicehost.clock.clock import PRESETS, Preset, Timing
from dicehost.errors import TableError
from dicehost.house.house import House
from dicehost.house.table import Table
from dicehost.journal.events import Bot, BotLeft, BotSeated, Moved, RollOutcome, read_event
from dicehost.link.towers import Towers
from dicehost.match.commands import Command
from dicehost.match.record import replay_match
from dicehost.past.ledger import read
from dicerules import games
from dicerules.bots import STEADY, levels
from dicerules.core import Ask, Roll, encode
from dicerules.simulate import draw, play
from dicerules.views import TABLE

from tests.evening import GIVE_UP_AFTER, Host, Player, Tower
from tests.host.rooms import answer, mail, running, until

NO_PAUSE = (0.0, 0.0)
HANGS = (sys.executable, "-c", "print('{\"id\":0}', flush=True)\nwhile input() is not None: pass")
"""A process that starts, takes every question and never answers."""


@contextlib.asynccontextmanager
async def house_of_bots(folder: Path, *command: str, budget: float = 0.02) -> AsyncIterator[House]:
    """A house whose bots take no breath."""
    thinker = Thinker(budget, command) if command else Thinker(budget)
    link = Towers(folder / "towers")
    async with running(House(folder, link, thinker=thinker, bot_pause=NO_PAUSE)) as house:
        yield house


def best(game: str) -> str:
    return levels(games()[game])[-1]


def bots(game: str, *seats: int) -> list[Bot]:
    faces = ("bolt", "luna", "otto")
    return [Bot(seat, best(game), faces[at]) for at, seat in enumerate(seats)]


async def open_cow(house: House, *seats: int, clock: Preset = "off") -> Table:
    names = ["Ann", "Bo", "Cleo"]
    return await house.table(
        await house.open("cow", names, {}, PRESETS[clock], (), bots("cow", *seats))
    )


async def roll_on(table: Table) -> None:
    """Be the tower: give an outcome for every roll, until the match is over."""
    chance, screen = random.Random(3), table.watch(TABLE, "")
    while not table.match.closed:
        async with asyncio.timeout(GIVE_UP_AFTER):
            await mail(screen)
            if isinstance(table.match.need, Roll):
                rolled = draw(table.match.need, chance.randrange)
                await table._rolled(RollOutcome(table.match.roll_id, rolled, "simulated", "t"))


def moves(table: Table, house: House) -> list[Moved]:
    lines = [read_event(entry) for entry in house.journal.lines(table.match.id)]
    return [event for event in lines if isinstance(event, Moved)]


@pytest.mark.parametrize("game", sorted(games()))
async def test_bots_play_a_whole_match_and_each_move_is_marked(tmp_path: Path, game: str) -> None:
    names = ["Bolt", "Luna"]
    async with house_of_bots(tmp_path) as house:
        opened = await house.open(game, names, {}, Timing(), (), bots(game, 0, 1))
        table = await house.table(opened)
        await roll_on(table)
        made = moves(table, house)
        assert made
        # On a busy machine the steady player may have had to step in.
        assert {move.bot for move in made} <= {*levels(games()[game])}
        entries = house.journal.lines(opened)
    again = replay_match(games()[game], entries)
    assert again.winners == table.match.winners, "a replay needs no bot"
    assert read(games()[game], entries)[0].bots == (0, 1)


async def test_nothing_is_played_while_nobody_looks(tmp_path: Path) -> None:
    async with house_of_bots(tmp_path) as house:
        table = await open_cow(house, 0, 1)
        table.publish()
        assert table._bots._busy == {}
        screen = table.watch(2, "a phone")
        await until(lambda: table.match.seq > 1)
        table.unwatch(screen)
        assert table._bots._busy == {}


async def test_a_seat_is_handed_to_a_bot_and_taken_back(tmp_path: Path) -> None:
    async with house_of_bots(tmp_path) as house:
        table = await open_cow(house)
        table.watch(TABLE, "")
        plays = {"seat": 0, "level": best("cow")}
        with pytest.raises(TableError, match="not_yours"):
            await table.do(1, Command("a", "bot_plays", plays))
        for wrong in (None, {}, {"seat": 9, "level": "steady"}, {"seat": True, "level": "steady"}):
            with pytest.raises(TableError, match=r"bot\.seat"):
                await table.do(TABLE, Command("b", "bot_plays", wrong))
        with pytest.raises(TableError, match=r"bot\.level"):
            await table.do(0, Command("c", "bot_plays", {"seat": 0, "level": "best"}))
        assert 0 not in table.here
        await table.do(0, Command("d", "bot_plays", plays))
        assert 0 in table.here, "a bot is there as long as it plays"
        await until(lambda: 0 not in table.match.questions)
        await answer(table, 1)
        await table.do(TABLE, Command("e", "bot_stops", {"seat": 0}))
        assert table.match.bots == {}
        before = table.match.seq
        await table.do(TABLE, Command("f", "bot_stops", {"seat": 0}))
        assert table.match.seq == before, "saying it twice is saying it once"
        assert [move.bot != "" for move in moves(table, house)] == [True, False]
        kinds = [type(read_event(entry)) for entry in house.journal.lines(table.match.id)]
        assert kinds.count(BotSeated) == kinds.count(BotLeft) == 1
        told = [line.message.key for line in table.match.log]
        assert f"host.bot.seated.{best('cow')}" in told
        assert "host.bot.left" in told


async def test_bots_agree_when_a_person_takes_something_back(tmp_path: Path) -> None:
    async with house_of_bots(tmp_path, *HANGS, budget=30) as house:
        table = await open_cow(house, 1, 2)
        table.watch(0, "")
        await answer(table, 0)
        await table.do(0, Command("back", "ask_back"))
        await until(lambda: table.match.back is None)
        assert 0 in table.match.questions, "Ann chooses anew"


async def test_bots_wait_for_the_tap_that_starts_the_clocks(tmp_path: Path) -> None:
    async with house_of_bots(tmp_path) as house:
        table = await open_cow(house, 0, 1, clock="relaxed")
        table.watch(2, "")
        assert table._bots._busy == {}
        await table.do(2, Command("go", "resume"))
        await until(lambda: 0 not in table.match.questions)


async def test_one_person_agrees_with_bots_to_roll_by_hand_and_types_for_them(
    tmp_path: Path,
) -> None:
    async with house_of_bots(tmp_path) as house:
        table = await open_cow(house, 0, 1)
        table.watch(2, "")
        await until(lambda: 2 in table.match.questions)
        await answer(table, 2)
        await until(lambda: isinstance(table.match.need, Roll))
        await table.do(2, Command("hand", "ask_hand"))
        await until(lambda: table.match.by_hand)
        roll = table.match.need
        assert isinstance(roll, Roll)
        assert roll.seat == 0, "it is the bot's roll"
        faces = list(draw(roll, lambda count: 0).faces)
        said = {"roll": table.match.roll_id, "faces": faces}
        before = table.match.seq
        await table.do(2, Command("typed", "type_in", said))
        assert table.match.seq > before


async def test_a_killed_process_is_replaced_and_steady_moves_meanwhile(tmp_path: Path) -> None:
    cow = games()["cow"]
    async with house_of_bots(tmp_path, *HANGS, budget=30) as house:
        table = await open_cow(house, 0)
        table.watch(TABLE, "")
        await until(lambda: house.thinker.process is not None)
        first = house.thinker.process
        assert first is not None
        os.kill(first.pid, signal.SIGKILL)
        await until(lambda: 0 not in table.match.questions)
        assert [move.bot for move in moves(table, house)] == [levels(cow)[:2][-1]]
        thinking = asyncio.create_task(house.thinker.choose(cow, "random", table.match.state, 1))
        await until(lambda: house.thinker.process is not None)
        assert house.thinker.process is not first
        thinking.cancel()


def test_the_garbage_collector_waits_until_a_bot_has_answered() -> None:
    """It looks through all that is kept; a search could not look at the clock meanwhile."""
    zorro = games()["zorro"]
    state = next(
        step.after
        for step in play(zorro, 3, random.Random(1).randrange)
        if isinstance(zorro.need(step.after), Ask)
    )
    question = Question(1, "zorro", STEADY, 0, 1, 1.0, msgspec.Raw(encode(state)))
    passes: list[set[str]] = []
    replies: list[Reply] = []

    def note(phase: str, info: dict[str, int]) -> None:
        passes.append({frame.name for frame in traceback.extract_stack()})

    reader, writer = os.pipe()
    thresholds = gc.get_threshold()
    with contextlib.closing(os.fdopen(reader)), contextlib.closing(os.fdopen(writer, "wb")) as asks:
        asks.write(encode(question) + b"\n")
        asks.flush()

        def hear(reply: Reply) -> None:
            replies.append(reply)
            asks.close()

        gc.callbacks.append(note)
        gc.set_threshold(1)
        try:
            converse(Input(reader), hear)
        finally:
            gc.set_threshold(*thresholds)
            gc.callbacks.remove(note)
    assert [reply.error for reply in replies] == [""]
    assert passes, "between questions it is free to look"
    assert not any("answer" in names for names in passes)


async def test_a_process_that_hangs_holds_up_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dicehost.bots.thinker.HUNG", 0.05)
    async with house_of_bots(tmp_path, *HANGS) as house:
        table = await open_cow(house, 0)
        table.watch(TABLE, "")
        await until(lambda: 0 not in table.match.questions)
        assert house.thinker.process is None, "it was ended, and the next decision starts another"


async def test_a_decision_that_nobody_wants_any_more_is_left(tmp_path: Path) -> None:
    async with house_of_bots(tmp_path, *HANGS, budget=30) as house:
        table = await open_cow(house, 0)
        table.watch(TABLE, "")
        await until(lambda: house.thinker._turn.locked())
        await table.do(0, Command("mine", "bot_stops", {"seat": 0}))
        await until(lambda: not house.thinker._turn.locked())
        assert table._bots._busy == {}
        await answer(table, 0)
        assert moves(table, house)[-1].bot == ""


def with_bots(host: Host, game: str, names: list[str]) -> dict[str, Any]:
    seats = [
        {"seat": seat, "level": best(game), "face": face}
        for seat, face in zip(range(1, len(names)), ("bolt", "luna", "otto"), strict=False)
    ]
    with host.client() as client:
        body = {"game": game, "names": names, "bots": seats}
        said = client.post("/api/matches", json=body)
        assert said.status_code == 201, said.text
        opened: dict[str, Any] = said.json()
        assert [seat["bot"] and seat["bot"]["face"] for seat in opened["seats"]][:2] == [
            None,
            "bolt",
        ]
        return opened


async def test_a_host_killed_while_a_bot_thinks_goes_on_to_the_end_of_the_match(
    tmp_path: Path, tower: Tower
) -> None:
    host = Host(tmp_path, "--bot-pause", "0", "--bot-seconds", "0.02")
    try:
        opened = with_bots(host, "cow", ["Ann", "Bolt", "Luna"])
        ann = Player(host, opened["seats"][0]["link"])
        killed = 0

        async def play(player: Player) -> None:
            nonlocal killed
            assert player.screen is not None
            limit.reschedule(asyncio.get_running_loop().time() + GIVE_UP_AFTER)
            thinks = [seat for seat in player.screen["waiting"] if seat != 0]
            if thinks and player.screen["seq"] > 4 * (killed + 1) and killed < 2:
                killed += 1
                await asyncio.to_thread(host.kill)
                await asyncio.to_thread(host.start)
                return
            await player.answer_form()
            roll = player.screen["roll"]
            if roll and roll["may_press"] and roll["state"] == "armed":
                await player.command("press", {"roll": roll["id"]})

        async with asyncio.timeout(GIVE_UP_AFTER) as limit:
            await ann.watch(play)
        assert killed == 2
        assert ann.screen is not None
        assert ann.screen["over"]
        assert ann.screen["seats"][1]["bot"] == {"level": best("cow"), "face": "bolt"}
    finally:
        host.close()
