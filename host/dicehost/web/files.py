"""Routes for matches as files: export what is over, import what another host exported."""

from __future__ import annotations

import asyncio
from pathlib import Path
from tempfile import SpooledTemporaryFile

from fastapi import APIRouter, Request, Response

from dicehost.errors import JournalError
from dicehost.house.house import House
from dicehost.past import archive
from dicehost.past.archive import ArchiveError
from dicehost.web.access import OWNER_ONLY, AnyReader, ReadableMatch, TheHouse
from dicehost.web.bodies import LARGEST_FILE
from dicehost.web.described import DAMAGED, media, refusals, struct
from dicehost.web.refusals import json_answer

router = APIRouter(prefix="/api", tags=["past matches"])

_JSON_LINES = "application/x-ndjson"
_EXPORTED = media(_JSON_LINES, "One line of JSON for each line of the journal.")
_FILE = {
    "requestBody": {
        "required": True,
        "description": f"A file that an export wrote, up to {LARGEST_FILE} MB.",
        "content": {_JSON_LINES: {"schema": {"type": "string"}}},
    }
}
_UNREADABLE = (
    "archive.empty",
    "archive.large",
    "archive.line",
    "archive.name",
    "archive.seq",
    "archive.chain",
    "archive.rules",
    "archive.unfinished",
    "archive.twice",
    "archive.other",
    "archive.changed",
)
_IN_MEMORY = 1 << 20
"""Bytes of a file that is held in memory rather than on the disk while it comes in."""


@router.get(
    "/export",
    summary="Export every match",
    dependencies=OWNER_ONLY,
    response_class=Response,
    responses=_EXPORTED | refusals("seat.owner"),
)
async def export_all(house: TheHouse) -> Response:
    """Every match that is over, as JSON Lines; damaged ones are left out. For the owner."""
    return await _export(house, None)


@router.get(
    "/matches/{match}/export",
    summary="Export a match",
    response_class=Response,
    responses=_EXPORTED | refusals("seat.token", "archive.open", "journal.unknown", *DAMAGED),
)
async def export_match(house: TheHouse, match: ReadableMatch, asking: AnyReader) -> Response:
    """A match that is over, as JSON Lines. For the owner and for its players.

    The owner may also export a match that has stopped, and the sound part of a damaged one.
    """
    # Who mends a game needs the match that it stopped in.
    stopped = house.lists.has_stopped(match) and asking.is_owner
    return await _export(house, [match], stopped)


@router.post(
    "/import",
    summary="Import matches",
    dependencies=OWNER_ONLY,
    response_class=Response,
    openapi_extra=_FILE,
    responses=struct("Taken", "The matches that are new here, and those that were here already.")
    | refusals("seat.owner", *_UNREADABLE, "journal.unwritten", *DAMAGED),
)
async def import_matches(house: TheHouse, request: Request) -> Response:
    """Import matches that were exported, all of them or none. For the owner."""
    # Beside the journal, because a folder for temporary files is memory on many machines.
    folder = house.journal.path.parent
    with SpooledTemporaryFile(max_size=_IN_MEMORY, dir=str(folder)) as file:
        await _receive(request, file, folder)
        taken, damaged, lines = await asyncio.to_thread(archive.take_in, house.journal, file)
        await house.journal.adopt(lines, damaged)
    for match in taken.new:
        house.register.forget(match)
        house.seats.deal(match, len(house.journal.opening(match).names), over=True)
    return json_answer(taken)


async def _receive(request: Request, file: SpooledTemporaryFile[bytes], folder: Path) -> None:
    size = 0
    async for chunk in request.stream():
        size += len(chunk)
        if size > LARGEST_FILE << 20:
            raise ArchiveError("archive.large", most=LARGEST_FILE)
        try:
            await asyncio.to_thread(file.write, chunk)
        except OSError as error:
            raise JournalError("journal.unwritten", file=str(folder), why=str(error)) from None
    file.seek(0)


async def _export(house: House, matches: list[str] | None, unfinished: bool = False) -> Response:
    text = await asyncio.to_thread(
        lambda: b"".join(archive.write(house.journal, matches, unfinished))
    )
    return Response(text, media_type=_JSON_LINES)
