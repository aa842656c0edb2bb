"""The lossy line harms as much as it is told, in every way it knows, and the same way again."""

from __future__ import annotations

import pytest
from dicehost.simulated.faults import KINDS, LONGEST_DELAY, LossyLine
from hypothesis import given
from hypothesis import strategies as st

LINES = [b"~roll %d id=a d=8x6 at=0 *00000000\n" % number for number in range(600)]


@given(st.lists(st.binary(max_size=50)))
def test_a_line_without_faults_carries_everything_unchanged(chunks: list[bytes]) -> None:
    line = LossyLine()
    assert b"".join(piece for chunk in chunks for _, piece in line.carry(chunk)) == b"".join(chunks)


def test_the_same_seed_does_the_same_harm() -> None:
    one, same, other = (LossyLine(0.5, seed) for seed in ("a", "a", "b"))
    first = [one.carry(line) for line in LINES]
    assert [same.carry(line) for line in LINES] == first
    assert [other.carry(line) for line in LINES] != first


def test_harm_does_not_depend_on_how_the_stream_is_cut() -> None:
    whole, bitten = LossyLine(0.5, "a"), LossyLine(0.5, "a")
    stream = b"".join(LINES)
    pieces = [
        piece for at in range(0, len(stream), 7) for piece in bitten.carry(stream[at : at + 7])
    ]
    assert pieces == whole.carry(stream)


def test_every_kind_of_harm_happens_at_about_the_rate_asked_for() -> None:
    line = LossyLine(0.3, "a")
    for sent in LINES:
        line.carry(sent)
    assert set(line.harmed) == set(KINDS)
    assert 0.2 < line.harmed.total() / len(LINES) < 0.4


def test_what_is_late_comes_within_the_longest_delay() -> None:
    line = LossyLine(1.0, "a")
    delays = [delay for sent in LINES for delay, _ in line.carry(sent)]
    assert 0 < max(delays) <= LONGEST_DELAY


@pytest.mark.parametrize("rate", [-0.1, 1.1])
def test_a_rate_is_a_share(rate: float) -> None:
    with pytest.raises(ValueError, match="from 0 to 1"):
        LossyLine(rate)
