"""From the wheel in an empty environment and an empty home: install, play, back up, move."""

from __future__ import annotations

import asyncio
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.evening import (
    GIVE_UP_AFTER,
    Host,
    Player,
    fill_boldly,
    leave,
    play_by_screens,
    wait_until,
)
from tests.host.test_install import verify
from tests.host.test_wheel import build_wheel

WITHOUT_RIGHTS = "import os; os.geteuid = lambda: 1000; from dicehost.cli import main; exit(main())"


class Home:
    """A user with an empty home and dicetower from a wheel, and nothing of this folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.python = folder / "env" / "bin" / "python"
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / "env"], check=True)
        wheel = build_wheel(folder / "wheel")
        pip = [sys.executable, "-m", "pip", "--python", self.python, "install", "--quiet"]
        # Other programs' notes about the index do not matter here.
        subprocess.run(
            [*pip, "--disable-pip-version-check", wheel], check=True, capture_output=True
        )
        self.home = folder / "home"
        self.home.mkdir()

    def start(self, words: list[str], **how: Any) -> subprocess.Popen[str]:
        kept = {"PATH": os.environ["PATH"], "HOME": str(self.home), "LANG": "C.UTF-8"}
        return subprocess.Popen(words, cwd=self.home, env=kept, text=True, **how)

    def run(self, *words: str) -> tuple[int, str]:
        program = [str(self.python.with_name("dicetower")), *words]
        if words[0] in ("install", "uninstall"):
            # Also where tests run as root, this user has no rights: nothing is done to the machine.
            program = [str(self.python), "-c", WITHOUT_RIGHTS, *words]
        process = self.start(program, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return process.wait(), process.communicate()[0]


class Served(Host):
    """A host started as its unit says."""

    def __init__(self, home: Home, words: list[str], data: Path) -> None:
        self.home, self.words = home, words
        super().__init__(data)

    def start(self) -> None:
        (self.folder / "serving.json").unlink(missing_ok=True)
        log = (self.home.folder / "service.log").open("w")
        with log:
            self.process = self.home.start(self.words, stdout=log, stderr=log)  # type: ignore[assignment]
        wait_until(lambda: "prints the owner's link" in self.printed(), "the service to start")
        code, said = self.home.run("keys", "--data-dir", str(self.folder))
        assert code == 0, said
        found = re.search(r"(http://[\d.]+:\d+)/#key=(\S+)", said)
        assert found is not None
        self.base, self.key = found[1], found[2]
        assert self.key not in self.printed(), "what a service prints holds no key"

    def printed(self) -> str:
        return (self.home.folder / "service.log").read_text()

    def exported(self) -> bytes:
        with self.client() as client:
            return client.get("/api/export").content

    def listed(self) -> Any:
        with self.client() as client:
            return client.get("/api/matches").json()


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


async def sit_down(host: Host, link: str) -> None:
    """Open a seat's link and see the match."""
    player, seen = Player(host, link), asyncio.Event()

    async def see(_: Player) -> None:
        seen.set()

    watching = asyncio.create_task(player.watch(see))
    async with asyncio.timeout(GIVE_UP_AFTER):
        await seen.wait()
    await leave(watching)


async def test_install_play_back_up_and_move_from_a_wheel(home: Home) -> None:
    code, said = home.run("install", "--", "--local", "--port", "0", "--tower", "simulated")
    assert code == 1, "some steps need rights that this user lacks"
    assert "sudo tee" in said
    unit = home.home / ".config/systemd/user/dicetower.service"
    assert verify(unit, "--user") == ""
    (line,) = re.findall("ExecStart=(.*)", unit.read_text())
    words = shlex.split(line.replace("%%", "%").replace("$$", "$"))
    data = home.home / ".local/share/dicetower"

    service = Served(home, words, data)
    try:
        played = service.open(["Ann", "Bo"])
        await play_by_screens(service, played, answer=fill_boldly)
        unfinished = service.open(["Cleo", "Dan"], "ricemarll")
        file = str(home.home / "moved.backup")
        code, said = home.run("backup", file)
        assert code == 0, said
        before, listed = service.exported(), service.listed()
        assert played["match"].encode() in before
        wait_until(lambda: len(list((data / "backups").glob("*.backup"))) == 1, "the daily one")
    finally:
        service.close()

    elsewhere = home.home / "elsewhere"
    code, said = home.run("restore", file, "--data-dir", str(elsewhere))
    assert code == 0, said
    moved = Served(home, [*words, "--data-dir", str(elsewhere)], elsewhere)
    try:
        assert moved.key == service.key
        assert moved.exported() == before, "the same matches to the byte"
        assert [one["seats"] for one in moved.listed()] == [one["seats"] for one in listed]
        await sit_down(moved, unfinished["seats"][0]["link"])
    finally:
        moved.close()

    code, said = home.run("uninstall")
    assert not unit.exists()
    assert (data / "journal.sqlite").exists()
