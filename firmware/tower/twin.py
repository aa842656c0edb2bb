# MicroPython's viper compiler as CPython needs it: names that it knows by itself, and no more.
# The hot functions have one source; on the board viper turns it into machine code, here it runs as
# it stands. Never shipped to the board.

from array import array
from collections.abc import Callable
from typing import TypeAlias, TypeVar

Hot = TypeVar("Hot", bound=Callable[..., object])

ptr8: TypeAlias = bytearray
ptr32: TypeAlias = "array[int]"


class micropython:  # noqa: N801 - a module on the board
    @staticmethod
    def viper(hot: Hot) -> Hot:
        return hot


def const(value: int) -> int:
    return value
