"""The service, with something going wrong at one named step of every second roll.

    python tests/story/breaking_host.py play …      (BREAK_STEP, BREAK_WHAT, BREAK_TOWER)

The product has no switch for this: the steps are wrapped from outside, in this process only.
"""

from __future__ import annotations

import functools
import inspect
import os
import signal
import sys
import threading
import time
import urllib.request
from collections.abc import Callable
from typing import Any

from dicehost import cli
from dicehost.house.table import Table
from dicehost.journal.store import Journal
from dicehost.link.tower import Tower
from dicehost.match.roller import Roller

STEPS: dict[str, tuple[type, str, bool]] = {
    "before the button is armed": (Tower, "arm", False),
    "after the button is armed": (Tower, "arm", True),
    "before a press is taken in": (Roller, "press", False),
    "after a press is taken in": (Roller, "press", True),
    "before the commitment is written": (Journal, "_append", False),
    "after the commitment is written": (Journal, "_append", True),
    "before the tower is asked to roll": (Tower, "open", False),
    "after the tower has rolled": (Tower, "open", True),
    "before the roll is written": (Journal, "_append", False),
    "after the roll is written": (Journal, "_append", True),
    "before the lamps are told": (Tower, "show", False),
    "after the lamps were told": (Tower, "show", True),
    "before the screens are told": (Table, "publish", False),
}
EVERY = 2


def kill() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def replug(page: str) -> None:
    """Pull the tower's plug now; put it back, in another port, a moment later."""
    post(page + "unplug")
    threading.Timer(0.15, post, [page + "replug"]).start()


def blackout(page: str, press: bool = False) -> None:
    """Power goes for tower and host alike; the lamps have had the time for a few frames more.

    The tower may be back, and its button be pressed, before the host is gone.
    """
    time.sleep(0.1)
    post(page + "unplug")
    post(page + "replug")
    if press:
        post(page + "press")
    kill()


def post(url: str) -> None:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    opener.open(urllib.request.Request(url, data=b"{}", method="POST")).read()


def break_at(step: str, act: Callable[[], None]) -> None:
    place, name, after = STEPS[step]
    original = getattr(place, name)
    rolls = 0
    counted = ""
    rolled = False

    def due(arguments: tuple[Any, ...]) -> bool:
        nonlocal rolls, counted
        if place in (Tower, Roller):
            # A slow tower is asked again: only a new roll counts, or a match would never go on.
            roll = getattr(arguments[1], "id", arguments[1])
            if roll == counted:
                return False
            counted = roll
        if name == "_append" and arguments[3] != ("committed" if "commit" in step else "rolled"):
            return False
        if name == "publish" and not rolled:
            return False
        rolls += 1
        return rolls % EVERY == 0

    @functools.wraps(original)
    def plain(*arguments: Any) -> Any:
        now = due(arguments)
        if now and not after:
            act()
        result = original(*arguments)
        if now and after:
            act()
        return result

    @functools.wraps(original)
    async def waiting(*arguments: Any) -> Any:
        now = due(arguments)
        if now and not after:
            act()
        result = await original(*arguments)
        if now and after:
            act()
        return result

    setattr(place, name, waiting if inspect.iscoroutinefunction(original) else plain)
    if name == "publish":
        # Only what is told between a roll's line and the next thing: the faces' way out.
        append = Journal._append

        def noting(self: Journal, match: str, seq: int, kind: str, body: str) -> Any:
            nonlocal rolled
            entry = append(self, match, seq, kind, body)
            rolled = kind == "rolled"
            return entry

        setattr(Journal, "_append", noting)  # noqa: B010 - mypy knows it as a method


if __name__ == "__main__":
    acts = {
        "kill": kill,
        "replug": functools.partial(replug, os.environ.get("BREAK_TOWER", "")),
        "blackout": functools.partial(blackout, os.environ.get("BREAK_TOWER", "")),
        "blackout and press": functools.partial(blackout, os.environ.get("BREAK_TOWER", ""), True),
    }
    break_at(os.environ["BREAK_STEP"], acts[os.environ["BREAK_WHAT"]])
    sys.exit(cli.main())
