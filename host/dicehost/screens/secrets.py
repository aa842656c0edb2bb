"""Whether a seat sees something that the table must not, so that its tablet needs a curtain.

A sentence that only speaks to its own seat is no secret: ``headline.begin_you`` tells what
``headline.begin`` tells everybody.
"""

from __future__ import annotations

import re
from typing import Any

from dicerules.views import View
from msgspec import to_builtins

_TO_ITS_SEAT = re.compile(r"\bown_|_yours?(?:_|\b)|_you\b")
"""How keys mark a sentence that speaks to its own seat: ``own_…``, ``…_you`` or ``…_yours``."""


def sees_secrets(own: View, table: View) -> bool:
    """Whether the seat's view tells more than the table's."""
    return own != table and _told(to_builtins(own)) != _told(to_builtins(table))


def _told(part: Any) -> Any:
    if isinstance(part, dict):
        if isinstance(part.get("key"), str) and part.keys() <= {"key", "facts"}:
            return _sentence(part["key"], part.get("facts", {}))
        return {name: _told(value) for name, value in part.items()}
    return [_told(each) for each in part] if isinstance(part, list | tuple) else part


def _sentence(key: str, facts: dict[str, Any]) -> tuple[str, Any]:
    # "You" needs no name, so seats are left out on both sides.
    others = {name: _told(fact) for name, fact in facts.items() if not name.startswith("seat")}
    return _TO_ITS_SEAT.sub("", key), others
