"""Every phase of every game at its fullest, as the host would send it: found by random play.

A browser opens a real host's page, and a position is laid before it in place of the host's own
message. So a layout or a budget is judged by what a whole evening can bring, in seconds.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Literal

import msgspec
from dicehost.fold import LOG_LINES, Line
from dicehost.screens import (
    ClockShown,
    HandShown,
    RollShown,
    Screen,
    SeatShown,
    TowerShown,
)
from dicerules import games
from dicerules.cards import read_own
from dicerules.core import Ask, Need, Over, Roll, encode
from dicerules.simulate import begin, play_on
from dicerules.views import TABLE, View
from dicerules.words import say
from playwright.sync_api import Page, WebSocketRoute

NAMES = ("Ann", "Bo", "Cleopatra", "Dan", "Eve", "Finn-Ole")
COLOURS = ("cyan", "plum", "green", "yellow", "peach", "blue")
MATCHES = 4


def phase(headline: str, need: Need, tumbling: bool = False) -> str:
    """Name a kind of moment: its headline, and whether it asks, rolls or is over."""
    kind = "ask" if isinstance(need, Ask) else "over" if isinstance(need, Over) else "armed"
    return f"{headline}-{'tumbling' if tumbling else kind}".replace(".", "_")


@cache
def positions(key: str) -> dict[str, Screen]:
    """The fullest position of each phase of a game with its most seats, for the tablet."""
    found: dict[str, Screen] = {}
    for view, need, log, standing in _evenings(key):
        # What is nobody's to press is rolled at once.
        rolls = (False, True) if isinstance(need, Roll) and need.seat is not None else None
        for tumbling in rolls or (isinstance(need, Roll),):
            kind = phase(view.headline.key, need, tumbling)
            if kind not in found or _size(view) > _size(found[kind].view):
                found[kind] = _screen(key, view, need, log, standing, tumbling)
    return found


def largest(key: str) -> Screen:
    """The position of a game whose message is the longest."""
    return max(positions(key).values(), key=lambda screen: len(encode(screen)))


def _size(view: View) -> int:
    return len(encode(view))


def _evenings(key: str) -> Iterator[tuple[View, Need, list[Line], tuple[int, ...]]]:
    game = games()[key]
    cards = read_own(game)
    for match in range(MATCHES):
        log: list[Line] = []
        first = begin(game, game.seats[-1], None, cards)
        steps = play_on(game, first, random.Random(match).randrange)
        for state in (first, *(step.after for step in steps)):
            view = game.view(state, TABLE)
            log = [*log, *(Line(len(log), news) for news in view.news)][-LOG_LINES:]
            yield view, game.need(state), log, game.standing(state)


def _screen(
    key: str, view: View, need: Need, log: list[Line], standing: tuple[int, ...], tumbling: bool
) -> Screen:
    seats = range(len(standing))
    waiting = tuple(sorted(need.forms)) if isinstance(need, Ask) else ()
    return Screen(
        seq=len(log),
        match="",
        game=key,
        me=TABLE,
        seats=tuple(SeatShown(NAMES[seat], COLOURS[seat], seat != 1) for seat in seats),
        view=view,
        form=None,
        waiting=waiting,
        roll=_roll(need, tumbling) if isinstance(need, Roll) else None,
        over=need if isinstance(need, Over) else None,
        standing=standing,
        log=tuple(log),
        tower=TowerShown("ready", "simulated", None, None),
        back=None,
        may_ask_back=False,
        clock=_clock(need, waiting, len(standing)),
    )


def _roll(need: Roll, tumbling: bool) -> RollShown:
    state: Literal["tumbling", "armed"] = "tumbling" if tumbling else "armed"
    return RollShown("r", state, need.seat, need.why, need.casts, need.shuffles, not tumbling)


def _clock(need: Need, waiting: tuple[int, ...], seats: int) -> ClockShown:
    # A strict clock for all who act, and the button: the most that clocks ever take up.
    acting = (need.seat,) if isinstance(need, Roll) and need.seat is not None else waiting
    hands = tuple(HandShown(seat, 45_000, 60_000, False, say("late")) for seat in acting)
    return ClockShown("strict", None, False, False, hands, (1000,) * seats)


class Stand:
    """A page on which positions are laid; its own host is heard once and then no more."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._socket: WebSocketRoute | None = None
        self._seq = 0
        page.route_web_socket("**/screen", self._hold)

    def _hold(self, socket: WebSocketRoute) -> None:
        self._socket = socket
        self.send(self._first)

    def open(self, url: str, first: Screen) -> None:
        """Open a table's page with a position on it."""
        self._first = first
        self._page.goto(url)
        self._drawn()

    def send(self, screen: Screen) -> None:
        """Send a position as a new message."""
        assert self._socket is not None
        self._seq += 1
        self._socket.send(encode(msgspec.structs.replace(screen, seq=self._seq)).decode())

    def lay(self, screen: Screen) -> None:
        """Send a position and wait until it is drawn."""
        self.send(screen)
        self._drawn()

    def _drawn(self) -> None:
        self._page.wait_for_function("seq => document.body.dataset.seq === seq", arg=str(self._seq))
