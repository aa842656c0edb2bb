"""Checkable dice on the host's side: whether what a tower opened fits its commitment.

The sums are the firmware's own (``tower.proof``, ``tower.dice``), told in firmware/PROTOCOL.md.
Asks no tower and writes nothing.
"""

from __future__ import annotations

import base64
import binascii
import secrets
from typing import Literal

from dicerules.core import Roll
from tower import dice
from tower.proof import NONCE, commitment, seed
from tower.wire import Frame

from dicehost.errors import LinkError, TowerError
from dicehost.journal.events import Committed
from dicehost.link.numbers import spell
from dicehost.link.session import Hello

Misfit = Literal["tower.commitment", "tower.faces", "tower.nonce"]
"""What can be wrong with an opened commitment: its hash, its faces, or that it is another one."""


class ProofError(TowerError):
    """The tower's half does not fit its commitment. ``noise`` is what it opened, in hex."""

    def __init__(self, code: Misfit, noise: str = "") -> None:
        super().__init__(code)
        self.noise = noise


def note_commitment(
    roll_id: str, roll: Roll, told: bytes, hello: Hello, nonce: str = ""
) -> Committed:
    """What is written before the tower learns the host's half.

    That is made here, unless this very commitment has a ``nonce`` already.
    """
    nonce = nonce or secrets.token_hex(NONCE)
    source, tower, boot = hello.source, hello.id, hello.boot
    return Committed(roll_id, spell(roll), told.hex(), nonce, source, tower, boot)


def read_bytes(frame: Frame, field: str) -> bytes:
    """Thirty-two bytes from a frame."""
    text = frame.get(field)
    try:
        data = base64.b64decode(text, validate=True)
    except binascii.Error:
        data = b""
    if len(data) != NONCE:
        raise LinkError("link.number", verb=frame.verb, field=field, got=text[:40])
    return data


def open_values(committed: Committed, noise: bytes, check: str) -> list[int]:
    """The values that follow from both halves, if the tower's fits what it told before."""
    if commitment(committed.id, committed.dice, noise).hex() != committed.commitment:
        raise ProofError("tower.commitment", noise.hex())
    values = drawn(committed, noise)
    if check != f"{binascii.crc32('.'.join(map(str, values)).encode()):08x}":
        raise ProofError("tower.faces", noise.hex())
    return values


def drawn(committed: Committed, noise: bytes) -> list[int]:
    """The values of a roll, from the tower's half and the host's."""
    begun = seed(committed.id, committed.dice, noise, bytes.fromhex(committed.nonce))
    return list(dice.draw(dice.parse(committed.dice), dice.Stream(begun)))
