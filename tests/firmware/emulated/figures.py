"""What the firmware takes on the emulated board. ``python -m tests.firmware.emulated.figures``.

The emulator counts cycles but knows no cache misses: a real board is somewhat slower.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.firmware.emulated.pico import Board, firmware, pico

MEASURING = Path(__file__).with_name("measuring.py")


async def inside() -> dict[str, str]:
    """Figures the board takes of itself."""
    async with pico(firmware() | {"main.py": MEASURING.read_bytes()}) as board:
        await board.until(lambda: b"figure done" in board.console, "the board's figures")
        lines = board.console.decode().split("\n")
    words = [line.split() for line in lines if line.startswith("figure ")]
    return {word[1]: " ".join(word[2:]) for word in words if len(word) > 2}


async def roll_ms(board: Board, rolls: int = 3) -> float:
    """From the request to the answer, the worst of some rolls of eight dice."""
    session = await board.greet()
    worst = 0.0
    for roll in range(rolls):
        began = board.ms
        await session.ask("roll", ("id", f"r{roll}"), ("d", "8x6"), ("at", "0"))
        # When the answer was said, not when a busy machine came round to hear it.
        worst = max(worst, board.said_ms - began)
    session.close()
    return worst


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
        told["roll_ms"] = f"{await roll_ms(board):.1f}"
        told["frames_a_second"] = f"{await frames_a_second(board):.1f}"
    return told


def main() -> None:
    for name, value in {**asyncio.run(inside()), **asyncio.run(outside())}.items():
        print(f"{name:24} {value}")


if __name__ == "__main__":
    main()
