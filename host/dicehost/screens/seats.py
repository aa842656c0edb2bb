"""Who may sit where: a token and a short code a seat, the devices let in, one owner's key.

They live in a file of their own, so that a journal can be shown to anybody. Who waits outside is
told in ``door``.
"""

from __future__ import annotations

import hmac
import re
import secrets
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from dicerules.views import TABLE

from dicehost.errors import JournalError, SeatError
from dicehost.storage import open_book, write_whole

GUEST = -2
"""The one link for everybody at the table: who has it may choose a seat, or look on."""
LETTERS = "ABCDEFGHJKMNPQRTUVWXY346789"
"""What a short code is made of: nothing that looks like something else, in any hand."""
CODE_LENGTH = 6
KEY_BYTES = 16
KEY_LENGTH = 22
"""Characters that ``secrets.token_urlsafe`` makes of these bytes: a shorter key is damaged."""

_TABLES = """
CREATE TABLE IF NOT EXISTS seats (
    match TEXT, seat INTEGER, token TEXT, PRIMARY KEY (match, seat)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS codes (
    match TEXT, seat INTEGER, code TEXT UNIQUE, PRIMARY KEY (match, seat)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS devices (
    match TEXT, seat INTEGER, device TEXT, PRIMARY KEY (match, seat, device)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS followed (match TEXT PRIMARY KEY, by TEXT) WITHOUT ROWID;
"""


class Places(NamedTuple):
    """Of every match: its tokens and short codes by seat, and the match that follows it."""

    tokens: Mapping[str, Mapping[int, str]]
    codes: Mapping[str, Mapping[int, str]]
    following: Mapping[str, str]


