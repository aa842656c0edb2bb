"""Where in a venue a match is played, as screens are told."""

from __future__ import annotations

from typing import Literal

from dicerules.words import Message
from msgspec import Struct

State = Literal["here", "elsewhere", "gone", "cut_off", "alone"]
"""Where a match is played.

``here``: at the host that says so. ``elsewhere``: at another one. ``gone``: at one that is not
there any more, so any other one may play on. ``cut_off``: this host does not reach the venue, and
refuses to play. ``alone``: it does not, and plays on by itself.
"""


class PlayedAt(Struct, frozen=True):
    """The name of the host that plays a match, and the ``address`` of its pages.

    ``others`` are addresses to go on at if this host is gone. ``alone``: a host that is gone may be
    playing on by itself. ``note`` is what its screens say about it as long as it is so.
    """

    state: State
    host: str
    address: str
    others: list[str] = []
    alone: bool = False
    note: Message | None = None
