"""Frames: written, read, found in any stream, and refused when harmed."""

from __future__ import annotations

import binascii
import contextlib
import itertools

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tower import wire
from tower.wire import LAST_SEQ, LONGEST, Frame, Lines, WireError, decode, encode, next_seq

PRINTABLE = [chr(code) for code in range(0x21, 0x7E) if chr(code) != "*"]
words = st.text(PRINTABLE, min_size=1, max_size=8)
keys = st.text([char for char in PRINTABLE if char != "="], min_size=1, max_size=3)
seqs = st.integers(0, LAST_SEQ)
frames = st.builds(
    lambda verb, seq, fields: Frame(verb, seq, *fields),
    words,
    seqs,
    st.lists(st.tuples(keys, words), max_size=6),
)
bytes_without_newline = st.binary(max_size=300).map(lambda noise: noise.replace(b"\n", b""))


@given(frames)
def test_a_frame_that_is_written_reads_the_same(frame: Frame) -> None:
    assert decode(encode(frame)) == frame


def test_a_frame_is_never_a_whole_number_of_usb_packets() -> None:
    for length in range(1, 95):
        line = encode(Frame("rolled", 7, ("f", "1" * length)))
        assert len(line) % 64 != 0
        assert len(line) <= LONGEST
        assert decode(line).get("f") == "1" * length


@given(frames)
def test_nothing_written_contains_an_interrupt(frame: Frame) -> None:
    assert b"\x03" not in encode(frame)


@given(frames, st.data())
def test_any_harm_to_a_frame_is_refused(frame: Frame, data: st.DataObject) -> None:
    line = encode(frame)[:-1]
    at = data.draw(st.integers(0, len(line) - 1))
    until = data.draw(st.integers(at, min(at + 4, len(line))))
    harmed = line[:at] + data.draw(st.binary(max_size=4)) + line[until:]
    if harmed.rstrip(b"\r\n") == line:
        return
    try:
        read = decode(harmed)
    except WireError:
        return
    assert read == frame, "harm before the mark leaves the frame whole"


@given(st.binary(max_size=2 * LONGEST))
@example(b"~\xc2\xb2 \xc2\xb2 *00000000")
def test_reading_anything_gives_a_frame_or_a_wire_error(line: bytes) -> None:
    with contextlib.suppress(WireError):
        decode(line)


@pytest.mark.parametrize(
    "body", [b"~a\xc2\xb2 1 ", b"~a 1 k=a*b ", b"~a 1 k=\x03 ", b"~a \xd9\xa1 "]
)
def test_a_good_checksum_does_not_excuse_bad_letters(body: bytes) -> None:
    with pytest.raises(WireError) as refused:
        decode(body + b"*%08x" % binascii.crc32(body))
    assert refused.value.code == "text"


@given(bytes_without_newline, frames)
def test_after_any_noise_the_first_frame_behind_a_newline_is_found(
    noise: bytes, frame: Frame
) -> None:
    lines = Lines()
    found = lines.feed(noise + b"\n" + encode(frame))
    assert decode(found[-1]) == frame


@given(bytes_without_newline, frames)
def test_noise_without_a_newline_costs_one_frame_at_most(noise: bytes, frame: Frame) -> None:
    lines = Lines()
    lines.feed(noise + encode(frame))
    assert [decode(line) for line in lines.feed(encode(frame))] == [frame]


@given(st.integers(2 * LONGEST + 1, 1000), frames)
def test_a_frame_in_the_middle_of_long_noise_is_found(length: int, frame: Frame) -> None:
    found = Lines().feed(b"x" * length + encode(frame))
    assert [decode(line) for line in found] == [frame]


@given(st.lists(frames, max_size=5), st.lists(st.integers(1, 40), min_size=1))
def test_how_the_stream_is_cut_into_chunks_does_not_matter(
    sent: list[Frame], sizes: list[int]
) -> None:
    stream = b"".join(encode(frame) for frame in sent)
    lines, found, at = Lines(), list[Frame](), 0
    while at < len(stream):
        size = sizes[at % len(sizes)]
        found += [decode(line) for line in lines.feed(stream[at : at + size])]
        at += size
    assert found == sent


class Slow:
    """How a stream is cut into lines, said byte by byte: what ``Lines`` does at a stroke."""

    def __init__(self) -> None:
        self.spilt = 0
        self._part = b""
        self._spilt = False

    def feed(self, byte: int) -> list[bytes]:
        if byte == ord("\r"):
            return []
        if byte == ord("\n"):
            part, spilt = self._part, self._spilt
            self._part, self._spilt = b"", False
            return [part] if part and not spilt else []
        if self._spilt and byte != ord("~"):
            return []
        self._spilt = False
        self._part += bytes([byte])
        if len(self._part) > 2 * LONGEST:
            self._part, self._spilt = b"", True
            self.spilt += 1
        return []


