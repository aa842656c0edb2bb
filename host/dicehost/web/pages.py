"""The pages themselves: HTML at the addresses people open, and the files they load."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from dicerules.core import encode
from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.responses import HTMLResponse

from dicehost.web.bundles import SHARED, packed
from dicehost.web.offline import MANIFEST, worker
from dicehost.web.packed import NO_CACHE, TYPES, Packed, PageFiles, answer, pack

PAGES = Path(__file__).parents[1] / "pages"
_FILES = {
    "/": "lobby.html",
    "/join": "code.html",
    "/start": "start.html",
    "/table/{match}": "table.html",
    "/seat/{match}": "seat.html",
    "/sit/{match}": "sit.html",
    "/alone/{match}": "alone.html",
    "/after/{match}": "after.html",
    "/history": "history.html",
    "/fairness": "fairness.html",
    "/network": "network.html",
    "/room": "room.html",
    "/trust": "trust.html",
    "/overlay": "overlay.html",
    "/tower/{tower}": "tower.html",
}

router = APIRouter(include_in_schema=False)


def add_pages(app: FastAPI, strip: bool) -> None:
    """Serve the pages and their files; who works on them wants them as they lie in the folder."""
    app.include_router(router)
    app.mount("/static", PageFiles(PAGES, strip, partial(_made, strip)), name="static")


def _made(strip: bool, path: str) -> Packed | None:
    # Pages ask for shared files before their scripts do, also for somebody who works on them.
    return packed(PAGES, path) if strip or path.startswith(SHARED) else None


def _add_page(address: str, name: str) -> None:
    @router.get(address, name=name)
    def show(request: Request) -> Response:
        # Pages that reload themselves while somebody works on them; see ``dev``.
        added: str = getattr(request.app.state, "added_to_pages", "")
        if added:
            return HTMLResponse(
                (PAGES / name).read_text(encoding="utf-8") + added, headers=NO_CACHE
            )
        file = PAGES / name
        page = pack(file, file.stat().st_mtime_ns, strip=True)
        return answer(page, TYPES[file.suffix], request.headers)


for _address, _name in _FILES.items():
    _add_page(_address, _name)


@router.get("/manifest.webmanifest")
def manifest() -> Response:
    """What a browser needs to install the pages."""
    return Response(encode(MANIFEST), media_type="application/manifest+json", headers=NO_CACHE)


@router.get("/worker.js")
def service_worker() -> Response:
    """The service worker: at the top, because it keeps only what is beside or below it."""
    return Response(worker(PAGES), media_type="text/javascript", headers=NO_CACHE)
