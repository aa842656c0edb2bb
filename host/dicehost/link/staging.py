"""A firmware put on a board beside the one that runs, so that a cut at any step leaves one whole.

Each firmware has a folder of its own, named by its files' hash. The board's ``main.py`` starts the
folder that ``firmware.txt`` names; ``trial.txt`` names one to be tried once. Making that file is
the switch: one rename. The new firmware is kept when it has said hello, and the former one stays
on the board until the next update.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

KEPT, TRIAL, LOADER = "firmware.txt", "trial.txt", "main.py"
_PREFIX = "fw-"
_PACKAGE = "tower"


class Damaged(RuntimeError):  # noqa: N818 - a finding; its reader makes a sentence of it
    """A file that did not arrive as it was sent, twice."""


class Staged(Struct, frozen=True):
    """What was done: the firmware's folder, files copied into it, and old ones removed."""

    folder: str
    copied: tuple[str, ...]
    removed: tuple[str, ...]


def folder_of(files: Mapping[str, bytes]) -> str:
    """The folder of a firmware: the same files have the same name."""
    mixed = hashlib.sha256()
    for name in sorted(files):
        if name != LOADER:
            mixed.update(name.encode() + hashlib.sha256(files[name]).digest())
    return _PREFIX + mixed.hexdigest()[:8]


def stage(board: Any, files: Mapping[str, bytes], step: Callable[[str, int], None]) -> Staged:
    """Put a firmware beside the one that is kept, and have it tried at the next start.

    ``board`` is mpremote's transport at the prompt; ``step`` is told each file and its bytes.
    """
    kept, new = _read(board, KEPT), folder_of(files)
    removed = _clear(board, kept, new)
    for folder in (new, f"{new}/{_PACKAGE}"):
        if not board.fs_isdir(folder):
            board.fs_mkdir(folder)
    copied = []
    for name, held in files.items():
        place = name if name == LOADER else f"{new}/{name}"
        if not _same(board, place, held):
            step(name, len(held))
            _put(board, place, held)
            copied.append(name)
    if kept != new:
        # With nothing to go back to there is nothing to try.
        works = kept or board.fs_isdir(_PACKAGE)
        _put(board, TRIAL if works else KEPT, new.encode())
    return Staged(new, tuple(copied), removed)


def _clear(board: Any, kept: str, new: str) -> tuple[str, ...]:
    # Whatever is neither kept nor coming; a cut in the middle leaves rubbish that nobody starts.
    with contextlib.suppress(OSError):
        board.fs_rmfile(TRIAL)
    removed: list[str] = []
    for entry in board.fs_listdir(""):
        old = entry.name == _PACKAGE and kept
        if old or (entry.name.startswith(_PREFIX) and entry.name not in (kept, new)):
            _remove(board, entry.name, removed)
    return tuple(removed)


def _remove(board: Any, path: str, removed: list[str]) -> None:
    for entry in board.fs_listdir(path):
        inside = f"{path}/{entry.name}"
        if entry.st_mode & 0x4000:
            _remove(board, inside, removed)
        else:
            board.fs_rmfile(inside)
            removed.append(inside)
    board.fs_rmdir(path)


def _read(board: Any, name: str) -> str:
    try:
        return str(board.fs_readfile(name).decode().strip())
    except (OSError, UnicodeError):
        return ""


def _put(board: Any, name: str, held: bytes) -> None:
    # Beside the old file and then in its place: a plug pulled in between leaves one whole.
    draft = f"{name}.new"
    for _ in range(2):
        board.fs_writefile(draft, held, chunk_size=1024)
        if _same(board, draft, held):
            board.exec(f"import os\nos.rename({draft!r}, {name!r})")
            return
    raise Damaged(name)


def _same(board: Any, name: str, held: bytes) -> bool:
    try:
        return bool(board.fs_hashfile(name, "sha256") == hashlib.sha256(held).digest())
    except OSError:
        return False
