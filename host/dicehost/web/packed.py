"""Files of the pages as they are sent: without comments and blanks, compressed, and kept so.

The sources are read by people and stay as they are: a comment in them costs no phone anything.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from msgspec import Struct
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

NO_CACHE = {"Cache-Control": "no-cache"}
"""Revalidated each time: after an update no tablet runs yesterday's script."""
TYPES = {
    ".js": "text/javascript",
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".svg": "image/svg+xml",
}
_KEPT = 300
"""More than there are files."""


class Packed(Struct, frozen=True):
    """A file, the same compressed, and a tag that changes with it."""

    plain: bytes
    zipped: bytes
    tag: str


def strip_script(text: str) -> str:
    """A script without comments and blanks, and without marks that say nothing."""
    from rjsmin import jsmin  # not needed to start

    return _NEEDLESS.sub("", jsmin(text))


def strip_style(text: str) -> str:
    """A style sheet without comments and blanks, and without quotes around plain values."""
    from rcssmin import cssmin

    return _QUOTED_VALUE.sub(r"\1]", cssmin(text))


def strip_page(text: str) -> str:
    """A page without comments, indents, and quotes around plain values."""
    return _QUOTED_ATTRIBUTE.sub(r"\1", strip_markup(text))


def strip_markup(text: str) -> str:
    """A page or drawing without comments and indents; our pages have no text where blanks count."""
    return _INDENT.sub("\n", _COMMENT.sub("", text))


_COMMENT, _INDENT = re.compile(r"<!--.*?-->", re.DOTALL), re.compile(r"\n\s+")
# A comma after the last thing of a list, and what ends a statement where a brace ends it too: all
# statements of our scripts end so, and no text of theirs has the like; a test compares them.
_NEEDLESS = re.compile(r",(?=[)\]}])|;(?=})|(?<=})\n")
_QUOTED_VALUE = re.compile(r'(?<==)"([a-zA-Z][\w-]*)"\]')
_QUOTED_ATTRIBUTE = re.compile(r'(?<==)"([\w/.-]*[\w.-])"(?=[ >])')
STRIP: dict[str, Callable[[str], str]] = {
    ".js": strip_script,
    ".css": strip_style,
    ".html": strip_page,
    ".svg": strip_markup,
}


@lru_cache(_KEPT)
def pack(file: Path, changed_ns: int, strip: bool) -> Packed:
    """Read a file that was last changed then; it is packed once."""
    if strip and file.suffix in STRIP:
        return pack_text(file.read_text(encoding="utf-8"), file.suffix)
    return _zip(file.read_bytes())


def pack_text(text: str, suffix: str) -> Packed:
    """Pack what somebody wrote, or what was put together."""
    return _zip(STRIP[suffix](text).encode())


def _zip(plain: bytes) -> Packed:
    from deflate import gzip_compress  # smaller than the library's own at the same speed

    tag = hashlib.sha256(plain).hexdigest()[:8]
    return Packed(plain, bytes(gzip_compress(plain, 12)), f'"{tag}"')


class PageFiles(StaticFiles):
    """The pages' files, always the newest; ``strip``: without what only their authors need.

    ``made`` gives what is put together for an address, before the folder is looked at.
    """

    def __init__(
        self,
        directory: Path,
        strip: bool = True,
        made: Callable[[str], Packed | None] = lambda _: None,
    ) -> None:
        super().__init__(directory=directory)
        self._strip = strip
        self._made = made

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Answer with what was put together for a script's address, or with a file."""
        made = self._made(path) if path.endswith(".js") else None
        if made is not None:
            return answer(made, TYPES[".js"], Headers(scope=scope))
        return await super().get_response(path, scope)

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        """Answer with a file, or that it is still the one the browser has."""
        file = Path(full_path)
        if file.suffix not in TYPES:
            response = super().file_response(full_path, stat_result, scope, status_code)
            response.headers.update(NO_CACHE)
            return response
        packed = pack(file, stat_result.st_mtime_ns, self._strip)
        return answer(packed, TYPES[file.suffix], Headers(scope=scope), status_code)


def answer(packed: Packed, media_type: str, asked: Headers, status: int = 200) -> Response:
    """Send a file, compressed if the browser takes that, unless it has this very one."""
    headers = {
        **NO_CACHE,
        "ETag": packed.tag,
        "Vary": "Accept-Encoding",
        "Content-Type": media_type,
    }
    if packed.tag in asked.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    body = packed.plain
    if "gzip" in asked.get("accept-encoding", "") and len(packed.zipped) < len(body):
        body = packed.zipped
        headers["Content-Encoding"] = "gzip"
    return Response(body, status, headers)