pieces = st.one_of(
    st.binary(max_size=40),
    st.sampled_from([b"\n", b"\r", b"\r\n", b"~", b"\n\n", b"x~y"]),
    st.integers(2 * LONGEST - 2, 2 * LONGEST + 3).map(b"x".__mul__),
    st.just(encode(Frame("roll", 17, ("id", "7f3a91c2.1f"), ("d", "8x6")))),
)


@given(st.lists(pieces, max_size=8), st.lists(st.integers(1, 300), min_size=1, max_size=4))
def test_lines_are_those_of_the_obvious_reading_byte_by_byte(
    said: list[bytes], sizes: list[int]
) -> None:
    stream, lines, found, at = b"".join(said), Lines(), list[bytes](), 0
    for size in itertools.cycle(sizes):
        if at >= len(stream):
            break
        found += lines.feed(stream[at : at + size])
        at += size
    slow = Slow()
    assert found == [line for byte in stream for line in slow.feed(byte)]
    assert lines.spilt == slow.spilt


def agrees(parts: list[str]) -> bool:
    try:
        for part in parts:
            wire._check_part(part)
        good = True
    except WireError:
        good = False
    return wire._clean(" ".join(parts).encode(), len(parts)) is good


def test_the_quick_look_at_words_judges_each_letter_as_the_slow_one_does() -> None:
    for letter in map(chr, range(0x180)):
        for word in (letter, f"a{letter}", f"{letter}a", f"a{letter}b", letter * 2, ""):
            assert agrees([word, "1"]), repr(word)
            assert agrees(["roll", "1", word]), repr(word)
            assert agrees(["roll", "1", word, "at=0"]), repr(word)


@given(st.lists(st.one_of(words, st.text(max_size=4)), min_size=2, max_size=5))
def test_the_quick_look_at_words_says_what_the_slow_one_does(parts: list[str]) -> None:
    assert agrees(parts)


@given(st.integers(2 * LONGEST + 1, 5000))
def test_a_line_without_end_is_thrown_away_and_counted_once(length: int) -> None:
    lines = Lines()
    assert lines.feed(b"x" * length) == []
    assert lines.spilt == 1
    assert lines.feed(b"\nnext\n") == [b"next"]


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        (Frame("two words", 1), "text"),
        (Frame("roll", 1, ("id", "ä")), "text"),
        (Frame("roll", 1, ("id", "a~b")), "text"),
        (Frame("", 1), "shape"),
        (Frame("roll", LAST_SEQ + 1), "seq"),
        (Frame("roll", -1), "seq"),
        (Frame("roll", 1, ("id", "x" * LONGEST)), "length"),
    ],
)
def test_what_no_frame_can_hold_is_not_written(frame: Frame, code: str) -> None:
    with pytest.raises(WireError) as refused:
        encode(frame)
    assert refused.value.code == code


@pytest.mark.parametrize(
    "body",
    [b"roll", b"roll x", b"roll -1", b"roll %d" % (LAST_SEQ + 1), b"x", b"roll 1 " + b"a=1 " * 40],
    ids=["no number", "a word", "negative", "too large", "short", "too long"],
)
def test_a_good_checksum_does_not_excuse_a_bad_shape(body: bytes) -> None:
    marked = b"~" + body
    with pytest.raises(WireError) as refused:
        decode(b"%s*%08x" % (marked, binascii.crc32(marked)))
    assert refused.value.code == "shape"


def test_a_checksum_that_no_star_announces_is_none() -> None:
    with pytest.raises(WireError) as refused:
        decode(b"~status 1 %08x" % binascii.crc32(b"~status 1"))
    assert refused.value.code == "shape"


@pytest.mark.parametrize("over", [0, 1])
def test_a_frame_has_as_many_bytes_as_it_may_and_not_one_more(over: int) -> None:
    marked = b"~status 1 a="
    marked += b"x" * (LONGEST - 1 - 9 - len(marked) + over)
    line = b"%s*%08x" % (marked, binascii.crc32(marked))
    if over:
        with pytest.raises(WireError):
            decode(line)
    else:
        assert decode(line).verb == "status"


def test_numbers_follow_each_other_and_begin_again() -> None:
    assert next_seq(41) == 42
    assert next_seq(LAST_SEQ) == 0
