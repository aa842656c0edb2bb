# A pause of some milliseconds on the loop, on either Python. MicroPython's own makes no object.

import sys

TYPE_CHECKING = False
if TYPE_CHECKING or sys.implementation.name != "micropython":
    import asyncio

    async def pause(ms: int) -> None:
        await asyncio.sleep(ms / 1000)

else:
    from asyncio import sleep_ms

    pause = sleep_ms
