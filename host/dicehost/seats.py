"""Who may sit where: one unguessable token a seat, one for the table's screen, one owner's key.

Tokens live in a file of their own, so that a journal can be shown to anybody.
"""

from __future__ import annotations

import hmac
import secrets
import sqlite3
from pathlib import Path

from dicerules.views import TABLE

from dicehost.errors import SeatError


class Seats:
    """The tokens of every match."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
        self._book = sqlite3.connect(path)
        self._book.execute(
            "CREATE TABLE IF NOT EXISTS seats (match TEXT, seat INTEGER, token TEXT,"
            " PRIMARY KEY (match, seat)) WITHOUT ROWID"
        )

    def deal(self, match: str, count: int) -> None:
        """Give the table and each seat of a new match a token."""
        rows = [(match, seat, secrets.token_urlsafe(16)) for seat in (TABLE, *range(count))]
        with self._book:
            self._book.executemany("INSERT OR IGNORE INTO seats VALUES (?, ?, ?)", rows)

    def tokens(self, match: str) -> dict[int, str]:
        """Every token of a match by seat; the table's under ``TABLE``."""
        rows = self._book.execute("SELECT seat, token FROM seats WHERE match = ?", (match,))
        return dict(rows.fetchall())

    def whose(self, match: str, token: str) -> int:
        """The seat a token opens."""
        for seat, known in self.tokens(match).items():
            if hmac.compare_digest(known.encode(), token.encode()):
                return seat
        raise SeatError("seat.token", match=match)

    def rekey(self, match: str, seat: int) -> str:
        """Give a seat a new token; the old one opens nothing any more."""
        if seat not in self.tokens(match):
            raise SeatError("seat.unknown", match=match, got=seat)
        token = secrets.token_urlsafe(16)
        with self._book:
            self._book.execute(
                "UPDATE seats SET token = ? WHERE match = ? AND seat = ?", (token, match, seat)
            )
        return token

    def close(self) -> None:
        """Close the file."""
        self._book.close()


def owner_key(path: Path) -> str:
    """Read the owner's key, or make one the first time."""
    if path.exists():
        return path.read_text(encoding="ascii").strip()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch(mode=0o600)
    path.write_text(secrets.token_urlsafe(16) + "\n", encoding="ascii")
    return owner_key(path)


def is_owner(key: str, token: str) -> bool:
    """Compare in a time that does not tell how much of the key was right."""
    return hmac.compare_digest(key.encode(), token.encode())
