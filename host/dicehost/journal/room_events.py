"""What the journal of the whole room can say: one kind of line, a notice for all screens."""

from __future__ import annotations

from typing import ClassVar

import msgspec
from msgspec import Struct

from dicehost.journal.entry import Entry, said


class NoticeGiven(Struct, frozen=True):
    """The owner of a host says something to everybody; an empty text takes the last one down."""

    kind: ClassVar = "notice_given"
    text: str


_DECODERS = {NoticeGiven.kind: msgspec.json.Decoder(NoticeGiven)}


def read_notice(entry: Entry) -> NoticeGiven:
    """Read what a stored line of the room says."""
    return said(entry, _DECODERS)
