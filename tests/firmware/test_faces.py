"""The whole chain is fair, and a hasty shortcut in it would be seen."""

from __future__ import annotations

import pytest
from tower import dice
from tower.dice import Stream

from tests.firmware.faces import CRITICAL, KINDS, chi_square, counted


@pytest.mark.parametrize("kind", KINDS)
def test_faces_from_lopsided_bits_are_fair(kind: int) -> None:
    seen = counted(kind, 80_000, seed=kind)
    assert seen.total() == 80_000
    assert chi_square(seen, kind) < CRITICAL[kind - 1]


def test_taking_the_remainder_of_a_byte_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    def hasty(n: int, stream: Stream) -> int:
        return stream.byte() % n

    monkeypatch.setattr(dice, "below", hasty)
    assert chi_square(counted(6, 400_000, seed=6), 6) > CRITICAL[5]
