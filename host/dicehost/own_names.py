"""Under which names this machine may be asked for: its addresses, and names that only a home knows.

A page of another site can make a name of its own lead here (DNS rebinding) and would then be taken
for one of ours. Such a name stands in the Host header, and is refused.
"""

from __future__ import annotations

import re
import socket
from ipaddress import ip_address

_PARTS = re.compile(r"(\[[0-9a-fA-F:.]+\]|[^:\[\]]*)(:\d*)?")


def is_own(asked: str) -> bool:
    """Whether a Host header names this machine, in a way that no stranger can bring about."""
    parts = _PARTS.fullmatch(asked)
    if parts is None:
        return False
    name = parts[1].strip("[]").rstrip(".").lower()
    try:
        ip_address(name)
    except ValueError:
        own = socket.gethostname().lower()
        known = ("localhost", own, own.partition(".")[0])
        return name in known or name.endswith((".localhost", ".local"))
    return True
