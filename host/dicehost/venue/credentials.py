"""A host's credentials in a venue: one file that ``dicetower venue`` writes for each host."""

from __future__ import annotations

import tomllib
from pathlib import Path

import msgspec
from msgspec import Struct

from dicehost.errors import PlayError
from dicehost.journal.stream import Access


class Credentials(Struct, frozen=True, forbid_unknown_fields=True):
    """``links`` is the key that seats' links follow from, ``authority`` the venue's certificate."""

    user: str = ""
    password: str = ""
    links: str = ""
    authority: str = ""

    @property
    def access(self) -> Access | None:
        """How the host shows the servers who it is; None in a venue that is open to all."""
        return Access(self.user, self.password, self.authority) if self.user else None


OPEN = Credentials()
"""For a venue that asks nobody who they are, such as one that is tried out on one machine."""


def read_credentials(file: Path) -> Credentials:
    """Read a host's file."""
    try:
        found = tomllib.loads(file.read_text(encoding="utf-8"))
        return msgspec.convert(found, Credentials)
    except (OSError, ValueError) as error:
        raise PlayError("venue.credentials", file=str(file), why=str(error)) from None
