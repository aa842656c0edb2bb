"""Dice: every face as likely as any other, and the text that asks for them."""

from __future__ import annotations

import contextlib
import itertools
from collections import Counter
from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tower.dice import DiceError, Item, Stream, below, draw, parse

# Chi-square is above this once in a thousand times, for this many degrees of freedom.
CRITICAL = {1: 10.828, 5: 20.515, 9: 27.877, 19: 43.820, 23: 49.728, 25: 52.620, 99: 148.230}


def chi_square(seen: Iterable[int], kinds: int) -> float:
    counts = Counter(seen)
    expected = counts.total() / kinds
    assert len(counts) <= kinds
    return sum((counts[kind] - expected) ** 2 for kind in counts) / expected + expected * (
        kinds - len(counts)
    )


class Told:
    """Fair bytes that are told beforehand."""

    def __init__(self, told: Iterable[int]) -> None:
        self.told = iter(told)

    def byte(self) -> int:
        return next(self.told)


def test_over_all_bytes_every_number_comes_equally_often() -> None:
    for n in range(1, 201):
        stream, came = Told(range(256)), Counter[int]()
        with contextlib.suppress(StopIteration):
            while True:
                came[below(n, stream)] += 1
        assert came == Counter(dict.fromkeys(range(n), 256 // n))


@pytest.mark.parametrize("faces", [2, 6, 10, 20, 100])
def test_faces_pass_chi_square(faces: int) -> None:
    stream = Stream(b"a fair pool")
    seen = b"".join(draw([Item(400, faces)], stream) for _ in range(150))
    assert chi_square(seen, faces) < CRITICAL[faces - 1]


def test_a_loaded_die_fails_chi_square() -> None:
    # What a hasty hand would write: the remainder, without throwing any byte away.
    stream = Stream(b"a fair pool")
    assert chi_square((stream.byte() % 6 for _ in range(400_000)), 6) > CRITICAL[5]


def test_neighbouring_dice_do_not_know_each_other() -> None:
    rolls = draw([Item(400, 6)] * 150, Stream(b"a fair pool"))
    pairs = [6 * a + b for a, b in zip(rolls[::2], rolls[1::2], strict=True)]
    assert chi_square(pairs, 36) < 66.619, "35 degrees of freedom"


def test_every_order_of_four_cards_is_as_likely() -> None:
    stream = Stream(b"a fair pool")
    orders = {order: at for at, order in enumerate(itertools.permutations(range(4)))}
    seen = [orders[tuple(draw([Item(4, 0)], stream))] for _ in range(12_000)]
    assert chi_square(seen, 24) < CRITICAL[23]


@given(st.integers(1, 200), st.binary(min_size=32, max_size=32))
def test_a_shuffle_has_every_card_once(cards: int, pool: bytes) -> None:
    assert sorted(draw([Item(cards, 0)], Stream(pool))) == list(range(cards))


items = st.one_of(
    st.integers(2, 100).map(str),
    st.tuples(st.integers(1, 50), st.integers(2, 100)).map(lambda item: f"{item[0]}x{item[1]}"),
    st.integers(1, 60).map(lambda cards: f"s{cards}"),
)


@given(st.lists(items, min_size=1, max_size=6), st.binary(min_size=32, max_size=32))
def test_values_come_in_the_order_asked_for(words: list[str], pool: bytes) -> None:
    asked = parse(".".join(words))
    values = list(draw(asked, Stream(pool)))
    for item in asked:
        part, values = values[: item.count], values[item.count :]
        if item.faces:
            assert all(1 <= face <= item.faces for face in part)
        else:
            assert sorted(part) == list(range(item.count))
    assert values == []


@pytest.mark.parametrize(
    ("text", "want", "got"),
    [
        ("", "2-100faces", ""),
        ("1", "2-100faces", "1"),
        ("101", "2-100faces", "101"),
        ("8x6.3x101", "2-100faces", "3x101"),
        ("0x6", "1-400dice", "0x6"),
        ("401x6", "1-400dice", "401x6"),
        ("s201", "1-200cards", "s201"),
        ("s0", "1-200cards", "s0"),
        ("s", "1-200cards", "s"),
        ("6..6", "2-100faces", ""),
        ("d6", "2-100faces", "d6"),
        ("-1x6", "1-400dice", "-1x6"),
        ("200x6.s200.6", "1-400values", "401"),
    ],
)
def test_dice_the_tower_does_not_have_are_refused(text: str, want: str, got: str) -> None:
    with pytest.raises(DiceError) as refused:
        parse(text)
    assert (refused.value.want, refused.value.got) == (want, got)


@given(st.text("0123456789xs.- ", max_size=12))
def test_any_text_is_dice_or_refused(text: str) -> None:
    try:
        asked = parse(text)
    except DiceError:
        return
    assert 1 <= sum(item.count for item in asked) <= 400
