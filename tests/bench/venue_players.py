"""People at the tables of a venue, for its bench: four screens a table, and a thumb at each.

A thumb waits as long as a quick person thinks, answers at random, and taps again with the same id
if nobody could answer. What was acknowledged, and every roll that a screen showed, is kept.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections import Counter
from typing import Any

import msgspec
from dicerules.forms import Form, fill

from tests.bench.load import RefusedError, Table, Wire, wire_port
from tests.bench.sockets import Screen
from tests.evening import Host

SEATS = ["Ann", "Ben", "Cy"]
THINKS = (1.0, 4.0)
"""Seconds that somebody takes for an answer, or to reach for the tower's button."""
ELSEWHERE = ("venue.cut_off",)
"""Refusals after which a person taps again: the servers did not answer in time."""
TAP_AGAIN = 0.2


class Seen:
    """What all tables were told, to be compared with the journals at the end.

    ``acknowledged`` are matches with the ids of commands that were answered there; ``rolls`` the
    faces that a screen showed; ``took`` the seconds until a command was answered.
    """

    def __init__(self) -> None:
        self.acknowledged: list[tuple[str, str]] = []
        self.took: list[float] = []
        self.rolls: dict[str, list[Any]] = {}
        self.refused: Counter[str] = Counter()
        self.matches: dict[str, str] = {}
        self.over: set[str] = set()


class Thumb(Screen):
    """A screen that keeps the newest state of its match, and wakes whoever sits before it."""

    def __init__(self, path: str, port: int, token: str, device: str) -> None:
        super().__init__(path, port, token, device)
        self.token, self.device = token, device
        self.state: dict[str, Any] | None = None
        self.heard = asyncio.Event()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.heard.set()

    def take(self, frame: bytes) -> None:
        super().take(frame)
        if frame.startswith(b'{"seq"'):
            self.state = json.loads(frame)
            self.heard.set()


class People:
    """Those who sit at one host's table. ``play`` until they are told to ``stop``."""

    def __init__(self, host: Host, game: str, seed: int, seen: Seen) -> None:
        self._wire = Wire(wire_port(host))
        self._port, self._key = wire_port(host), host.key
        self._game = game
        self._random = random.Random(seed)
        self._seen = seen
        self._thumbs: list[Thumb] = []
        self._sent = 0
        self._stopped = False

    def stop(self) -> None:
        """Let everybody put down their screens after what they are just doing."""
        self._stopped = True
        for thumb in self._thumbs:
            thumb.heard.set()

    async def play(self) -> None:
        """Play one match after another."""
        body = {"game": self._game, "names": SEATS, "options": {}, "clock": "off"}
        opened = await self._owner("/api/matches", body)
        while not self._stopped:
            await self._match(opened)
            if not self._stopped:
                opened = await self._owner(f"/api/matches/{opened['match']}/again", {})

    async def _owner(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        while True:
            try:
                answer: dict[str, Any] = await self._wire.ask("POST", path, self._key, body)
            except RefusedError as refused:
                if refused.code not in ELSEWHERE:
                    raise
                self._seen.refused[refused.code] += 1
                await asyncio.sleep(TAP_AGAIN)
            else:
                return answer

    async def _match(self, opened: dict[str, Any]) -> None:
        table, loop = Table(self._wire, opened), asyncio.get_running_loop()
        self._seen.matches[table.id] = self._game
        self._thumbs = [Thumb(path, self._port, token, name) for path, token, name in table.places]
        for thumb in self._thumbs:
            await loop.create_connection(lambda one=thumb: one, "127.0.0.1", self._port)
        try:
            async with asyncio.TaskGroup() as tasks:
                for thumb in self._thumbs:
                    tasks.create_task(self._sit(thumb, table.id))
        finally:
            for thumb in self._thumbs:
                thumb.transport.abort()

    async def _sit(self, thumb: Thumb, match: str) -> None:
        answered = None
        while not self._stopped:
            await thumb.heard.wait()
            thumb.heard.clear()
            assert not thumb.lost, "a screen was cut off"
            state = thumb.state
            if state is None:
                continue
            if landed := state["landed"]:
                self._seen.rolls[landed["id"]] = [die["value"] for die in landed["dice"]]
            if state["over"]:
                self._seen.over.add(match)
                return
            if state["me"] < 0 and state["pace"] != "none":
                # With no show to wait for, whatever comes late comes late by itself.
                await self._do(match, thumb, "pace", {"pace": "none"})
            asked = state["question"] if state["form"] else _roll(state)
            if asked is not None and asked != answered:
                await asyncio.sleep(self._random.uniform(*THINKS))
                answered = await self._answer(thumb, match)

    async def _answer(self, thumb: Thumb, match: str) -> object:
        # What is asked by now may be something else; what was answered is returned.
        state = thumb.state
        if self._stopped or state is None or state["over"]:
            return None
        if state["form"]:
            filled = fill(msgspec.convert(state["form"], Form), self._random.randrange)
            await self._do(match, thumb, "move", filled, state["question"])
            return state["question"]
        if (roll := _roll(state)) is not None:
            await self._do(match, thumb, "press", {"roll": roll})
        return roll

    async def _do(
        self, match: str, thumb: Thumb, do: str, answer: Any, question: Any = None
    ) -> None:
        self._sent += 1
        body = {"id": f"{thumb.token[:6]}-{self._sent}", "do": do, "answer": answer}
        if question is not None:
            body["question"] = question
        began = time.perf_counter()
        while True:
            try:
                path = f"/api/matches/{match}/commands"
                await self._wire.ask("POST", path, thumb.token, body, thumb.device)
            except RefusedError as refused:
                self._seen.refused[refused.code] += 1
                if refused.code not in ELSEWHERE:
                    return  # somebody was faster: the screen says what is asked now
                await asyncio.sleep(TAP_AGAIN)
            else:
                break
        self._seen.took.append(time.perf_counter() - began)
        if do != "press":  # a press writes no line: the tower's answer does
            self._seen.acknowledged.append((match, body["id"]))


def _roll(state: dict[str, Any]) -> str | None:
    roll = state["roll"]
    return str(roll["id"]) if roll and roll["may_press"] and state["me"] < 0 else None
