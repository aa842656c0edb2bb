"""Other boards of the family: what they are called, and where a Pico 2 takes its noise from.

Nobody has seen them run on a real board yet; the registers here are memory that tests have filled.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.firmware.shimmed import FIRMWARE, HERE, MICROPYTHON, Board

PICO_2 = "Raspberry Pi Pico 2 W with RP2350"


def told_with_shims(script: str) -> dict[str, list[str]]:
    """The words of each line that a script prints, by the first of them."""
    told = subprocess.run(
        [MICROPYTHON, str(HERE / script)],
        env={"MICROPYPATH": f"{HERE / 'shims'}:{FIRMWARE}:.frozen"},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    ).stdout
    return {line.split()[0]: line.split()[1:] for line in told.splitlines()}


@pytest.fixture(scope="module")
def generated() -> dict[str, list[str]]:
    """For each state the generator tells: whether bits were taken, which, and what was written."""
    return told_with_shims("generator.py")


def test_the_generators_words_are_taken_in_order_again_and_again(
    generated: dict[str, list[str]],
) -> None:
    good, taken, *_ = generated["1"]
    assert good == "1"
    assert taken == ".".join(map(str, [*range(24), *range(6)]))


def test_the_generator_is_asked_for_what_its_ring_gave_at_our_pace(
    generated: dict[str, list[str]],
) -> None:
    written = dict(word.split("=") for word in generated["1"][2:])
    assert written["138"] == "2", "von Neumann's corrector is passed by, the other tests are not"
    assert (written["130"], written["10c"], written["12c"]) == (f"{1650:x}", "0", "1")


@pytest.mark.parametrize("state", ["0", "2", "4", "8", "3"])
def test_a_generator_that_is_silent_or_fails_its_own_tests_gives_nothing(
    generated: dict[str, list[str]], state: str
) -> None:
    assert generated[state][0] == "0"


def test_memory_is_tidied_while_the_bits_of_a_roll_come_in_but_not_of_a_longer_capture() -> None:
    left = {bits: int(percent) for bits, (percent,) in told_with_shims("tidied.py").items()}
    assert left["1024"] < 20
    assert left["2048"] > 80, "its first bits would be overwritten meanwhile"


@pytest.mark.parametrize(
    ("machine", "model", "watchdog"),
    [
        ("Raspberry Pi Pico with RP2040", "pico", "0x4005b000"),
        ("Raspberry Pi Pico W with RP2040", "picow", "0x4005b000"),
        (PICO_2, "pico2w", "0x400db000"),
    ],
)
def test_a_board_says_what_it_is_and_uses_its_own_chip(
    tmp_path: Path, machine: str, model: str, watchdog: str
) -> None:
    board = Board(tmp_path, BOARD_MACHINE=machine)
    try:
        board.message("hello", 999999, proto="1.2")
        assert board.frame().get("on") == model
        board.message("roll", 0, id="a", d="8x6", at="0")
        assert board.frame().verb == "rolled"
        board.message("status", 1, k="board")
        assert board.frame().get("on") == model
        said = board.console + board.end()
    finally:
        board.kill()
    assert ("generator" in said) is (machine == PICO_2)
    assert f"memory {watchdog} 0x40000000" in said, "the watchdog is stopped at the chip's address"
