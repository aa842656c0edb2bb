"""Every phase of every game at its fullest, as the host would send it: found by random play.

A browser opens a real host's page, and a position is laid before it in place of the host's own
message. So a layout or a budget is judged by what a whole evening can bring, in seconds.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import msgspec
from dicehost.match.log import LOG_LINES, LogEntry
from dicehost.screens.message import ClockShown, CountdownShown, SeatShown
from dicerules import games
from dicerules.cards import default_cards
from dicerules.core import Ask, Need, Over, Roll, encode
from dicerules.forms import fill
from dicerules.simulate import begin, play_on
from dicerules.views import TABLE, View
from dicerules.words import message
from dicerules.worth import estimate, exact
from playwright.sync_api import Page, WebSocketRoute

NAMES = ("Ann", "Bo", "Cleopatra", "Dan", "Eve", "Finn-Ole")
COLOURS = ("cyan", "plum", "green", "yellow", "peach", "blue")
MATCHES = 4


def phase(headline: str, need: Need, tumbling: bool = False) -> str:
    """Name a kind of moment: its headline, and whether it asks, rolls or is over."""
    kind = "ask" if isinstance(need, Ask) else "over" if isinstance(need, Over) else "armed"
    return f"{headline}-{'tumbling' if tumbling else kind}".replace(".", "_")


@cache
def positions(key: str) -> dict[str, dict[str, Any]]:
    """The fullest position of each phase of a game with its most seats, for the tablet."""
    found: dict[str, dict[str, Any]] = {}
    sizes: dict[str, int] = {}
    for _, view, need, log, scores in _evenings(key):
        # What is nobody's to press is rolled at once.
        rolls = (False, True) if isinstance(need, Roll) and need.seat is not None else None
        for tumbling in rolls or (isinstance(need, Roll),):
            kind = phase(view.headline.key, need, tumbling)
            if _size(view) > sizes.get(kind, 0):
                sizes[kind] = _size(view)
                found[kind] = _screen(view, need, log, scores, tumbling)
    return found


@cache
def seat_positions(key: str) -> dict[str, dict[str, Any]]:
    """The fullest position of each phase of a game for a phone: asked, to press, or waiting."""
    found: dict[str, dict[str, Any]] = {}
    sizes: dict[str, int] = {}
    game = games()[key]
    for state, _, need, log, scores in _evenings(key):
        for seat in _looking(need, len(scores)):
            view = game.view(state, seat)
            form = need.forms.get(seat) if isinstance(need, Ask) else None
            presses = isinstance(need, Roll) and need.seat == seat
            does = form.title.key if form else "presses" if presses else "waits"
            kind = f"{phase(view.headline.key, need)}-{does}"
            size = _size(view) + (len(encode(form)) if form else 0)
            if size > sizes.get(kind, 0):
                sizes[kind] = size
                rolled = isinstance(need, Roll) and need.seat is None
                shown = _screen(view, need, log, scores, rolled)
                if shown["roll"]:
                    shown["roll"]["may_press"] = presses
                told = {"me": seat, "form": form and msgspec.json.decode(encode(form))}
                found[kind.replace(".", "_")] = shown | told
    return found


class Hinted(NamedTuple):
    """A position with hints: what its seat is told its choices are worth, and the preview."""

    screen: dict[str, Any]
    worths: list[Any]
    items: list[Any]


@cache
def hint_positions(key: str) -> dict[str, Hinted]:
    """The form of each kind with the most to say about its choices, for a phone; and what is said.

    It is said of an empty form, or where that has nothing to say, of one that is filled blindly.
    """
    found: dict[str, Hinted] = {}
    game, chance = games()[key], random.Random(1)
    for state, _, need, log, scores in _evenings(key):
        for seat, form in need.forms.items() if isinstance(need, Ask) else ():
            kind = form.title.key.replace(".", "_")
            answer: dict[str, Any] = {}
            worths = exact(game, state, seat, answer, chance.randrange)
            if not worths:
                answer = fill(form, chance.randrange)
                worths = exact(game, state, seat, answer, chance.randrange)
            if game.sample is not None and not worths and kind not in found:
                worths = estimate(game, state, seat, answer, chance.randrange, draws=40)
            if len(worths) > len(found[kind].worths if kind in found else ()):
                shown = _screen(game.view(state, seat), need, log, scores, False)
                told = {"me": seat, "form": msgspec.json.decode(encode(form)), "hints": True}
                items = game.preview(state, seat, answer)
                said = (msgspec.json.decode(encode(each)) for each in (worths, items))
                found[kind] = Hinted(shown | told, *said)
    return found


def _looking(need: Need, seats: int) -> list[int]:
    """Who is asked, who presses, and one of those who wait: all kinds of people there are."""
    acting = list(need.forms) if isinstance(need, Ask) else []
    if isinstance(need, Roll) and need.seat is not None:
        acting = [need.seat]
    return [*acting, *[seat for seat in range(seats) if seat not in acting][:1]]


def largest(key: str) -> dict[str, Any]:
    """The position of a game whose message is the longest."""
    return max(positions(key).values(), key=lambda position: len(json.dumps(position)))


class Passage(NamedTuple):
    """The largest message of a viewer, and the one before it in its match."""

    before: dict[str, Any]
    most: dict[str, Any]


@cache
def passage(key: str, viewer: int = TABLE, asked: bool = False) -> Passage:
    """The way to the largest message of a game with its most seats, in any of its matches.

    `asked`: the largest of those that ask this viewer something.
    """
    before: dict[str, Any] = {}
    most, previous = before, before
    for state, _, need, log, scores in _evenings(key):
        rolled = isinstance(need, Roll) and need.seat is None
        screen = _screen(games()[key].view(state, viewer), need, log, scores, rolled)
        if isinstance(need, Ask):
            form = need.forms.get(viewer)
            screen["form"] = form and msgspec.json.decode(encode(form))
        if (screen["form"] or not asked) and _weight(screen) > _weight(most):
            before, most = previous or screen, screen
        previous = screen
    return Passage(before, most)


def _weight(screen: dict[str, Any]) -> int:
    return len(json.dumps(screen))


def _size(view: View) -> int:
    return len(encode(view))


def _evenings(key: str) -> Iterator[tuple[Any, View, Need, list[LogEntry], tuple[int, ...]]]:
    game = games()[key]
    cards = default_cards(game)
    for match in range(MATCHES):
        log: list[LogEntry] = []
        first = begin(game, game.seats[-1], None, cards)
        steps = play_on(game, first, random.Random(match).randrange)
        for state in (first, *(step.after for step in steps)):
            view = game.view(state, TABLE)
            log = [*log, *(LogEntry(len(log), news) for news in view.news)][-LOG_LINES:]
            yield state, view, game.need(state), log, game.scores(state)


def _screen(
    view: View, need: Need, log: list[LogEntry], scores: tuple[int, ...], tumbling: bool
) -> dict[str, Any]:
    seats = range(len(scores))
    waiting = sorted(need.forms) if isinstance(need, Ask) else []
    parts = {
        "seats": [SeatShown(NAMES[seat], COLOURS[seat], seat != 1) for seat in seats],
        "view": view,
        "form": None,
        "waiting": waiting,
        "over": need if isinstance(need, Over) else None,
        "scores": scores,
        "log": log,
        "clock": _clock(need, waiting, len(scores)),
    }
    written: dict[str, Any] = msgspec.json.decode(encode(parts))
    written["roll"] = _roll(need, tumbling) if isinstance(need, Roll) else None
    return written


def _roll(need: Roll, tumbling: bool) -> dict[str, Any]:
    state = "tumbling" if tumbling else "armed"
    shown = {"id": "r", "state": state, "may_press": not tumbling}
    nothing = dict.fromkeys(("dice", "shuffles", "on_table", "places"), ())
    return {**shown, **nothing, **msgspec.json.decode(encode(need))}


def _clock(need: Need, waiting: list[int], seats: int) -> ClockShown:
    # A strict clock for all who act, and the button: the most that clocks ever take up.
    acting = [need.seat] if isinstance(need, Roll) and need.seat is not None else waiting
    hands = tuple(
        CountdownShown(seat, 45_000, 60_000, False, message("host.clock.end.choice"))
        for seat in acting
    )
    return ClockShown("strict", None, False, False, hands, (1000,) * seats)


class Stand:
    """A page on which positions are laid over the first message of its own host."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._socket: WebSocketRoute | None = None
        self._first: dict[str, Any] = {}
        page.route_web_socket("**/screen", self._hold)

    def _hold(self, socket: WebSocketRoute) -> None:
        self._socket = socket
        host = socket.connect_to_server()

        def told(message: str | bytes) -> None:
            said = json.loads(message)
            # A line that does not answer is given up, and what is laid on it would be lost.
            if "alive" in said or not self._first:
                socket.send(message)
            if "alive" not in said:
                self._first = self._first or said

        host.on_message(told)

    def open(self, url: str) -> None:
        """Open a table's page; its host is heard once and then no more."""
        self._page.goto(url)
        self._heard()

    def reload(self) -> None:
        """Load the page again, as if the browser had been closed in between."""
        self._first = {}
        self._page.reload()
        self._heard()

    def _heard(self) -> None:
        self._page.wait_for_function("() => document.body.dataset.seq !== undefined")

    @property
    def seq(self) -> int:
        """The line that was sent last."""
        seq: int = self._first["seq"]
        return seq

    def send(self, position: dict[str, Any]) -> None:
        """Send a position as a new message."""
        assert self._socket is not None
        self._first["seq"] += 1
        self._socket.send(json.dumps({**self._first, **position}))

    def lay(self, position: dict[str, Any]) -> None:
        """Send a position and wait until it is drawn."""
        self.send(position)
        seq = str(self._first["seq"])
        self._page.wait_for_function("seq => document.body.dataset.seq === seq", arg=seq)
