"""Starting the service: a house, a tower, an address to open. No rules, no routes."""

from __future__ import annotations

import contextlib
import errno
import logging
import os
import socket
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from dicerules import broken_games, games
from dicerules.words import sentence

from dicehost.errors import HostError
from dicehost.link import ports
from dicehost.wording import host_words

if TYPE_CHECKING:
    from dicehost.house.house import House

log = logging.getLogger(__name__)

PORT = 8437


class PlayError(HostError, OSError):
    """The service cannot be started as asked."""


class BotTimes(NamedTuple):
    """Seconds that bots wait before they act and may think; None: the usual ones."""

    pause: float | None = None
    think: float | None = None


USUAL = BotTimes()


def read_cards(file: Path) -> dict[str, Any]:
    """Read an owner's card file; it says itself which game it is for."""
    try:
        text = file.read_text(encoding="utf-8")
        key = tomllib.loads(text).get("game")
    except (OSError, ValueError) as error:
        raise PlayError("cards.unread", file=str(file), why=str(error)) from None
    if key not in games():
        known = ", ".join(games())
        raise PlayError("cards.game", file=str(file), expected=known, got=repr(key))
    read = games()[key].read_cards
    if read is None:
        raise PlayError("cards.none", file=str(file), game=games()[key].name)
    return {key: read(text, str(file))}


def listen(host: str, port: int) -> socket.socket:
    """Take the port before anything else starts, so that one in use is said at once."""
    try:
        return socket.create_server((host, port), backlog=128)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise PlayError("play.port_used", port=port, next=port + 1) from None
        raise PlayError("play.port", port=port, why=str(error)) from None


def home_address() -> str | None:
    """This machine's address on the home network, if it has one."""
    import ifaddr

    for adapter in ifaddr.get_adapters():
        for ip in adapter.ips:
            if isinstance(ip.ip, str) and not ip.ip.startswith(("127.", "169.254.")):
                return ip.ip
    return None


@contextlib.contextmanager
def simulated_tower(announce: Path, host: str, page_host: str) -> Iterator[None]:
    """Run a simulated tower beside the service, for as long as the service runs."""
    announce.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "dicehost.simulated", "--announce", str(announce)]
    command += ["--host", host, "--page-host", page_host, "--with-parent"]
    process = subprocess.Popen(command, stdin=subprocess.PIPE)  # noqa: S603 - our own module
    try:
        yield
    finally:
        process.terminate()
        process.wait(timeout=5)
        if process.stdin is not None:
            process.stdin.close()


@contextlib.contextmanager
def advertised(address: str, port: int) -> Iterator[None]:
    """Tell the home network by mDNS that there is a table here."""
    from zeroconf import ServiceInfo, Zeroconf

    name = f"dicetower on {socket.gethostname().partition('.')[0]}._http._tcp.local."
    told = ServiceInfo("_http._tcp.local.", name, port=port, parsed_addresses=[address])
    try:
        voice = Zeroconf(interfaces=[address])
        voice.register_service(told)
    except OSError as error:
        log.info("not advertised: %s", error)
        yield
        return
    try:
        yield
    finally:
        voice.unregister_service(told)
        voice.close()


def play(
    folder: Path,
    port: int,
    tower: str | None,
    cards: Path | None,
    local: bool,
    reload_pages: bool = False,
    share_tower: bool = False,
    bots: BotTimes = USUAL,
) -> None:
    """Run the service until it is stopped.

    A simulated tower's page is for this machine, unless ``share_tower`` lets others open it.
    """
    own = read_cards(cards) if cards else {}
    host = "127.0.0.1" if local else "0.0.0.0"  # noqa: S104 - phones must reach it
    sock = listen(host, port)
    port = sock.getsockname()[1]
    address = "127.0.0.1" if local else home_address() or "127.0.0.1"
    announce = folder / "towers"
    with contextlib.ExitStack() as stack:
        stack.enter_context(sock)
        if tower == "simulated" or (tower is None and not ports.find(announce)):
            page = (host, address) if share_tower else ("127.0.0.1", "127.0.0.1")
            stack.enter_context(simulated_tower(announce, *page))
        if not local:
            stack.enter_context(advertised(address, port))
        house = partial(_open_house, folder, None if tower == "simulated" else tower, own, bots)
        _serve(house, sock, f"http://{address}:{port}", reload_pages)


def _open_house(folder: Path, tower: str | None, cards: dict[str, Any], bots: BotTimes) -> House:
    from dicehost.bots.thinker import BUDGET, Thinker
    from dicehost.house.bots import PAUSE
    from dicehost.house.house import House
    from dicehost.link.tower import Tower

    thinker = Thinker(BUDGET if bots.think is None else bots.think)
    pause = PAUSE if bots.pause is None else (bots.pause, bots.pause)
    house = House(folder, Tower(folder / "towers", tower), cards, thinker, pause)
    for notice in house.notices:
        print(sentence(notice, host_words(), []))
    for broken in broken_games():
        log.error("game %s of package %s is broken: %s", *msgspec.structs.astuple(broken))
        print(f"The game '{broken.name}' of the package {broken.package} is broken and was left")
        print(f"out: {broken.why}")
    return house


def _serve(
    open_house: Callable[[], House], sock: socket.socket, base: str, reload_pages: bool
) -> None:
    import asyncio

    import uvicorn

    from dicehost.web import app as web
    from dicehost.web import server

    async def serve() -> None:
        house = open_house()
        _print_welcome(base, f"{base}/#key={house.key}")
        config = server.configure(web.create(house, reload_pages))
        await uvicorn.Server(config).serve(sockets=[sock])

    factory = None
    if os.name == "posix":
        import uvloop

        factory = uvloop.new_event_loop
    with contextlib.suppress(KeyboardInterrupt), asyncio.Runner(loop_factory=factory) as runner:
        runner.run(serve())
    print("\nStopped. Matches continue where they were when you start it again.")


def _print_welcome(base: str, owner: str) -> None:
    import segno

    print(f"\ndicetower is running at {base}")
    print(f"Owner's link (keep it to yourself): {owner}\n")
    segno.make(owner, error="l").terminal(compact=True, border=2)
    print(
        "\nScan the code with the tablet, or open the owner's link here. Ctrl-C stops.", flush=True
    )
