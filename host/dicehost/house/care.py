"""What an owner does with a tower: settings, how its panels are mounted, a self-test, an update.

A match whose tower is tried out waits and says so. It gets the tower back when the owner is done,
or has done nothing for a while.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from typing import Literal

from dicerules.words import Message
from msgspec import Struct
from tower import VERSION

from dicehost.errors import HostError, LinkError, TowerError
from dicehost.house.tasks import Tasks
from dicehost.link import panel_order
from dicehost.link.checks import CHECKS, Check
from dicehost.link.choices import MOST
from dicehost.link.choices import check as check_setting
from dicehost.link.flash import FlashError, flash
from dicehost.link.panel_order import DICE
from dicehost.link.requests import Lit
from dicehost.link.tower import OWNER, State, Tower
from dicehost.link.towers import Towers

log = logging.getLogger(__name__)

GIVEN_BACK = 45.0
"""Seconds without a word of the owner after which a match gets its tower back."""
GREETED = 10.0
"""Seconds within which a tower that was updated and said hello is usually found again."""
LISTENS = 5.0
"""Seconds that one request waits for the button or the beam; a page asks again."""
_WHOLE, _DARK = 0x1FF, 0


class Update(Struct, frozen=True):
    """An update: under way, done or failed; bytes copied of all; why it failed."""

    state: Literal["running", "done", "failed"]
    file: str = ""
    done: int = 0
    of: int = 0
    why: Message | None = None


class TowerFacts(Struct, frozen=True):
    """What a tower tells its owner about itself.

    ``comes_with`` is the firmware of this host, ``model`` the board, ``python`` its MicroPython,
    ``supply`` what feeds its lamps. ``tests`` are failures of the noise's tests: runs, counts,
    lags. ``noted`` are faults that do not stop the dice.
    """

    settings: dict[str, int]
    comes_with: str = VERSION
    model: str = ""
    python: str = ""
    supply: str = ""
    uptime: int = 0
    rolls: int = 0
    trips: int = 0
    tests: tuple[int, ...] = ()
    noted: tuple[str, ...] = ()


class PanelSeen(Struct, frozen=True):
    """What follows from where a die lit up: the settings now, and the die that is lit next."""

    settings: dict[str, int]
    lit: int | None


class CheckFound(Struct, frozen=True):
    """A check of the self-test: what is asked of a person, or what was found."""

    check: Check
    ask: Message | None = None
    good: bool | None = None
    seen: Message | None = None
    step: Message | None = None


class Care:
    """The owner's hand on the towers of a house."""

    def __init__(self, towers: Towers) -> None:
        self._towers = towers
        self.limits = MOST
        self._updates: dict[str, Update] = {}
        self._settings: dict[Tower, tuple[str, dict[str, int]]] = {}
        self._lent: dict[Tower, tuple[str | None, asyncio.TimerHandle]] = {}
        self._tasks = Tasks()

    def update_of(self, tower: Tower) -> Update | None:
        """The update that is under way, or that was the last one since the host started."""
        return self._updates.get(tower.id)

    async def facts(self, tower: Tower) -> TowerFacts | None:
        """What a tower tells; None if it is not there to ask."""
        try:
            status, board = await tower.status(), await tower.status("board")
            settings = await self._settings_of(tower)
        except (LinkError, TowerError):
            return None
        return TowerFacts(
            settings,
            model=board.get("on"),
            python=board.get("py"),
            supply=status.get("sup"),
            uptime=_count(status.get("up")),
            rolls=_count(status.get("rolls")),
            trips=_count(status.get("trips")),
            tests=tuple(_count(part) for part in status.get("t").split(".")),
            noted=tuple(part for part in status.get("f").split(".") if part),
        )

    async def change(self, tower: Tower, name: str, value: int) -> int:
        """Change a setting. It holds at once, also in the middle of a roll."""
        check_setting(name, value)
        settings = await self._settings_of(tower)
        settings[name] = await tower.setting(name, value)
        return settings[name]

    async def _settings_of(self, tower: Tower) -> dict[str, int]:
        # Asked for once a start: a page looks every few seconds, and a roll should not wait for it.
        boot = tower.hello.boot if tower.hello else ""
        known = self._settings.get(tower)
        if known is None or known[0] != boot:
            known = self._settings[tower] = boot, {name: await tower.setting(name) for name in MOST}
        return known[1]

    async def light(self, tower: Tower, die: int | None) -> None:
        """Light one die, all its nine lamps; without one, let every die show its number."""
        self._hold(tower)
        dice = [
            Lit(number + 1, None if die is None else _WHOLE if number == die else _DARK, "white")
            for number in range(DICE)
        ]
        await tower.show(f"owner.{secrets.token_hex(4)}", dice)

    async def saw(self, tower: Tower, lit: int, seen: int, sure: bool) -> PanelSeen:
        """Take in where a die lit up, set the panels right, and light the next die."""
        settings = await self._settings_of(tower)
        for name, value in panel_order.correct(settings, lit, seen, sure).items():
            await self.change(tower, name, value)
        following = panel_order.next_to_light(lit, seen, sure)
        await self.light(tower, following)
        return PanelSeen(settings, following)

    async def begin_check(self, tower: Tower, check: Check) -> CheckFound:
        """Begin a check, or go on waiting for the button or the beam.

        Nothing found: somebody has to answer, or it has not come yet.
        """
        self._hold(tower)
        kind = CHECKS[check]
        if not kind.event:
            await tower.lamp("idle")  # a scene sounds when it begins
            await tower.lamp(kind.scene)
            return CheckFound(check, ask=kind.ask())
        came = asyncio.Event()
        stop = tower.listen(lambda event: came.set() if event == kind.event else None)
        try:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LISTENS):
                    await came.wait()
        finally:
            stop()
        return found(check, True) if came.is_set() else CheckFound(check, ask=kind.ask())

    def give_back(self, tower: Tower) -> None:
        """Let the match that had the tower roll again."""
        former, timer = self._lent.pop(tower, (None, None))
        if timer is not None:
            timer.cancel()
        if tower.holder == OWNER:
            tower.take(former)
            if former is None:
                self._tasks.keep(_rest(tower), f"darkening tower {tower.id}")

    def _hold(self, tower: Tower) -> None:
        if not tower.connected:
            raise LinkError("link.lost")
        former, timer = self._lent.get(tower, (None, None))
        if tower.holder != OWNER:
            former = tower.holder
        if timer is not None:
            timer.cancel()
        tower.take(OWNER)
        again = asyncio.get_running_loop().call_later(GIVEN_BACK, self.give_back, tower)
        self._lent[tower] = (former, again)

    def update(self, tower: Tower) -> Update:
        """Begin to put this host's firmware on a tower. Matches that use it wait."""
        known = self._updates.get(tower.id)
        if known is not None and known.state == "running":
            raise FlashError("flash.under_way")
        if tower.source == "simulated":
            raise FlashError("flash.simulated")
        if tower.state is not State.READY:
            raise LinkError("link.lost")
        self.give_back(tower)
        self._updates[tower.id] = begun = Update("running")
        self._tasks.keep(self._update(tower), f"updating tower {tower.id}")
        return begun

    async def _update(self, tower: Tower) -> None:
        def progress(file: str, done: int, of: int) -> None:
            # Called by the thread that copies: one assignment, and everybody sees it.
            self._updates[tower.id] = Update("running", file, done, of)

        try:
            async with self._towers.lent(tower, Message("host.tower.updating")) as port:
                await asyncio.to_thread(flash, port.url, log.info, progress=progress)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(GREETED):
                    await tower.ready()
        except HostError as error:
            log.warning("tower %s was not updated: %s", tower.id, error)
            self._updates[tower.id] = Update("failed", why=error.words)
        except Exception:
            self._updates[tower.id] = Update("failed", why=Message("host.internal", {"why": "-"}))
            raise
        else:
            self._updates[tower.id] = Update("done")

    async def close(self) -> None:
        """Give every tower back, and wait for an update that is under way."""
        for tower in list(self._lent):
            self.give_back(tower)
        await self._tasks.wait()


def found(check: Check, good: bool) -> CheckFound:
    """What a check came to, by an event or as a person says."""
    kind = CHECKS[check]
    return CheckFound(check, good=good, seen=kind.seen(good), step=None if good else kind.step())


async def _rest(tower: Tower) -> None:
    with contextlib.suppress(LinkError, TowerError):
        await tower.lamp("idle")


def _count(text: str) -> int:
    return int(text) if text.isdecimal() and text.isascii() else 0
