"""What the firmware takes on the emulated board, and its budgets. ``make bench`` prints them.

The emulator counts cycles but knows no cache misses: a real board is somewhat slower.
"""

from __future__ import annotations

import asyncio
import operator
import re
from pathlib import Path

from tower.scenes import Scene
from tower.wire import Frame

from tests.firmware.emulated.pico import Board, firmware, pico

Picture = list[tuple[int, ...]]

MEASURING = Path(__file__).with_name("measuring.py")
COUNTING = Path(__file__).with_name("counting.py")
BEGUN = re.compile(rb"frames ([\d ]+)\r?\n")
FRAME = 20
"""Milliseconds from one frame to the next."""


SCENES = (
    (Scene("show", 0).put("a", 0, (6,) * 8, (), ((255, 255, 255),) * 8, (3,) * 8), 300),
    (Scene("show", 0).put("a", 0, (6,) * 8, (), ((255, 255, 255),) * 8, (3,) * 8), 5000),
    (Scene("tumble", 0), 500),
    (Scene("win", 0), 500),
    (Scene("show", 0).put("a", 0, (20, 17, 100)), 5000),
)
"""What ``measuring`` draws, one frame of each."""


async def inside(frames: list[Picture]) -> dict[str, str]:
    """Figures the board takes of itself; and the frames it sent meanwhile."""
    async with pico(firmware() | {"main.py": MEASURING.read_bytes()}) as board:
        board.strip.on_pixels = frames.append
        await board.until(lambda: b"figure done" in board.console, "the board's figures")
        lines = board.console.decode().split("\n")
    words = [line.split() for line in lines if line.startswith("figure ")]
    return {word[1]: " ".join(word[2:]) for word in words if len(word) > 2}


def asks(seq: int) -> Frame:
    lines = Frame("status", seq), Frame("lamp", seq, ("k", "turn"), ("c", "b"))
    return lines[seq % 2]


def rolls(seq: int) -> Frame:
    key = ("id", f"7f3a91c2.{seq // 2:x}")
    shown = (("n", "8"), ("f", "1.2.3.4.5.6.1.2"), ("c", "bcbcbcbc"), ("g", "11112222"))
    lines = Frame("roll", seq, key, ("d", "8x6"), ("at", "0")), Frame("show", seq, key, *shown)
    return lines[seq % 2]


async def frames_while_lines_arrive() -> dict[str, str]:
    """Frames begun while a host asks without a pause, by the board's own clock.

    If none is left out and their time does not drift, the latest of them, measured by the most
    punctual, is late by less than a frame's time.
    """
    told = {}
    async with pico(firmware() | {"main.py": COUNTING.read_bytes()}) as board:
        (await board.greet()).close()
        await board.answers(Frame("hello", 1, ("proto", "1.2")))
        seq = 2
        for name, line in {"asking": asks, "rolling": rolls}.items():
            before = len(BEGUN.findall(board.console))
            while len(found := BEGUN.findall(board.console)) == before:
                await board.answers(line(seq))
                seq += 1
            begun = [int(ms) for ms in found[-1].split()]
            late = [ms - FRAME * place for place, ms in enumerate(begun)]
            rate = 1000 * (len(begun) - 1) / (begun[-1] - begun[0])
            told[f"frames_a_second_{name}"] = f"{rate:.1f}"
            told[f"latest_frame_ms_{name}"] = str(max(late) - min(late))
    return told


async def slowest_roll(board: Board) -> float:
    """The longest of five rolls of eight dice, from plug to plug, between frames and looks."""
    await board.answers(Frame("hello", 1, ("proto", "1.2")))
    greeted = board.ms
    # A host greets again and again until it is heard, and that leaves litter.
    await board.until(lambda: board.ms > greeted + 200, "memory to be tidied")
    took = []
    for seq in range(2, 7):
        dice = (("id", f"7f3a91c2.1{seq}"), ("d", "8x6"), ("at", "0"))
        took.append(await board.answers(Frame("roll", seq, *dice)))
    return max(took)


async def outside() -> dict[str, str]:
    """Figures taken by the side that speaks to the board."""
    async with pico(firmware()) as board:
        (await board.greet()).close()
        told = {"boot_to_hello_ms": f"{board.ms:.0f}"}
        told["roll_plug_to_plug_ms"] = f"{await slowest_roll(board):.1f}"
    return {**told, **await frames_while_lines_arrive()}


GOALS = {
    "free_bytes": (">=", 150_000),
    "frame_us_settling": ("<=", 2000),
    "frame_us_lying": ("<=", 2000),
    "frame_us_tumble": ("<=", 2000),
    "frame_us_win": ("<=", 2000),
    "frame_us_digits": ("<=", 2000),
    "bytes_in_50_frames": ("<=", 0),
    "roll_us": ("<=", 40_000),
    "boot_to_hello_ms": ("<=", 1500),
    "frames_a_second_asking": (">=", 49.5),
    "latest_frame_ms_asking": ("<=", FRAME - 1),
    "frames_a_second_rolling": (">=", 49.5),
    "latest_frame_ms_rolling": ("<=", FRAME - 1),
    "roll_plug_to_plug_ms": ("<=", 40),
}
"""The budgets. Of a hundred frames the last may be late, and then fifty a second are 49.5."""


def missed(told: dict[str, str]) -> list[str]:
    """The budgets that these figures do not keep, or do not tell of."""
    signs = {">=": operator.ge, "<=": operator.le}
    return [
        f"{name} is {told.get(name)}, not {sign} {goal}"
        for name, (sign, goal) in GOALS.items()
        if name not in told or not signs[sign](float(told[name]), goal)
    ]


def measured(sent: list[Picture] | None = None) -> dict[str, str]:
    """All figures; a few minutes."""
    return {**asyncio.run(inside([] if sent is None else sent)), **asyncio.run(outside())}


def main() -> None:
    """Print them, with their budgets."""
    print(f"{'on an emulated board, in its own time':40} {'':>10}   goal")
    for name, value in measured().items():
        print(f"{name:40} {value:>10}   {' '.join(map(str, GOALS.get(name, ())))}".rstrip())


if __name__ == "__main__":
    main()
