"""What the firmware takes on the emulated board. ``python -m tests.firmware.emulated.figures``.

The emulator counts cycles but knows no cache misses: a real board is somewhat slower.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

from tower.scenes import Scene

from tests.firmware.emulated.pico import Board, firmware, pico

Frame = list[tuple[int, ...]]

MEASURING = Path(__file__).with_name("measuring.py")


SCENES = (
    (Scene("show", 0).put("a", 0, (6,) * 8, (), ((255, 255, 255),) * 8, (3,) * 8), 300),
    (Scene("show", 0).put("a", 0, (6,) * 8, (), ((255, 255, 255),) * 8, (3,) * 8), 5000),
    (Scene("tumble", 0), 500),
    (Scene("win", 0), 500),
    (Scene("show", 0).put("a", 0, (20, 17, 100)), 5000),
)
"""What ``measuring`` draws, one frame of each."""


async def inside(frames: list[Frame]) -> dict[str, str]:
    """Figures the board takes of itself; and the frames it sent meanwhile."""
    async with pico(firmware() | {"main.py": MEASURING.read_bytes()}) as board:
        board.strip.on_pixels = frames.append
        await board.until(lambda: b"figure done" in board.console, "the board's figures")
        lines = board.console.decode().split("\n")
    words = [line.split() for line in lines if line.startswith("figure ")]
    return {word[1]: " ".join(word[2:]) for word in words if len(word) > 2}


async def frames_a_second(board: Board) -> float:
    """Frames while the host asks without a pause."""
    session = await board.greet()
    began, frames = board.ms, board.strip.frame_count
    while board.ms < began + 1000:
        await session.ask("status")
    session.close()
    return (board.strip.frame_count - frames) / (board.ms - began) * 1000


async def outside() -> dict[str, str]:
    """Figures taken by whoever speaks to the board."""
    async with pico(firmware()) as board:
        (await board.greet()).close()
        told = {"boot_to_hello_ms": f"{board.ms:.0f}"}
        told["frames_a_second"] = f"{await frames_a_second(board):.1f}"
    return told


def main() -> None:
    for name, value in {**asyncio.run(inside([])), **asyncio.run(outside())}.items():
        print(f"{name:24} {value}")


if __name__ == "__main__":
    main()
