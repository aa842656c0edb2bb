"""The tower as the table knows it: always there to ask, even while it is unplugged.

Looks for a port, greets, stays in touch, and starts over by itself when anything breaks. A tower is
known by its chip, not by its port. Every request is safe to make again after a ``LinkError``.
"""

from __future__ import annotations

import asyncio
import binascii
import contextlib
import logging
from collections.abc import Callable, Sequence
from enum import StrEnum
from itertools import groupby
from pathlib import Path

from dicerules.core import Roll, Rolled
from dicerules.words import Message
from msgspec import Struct
from tower.colours import COLOURS
from tower.scenes import PAGE, mask
from tower.wire import Frame

from dicehost.errors import LinkError, TowerError
from dicehost.link import ports
from dicehost.link.numbers import deal, read_number, read_numbers
from dicehost.link.session import Hello, Session

log = logging.getLogger(__name__)

KEEP_IN_TOUCH = 1.0
BACK_OFF = (0.05, 2.0)
MOST_VALUES = 2000
"""Values of one roll; no tower draws more."""


class State(StrEnum):
    """Where the link stands."""

    SEARCHING = "searching"
    GREETING = "greeting"
    READY = "ready"
    REFUSED = "refused"


class Rest(Struct, frozen=True):
    """What is left of how much time, in milliseconds, and whether it runs."""

    left: int
    of: int
    runs: bool


class Lit(Struct, frozen=True):
    """A die as the lamps show it: its value, nine lamps or none for pips, and its colour."""

    value: int
    lamps: int | None
    colour: str


