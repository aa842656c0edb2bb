"""The time that clocks are measured by: nobody can set it, and it runs on while the host sleeps.

It is not the time of day. It counts sleep on purpose, with Linux's boot time and with what macOS
and Windows call monotonic. So a suspended laptop looks the same on all of them: one step that is
longer than any host is ever busy. That step is charged to nobody, and the clocks wait for a tap.
"""

from __future__ import annotations

import time

_COUNTS_SLEEP: int | None = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))


def monotonic_ms() -> int:
    """Milliseconds since some fixed moment."""
    if _COUNTS_SLEEP is None:
        return time.monotonic_ns() // 1_000_000
    return time.clock_gettime_ns(_COUNTS_SLEEP) // 1_000_000
