"""A conversation with one tower over one open port: ask, be answered, be told. Stop-and-wait.

Every request is sent again, unchanged, until it is answered; the tower answers a repeated one from
memory. Every event of the tower is acknowledged and taken once. What to ask is not decided here.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Callable

from msgspec import Struct
from tower import wire
from tower.scenes import PAGE
from tower.wire import Frame, WireError

from dicehost.errors import LinkError, TowerError
from dicehost.link.connection import Line
from dicehost.link.numbers import read_number
from dicehost.link.ports import Port
from dicehost.wording import host_words

log = logging.getLogger(__name__)

GREETINGS = 4
"""How often a tower may forget a conversation that it has just been greeted for."""
SILENCE = 3.0
"""Seconds without one good frame, though asked again and again, after which a tower is lost."""
_TO_PROMPT, _START_FIRMWARE, _PROMPT = b"\r\x02", b"\x04", b">>> "
"""Brings MicroPython's prompt back, whatever was typed at it; restarts it; what it looks like.

A tower that runs takes the first two for noise on the line.
"""
_PROMPT_WAIT = 1.0


class Hello(Struct, frozen=True):
    """Who a tower says it is. ``boot`` changes whenever it starts anew.

    ``model`` is the board, as in ``pico2w``; an older or a simulated tower tells none.
    """

    id: str
    fw: str
    boot: str
    dice: int
    can: frozenset[str]
    proto: tuple[int, int] = wire.PROTO
    model: str = ""

    @property
    def commits(self) -> bool:
        """Whether it can commit to a roll before it knows the host's half."""
        return self.proto >= (1, 3)

    @property
    def plays(self) -> bool:
        """Whether its lamps can play patterns that the host tells."""
        return self.proto >= (1, 4)

    @property
    def source(self) -> str:
        """Where its dice come from, for the record of each roll."""
        return "simulated" if "sim" in self.can else "tower"


def _dice(hello: Frame) -> int:
    # Told to people and nothing else: a tower that cannot count may still roll.
    try:
        return read_number(hello, "dice", str(PAGE))
    except LinkError as error:
        log.warning("taken for %d dice: %s", PAGE, error)
        return PAGE


def _version(proto: str) -> tuple[int, int]:
    # Only the major version must be right; what cannot be read is taken for the oldest minor.
    minor = proto.partition(".")[2]
    return wire.PROTO[0], int(minor) if minor.isdecimal() and minor.isascii() else 0


def _refusal(no: Frame) -> TowerError:
    code = f"tower.{no.get('code')}"
    if f"host.{code}" not in host_words():
        return TowerError("tower.other", got=no.get("code", "-"))
    return TowerError(code, expected=no.get("want", "-"), got=no.get("got", "-"))


class Patience:
    """How long to wait for an answer: follows the measured round trip (RFC 6298)."""

    FLOOR, CEILING = 0.05, 1.0

    def __init__(self) -> None:
        self._smooth: float | None = None
        self._spread = 0.0
        self.wait = 0.25

    def measured(self, trip: float) -> None:
        """Learn from an answer to a request that was sent only once."""
        if self._smooth is None:
            self._smooth, self._spread = trip, trip / 2
        else:
            self._spread += (abs(self._smooth - trip) - self._spread) / 4
            self._smooth += (trip - self._smooth) / 8
        self.wait = min(max(self._smooth + 4 * self._spread, self.FLOOR), self.CEILING)

    def tried(self) -> None:
        """Wait longer, after a request that had to be sent again, until an answer is measured.

        A tower slower than the first wait would otherwise be asked everything twice for ever.
        """
        self.wait = min(self.wait * 2, self.CEILING)


