"""An update of the emulated board, its power cut before and in every write to the chip's flash.

The firmwares are small ones that only say what they are made of; MicroPython's file system and its
driver of the flash are the real ones.
"""

from __future__ import annotations

import asyncio
import re
from typing import Any

from dicehost.link import flash as host
from dicehost.link.staging import KEPT, TRIAL, folder_of, stage
from littlefs import LittleFS, UserContext

from tests.firmware.emulated.pico import BLOCK, BLOCKS, pico
from tests.host.test_update import NEW as SMALL
from tests.host.test_update import OLD

NEW = SMALL | {"tower/part.py": SMALL["tower/part.py"] + b"#" * 6000}
"""One file is larger than a block of the flash."""
BEGINS = 0xA0000
"""Where MicroPython's file system begins on the flash of a Raspberry Pi Pico."""
WHOLE = slice(BEGINS, BEGINS + BLOCK * BLOCKS)
PAGE = 256
PATIENCE = 600.0
WRITES = (b"\x20", b"\xd8", b"\x02")
"""The flash chip's commands that erase a sector or a block, and that program a page."""
TOLD = re.compile(rb"\w+ \w+ \w+ (?:[\w-]+)? ?(?:True|False)(?=\r\n)")

Tree = tuple[tuple[str, bytes], ...]


def cut_at_every_write(chip: Any, cuts: list[bytes]) -> None:
    """Note what a cut would leave on the flash: before each write to it, and in its middle."""
    ssi, apply = chip.ssi, chip.ssi._apply_command

    def noting() -> None:
        writes = ssi._write_enabled and ssi._tx_buffer[:1] in WRITES
        before = bytes(chip.flash[WHOLE]) if writes else b""
        apply()
        if writes:
            cuts.extend((before, torn(before, bytes(chip.flash[WHOLE]))))

    ssi._apply_command = noting


def torn(before: bytes, after: bytes) -> bytes:
    """The first half of what was changed."""
    parts = range(0, len(after), PAGE)
    changed = [at for at in parts if before[at : at + PAGE] != after[at : at + PAGE]]
    if not changed:
        return before
    middle = (changed[0] + changed[-1] + PAGE) // 2
    return after[:middle] + before[middle:]


def tree(image: bytes) -> Tree:
    """Every file, as littlefs finds it after a cut."""
    context = UserContext(len(image))
    context.buffer[:] = image
    system = LittleFS(context=context, block_size=BLOCK, block_count=BLOCKS, prog_size=256)
    found = []
    for folder, _, names in system.walk("/"):
        for name in names:
            path = f"{folder}/{name}".lstrip("/")
            with system.open(path, "rb") as file:
                found.append((path, file.read()))
    return tuple(sorted(found))


def update(port: str) -> None:
    with host._prompt(port, PATIENCE) as board:
        stage(board, NEW, lambda name, size: None)


async def started(image: bytes) -> list[str]:
    """What starts at power-up, as it says itself: three versions, its folder, whether on trial."""
    async with pico(image) as board:

        def told() -> re.Match[bytes] | None:
            return TOLD.search(board.console)

        await board.until(lambda: told() or b"Error" in board.console, "what was started")
        found = told()
        assert found, bytes(board.console)
        return found[0].decode().split()


async def test_a_cut_at_any_write_to_the_flash_leaves_one_whole_firmware() -> None:
    cuts: list[bytes] = []
    async with pico(OLD) as board:
        await board.until(lambda: b"old old old" in board.console, "the old firmware")
        cut_at_every_write(board.device.mcu, cuts)
        await asyncio.to_thread(update, board.port)
        cuts.append(bytes(board.device.mcu.flash[WHOLE]))
    trees: dict[Tree, bytes] = {}
    for cut in cuts:
        trees.setdefault(tree(cut), cut)
    new = folder_of(NEW)
    for held, image in trees.items():
        switched = dict(held).get(TRIAL) == new.encode()
        told = await started(image)
        assert told[:3] == (["new"] * 3 if switched else ["old"] * 3), dict(held).keys()
        assert KEPT not in dict(held), "nobody has greeted it"
    writes, found = len(cuts) // 2, len(trees)
    assert writes > 40
    assert found > 10
    assert (await started(cuts[-1]))[3:] == [new, "True"]