class Seats:
    """The tokens, short codes and devices of every match, and which match follows which."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._book, self.set_aside = open_book(path, _TABLES)

    @contextmanager
    def _writing(self) -> Iterator[None]:
        # A full disk is said in words, and what was asked for can be asked for again.
        try:
            with self._book:
                yield
        except sqlite3.OperationalError as error:
            why = str(error)
            raise JournalError("journal.unwritten", file=str(self._path), why=why) from None

    def deal(self, match: str, count: int, over: bool = False) -> None:
        """Give guests, the table and each seat a token and, unless it is over, a short code."""
        places = (GUEST, TABLE, *range(count))
        rows = [(match, seat, self.new_token(match, seat)) for seat in places]
        with self._writing():
            self._book.executemany("INSERT OR IGNORE INTO seats VALUES (?, ?, ?)", rows)
            for seat in set() if over else set(places) - set(self.codes(match)):
                self._deal_code(match, seat)

    def new_token(self, match: str, seat: int) -> str:
        """A token that a seat has not had before."""
        return secrets.token_urlsafe(16)

    def new_code(self, match: str, seat: int, drawn: int) -> str:
        """A short code for a seat; another one if it was ``drawn`` before and is somebody's."""
        # Drawn by itself, so it tells nothing of the token.
        return code_of(secrets.token_bytes(KEY_BYTES))

    def _deal_code(self, match: str, seat: int) -> None:
        drawn, dealt = 0, 0
        while not dealt:
            code = self.new_code(match, seat, drawn)
            taken = "INSERT OR IGNORE INTO codes SELECT ?, ?, ? WHERE NOT EXISTS"
            dealt = self._book.execute(
                f"{taken} (SELECT 1 FROM codes WHERE code = ?)",  # noqa: S608 - no input in it
                (match, seat, code, code),
            ).rowcount
            drawn += 1

    def tokens(self, match: str) -> dict[int, str]:
        """Every token of a match by seat; also under ``TABLE``, and under ``GUEST``."""
        rows = self._book.execute("SELECT seat, token FROM seats WHERE match = ?", (match,))
        return dict(rows.fetchall())

    def all(self) -> Places:
        """Every token, short code and following match at once: for a long list of matches."""
        tokens, codes = (
            defaultdict[str, dict[int, str]](dict),
            defaultdict[str, dict[int, str]](dict),
        )
        for match, seat, token in self._book.execute("SELECT match, seat, token FROM seats"):
            tokens[match][seat] = token
        for match, seat, code in self._book.execute("SELECT match, seat, code FROM codes"):
            codes[match][seat] = code
        return Places(tokens, codes, dict(self._book.execute("SELECT match, by FROM followed")))

    def of(self, match: str) -> Places:
        """The same of one match."""
        following = self.next(match)
        return Places(
            {match: self.tokens(match)},
            {match: self.codes(match)},
            {} if following is None else {match: following},
        )

    def whose(self, match: str, token: str) -> int:
        """The seat a token opens; ``GUEST`` for the link that opens none by itself."""
        for seat, known in self.tokens(match).items():
            if _same(known, token):
                return seat
        raise SeatError("seat.token", match=match)

    def foresees(self, match: str, token: str) -> bool:
        """Whether a match that is not known here yet will have this token."""
        return False

    def codes(self, match: str) -> dict[int, str]:
        """Every short code of a match by seat; none once it is over."""
        rows = self._book.execute("SELECT seat, code FROM codes WHERE match = ?", (match,))
        return dict(rows.fetchall())

    def place_of(self, typed: str) -> tuple[str, int] | None:
        """The match and seat of a short code, however it was typed."""
        code = "".join(letter for letter in typed.upper() if letter.isalnum())
        row = self._book.execute("SELECT match, seat FROM codes WHERE code = ?", (code,)).fetchone()
        return (row[0], row[1]) if row else None

    def retire(self, matches: Iterable[str]) -> None:
        """Forget the short codes of matches that are over."""
        coded = {match for (match,) in self._book.execute("SELECT DISTINCT match FROM codes")}
        over = [(match,) for match in matches if match in coded]
        with self._writing():
            self._book.executemany("DELETE FROM codes WHERE match = ?", over)

    def devices(self, match: str) -> set[tuple[int, str]]:
        """Every device that was let in, with its seat."""
        rows = self._book.execute("SELECT seat, device FROM devices WHERE match = ?", (match,))
        return set(rows.fetchall())

    def let_in(self, match: str, seat: int, device: str) -> None:
        """Remember a device: it may come back without asking."""
        with self._writing():
            self._book.execute(
                "INSERT OR IGNORE INTO devices VALUES (?, ?, ?)", (match, seat, device)
            )

    def forget(self, match: str) -> None:
        """Forget a match that was removed: its links open nothing, and nothing leads to it."""
        with self._writing():
            for kept in ("seats", "codes", "devices", "followed"):
                self._book.execute(f"DELETE FROM {kept} WHERE match = ?", (match,))  # noqa: S608 - our names
            self._book.execute("DELETE FROM followed WHERE by = ?", (match,))

    def follow(self, match: str, by: str) -> None:
        """Remember which match its people play next."""
        with self._writing():
            self._book.execute("INSERT OR REPLACE INTO followed VALUES (?, ?)", (match, by))

    def next(self, match: str) -> str | None:
        """The match that its people play next."""
        row = self._book.execute("SELECT by FROM followed WHERE match = ?", (match,)).fetchone()
        return row[0] if row else None

    def rekey(self, match: str, seat: int) -> str:
        """Give a seat a new token and code; the old ones open nothing, to no device."""
        if seat not in self.tokens(match):
            raise SeatError("seat.unknown", match=match, got=seat)
        token = self.new_token(match, seat)
        with self._writing():
            self._book.execute(
                "UPDATE seats SET token = ? WHERE match = ? AND seat = ?", (token, match, seat)
            )
            for kept in ("codes", "devices"):
                self._book.execute(
                    f"DELETE FROM {kept} WHERE match = ? AND seat = ?",  # noqa: S608 - our names
                    (match, seat),
                )
            self._deal_code(match, seat)
        return token

    def close(self) -> None:
        """Close the file."""
        self._book.close()


def code_of(chance: bytes) -> str:
    """A short code from random bytes: each as likely as the others, as nearly as 16 bytes go."""
    number, letters = int.from_bytes(chance, "big"), ""
    for _ in range(CODE_LENGTH):
        number, at = divmod(number, len(LETTERS))
        letters += LETTERS[at]
    return letters


def hashed(device: str) -> str:
    """What other hosts are told of a device: they know it by this, and cannot pass for it."""
    return "sha256:" + sha256(device.encode("utf-8", "surrogatepass")).hexdigest()


def owner_key(path: Path) -> str:
    """Read the owner's key, or make one the first time. A damaged one is refused."""
    if not path.exists():
        write_whole(path, f"{secrets.token_urlsafe(KEY_BYTES)}\n".encode())
    try:
        key = path.read_bytes().strip().decode("ascii", "replace")
    except OSError as error:
        raise SeatError("seat.key_unread", file=str(path), why=str(error)) from None
    if len(key) < KEY_LENGTH or not re.fullmatch(r"[A-Za-z0-9_-]+", key):
        raise SeatError("seat.key", file=str(path), expected=KEY_LENGTH, got=len(key))
    return key


def is_owner(key: str, token: str) -> bool:
    """Compare in a time that does not tell how much of the key was right."""
    return bool(key) and _same(key, token)


def _same(known: str, given: str) -> bool:
    # What a stranger gives may be no text that can be written: half a character, for example.
    return hmac.compare_digest(known.encode(), given.encode("utf-8", "surrogatepass"))
