"""Starting the service: a house, a tower, an address to open. No rules, no routes."""

from __future__ import annotations

import contextlib
import gc
import logging
import os
import socket
import tomllib
from collections.abc import AsyncIterator, Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from dicerules import broken_games, games
from dicerules.words import sentence

from dicehost.doors import Doors, Https, Place, Ports, home_address, listen, listen_also
from dicehost.errors import PlayError
from dicehost.home_network import NOWHERE, HomeNetwork
from dicehost.link import ports
from dicehost.serving import Serving, note_serving
from dicehost.simulated_tower import simulated_tower
from dicehost.wording import host_words

if TYPE_CHECKING:
    import ssl

    from fastapi import FastAPI

    from dicehost.house.house import House
    from dicehost.outside.feed import Feed
    from dicehost.venue.joined import Joined

log = logging.getLogger(__name__)

PORT = 8437
SIMULATED = "simulated"


class ThinkingTimes(NamedTuple):
    """Seconds that bots wait before they act and may think, and for hindsight; None: the usual."""

    pause: float | None = None
    think: float | None = None
    hindsight: float | None = None


USUAL = ThinkingTimes()


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


class Venue(NamedTuple):
    """Where a venue keeps its journal, ``nats://a,b,c``, and this host's credentials there.

    ``name`` is what the venue calls this host. ``alone``: it plays on while it is cut off.
    """

    servers: str
    credentials: Path | None = None
    name: str = ""
    alone: bool = False


class Outward(NamedTuple):
    """What the service does for its home besides playing.

    ``mqtt`` is a broker's address; ``webhooks`` are told what happens; ``backups`` is a folder for
    daily backups, of which ``keep`` stay. ``service``: nobody reads what is printed, so no key is.
    ``https_port``: serve https there, too, with certificates of our own.
    """

    mqtt: str | None = None
    webhooks: tuple[str, ...] = ()
    backups: Path | None = None
    keep: int = 7
    service: bool = False
    https_port: int | None = None


ALONE = Outward()


def check_outward(outward: Outward) -> None:
    """Refuse what cannot work before anything starts."""
    if outward.mqtt is not None:
        from dicehost.outside import mqtt

        mqtt.check_library()
        mqtt.read_broker(outward.mqtt)
    if outward.webhooks:
        from dicehost.outside import webhooks

        webhooks.check(outward.webhooks)


def play(
    folder: Path,
    port: int | None,
    towers: Sequence[str],
    cards: Path | None,
    local: bool,
    reload_pages: bool = False,
    share_tower: bool = False,
    times: ThinkingTimes = USUAL,
    https: Https | None = None,
    venue: Venue | None = None,
    outward: Outward = ALONE,
) -> None:
    """Run the service until it is stopped.

    ``towers`` are ports, and "simulated" for each simulated one; none: those that are plugged in,
    else a simulated one. A simulated tower's page is for this machine, unless ``share_tower`` lets
    others open it. With ``https`` the service speaks nothing else.
    """
    own = read_cards(cards) if cards else {}
    check_outward(outward)
    if https is not None and outward.https_port is not None:
        raise PlayError("play.https_twice")
    host = "127.0.0.1" if local else "0.0.0.0"  # noqa: S104 - phones must reach it
    announce = folder / "towers"
    with contextlib.ExitStack() as stack:
        # Hardly anything made while starting is garbage; looking for it is a sixth of the work.
        gc.disable()
        stack.callback(gc.enable)
        sockets = [stack.enter_context(listen(host, PORT if port is None else port))]
        scheme, usual = ("https", 443) if https else ("http", 80)
        if port is None and not local:
            sockets += listen_also(stack, host, usual)
        beside = list[socket.socket]()
        if outward.https_port is not None:
            beside.append(stack.enter_context(listen(host, outward.https_port)))
            beside += [] if local else listen_also(stack, host, 443)
        ours = [tower for tower in towers if tower != SIMULATED]
        simulated = len(towers) - len(ours)
        if not towers and not ports.find(announce):
            simulated = 1
        find = (lambda: None) if local else home_address
        page = (host, find() or NOWHERE) if share_tower else (NOWHERE, NOWHERE)
        for number in range(1, simulated + 1):
            stack.enter_context(simulated_tower(announce, *page, number))
        network = HomeNetwork(folder, _ports(scheme, sockets, beside), find)
        stack.callback(network.close)
        house = partial(_open_house, folder, ours, own, times)
        doors = Doors(sockets, https, beside)
        _serve(house, folder, doors, network, reload_pages, outward, venue)


def _ports(scheme: str, sockets: list[socket.socket], beside: list[socket.socket]) -> Ports:
    secure = beside[0].getsockname()[1] if beside else None
    return Ports(scheme, sockets[0].getsockname()[1], len(sockets) > 1, secure, len(beside) > 1)