class Tower:
    """The link to one tower.

    One match at a time rolls with it: ``holder`` is the match that took it last.
    """

    def __init__(self, announce: Path | None, named: str | None = None) -> None:
        self._announce = announce
        self._named = named
        self._session: Session | None = None
        self._ready = asyncio.Event()
        self._watchers: list[Callable[[], None]] = []
        self._listeners: list[Callable[[str], None]] = []
        self.holder: str | None = None
        self.state = State.SEARCHING
        self.port: ports.Port | None = None
        self.hello: Hello | None = None
        self.health = ""
        self.trips = 0
        self.fault: Message | None = None
        self._odd = False
        self._uncounted = ""

    def watch(self, on_change: Callable[[], None], on_press: Callable[[str], None]) -> None:
        """Be told whenever the state, health or holder changes, and of a press for roll ``id``."""
        self._watchers.append(on_change)
        self._listeners.append(on_press)

    def take(self, match: str) -> None:
        """Take the tower for a match; the match that had it waits."""
        if self.holder != match:
            self.holder = match
            self._tell()

    def _tell(self) -> None:
        for on_change in self._watchers:
            try:
                on_change()
            except Exception:  # a full disk, for one: the tower has nothing to do with it
                log.exception("somebody could not be told about the tower")

    async def run(self) -> None:
        """Find the tower, keep it, find it again. Never returns by itself."""
        pause = BACK_OFF[0]
        while True:
            try:
                for port in await asyncio.to_thread(ports.find, self._announce, self._named):
                    if await self._try(port):
                        pause = BACK_OFF[0]
            except Exception:  # whatever a port or a tower did, the next one may be well
                log.exception("the link to the tower starts over")
            await asyncio.sleep(pause)
            pause = min(pause * 2, BACK_OFF[1])

    async def _try(self, port: ports.Port) -> bool:
        # True if the port was a tower for a while.
        session: Session | None = None
        self._odd = False
        try:
            session = Session(port.url, self._event)
            self._became(State.GREETING, port=port)
            self.hello = await session.greet(port)
            log.info("tower %s on %s", self.hello.id, port.url)
            self._session = session
            self._ready.set()
            self._became(State.READY, port=port)
            await self._stay(session)
        except TowerError as refused:
            log.warning("%s: %s", port.url, refused)
            self._became(State.REFUSED, port=port, fault=refused.words)
            await asyncio.sleep(BACK_OFF[1])
        except LinkError as error:
            log.info("%s: %s", port.url, error)
        finally:
            if session is not None:
                session.close()
            was_ready = self._session is not None and not self._odd
            self._session = None
            self._ready.clear()
        if self.state is not State.REFUSED or was_ready:
            self._became(State.SEARCHING)
        return was_ready

    async def _stay(self, session: Session) -> None:
        while not session.lost.is_set():
            answer = await session.ask("status")
            health = answer.get("h")
            self._count_trips(answer)
            if health != self.health:
                self.health = health
                fault = Message("host.tower.noise") if health == "trip" else None
                self._became(State.READY, port=self.port, fault=fault)
            # Not wait_for: in Python 3.11 it swallows a cancel that comes with a lost link.
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(KEEP_IN_TOUCH):
                    await session.lost.wait()

    def _count_trips(self, status: Frame) -> None:
        try:
            self.trips = read_number(status, "trips", "0")
            self._uncounted = ""
        except LinkError as error:
            # It only counts what was: worth a line in the log, once, and nothing else.
            if self._uncounted != str(error):
                self._uncounted = str(error)
                log.warning("the tower's count is left as it was: %s", error)

    def _became(
        self, state: State, port: ports.Port | None = None, fault: Message | None = None
    ) -> None:
        if (state, port, fault) != (self.state, self.port, self.fault) or state is State.READY:
            self.state, self.port, self.fault = state, port, fault
            self._tell()

    def _event(self, frame: Frame) -> None:
        if frame.get("k") in ("press", "drop"):
            for on_press in self._listeners:
                on_press(frame.get("id"))

    async def ready(self) -> None:
        """Wait until the tower is there."""
        await self._ready.wait()

    async def _ask(self, verb: str, *fields: tuple[str, str], expect: str) -> Frame:
        if self._session is None:
            raise LinkError("link.lost")
        answer = await self._session.ask(verb, *fields)
        if answer.verb != expect or answer.get("id") != dict(fields).get("id", ""):
            self._mistrust(LinkError("link.no_hello", got=answer.verb))
            raise LinkError("link.lost")
        return answer

    def _mistrust(self, why: LinkError) -> None:
        # This conversation makes no sense: start over, and not at once if that happens again.
        log.warning("the tower is asked again: %s", why)
        self._odd = True
        if self._session is not None:
            self._session.close()

    async def arm(self, roll_id: str, roll: Roll, colour: str, still: int = 0) -> bool:
        """Make the button live for a roll; true if it was pressed already.

        ``still`` are the places on the lamps that do not tumble, the first one the highest bit.
        """
        answer = await self._ask(
            "arm",
            ("id", roll_id),
            ("d", spell(roll)),
            ("c", COLOURS[colour][0]),
            *_stand(still),
            expect="armed",
        )
        return answer.get("st") != "armed"

    async def roll(self, roll_id: str, roll: Roll, still: int = 0) -> Rolled:
        """Have the tower draw, or say again what it drew for this id."""
        try:
            return await self._roll(roll_id, roll, still)
        except LinkError as error:
            if error.code == "link.number":
                self._mistrust(error)
            raise

    async def _roll(self, roll_id: str, roll: Roll, still: int) -> Rolled:
        spelt, values, count = spell(roll), list[int](), 1
        while len(values) < count:
            place = ("at", str(len(values)))
            answer = await self._ask(
                "roll", ("id", roll_id), ("d", spelt), place, *_stand(still), expect="rolled"
            )
            values.extend(read_numbers(answer, "f"))
            count = read_number(answer, "n")
            if count > MOST_VALUES:
                raise LinkError("link.number", verb="rolled", field="n", got=str(count))
        if answer.get("x") != f"{binascii.crc32('.'.join(map(str, values)).encode()):08x}":
            raise LinkError("link.lost")  # parts of two outcomes: the tower started anew between
        return deal(roll, values)

    async def show(self, roll_id: str, dice: Sequence[Lit], first: int = 0) -> None:
        """Let the lamps settle on faces that are on disk, beginning with page ``first``."""
        pages = list(range(0, len(dice), PAGE))
        for at in pages[first:] + pages[:first]:
            page = dice[at : at + PAGE]
            fields = [
                ("id", roll_id),
                ("n", str(len(dice))),
                ("at", str(at)),
                ("f", ".".join(str(die.value) for die in page)),
                ("c", "".join(COLOURS[die.colour][0] for die in page)),
            ]
            if any(die.lamps is not None for die in page):
                fields.append(("p", "".join(f"{_lamps(die):03x}" for die in page)))
            await self._ask("show", *fields, expect="shown")

    async def lamp(
        self, scene: str, colour: str | None = None, countdown: Rest | None = None
    ) -> None:
        """Show a scene without dice, or how a time runs out.

        A tower before 1.2 knows a rest in seconds only, and before 1.1 none at all.
        """
        fields = [("k", scene)] + ([("c", COLOURS[colour][0])] if colour else [])
        if countdown is not None:
            fields += [
                ("s", str(-(-countdown.left // 1000) or 1)),
                ("of", str(-(-countdown.of // 100))),
            ]
            fields += [
                ("left", str(-(-countdown.left // 100))),
                ("hold", "0" if countdown.runs else "1"),
            ]
        await self._ask("lamp", *fields, expect="ok")


def _stand(still: int) -> list[tuple[str, str]]:
    return [("s", f"{still:02x}")] if still else []


def _lamps(die: Lit) -> int:
    return mask(die.value) if die.lamps is None else die.lamps


def spell(roll: Roll) -> str:
    """Write a roll's dice as the wire does: ``8x6`` eight dice, ``s52`` a shuffle of 52.

    Neighbours with as many faces are counted together: whose they are is the host's affair, and a
    frame is short.
    """
    counted = [
        (sum(group.count for group in dice_groups), faces)
        for faces, dice_groups in groupby(roll.dice, key=lambda group: group.faces)
    ]
    dice = [f"{count}x{faces}" for count, faces in counted if count]
    return ".".join([*dice, *(f"s{cards}" for cards in roll.shuffles)])
