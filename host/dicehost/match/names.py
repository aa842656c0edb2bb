"""What a player's name may be, wherever it comes from: a form, another program or a file."""

from __future__ import annotations

LONGEST_NAME = 20


def is_name(name: str) -> bool:
    """Whether a name can be shown on any screen: not empty, not too long, and printable."""
    return bool(name.strip()) and len(name) <= LONGEST_NAME and name.isprintable()
