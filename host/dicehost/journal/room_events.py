"""What the journal of the whole room can say: one kind of line, a notice for all screens."""

from __future__ import annotations

from typing import ClassVar

import msgspec
from msgspec import Struct

from dicehost.errors import JournalError
from dicehost.journal.entry import Entry


class NoticeGiven(Struct, frozen=True):
    """The owner of a host says something to everybody; an empty text takes the last one down."""

    kind: ClassVar = "notice_given"
    text: str


_NOTICES = msgspec.json.Decoder(NoticeGiven)


def read_notice(entry: Entry) -> NoticeGiven:
    """Read what a stored line of the room says."""
    try:
        if entry.kind != NoticeGiven.kind:
            raise JournalError(
                "journal.kind", match=entry.match, line=entry.seq, got=entry.kind[:40]
            )
        return _NOTICES.decode(entry.body)
    except msgspec.MsgspecError as error:
        raise JournalError(
            "journal.body", match=entry.match, line=entry.seq, kind=entry.kind, why=str(error)
        ) from None
