"""Working on the code: the service starts again when it changes, and the pages reload."""

from __future__ import annotations

import asyncio
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import dicehost
import dicerules
import httpx
import pytest
import tower as firmware

from tests.evening import PLAIN_HTTP, Host, end, line, wait_until


class Workshop:
    """A copy of the packages that a test may change, with the service running from it."""

    def __init__(self, folder: Path) -> None:
        self.code = folder / "code"
        for package in (dicehost, dicerules, firmware):
            source = Path(package.__path__[0])
            skip = shutil.ignore_patterns("__pycache__")
            shutil.copytree(source, self.code / source.name, ignore=skip)
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        self.base = f"http://127.0.0.1:{port}"
        command = [sys.executable, "-m", "dicehost.cli", "play", "--dev", "--local"]
        command += ["--port", str(port), "--tower", "simulated", "--data-dir", str(folder / "data")]
        environment = {**os.environ, "PYTHONPATH": str(self.code)}
        self.process = subprocess.Popen(command, cwd=folder, env=environment)

    def version(self) -> str:
        try:
            told: str = httpx.get(f"{self.base}/openapi.json", **PLAIN_HTTP).json()
        except httpx.TransportError:
            return ""
        return str(told["info"]["version"]) if isinstance(told, dict) else ""

    def set_version(self, text: str) -> None:
        file = self.code / "dicehost" / "__init__.py"
        file.write_text(f'"""Changed."""\n\n__version__ = {text}\n')


@pytest.fixture
def workshop(tmp_path: Path) -> Iterator[Workshop]:
    shop = Workshop(tmp_path)
    yield shop
    end(shop.process)


def test_the_service_starts_again_when_the_code_changes_and_survives_a_mistake(
    workshop: Workshop,
) -> None:
    wait_until(lambda: workshop.version() == dicehost.__version__, "the service")
    workshop.set_version('"7.7"')
    wait_until(lambda: workshop.version() == "7.7", "the changed service")
    workshop.set_version('"8.8')  # a string that does not end
    wait_until(lambda: workshop.version() == "", "the service to stop")
    workshop.set_version('"9.9"')
    wait_until(lambda: workshop.version() == "9.9", "the mended service")


async def test_a_page_hears_when_a_file_of_the_pages_or_the_service_changes(
    workshop: Workshop,
) -> None:
    await asyncio.to_thread(wait_until, lambda: bool(workshop.version()), "the service")
    async with httpx.AsyncClient(base_url=workshop.base, **PLAIN_HTTP) as client:
        page = await client.get("/")
        assert '<script type="module" src="/dev/reload.js">' in page.text
        assert "/dev/changes" in (await client.get("/dev/reload.js")).text
    url = f"{workshop.base.replace('http', 'ws')}/dev/changes"
    async with line(url) as changes:
        first = await changes.recv()
        (workshop.code / "dicehost" / "pages" / "style.css").write_text("body { color: red }")
        second = await changes.recv()
        assert second != first
    workshop.set_version('"7.7"')
    await asyncio.to_thread(wait_until, lambda: workshop.version() == "7.7", "the restart")
    async with line(url) as changes:
        assert await changes.recv() not in (first, second)


def test_without_dev_no_page_reloads_itself(host: Host) -> None:
    with host.client() as client:
        assert "/dev/" not in client.get("/").text
        assert client.get("/dev/reload.js").status_code == 404


def test_the_service_ends_with_whoever_started_it(workshop: Workshop) -> None:
    wait_until(lambda: bool(workshop.version()), "the service")
    end(workshop.process)
    with pytest.raises(httpx.TransportError):
        httpx.get(workshop.base, **PLAIN_HTTP)