def _open_house(
    folder: Path,
    towers: Sequence[str],
    cards: dict[str, Any],
    times: ThinkingTimes,
    joined: Joined | None = None,
) -> House:
    from dicehost.bots.thinker import BUDGET, Thinker
    from dicehost.house.bots import PAUSE
    from dicehost.house.house import House
    from dicehost.link.towers import Towers
    from dicehost.past.hindsight import SECONDS

    thinker = Thinker(BUDGET if times.think is None else times.think)
    pause = PAUSE if times.pause is None else (times.pause, times.pause)
    back = SECONDS if times.hindsight is None else times.hindsight
    house = House(
        folder,
        Towers(folder / "towers", towers),
        cards,
        thinker,
        pause,
        back,
        *((joined.open_journal, joined.open_seats) if joined else ()),
    )
    for notice in house.notices:
        print(sentence(notice, host_words(), []))
    for broken in broken_games():
        log.error("game %s of package %s is broken: %s", *msgspec.structs.astuple(broken))
        print(f"The game '{broken.name}' of the package {broken.package} is broken and was left")
        print(f"out: {broken.why}")
    return house


@contextlib.asynccontextmanager
async def _joined(venue: Venue, folder: Path) -> AsyncIterator[Joined]:
    try:
        from dicehost.venue.joined import Joined
    except ModuleNotFoundError:
        raise PlayError("venue.extra") from None
    joined = await Joined.join(venue.servers, folder, venue.credentials, venue.alone)
    try:
        yield joined
    finally:
        await joined.close()


def _serve(
    open_house: Callable[..., House],
    folder: Path,
    doors: Doors,
    network: HomeNetwork,
    reload_pages: bool,
    outward: Outward,
    venue: Venue | None,
) -> None:
    import asyncio

    from dicehost.outside.feed import Feed
    from dicehost.servers import run, servers_for
    from dicehost.web import app as web

    async def serve() -> None:
        async with contextlib.AsyncExitStack() as stack:
            joined = await stack.enter_async_context(_joined(venue, folder)) if venue else None
            house = open_house(joined)
            if venue is not None and joined is not None:
                await joined.enter(house, venue.name, network.place.serving.base)
            feed = Feed(house)
            _add_work(house, feed, folder, outward)
            app = web.create(house, reload_pages, feed=feed)
            servers, shown = servers_for(app, doors, network.place.https)
            settle = partial(_settle, folder, app, shown)
            settle(network.place)

            def moved(place: Place) -> None:
                settle(place)
                if joined is not None:
                    joined.moved(place.serving.base)

            house.add_work(partial(network.follow, moved), "following this machine's address")
            _print_welcome(network.place.serving, None if outward.service else house.key)
            gc.freeze()
            gc.enable()
            await run(servers)

    factory = None
    if os.name == "posix":
        import uvloop

        factory = uvloop.new_event_loop
    with contextlib.suppress(KeyboardInterrupt), asyncio.Runner(loop_factory=factory) as runner:
        runner.run(serve())
    print("\nStopped. Matches continue where they were when you start it again.")


def _settle(folder: Path, app: FastAPI, shown: ssl.SSLContext | None, place: Place) -> None:
    note_serving(folder, place.serving)
    app.state.trust = place.trust
    if shown is not None and place.https is not None:
        # Every connection from here on is shown the new certificate.
        shown.load_cert_chain(*place.https)


def _add_work(house: House, feed: Feed, folder: Path, outward: Outward) -> None:
    if outward.backups is not None:
        from dicehost.backup import keep_backing_up

        work = partial(keep_backing_up, folder, outward.backups, outward.keep)
        house.add_work(work, "making backups")
    if outward.mqtt is not None:
        from dicehost.outside.mqtt import Mqtt, host_id, read_broker

        broker = Mqtt(feed, read_broker(outward.mqtt), host_id(house.key))
        house.add_work(broker.run, "telling the broker")
    if outward.webhooks:
        from dicehost.outside.keys import webhooks_key
        from dicehost.outside.webhooks import Webhook

        secret = webhooks_key(folder)
        for address in outward.webhooks:
            house.add_work(Webhook(feed, address, secret).run, "telling a webhook")


def _print_welcome(serving: Serving, key: str | None) -> None:
    import segno

    print(f"\ndicetower is running at {serving.base}")
    if serving.name is not None:
        print(f"Also at {serving.name}")
    if serving.https is not None:
        print(f"Over https at {serving.https}; {serving.base}/trust tells devices how to trust it")
    if key is None:
        print("'dicetower keys' prints the owner's link.", flush=True)
        return
    owner = f"{serving.base}/#key={key}"
    print(f"Owner's link (keep it to yourself): {owner}\n")
    segno.make(owner, error="l").terminal(compact=True, border=2)
    print(
        "\nScan the code with the tablet, or open the owner's link here. Ctrl-C stops.", flush=True
    )