class Session:
    """One tower on one port, from hello until the port is gone."""

    def __init__(self, url: str, on_event: Callable[[Frame], None]) -> None:
        self._on_event = on_event
        self._lines = wire.Lines()
        self._take_back_wait = Patience()
        self._turn = asyncio.Lock()
        self._waiting: tuple[int, asyncio.Future[Frame]] | None = None
        self._seq = secrets.randbelow(wire.LAST_SEQ + 1)
        self._last_event: int | None = None
        self._loop = asyncio.get_running_loop()
        self._heard = self._loop.time()
        self._console = b""
        self._at_prompt = asyncio.Event()
        self.hello: Hello | None = None
        self.bad = 0
        self.lost = asyncio.Event()
        self._line = Line(url, self._received, self._lost)
        # A newline ends whatever half line an earlier conversation left in the pipe.
        self._line.write(b"\n")

    async def greet(self, port: Port | None = None) -> Hello:
        """Open the conversation: a port that answers is a tower, and it must be the ``port``'s."""
        async with self._turn:
            hello = await self._greet()
        got = (hello.id, hello.boot)
        if port is not None and port.tower is not None and got != port.tower:
            self.close()
            raise LinkError(
                "link.other_tower", port=port.url, expected="/".join(port.tower), got="/".join(got)
            )
        return hello

    async def _greet(self) -> Hello:
        proto = "{}.{}".format(*wire.PROTO)
        answer = await self._exchange("hello", ("proto", proto))
        if answer.verb == "no" and answer.get("code") == "proto":
            raise TowerError("link.proto", expected=str(wire.PROTO[0]), got=answer.get("want"))
        if answer.verb != "hello":
            raise LinkError("link.no_hello", got=answer.verb)
        theirs = answer.get("proto")
        if theirs.partition(".")[0] != str(wire.PROTO[0]):
            raise TowerError("link.proto", expected=str(wire.PROTO[0]), got=theirs)
        hello = Hello(
            answer.get("id"),
            answer.get("fw"),
            answer.get("boot"),
            _dice(answer),
            frozenset(answer.get("can").split(",")),
            _version(theirs),
            answer.get("on"),
        )
        restarted = self.hello is not None and self.hello.boot != hello.boot
        self.hello = hello
        if restarted:
            self.close()
            raise LinkError("link.restarted", tower=hello.id)
        return hello

    async def ask(self, verb: str, *fields: tuple[str, str]) -> Frame:
        """Ask for something and return the answer. Safe to ask again after a ``LinkError``."""
        async with self._turn:
            for _ in range(GREETINGS):
                answer = await self._exchange(verb, *fields)
                if answer.verb != "no":
                    return answer
                if answer.get("code") != "seq":
                    raise _refusal(answer)
                # The tower does not know this conversation: an old hello came late, or it
                # started anew. Greet again; a new start shows in its boot mark.
                await self._greet()
        self.close()
        raise LinkError("link.lost")

    async def _exchange(self, verb: str, *fields: tuple[str, str]) -> Frame:
        self._seq = wire.next_seq(self._seq)
        line = wire.encode(Frame(verb, self._seq, *fields))
        tries = 0
        began = self._loop.time()
        self._heard = max(self._heard, began)
        answer: asyncio.Future[Frame] = self._loop.create_future()
        self._waiting = (self._seq, answer)
        try:
            while not self.lost.is_set():
                self._line.write(line)
                tries += 1
                done, _ = await asyncio.wait([answer], timeout=self._take_back_wait.wait)
                if done:
                    if tries == 1:
                        self._take_back_wait.measured(self._loop.time() - began)
                    return answer.result()
                if self._loop.time() - self._heard > SILENCE:
                    break
                self._take_back_wait.tried()
        finally:
            self._waiting = None
        restarted = self.hello is None and await self._restart_firmware()
        self.close()
        raise LinkError("link.prompt" if restarted else "link.lost")

    async def _restart_firmware(self) -> bool:
        """Start the firmware again if MicroPython's prompt is there in its place.

        One byte 0x03 on the line ends the firmware; its watchdog is off then, so nobody else will.
        """
        self._console = b""
        self._line.write(_TO_PROMPT)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_PROMPT_WAIT):
                await self._at_prompt.wait()
            self._line.write(_START_FIRMWARE)
            return True
        return False

    def _received(self, chunk: bytes) -> None:
        if self.hello is None:
            self._console = (self._console + chunk)[-2 * wire.LONGEST :]
            if _PROMPT in self._console:
                self._at_prompt.set()
        for line in self._lines.feed(chunk):
            try:
                frame = wire.decode(line)
            except WireError as error:
                if error.code != "mark":
                    self.bad += 1
                log.debug("not a frame (%s): %r", error.code, line)
                continue
            self._heard = self._loop.time()
            if frame.verb == "event":
                self._event(frame)
            elif self._waiting and frame.seq == self._waiting[0] and not self._waiting[1].done():
                self._waiting[1].set_result(frame)

    def _event(self, frame: Frame) -> None:
        self._line.write(wire.encode(Frame("ack", frame.seq)))
        if frame.seq != self._last_event:
            self._last_event = frame.seq
            self._on_event(frame)

    def _lost(self) -> None:
        self.lost.set()
        if self._waiting and not self._waiting[1].done():
            self._waiting[1].set_exception(LinkError("link.lost"))
            # The task that asked may have been cancelled just now: then nobody needs to fetch it.
            self._waiting[1].exception()

    def close(self) -> None:
        """End the conversation."""
        self._line.close()
        self._lost()
