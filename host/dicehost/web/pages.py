"""The pages themselves: HTML at the addresses people open, and the files they load."""

from __future__ import annotations

from pathlib import Path

from dicerules.core import encode
from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.responses import FileResponse, HTMLResponse

from dicehost.web.offline import MANIFEST, NO_CACHE, Pages, worker

PAGES = Path(__file__).parents[1] / "pages"
_FILES = {
    "/": "lobby.html",
    "/join": "code.html",
    "/start": "start.html",
    "/table/{match}": "table.html",
    "/seat/{match}": "seat.html",
    "/alone/{match}": "alone.html",
    "/after/{match}": "after.html",
    "/history": "history.html",
    "/fairness": "fairness.html",
}

router = APIRouter(include_in_schema=False)


def add_pages(app: FastAPI) -> None:
    """Serve the pages and their files."""
    app.include_router(router)
    app.mount("/static", Pages(directory=PAGES), name="static")


def _add_page(address: str, name: str) -> None:
    @router.get(address, name=name)
    def page(request: Request) -> Response:
        # Pages that reload themselves while somebody works on them; see ``dev``.
        added: str = getattr(request.app.state, "added_to_pages", "")
        if added:
            return HTMLResponse(
                (PAGES / name).read_text(encoding="utf-8") + added, headers=NO_CACHE
            )
        return FileResponse(PAGES / name, headers=NO_CACHE)


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
