"""Pages that reload themselves while somebody works on them. Only there with ``play --dev``."""

from __future__ import annotations

import asyncio
import contextlib
import time

from fastapi import APIRouter, FastAPI, Response, WebSocket, WebSocketDisconnect

from dicehost.web.pages import PAGES

LOOK_EVERY = 0.3

_STARTED = time.time_ns()
_SCRIPT = """\
// The host sends a version; another one than the first means: reload.
let known = null;
function listen() {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const socket = new WebSocket(`${scheme}://${location.host}/dev/changes`);
  socket.onmessage = ({ data }) => {
    known ??= data;
    if (data !== known) location.reload();
  };
  socket.onclose = () => setTimeout(listen, 300);
}
listen();
"""

router = APIRouter(prefix="/dev", include_in_schema=False)


def add_reload(app: FastAPI) -> None:
    """Let every page of an app reload itself when a file of the pages or the service changes."""
    app.include_router(router)
    app.state.added_to_pages = '<script type="module" src="/dev/reload.js"></script>\n'


@router.get("/reload.js")
def script() -> Response:
    """The script that is added to each page."""
    return Response(_SCRIPT, media_type="text/javascript", headers={"Cache-Control": "no-store"})


@router.websocket("/changes")
async def changes(socket: WebSocket) -> None:
    """Send the version of the pages, and again whenever it changes."""
    await socket.accept()
    sent = ""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while True:
            version = await asyncio.to_thread(_version)
            if version != sent:
                await socket.send_text(version)
                sent = version
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LOOK_EVERY):
                    await socket.receive_text()


def _version() -> str:
    files = set()
    for file in PAGES.rglob("*"):
        with contextlib.suppress(FileNotFoundError):  # an editor replaces files
            files.add((file, file.stat().st_mtime_ns))
    return f"{_STARTED}-{hash(frozenset(files))}"
