"""What the firmware takes on the emulated board, and its budgets. ``make bench`` prints them.

The emulator counts cycles but knows no cache misses: a real board is somewhat slower.
"""

from __future__ import annotations

import asyncio
import base64
import operator
import re
from pathlib import Path

from tower.scenes import Scene
from tower.wire import Frame, decode

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


def spoken(board: Board, begins: int) -> list[Frame]:
    """The frames that the board has sent whole since then."""
    lines = bytes(board.console[begins:]).split(b"\n")[:-1]
    return [decode(line) for line in lines if line.startswith(b"~")]


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
        await board.answers(Frame("hello", 1, ("proto", "1.3")))
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
    await board.answers(Frame("hello", 1, ("proto", "1.3")))
    greeted = board.ms
    # A host greets again and again until it is heard, and that leaves litter.
    await board.until(lambda: board.ms > greeted + 200, "memory to be tidied")
    took = []
    for seq in range(2, 7):
        dice = (("id", f"7f3a91c2.1{seq}"), ("d", "8x6"), ("at", "0"))
        took.append(await board.answers(Frame("roll", seq, *dice)))
    return max(took)


NONCE = ("nonce", base64.b64encode(bytes(range(32))).decode())


async def checked_roll(board: Board, seq: int) -> dict[str, float]:
    """One roll that can be checked, with a press, by a host that takes no time itself.

    Milliseconds of each request from plug to plug, and from the press to the outcome.
    """
    key, dice = ("id", f"7f3a91c2.2{seq}"), ("d", "8x6")
    took = {"commit": await board.answers(Frame("commit", seq, key, dice))}
    took["arm"] = await board.answers(Frame("arm", seq + 1, key, dice, ("c", "c")))
    armed, begins = board.ms, len(board.console)
    # People take longer; in steps, so that presses meet frames and looks at every moment.
    await board.until(lambda: board.ms > armed + 130 + seq, "a hand to press")
    pressed = board.ms
    board.button.press()
    await board.until(lambda: spoken(board, begins), "the press")
    board.send(Frame("ack", spoken(board, begins)[0].seq))
    took["open"] = await board.answers(Frame("open", seq + 2, key, NONCE))
    took["press_to_outcome"] = board.spoke - pressed
    board.button.release()
    return took


async def slowest_checked_roll(board: Board) -> dict[str, str]:
    """The longest of five."""
    rolls = [await checked_roll(board, seq) for seq in range(7, 22, 3)]
    longest = {name: max(took[name] for took in rolls) for name in rolls[0]}
    return {f"{name}_plug_to_plug_ms": f"{ms:.1f}" for name, ms in longest.items()}


async def outside() -> dict[str, str]:
    """Figures taken by the side that speaks to the board."""
    async with pico(firmware()) as board:
        (await board.greet()).close()
        told = {"boot_to_hello_ms": f"{board.ms:.0f}"}
        told["roll_plug_to_plug_ms"] = f"{await slowest_roll(board):.1f}"
        told.update(await slowest_checked_roll(board))
    return {**told, **await frames_while_lines_arrive()}


GOALS = {
    "free_bytes": (">=", 150_000),
    "frame_us_settling": ("<=", 1500),
    "frame_us_lying": ("<=", 1500),
    "frame_us_tumble": ("<=", 1500),
    "frame_us_win": ("<=", 1500),
    "frame_us_digits": ("<=", 1500),
    "bytes_in_50_frames": ("<=", 0),
    "roll_us": ("<=", 40_000),
    "boot_to_hello_ms": ("<=", 1000),
    "frames_a_second_asking": (">=", 49.5),
    "latest_frame_ms_asking": ("<=", FRAME - 1),
    "frames_a_second_rolling": (">=", 49.5),
    "latest_frame_ms_rolling": ("<=", FRAME - 1),
    "roll_plug_to_plug_ms": ("<=", 40),
    "commit_plug_to_plug_ms": ("<=", 40),
    "open_plug_to_plug_ms": ("<=", 40),
    "press_to_outcome_plug_to_plug_ms": ("<=", 40),
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
