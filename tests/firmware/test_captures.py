"""Captures: what is measured is what is played with, and nothing is played by measuring."""

from __future__ import annotations

import base64
import binascii

import pytest

from tests.firmware.asking import Evening
from tests.firmware.conversation import SteadySource


def capture(evening: Evening, key: str, kind: str, count: int, **more: str) -> bytes:
    taken = b""
    while len(taken) < count:
        answer = evening.ask("capture", id=key, k=kind, n=str(count), at=str(len(taken)), **more)
        assert answer.verb == "captured", answer
        taken += base64.b64decode(answer.get("b"))
    assert len(taken) == count
    assert answer.get("x") == f"{binascii.crc32(taken):08x}"
    return taken


def test_raw_bits_are_the_sources_own() -> None:
    evening = Evening()
    source, raw = SteadySource("evening"), bytearray(4 * 128 + 1024)
    source.raw(raw)
    assert capture(evening, "c", "raw", 1024) == raw[4 * 128 :], "after the start-up test's"


def test_cooked_bytes_and_outcomes_are_as_many_as_asked_for() -> None:
    evening = Evening()
    assert len(set(capture(evening, "c", "cooked", 1024))) > 200
    assert set(capture(evening, "d", "outcome", 400, d="8x6")) == set(range(1, 7))
    assert sorted(capture(evening, "e", "outcome", 52, d="s52")) == list(range(52))


def test_outcomes_are_those_that_rolls_would_have_been() -> None:
    rolled = Evening()
    faces = rolled.roll("a", "8x6") + rolled.roll("b", "8x6")
    assert list(capture(Evening(), "c", "outcome", 16, d="8x6")) == faces


def test_the_same_capture_is_given_again_and_another_is_another() -> None:
    evening = Evening()
    first = capture(evening, "c", "raw", 100)
    assert capture(evening, "c", "raw", 100) == first
    assert capture(evening, "d", "raw", 100) != first


def test_a_capture_is_no_roll() -> None:
    evening = Evening()
    before = evening.desk.scene(evening.now)
    capture(evening, "c", "outcome", 100, d="8x6")
    assert evening.ask("status").get("rolls") == "0"
    assert evening.desk.scene(evening.now) is before


def test_a_broken_source_shows_its_bits_but_makes_no_dice() -> None:
    evening = Evening()
    evening.source.stuck = True
    assert capture(evening, "c", "raw", 256) == bytes(256)
    assert evening.ask("status").get("h") == "trip"
    for kind in ("cooked", "outcome"):
        refused = evening.ask("capture", id="d", k=kind, n="64", d="8x6")
        assert refused.get("code") == "noise"


@pytest.mark.parametrize(
    ("fields", "want"),
    [
        ({"id": "c", "k": "sauce", "n": "9"}, "k"),
        ({"id": "c", "k": "raw", "n": "4097"}, "n"),
        ({"id": "c", "k": "raw", "n": "0"}, "n"),
        ({"id": "c", "k": "raw"}, "n"),
        ({"k": "raw", "n": "9"}, "id"),
        ({"id": "c", "k": "raw", "n": "9", "at": "9"}, "at"),
        ({"id": "c", "k": "raw", "n": "9", "at": "3"}, "0"),
        ({"id": "c", "k": "outcome", "n": "9", "d": "8x1"}, "2-100faces"),
        ({"id": "c", "k": "outcome", "n": "9"}, "2-100faces"),
    ],
)
def test_what_cannot_be_captured_is_refused(fields: dict[str, str], want: str) -> None:
    refused = Evening().ask("capture", **fields)
    assert (refused.verb, refused.get("want")) == ("no", want)
