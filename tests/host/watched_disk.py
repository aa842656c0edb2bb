"""Looks on while SQLite writes and syncs its files, and can let a sync fail.

It registers a VFS, SQLite's layer between the database and the disk, with the SQLite library that
Python's ``sqlite3`` itself uses. Only ``xWrite``, ``xTruncate`` and ``xSync`` are wrapped; each of
them notes the call and hands it on. The code that is watched opens its file as always and knows
nothing of it. APSW's VFS would do for connections of APSW only: it brings a SQLite of its own, so
other code and another version would be tried than those that play.
"""

from __future__ import annotations

import _sqlite3
import ctypes
from collections.abc import Iterator
from contextlib import contextmanager
from ctypes import CDLL, CFUNCTYPE, POINTER, c_char_p, c_int, c_int64, c_void_p, cast, pointer
from pathlib import Path
from typing import NamedTuple

IOERR_FSYNC = 10 | 4 << 8
NAME = b"dicetower-watched"

_Open = CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p, c_int, POINTER(c_int))
_Write = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int64)
_Truncate = CFUNCTYPE(c_int, c_void_p, c_int64)
_Sync = CFUNCTYPE(c_int, c_void_p, c_int)


_ALIVE: list[WatchedDisk] = []
"""A connection that is closed late, after a failed test, still calls into these."""


class _Vfs(ctypes.Structure):
    _fields_ = [
        ("iVersion", c_int),
        ("szOsFile", c_int),
        ("mxPathname", c_int),
        ("pNext", c_void_p),
        ("zName", c_char_p),
        ("pAppData", c_void_p),
        ("xOpen", c_void_p),
        ("others", c_void_p * 15),  # handed on as they are
    ]


class _File(ctypes.Structure):
    _fields_ = [("pMethods", c_void_p)]


class _Methods(ctypes.Structure):
    _fields_ = [
        ("iVersion", c_int),
        ("xClose", c_void_p),
        ("xRead", c_void_p),
        ("xWrite", c_void_p),
        ("xTruncate", c_void_p),
        ("xSync", c_void_p),
        ("others", c_void_p * 13),
    ]


class Call(NamedTuple):
    """What SQLite did to a file: "write" of data at a place, "truncate" to a size, or "sync"."""

    file: str
    did: str
    at: int = 0
    data: bytes = b""


class WatchedDisk:
    """What happened to the write-ahead log, in order: ``"write"`` and ``"sync"``.

    ``calls`` has all of it, and of the database too.
    """

    def __init__(self, original: _Vfs) -> None:
        self.log: list[str] = []
        self.calls: list[Call] = []
        self.syncs_fail = False
        self._original = original
        self._open = _Open(original.xOpen)
        self._kept: list[object] = []  # C holds pointers to these, so they must stay alive
        self.vfs = _Vfs.from_buffer_copy(original)
        self.vfs.zName = NAME
        self.vfs.xOpen = self._address(_Open(self._opened))

    def _address(self, function: ctypes._CFuncPtr) -> int | None:
        self._kept.append(function)
        return cast(function, c_void_p).value

    def _opened(self, _: int, name: int | None, file: int, flags: int, out: object) -> int:
        result = self._open(ctypes.addressof(self._original), name, file, flags, out)
        path = ctypes.string_at(name) if name else b""
        handle = cast(file, POINTER(_File)).contents
        if result == 0 and handle.pMethods and path.endswith((b"-wal", b".sqlite")):
            name_of = Path(path.decode()).name
            handle.pMethods = ctypes.addressof(self._watched(handle.pMethods, name_of))
        return int(result)

    def _note(self, call: Call) -> None:
        self.calls.append(call)
        if call.file.endswith("-wal") and call.did != "truncate":
            self.log.append(call.did)

    def _watched(self, methods: int, name: str) -> _Methods:
        original = cast(methods, POINTER(_Methods)).contents
        write, sync = _Write(original.xWrite), _Sync(original.xSync)
        truncate = _Truncate(original.xTruncate)

        def written(file: int, data: int, size: int, at: int) -> int:
            self._note(Call(name, "write", at, ctypes.string_at(data, size)))
            return int(write(file, data, size, at))

        def truncated(file: int, size: int) -> int:
            self._note(Call(name, "truncate", size))
            return int(truncate(file, size))

        def synced(file: int, flags: int) -> int:
            self._note(Call(name, "sync"))
            fails = self.syncs_fail and name.endswith("-wal")
            return IOERR_FSYNC if fails else int(sync(file, flags))

        watched = _Methods.from_buffer_copy(original)
        watched.xWrite = self._address(_Write(written))
        watched.xTruncate = self._address(_Truncate(truncated))
        watched.xSync = self._address(_Sync(synced))
        self._kept.append(watched)
        return watched


@contextmanager
def watched_disk() -> Iterator[WatchedDisk]:
    """Watch every SQLite file that is opened in here, and its write-ahead log."""
    # The very SQLite that ``sqlite3`` is linked with, or is built into Python with.
    library = CDLL(getattr(_sqlite3, "__file__", None))
    library.sqlite3_vfs_find.restype = POINTER(_Vfs)
    original = library.sqlite3_vfs_find(None)
    disk = WatchedDisk(original.contents)
    _ALIVE.append(disk)
    library.sqlite3_vfs_register(pointer(disk.vfs), 1)
    try:
        yield disk
    finally:
        library.sqlite3_vfs_register(original, 1)
        library.sqlite3_vfs_unregister(pointer(disk.vfs))
