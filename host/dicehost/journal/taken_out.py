"""Lines taken out of the journal: written to a file beside it first, then deleted.

Only lines of a match that is over or damaged are ever taken out, and only because the owner says
so.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from dicehost.journal.file import MIGRATIONS
from dicehost.storage import write_whole

# A bad byte can make a key that no text is equal to, so keys are compared byte by byte.
_THESE = "CAST(match AS BLOB) = ? AND (typeof(seq) != 'integer' OR seq > ?)"


def take_out(journal: Path, writer: sqlite3.Connection, match: str, keep: int) -> int:
    """Take out all lines of a match after the first ``keep``; return how many there were."""
    rows, keys = _rows(journal, match, keep)
    if not rows:
        return 0
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S.%fZ")
    name = "".join(letter for letter in match if letter.isalnum()) or "unnamed"
    aside = journal.with_name(f"{journal.stem}-taken-out-{name}-{stamp}.jsonl")
    write_whole(aside, "".join(json.dumps(row) + "\n" for row in rows).encode())
    # The index holds what the rows said before they were damaged: it is made again without them.
    unindex, index = MIGRATIONS[-1]
    writer.execute("BEGIN IMMEDIATE")
    with writer:
        writer.execute(unindex)
        writer.executemany(f"DELETE FROM journal WHERE {_THESE}", [(key, keep) for key in keys])  # noqa: S608 - no input in it
        writer.execute(index)
    return len(rows)


def _rows(journal: Path, match: str, keep: int) -> tuple[list[list[Any]], list[bytes]]:
    with closing(sqlite3.connect(journal)) as reader:
        reader.text_factory = bytes
        keys = [
            key
            for (key,) in reader.execute("SELECT DISTINCT CAST(match AS BLOB) FROM journal")
            if key.decode("utf-8", "replace") == match
        ]
        found = [
            [_as_json(value) for value in row]
            for key in keys
            for row in reader.execute(f"SELECT * FROM journal WHERE {_THESE}", (key, keep))  # noqa: S608 - no input in it
        ]
    return found, keys


def _as_json(value: Any) -> Any:
    # Bad bytes become \udcXX, so that the file holds exactly what was on the disk.
    return value.decode("utf-8", "surrogateescape") if isinstance(value, bytes) else value
