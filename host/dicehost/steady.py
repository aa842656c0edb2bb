"""The time that clocks are measured by: nobody sets it, and it goes on while the host sleeps.

It is not the time of day. Counting sleep on purpose, where a system tells it (Linux by its boot
time, macOS and Windows by what they call monotonic), makes a suspended laptop look the same on all
of them: one step longer than any host is busy, which counts for nobody and waits for a tap.
"""

from __future__ import annotations

import time

_COUNTS_SLEEP: int | None = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))


def steady() -> int:
    """Tell milliseconds since whenever."""
    if _COUNTS_SLEEP is None:
        return time.monotonic_ns() // 1_000_000
    return time.clock_gettime_ns(_COUNTS_SLEEP) // 1_000_000
