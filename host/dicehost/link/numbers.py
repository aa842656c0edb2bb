"""Dice and numbers in a tower's frames.

A good checksum proves that a frame came whole, not that it is sane. What cannot be is a
``LinkError``: the link says so in the log, starts over and asks again.
"""

from __future__ import annotations

import re
from itertools import groupby

from dicerules.core import Roll, Rolled
from tower.wire import Frame

from dicehost.errors import LinkError

MOST = 999_999_999
_DIGITS = re.compile(r"[0-9]{1,9}")


def read_number(frame: Frame, field: str, default: str = "") -> int:
    """A whole number from a frame."""
    return _whole(frame, field, frame.get(field, default))


def read_numbers(frame: Frame, field: str) -> list[int]:
    """Whole numbers with dots between them."""
    return [_whole(frame, field, part) for part in frame.get(field).split(".")]


def _whole(frame: Frame, field: str, got: str) -> int:
    if not _DIGITS.fullmatch(got):
        raise LinkError("link.number", verb=frame.verb, field=field, got=got[:40])
    return int(got)


def deal(roll: Roll, values: list[int]) -> Rolled:
    """The outcome of a roll, if its dice and shuffles can come out like this."""
    sides = [group.faces for group in roll.dice for _ in range(group.count)]
    at = len(sides)
    faces, orders = tuple(values[:at]), list[tuple[int, ...]]()
    for cards in roll.shuffles:
        orders.append(tuple(values[at : at + cards]))
        at += cards
    possible = (
        len(values) == at
        and all(1 <= face <= most for face, most in zip(faces, sides, strict=True))
        and all(
            sorted(order) == list(range(cards))
            for order, cards in zip(orders, roll.shuffles, strict=True)
        )
    )
    if not possible:
        got = ".".join(map(str, values))[:40]
        raise LinkError("link.number", verb="rolled", field="f", got=got)
    return Rolled(faces, tuple(orders))


def spell(roll: Roll) -> str:
    """Write a roll's dice as the wire does: ``8x6`` eight dice, ``s52`` a shuffle of 52.

    Neighbours with as many faces are counted together: whose they are is the host's affair, and a
    frame is short.
    """
    counted = [
        (sum(group.count for group in dice_groups), faces)
        for faces, dice_groups in groupby(roll.dice, key=lambda group: group.faces)
    ]
    dice = [f"{count}x{faces}" for count, faces in counted if count]
    return ".".join([*dice, *(f"s{cards}" for cards in roll.shuffles)])
