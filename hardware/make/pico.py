"""What the pins of a Raspberry Pi Pico can do: which leg, which slice, which converter."""

from __future__ import annotations

CONVERTERS = (26, 27, 28)

# Legs of the 40-pin board that are no GPIO: grounds, supplies, reset.
_OTHERS = frozenset({3, 8, 13, 18, 23, 28, 30, 33, 35, 36, 37, 38, 39, 40})
LEGS = dict(
    zip(
        [*range(23), *CONVERTERS],
        [leg for leg in range(1, 41) if leg not in _OTHERS],
        strict=True,
    )
)
"""The leg that bears each GPIO."""

GROUNDS = (3, 8, 13, 18, 23, 28, 33, 38)
"""The legs that are ground."""

RESERVED = frozenset({0, 1, 23, 24, 25, 29})
"""Debug port, and pins that the Pico uses on its own board."""

HEALTH = 25
"""The Pico's own lamp."""


def slice_of(gpio: int) -> int:
    """The PWM slice: two pins of one slice share their pitch."""
    return gpio // 2 % 8
