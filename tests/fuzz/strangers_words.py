"""Nonsense for every route and for websockets: whatever comes is answered, in words.

The routes are those of /openapi.json, so a new one is asked without being named here.
"""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any
from urllib.parse import quote

import httpx
import websockets

from tests.evening import GIVE_UP_AFTER, Host, line

METHODS = ("get", "post", "put", "patch", "delete")
WORDS = ("", "0", "-1", "cow", "x" * 300, "\u0000", "ä́", "../..", "%2e%2e", "null", "🎲", "1e999")
ODD: tuple[Any, ...] = (None, True, -1, 2**70, 1e308, "", [], {}, [[]], "\u202e", "x" * 5000)
UNSENT = ("/api/events", "/api/reload")
"""Answers that never end by themselves."""


class Strangers:
    """Sends a host requests that nobody would send. ``chance`` decides all of it."""

    def __init__(self, host: Host, chance: random.Random) -> None:
        self._chance = chance
        self._host = host
        opened = host.open(["Ann", "Bo"])
        self.match = opened["match"]
        self._tokens = ["", host.key, opened["table"].split("#")[1], "x", "é" * 10]
        with host.client() as client:
            self._described = client.get("/openapi.json").json()
        self._paths = [path for path in self._described["paths"] if path not in UNSENT]

    def ask(self, client: httpx.Client) -> None:
        """One request; it fails if it is answered with an error of the host's own."""
        chance = self._chance
        path = chance.choice(self._paths)
        filled = path
        while "{" in filled:
            before, _, rest = filled.partition("{")
            value = chance.choice((self.match, "0", chance.choice(WORDS)))
            filled = before + quote(value, safe="") + rest.partition("}")[2]
        method = chance.choice(METHODS if chance.random() < 0.2 else tuple(self._of(path)))
        headers = {"Content-Type": chance.choice(("application/json", "text/plain", ""))}
        if token := chance.choice(self._tokens):
            headers["Authorization"] = f"Bearer {token}"
        wire = {name: value.encode() for name, value in headers.items()}
        answer = client.request(method, filled, content=self._body(), headers=wire)
        what = f"{method} {filled}: {answer.status_code} {answer.text[:200]}"
        assert answer.status_code < 500 or answer.status_code == 503, what
        if answer.status_code >= 400 and method != "head":
            refusal = answer.json()
            assert {"code", "message"} <= refusal.keys(), what

    def _of(self, path: str) -> list[str]:
        return [method for method in self._described["paths"][path] if method in METHODS]

    def _body(self) -> bytes:
        chance = self._chance
        if chance.random() < 0.2:
            return chance.randbytes(chance.randint(0, 300))
        keys = ("game", "names", "id", "do", "answer", "question", "code", "text", "seats", "clock")
        value = {chance.choice(keys): self._value(0) for _ in range(chance.randint(0, 5))}
        return json.dumps(value if chance.random() < 0.9 else self._value(0)).encode()

    def _value(self, depth: int) -> Any:
        chance = self._chance
        if depth < 4 and chance.random() < 0.3:
            return [self._value(depth + 1) for _ in range(chance.randint(0, 3))]
        if depth < 4 and chance.random() < 0.3:
            return {chance.choice(WORDS): self._value(depth + 1)}
        return chance.choice((*ODD, *WORDS, "cow", "move", ["Ann", "Bo"]))

    async def greet(self) -> None:
        """A websocket that says anything; it is answered, and closed in the end."""
        chance = self._chance
        url = f"{self._host.base.replace('http', 'ws')}/api/matches/{self.match}/screen"
        async with asyncio.timeout(GIVE_UP_AFTER), line(url) as socket:
            greeting = {"token": chance.choice(self._tokens), "seat": self._value(3)}
            first = json.dumps(chance.choice((greeting, self._value(0))))
            then = json.dumps(chance.choice((greeting, self._value(0))))
            try:
                for said in (first, then, chance.randbytes(40)):  # bytes end it at the latest
                    await socket.send(said)
                async for answer in socket:
                    told = json.loads(answer)
                    assert "seq" in told or "code" in told or "alive" in told, told
            except websockets.ConnectionClosed:
                return
