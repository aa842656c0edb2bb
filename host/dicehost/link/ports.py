"""Where a tower may be: USB ports with the chip's ids, and simulated towers that said so.

Finding a port proves nothing: only a good hello makes it a tower.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

import msgspec
from msgspec import Struct

USB_IDS = frozenset({(0x2E8A, 0x0005)})
"""Vendor and product of a board that runs MicroPython on an RP2040 or RP2350."""

NONE = "none"


class Port(Struct, frozen=True):
    """A place to look: what pyserial opens, what it calls itself, and a simulated tower's page.

    ``tower`` is the id and boot mark that a simulated tower must greet with. A name such as
    /dev/pts/5 may be another tower's by the time it is opened.
    """

    url: str
    label: str
    page: str | None = None
    tower: tuple[str, str] | None = None


class Announced(Struct, frozen=True):
    """What a simulated tower writes into the announce folder."""

    port: str
    page: str
    pid: int
    id: str
    boot: str


def find(announce: Path | None, named: str | None = None) -> list[Port]:
    """Every place to look, the likeliest first; only ``named`` if the owner named a port.

    ``NONE`` is no port: the owner plays without a tower.
    """
    if named == NONE:
        return []
    if named is not None:
        return [Port(named, named)]
    return [*_usb(), *_simulated(announce)]


def _usb() -> list[Port]:
    from serial.tools import list_ports

    return [
        Port(port.device, f"{port.description} ({port.device})")
        for port in sorted(list_ports.comports())
        if (port.vid, port.pid) in USB_IDS
    ]


def _simulated(announce: Path | None) -> list[Port]:
    if announce is None or not announce.is_dir():
        return []
    found = []
    for file in sorted(announce.glob("*.json")):
        try:
            written = file.read_bytes()
            said = msgspec.json.decode(written, type=Announced)
        except (OSError, msgspec.DecodeError):
            continue  # being written or just gone; the next look will tell
        if not _alive(said.pid):
            _remove(file, written)
            continue
        label = f"simulated tower {said.id}"
        found.append(Port(said.port, label, said.page, (said.id, said.boot)))
    return found


def _remove(file: Path, stale: bytes) -> None:
    # Put aside first: a tower of that id may be announcing itself just now, and must be found.
    aside = file.with_suffix(f".{os.getpid()}.gone")
    with contextlib.suppress(OSError):
        file.rename(aside)
        if aside.read_bytes() != stale:
            with contextlib.suppress(FileExistsError):
                os.link(aside, file)
        aside.unlink()


def _alive(pid: int) -> bool:
    # A file left by a power cut may name a terminal that is somebody else's by now.
    if os.name != "posix":
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
