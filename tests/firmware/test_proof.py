"""The tower commits to its half of a roll first, and the faces follow from both halves."""

from __future__ import annotations

import base64
import hashlib
from collections import Counter

import pytest
from dicehost.past.fairness import chi_square, tail
from hypothesis import given, settings
from hypothesis import strategies as st
from tower.dice import Stream, draw, parse
from tower.proof import commitment, seed
from tower.rolls import WAITING
from tower.wire import LAST_SEQ, LONGEST, Frame, encode

from tests import reference_verifier
from tests.firmware.asking import Evening
from tests.firmware.conversation import CHIP

NONCE = base64.b64encode(bytes(range(32))).decode()
OTHER = base64.b64encode(bytes(range(1, 33))).decode()


@pytest.fixture
def evening() -> Evening:
    return Evening()


def unpacked(frame: Frame, field: str) -> bytes:
    return base64.b64decode(frame.get(field), validate=True)


def commit(evening: Evening, key: str = "a", dice: str = "8x6") -> bytes:
    answer = evening.ask("commit", id=key, d=dice)
    assert answer.verb == "committed", answer
    return unpacked(answer, "commit")


def opened(evening: Evening, key: str = "a", nonce: str = NONCE) -> bytes:
    answer = evening.ask("open", id=key, nonce=nonce)
    assert answer.verb == "opened", answer
    return unpacked(answer, "noise")


@pytest.mark.parametrize("dice", ["8x6", "6", "s52", "2x10.s52.3x100", "s200.200x100"])
def test_the_faces_follow_from_both_halves_as_the_protocol_says(
    evening: Evening, dice: str
) -> None:
    told = commit(evening, dice=dice)
    noise = opened(evening)
    text = f"a {dice} ".encode()
    assert told == hashlib.sha256(b"dicetower commitment 1 " + text + noise).digest()
    both = hashlib.sha256(b"dicetower faces 1 " + text + noise + bytes(range(32))).digest()
    assert evening.roll("a", dice) == reference_verifier.values(dice, both)


def test_the_commitment_is_fixed_before_the_nonce_is_known(evening: Evening) -> None:
    twin = Evening()
    assert commit(evening) == commit(twin)
    assert opened(evening) == opened(twin, nonce=OTHER), "the tower's half is the same"
    assert evening.roll("a") != twin.roll("a"), "and the faces are not"


def test_asking_again_draws_nothing_again(evening: Evening) -> None:
    told = {commit(evening) for _ in range(3)}
    noise = {opened(evening) for _ in range(3)}
    assert len(told) == len(noise) == 1
    assert commit(evening) in told, "after it was opened, too"
    assert evening.noise.drawn == 1
    assert evening.ask("status").get("rolls") == "1"


def test_a_new_session_finds_commitment_and_outcome_again(evening: Evening) -> None:
    told = commit(evening)
    evening.hello()
    assert commit(evening) == told
    noise = opened(evening)
    evening.hello()
    assert opened(evening) == noise


def test_another_nonce_for_the_same_roll_is_refused(evening: Evening) -> None:
    commit(evening)
    opened(evening)
    values = evening.roll("a")
    assert evening.ask("open", id="a", nonce=OTHER).get("code") == "nonce"
    assert evening.roll("a") == values


def test_a_roll_that_waits_for_its_nonce_cannot_be_drawn_without(evening: Evening) -> None:
    commit(evening)
    assert evening.ask("roll", id="a", d="8x6").get("code") == "sealed"
    assert evening.noise.drawn == 1


def test_a_roll_that_was_drawn_cannot_be_committed_to_afterwards(evening: Evening) -> None:
    values = evening.roll("a")
    assert evening.ask("commit", id="a", d="8x6").get("code") == "drawn"
    assert evening.ask("open", id="a", nonce=NONCE).get("code") == "nonce"
    assert evening.roll("a") == values


def test_what_was_never_committed_to_cannot_be_opened(evening: Evening) -> None:
    assert evening.ask("open", id="a", nonce=NONCE).get("code") == "commit"
    assert evening.noise.drawn == 0


@pytest.mark.parametrize("verb", ["commit", "arm"])
def test_other_dice_under_a_committed_id_are_refused(evening: Evening, verb: str) -> None:
    commit(evening)
    answer = evening.ask(verb, id="a", d="7x6")
    assert answer.fields == (("code", "dice"), ("want", "8x6"), ("got", "7x6"))


@pytest.mark.parametrize(
    "nonce", ["", "x", "AAAA", NONCE[:-1], NONCE + "AAAA", "!" * 44, NONCE.replace("8=", "9=")]
)
def test_a_nonce_that_is_not_thirty_two_bytes_is_refused(evening: Evening, nonce: str) -> None:
    commit(evening)
    fields = {"nonce": nonce} if nonce else {}
    answer = evening.ask("open", id="a", **fields)
    assert answer.fields[:2] == (("code", "field"), ("want", "nonce"))
    opened(evening)


def test_no_face_is_lit_by_committing_or_opening(evening: Evening) -> None:
    commit(evening)
    assert evening.lit() == ()
    opened(evening)
    evening.later(5000)
    assert evening.lit() == ()
    assert evening.desk.scene(evening.now).name == "tumble"


def test_failed_noise_commits_to_nothing_but_opens_what_it_committed_to(evening: Evening) -> None:
    told = commit(evening)
    evening.source.stuck = True
    assert evening.ask("commit", id="b", d="8x6").get("code") == "noise"
    assert commitment("a", "8x6", opened(evening)) == told


def test_commitments_nobody_opens_are_forgotten_by_age(evening: Evening) -> None:
    for number in range(WAITING + 1):
        commit(evening, f"r{number}")
    assert evening.ask("open", id="r0", nonce=NONCE).get("code") == "commit"
    for number in range(1, WAITING + 1):
        opened(evening, f"r{number}")


@given(st.text("abcxyz.019", min_size=1, max_size=24), st.integers(0, LAST_SEQ))
def test_every_frame_fits(key: str, seq: int) -> None:
    for frame in (
        Frame("committed", seq, ("id", key), ("commit", NONCE)),
        Frame("open", seq, ("id", key), ("nonce", NONCE), ("s", "ff")),
        Frame("opened", seq, ("id", key), ("noise", NONCE), ("x", "00000000")),
    ):
        assert len(encode(frame)) <= LONGEST


@settings(max_examples=30)
@given(st.binary(min_size=32, max_size=32), st.binary(min_size=32, max_size=32))
def test_every_part_changes_everything(noise: bytes, nonce: bytes) -> None:
    flipped = bytes([noise[0] ^ 1]) + noise[1:]
    assert commitment("a", "6", noise) != commitment("a", "6", flipped)
    assert seed("a", "6", noise, nonce) != seed("a", "6", flipped, nonce)
    assert seed("a", "6", noise, nonce) != seed("b", "6", noise, nonce)
    assert seed("a", "6", noise, nonce) != seed("a", "7", noise, nonce)


@pytest.mark.parametrize("fixed", ["noise", "nonce"])
def test_a_side_that_always_says_the_same_does_not_make_the_dice_uneven(fixed: str) -> None:
    items = parse("8x6")
    counts: Counter[int] = Counter()
    for number in range(2000):
        other = hashlib.sha256(f"{CHIP} {number}".encode()).digest()
        halves = (bytes(32), other) if fixed == "noise" else (other, bytes(32))
        counts.update(draw(items, Stream(seed("a", "8x6", *halves))))
    assert tail(chi_square(list(counts.values())), 5) > 0.001
