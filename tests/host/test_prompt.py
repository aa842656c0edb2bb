"""A tower whose firmware was ended by a stray Ctrl-C: the host starts it again and says so."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import subprocess
from pathlib import Path

import pytest
from dicehost.errors import LinkError
from dicehost.link import session as link
from dicehost.link.session import Session
from dicehost.link.tower import Tower

from tests.firmware.cable import Cable
from tests.firmware.shimmed import FIRMWARE, HERE, MICROPYTHON, Board


@pytest.fixture
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link, "SILENCE", 0.3)


@pytest.mark.usefixtures("_impatient")
@pytest.mark.parametrize("prompt", ["friendly", "raw"])
async def test_firmware_that_was_ended_is_started_again(
    prompt: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    cable = Cable()
    board = subprocess.Popen(
        [MICROPYTHON, "-X", "heapsize=400k", str((HERE / "shims/friendly.py").resolve())],
        cwd=tmp_path,
        stdin=cable.board,
        stdout=cable.board,
        env={
            "MICROPYPATH": f"{(HERE / 'shims').resolve()}:{FIRMWARE.resolve()}:.frozen",
            "MAIN": str((FIRMWARE / "main.py").resolve()),
            "PROMPT": prompt,
        },
    )
    tower = Tower(None, cable.port)
    with caplog.at_level(logging.WARNING):
        run = asyncio.create_task(tower.run())
        try:
            async with asyncio.timeout(60):
                await tower.ready()
        finally:
            run.cancel()
            await asyncio.gather(run, return_exceptions=True)
            board.kill()
            board.wait()
            cable.close()
    assert tower.hello is not None
    assert tower.hello.id == "e66138528350be31"
    assert "firmware had stopped" in caplog.text


@pytest.mark.usefixtures("_impatient")
async def test_a_silent_port_is_lost_and_nothing_that_ends_a_program_is_sent_to_it() -> None:
    cable = Cable()
    try:
        session = Session(cable.port, lambda event: None)
        with pytest.raises(LinkError) as lost:
            await session.greet()
        assert lost.value.code == "link.lost"
        with contextlib.suppress(BlockingIOError):
            os.set_blocking(cable.board, False)
            sent = os.read(cable.board, 65536)
            assert b"\x03" not in sent
            assert b"\x04" not in sent
    finally:
        cable.close()


async def test_a_tower_that_runs_takes_the_question_for_noise(tmp_path: Path) -> None:
    cable = Cable()
    board = Board(tmp_path, cable.board)
    session = Session(cable.port, lambda event: None)
    try:
        assert (await session.greet()).fw
        session._line.write(link._TO_PROMPT)
        assert (await session.ask("status")).get("bad") == "0"
    finally:
        session.close()
        board.kill()
        cable.close()
