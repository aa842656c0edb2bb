"""How long a stranger may keep the host waiting, and how many connections it holds at once."""

from __future__ import annotations

from msgspec import Struct

CARRY = "dicetower.carry"
"""The name of our server's extension that carries what is put into a mailbox to its screen."""

OVER_TLS = "dicetower.tls"
"""In the scope of what came over https to this very server, whatever a header says."""


class Limits(Struct, frozen=True):
    """Times are in seconds. A full table sends each of these within a moment."""

    head: float = 20.0
    """For a request's head, and for what is left of a body that nobody reads."""
    body: float = 20.0
    """For a request's body."""
    greeting: float = 20.0
    """For the first word of a screen."""
    stalled: float = 30.0
    """For somebody who does not take what they asked for."""
    each: int = 600
    """Connections from one address: a proxy in front of the host is one, too."""
    all: int = 900
    """Connections altogether: below the 1024 files that most systems let a process open."""
