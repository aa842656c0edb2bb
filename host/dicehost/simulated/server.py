"""The simulated tower's page and its small interface. Standard library only, so it starts at once.

One request a connection. Its address has a token in its path, so that the page's own requests
carry it along; without that, under a stranger's name, or from another site's page it says no.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import json
import secrets
from pathlib import Path
from typing import Any

from dicehost.own_names import is_own
from dicehost.simulated.rig import SimulatedTower

_HERE = Path(__file__).parent
_KINDS = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".woff2": "font/woff2",
}
_FONT = _HERE.parent / "pages" / "fonts" / "fredoka-latin.woff2"
FILES = {"/": _HERE / "page.html", f"/page/{_FONT.name}": _FONT} | {
    f"/page/{file.name}": file for file in (_HERE / "page").iterdir() if file.suffix in _KINDS
}
"""What the page is made of, by its address; the same for everybody."""
FRAME_S = 0.04
PATIENCE_S = 5.0
_LONGEST_BODY = 4096
# A client may leave at any time; those that still watch when the tower ends are cancelled.
_HUNG_UP = (ConnectionError, TimeoutError, asyncio.IncompleteReadError, asyncio.CancelledError)
_REASONS = {200: "OK", 400: "Bad Request", 403: "Forbidden", 404: "Not Found"}


class AskError(ValueError):
    """A request that cannot be done: its status, and a sentence."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


class Server:
    """Serves one simulated tower."""

    def __init__(self, tower: SimulatedTower) -> None:
        self._tower = tower
        self._path = f"/{secrets.token_urlsafe(12)}/"
        self._server: asyncio.Server | None = None

    async def open(self, host: str, port: int) -> str:
        """Listen on a port, on a free one if it is 0; returns the address from the port on."""
        self._server = await asyncio.start_server(self._serve, host, port)
        bound: int = self._server.sockets[0].getsockname()[1]
        return f":{bound}{self._path}"

    def close(self) -> None:
        """Stop listening."""
        if self._server is not None:
            self._server.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(*_HUNG_UP):
            try:
                async with asyncio.timeout(PATIENCE_S):
                    method, path, body = await _request(reader, self._path)
                if (method, path) == ("GET", "/live"):
                    await self._live(writer)
                elif method == "GET" and (file := FILES.get(path)) is not None:
                    _answer(writer, 200, _KINDS[file.suffix], file.read_bytes())
                else:
                    _answer_json(writer, 200, await self._do(method, path, body))
            except AskError as error:
                _answer_json(writer, error.status, {"error": str(error)})
            await writer.drain()
        writer.close()

    async def _do(self, method: str, path: str, body: dict[str, Any]) -> object:
        tower = self._tower
        match method, path:
            case "GET", "/lamps":
                return tower.state()
            case "GET", "/shown":
                return tower.shown
            case "POST", "/press":
                tower.press()
            case "POST", "/hold":
                tower.hold()
            case "POST", "/beam":
                tower.block(_truth(body, "blocked"))
            case "POST", "/drop":
                tower.drop()
            case "POST", "/unplug":
                await tower.unplug()
            case "POST", "/replug":
                await tower.plug()
            case "POST", "/faults":
                tower.harm(_share(body.get("rate")), str(body.get("seed", "")))
            case "POST", "/noise":
                tower.stick(_truth(body, "stuck"))
            case _:
                raise AskError(404, f"nothing here answers {method} {path}")
        return tower.state()

    async def _live(self, writer: asyncio.StreamWriter) -> None:
        # Server-sent events: the page needs no library for them, and reconnects by itself.
        _head(writer, 200, "text/event-stream")
        told = ""
        while not writer.is_closing():
            seen = self._tower.state()
            del seen["frame"]  # counts on while nothing changes
            state = json.dumps(seen)
            if state != told:
                told = state
                writer.write(f"data: {state}\n\n".encode())
                await writer.drain()
            await asyncio.sleep(FRAME_S)


def _share(rate: object) -> float:
    if isinstance(rate, bool) or not isinstance(rate, int | float) or not 0 <= rate <= 1:
        raise AskError(400, f"rate is a number from 0 to 1; got {rate!r}")
    return float(rate)


def _truth(body: dict[str, Any], name: str) -> bool:
    truth = body.get(name)
    if not isinstance(truth, bool):
        raise AskError(400, f"{name} is true or false; got {truth!r}")
    return truth


async def _request(reader: asyncio.StreamReader, own: str) -> tuple[str, str, dict[str, Any]]:
    try:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    except asyncio.LimitOverrunError:
        raise AskError(400, "the head of the request is too long") from None
    first, *lines = head.split("\r\n")
    words = first.split(" ")
    if len(words) != 3:
        raise AskError(400, f"a request begins with method, path and version; got {first!r}")
    headers = {
        name.strip().lower(): value.strip()
        for name, _, value in (line.partition(":") for line in lines)
    }
    if not is_own(headers.get("host", "")):
        raise AskError(403, f"this tower's page has another name; got {headers.get('host')!r}")
    path = words[1].partition("?")[0]
    if not hmac.compare_digest(path[: len(own)].encode(), own.encode()):
        raise AskError(403, "open this page by the link in the lobby or on the table's screen")
    origin = headers.get("origin")
    if origin is not None and origin.partition("://")[2] != headers.get("host"):
        raise AskError(403, f"only the tower's own page may ask; got {origin}")
    length = headers.get("content-length", "0")
    if not length.isdecimal() or int(length) > _LONGEST_BODY:
        raise AskError(400, f"a body has at most {_LONGEST_BODY} bytes; got {length}")
    try:
        body = json.loads(await reader.readexactly(int(length)) or "{}")
    except (ValueError, RecursionError) as error:
        raise AskError(400, f"the body is JSON; {error}") from None
    if not isinstance(body, dict):
        raise AskError(400, f"the body is a JSON object; got {body!r}")
    return words[0], path[len(own) - 1 :], body


def _head(writer: asyncio.StreamWriter, status: int, kind: str, length: int | None = None) -> None:
    lines = [
        f"HTTP/1.1 {status} {_REASONS[status]}",
        f"Content-Type: {kind}",
        "Cache-Control: no-store",
        "Referrer-Policy: no-referrer",
        "X-Content-Type-Options: nosniff",
        "Connection: close",
    ]
    if length is not None:
        lines.append(f"Content-Length: {length}")
    writer.write("\r\n".join([*lines, "", ""]).encode())


def _answer(writer: asyncio.StreamWriter, status: int, kind: str, body: bytes) -> None:
    _head(writer, status, kind, len(body))
    writer.write(body)


def _answer_json(writer: asyncio.StreamWriter, status: int, said: object) -> None:
    _answer(writer, status, "application/json", json.dumps(said).encode())
