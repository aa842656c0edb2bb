"""Routes that say how the service is: /health for people, /metrics for Prometheus."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from dicerules.words import sentence
from fastapi import APIRouter, Depends, Response

from dicehost.house.house import House
from dicehost.link.tower import State, Tower
from dicehost.logs import COUNTED
from dicehost.web.access import TheHouse, owner_or_this_machine
from dicehost.web.described import media, refusals
from dicehost.web.models import Health
from dicehost.web.towers import list_all
from dicehost.wording import host_words

router = APIRouter(tags=["status"])

LEAST_SPACE = 1 << 20
"""Bytes that the disk must have free for the journal to count as writable."""
_METRICS = "text/plain; version=0.0.4"
_OWNER_OR_LOCAL = [Depends(owner_or_this_machine)]
_COUNTERS = {
    "command": ("dicetower_commands_total", "do", "Commands done."),
    "roll": ("dicetower_rolls_total", "source", "Rolls written to the journal."),
    "refusal": ("dicetower_refusals_total", "code", "Requests refused."),
    "connected": ("dicetower_connections_total", "", "Screens that connected."),
    "disconnected": ("dicetower_disconnections_total", "", "Screens that left."),
}


@router.get(
    "/health",
    summary="Is the service well?",
    dependencies=_OWNER_OR_LOCAL,
    responses=refusals("seat.owner")
    | {503: {"model": Health, "description": "The journal cannot be written."}},
)
async def show_health(house: TheHouse, response: Response) -> Health:
    """Whether the journal can be written, how each tower is and how many matches are open.

    For the owner, and for programs on the same machine.
    """
    writable = await asyncio.to_thread(_is_writable, house.journal.path)
    response.status_code = 200 if writable else 503
    return Health(
        ok=writable,
        journal_writable=writable,
        tower=_best(house).value,
        towers=list_all(house, is_owner=True, pages=False),
        matches_open=_open_matches(house),
        matches_damaged=sum(
            house.register.damage(match) is not None for match, _, _ in house.journal.matches()
        ),
        notices=[sentence(notice, host_words(), []) for notice in house.notices],
    )


@router.get(
    "/metrics",
    summary="Numbers for Prometheus",
    dependencies=_OWNER_OR_LOCAL,
    response_class=Response,
    responses=media(_METRICS, "Counters and gauges in Prometheus's text format.")
    | refusals("seat.owner"),
)
async def show_metrics(house: TheHouse) -> Response:
    """Commands, rolls, refusals and connections so far, and what is open now.

    For the owner, and for programs on the same machine.
    """
    return Response("\n".join([*_counters(), *_gauges(house), ""]), media_type=_METRICS)


def _counters() -> Iterator[str]:
    for event, (name, label, text) in _COUNTERS.items():
        yield f"# HELP {name} {text}"
        yield f"# TYPE {name} counter"
        # Without a label a counter starts at 0; with one, each value starts when it first comes.
        values = sorted((of, count) for (kind, of), count in COUNTED.items() if kind == event)
        if not label:
            yield f"{name} {sum(count for _, count in values)}"
            continue
        for of, count in values:
            yield f'{name}{{{label}="{of}"}} {count}'


def _gauges(house: House) -> Iterator[str]:
    ready = _best(house) is State.READY
    screens = COUNTED["connected", ""] - COUNTED["disconnected", ""]
    for name, text, value in (
        ("dicetower_matches_open", "Matches that are not over.", _open_matches(house)),
        ("dicetower_screens", "Screens connected now.", screens),
        ("dicetower_tower_ready", "1 if any tower can roll, else 0.", int(ready)),
    ):
        yield f"# HELP {name} {text}"
        yield f"# TYPE {name} gauge"
        yield f"{name} {value}"
    for name, text, of in (
        ("dicetower_towers_ready", "1 if this tower can roll, else 0.", _is_ready),
        ("dicetower_noise_trips", "Noise tests that this tower failed since it started.", _trips),
    ):
        yield f"# HELP {name} {text}"
        yield f"# TYPE {name} gauge"
        for tower in house.towers.all:
            yield f'{name}{{tower="{tower.id}"}} {of(tower)}'


def _best(house: House) -> State:
    states = [tower.state for tower in (*house.towers.all, house.towers.nobody)]
    return State.READY if State.READY in states else states[0]


def _is_ready(tower: Tower) -> int:
    return int(tower.state is State.READY)


def _trips(tower: Tower) -> int:
    return tower.trips


def _is_writable(journal: Path) -> bool:
    # Asks for the write lock and gives it back; ``mode=rw`` makes no new file where one is gone.
    try:
        probe = sqlite3.connect(f"{journal.absolute().as_uri()}?mode=rw", uri=True, timeout=1)
        try:
            probe.execute("BEGIN IMMEDIATE")
            probe.execute("ROLLBACK")
        finally:
            probe.close()
    except sqlite3.Error:
        return False
    return shutil.disk_usage(journal.parent).free > LEAST_SPACE


def _open_matches(house: House) -> int:
    return sum(not over for _, _, over in house.journal.matches())
