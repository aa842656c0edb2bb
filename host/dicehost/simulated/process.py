"""The simulated tower as a process of its own: announced by a file, ended by a signal.

It outlives the host unless it is told to go with its parent: a tower does not fall over when a
computer does.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import signal
import threading
from collections.abc import Callable
from pathlib import Path

from dicehost.simulated.rig import SimulatedTower
from dicehost.simulated.server import Server

DEFAULT_CHIP = "51b0000000000001"
"""The first simulated tower's; ``play`` counts on for others."""


class AnnounceFile:
    """One JSON file in a folder, there exactly while the tower is plugged in."""

    def __init__(self, folder: Path, chip: str) -> None:
        self.page = ""
        self._file = folder / f"{chip}.json"
        self._chip = chip

    def announce(self, port: str, boot: str) -> None:
        """Write it, whole or not at all; nobody else may read it, as it holds the page's secret."""
        said = {"port": port, "page": self.page, "pid": os.getpid(), "id": self._chip, "boot": boot}
        draft = self._file.with_suffix(f".{os.getpid()}.draft")
        draft.touch(mode=0o600)
        draft.write_text(json.dumps(said), encoding="utf-8")
        draft.replace(self._file)

    def withdraw(self) -> None:
        """Take it away, unless another tower of that name has put its own there."""
        with contextlib.suppress(OSError, ValueError):
            if json.loads(self._file.read_text(encoding="utf-8")).get("pid") == os.getpid():
                self._file.unlink()


async def simulate(options: argparse.Namespace) -> None:
    """Run one tower until a signal comes, or its parent goes, or its firmware falls over."""
    loop = asyncio.get_running_loop()
    herald = AnnounceFile(options.announce, options.chip)
    tower = SimulatedTower(options.chip, options.seed, herald)
    tower.harm(options.fault_rate, options.seed or "")
    server = Server(tower)
    end: asyncio.Future[None] = loop.create_future()

    def finish() -> None:
        if not end.done():
            end.set_result(None)

    for number in (signal.SIGTERM, signal.SIGINT):
        try:
            loop.add_signal_handler(number, finish)
        except NotImplementedError:  # Windows has no handlers on the loop
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(finish))
    if options.with_parent:
        threading.Thread(target=_until_stdin_ends, args=(loop, finish), daemon=True).start()
    address = await server.open(options.host, options.web_port)
    herald.page = f"http://{options.page_host or options.host}{address}"
    await tower.plug()
    try:
        await asyncio.wait({end, tower.failed}, return_when=asyncio.FIRST_COMPLETED)
        if tower.failed.done():
            tower.failed.result()
    finally:
        server.close()
        await tower.unplug()


def _until_stdin_ends(loop: asyncio.AbstractEventLoop, finish: Callable[[], None]) -> None:
    # The parent holds the other end of a pipe; however it dies, the pipe ends with it.
    while os.read(0, 1024):
        pass
    with contextlib.suppress(RuntimeError):  # the loop may have ended first
        loop.call_soon_threadsafe(finish)


def _chip(text: str) -> str:
    if len(text) != 16 or set(text) - set("0123456789abcdef"):
        raise argparse.ArgumentTypeError(f"a chip's id has 16 lower-case hex digits; got {text!r}")
    return text


def _share(text: str) -> float:
    try:
        share = float(text)
    except ValueError:
        share = -1.0
    if not 0 <= share <= 1:
        raise argparse.ArgumentTypeError(f"a rate is a number from 0 to 1; got {text!r}")
    return share


def main() -> None:
    """Read the command line and run."""
    parser = argparse.ArgumentParser(
        prog="python -m dicehost.simulated",
        description="A simulated dice tower: the firmware itself, behind a port, with a page.",
    )
    parser.add_argument(
        "--announce", type=Path, required=True, help="folder for the file that tells where it is"
    )
    parser.add_argument("--host", default="127.0.0.1", help="address its page is served on")
    parser.add_argument("--page-host", help="name of that address for others; default: the same")
    parser.add_argument("--web-port", type=int, default=0, help="port of its page; 0: a free one")
    parser.add_argument("--seed", help="noise from a seed, to play the same dice again")
    parser.add_argument("--fault-rate", type=_share, default=0.0, help="share of lines harmed")
    parser.add_argument("--chip", type=_chip, default=DEFAULT_CHIP, help="the tower's id")
    parser.add_argument("--with-parent", action="store_true", help="end when stdin ends")
    asyncio.run(simulate(parser.parse_args()))
