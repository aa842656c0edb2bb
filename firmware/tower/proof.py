# Checkable dice: what the tower commits to before it knows the host's nonce, and what the faces
# then follow from. Host and tower compute both from here; PROTOCOL.md tells it byte by byte.

import hashlib

NONCE = 32  # bytes
_COMMITMENT = "dicetower commitment 1"
_SEED = "dicetower faces 1"


def commitment(key: str, dice: str, noise: bytes) -> bytes:
    return _mixed(_COMMITMENT, key, dice, noise)


def seed(key: str, dice: str, noise: bytes, nonce: bytes) -> bytes:
    # Where the stream of fair bytes begins: as no side chose both halves, no side chose this.
    return _mixed(_SEED, key, dice, noise + nonce)


def _mixed(label: str, key: str, dice: str, secret: bytes) -> bytes:
    mix = hashlib.sha256(("%s %s %s " % (label, key, dice)).encode())
    mix.update(secret)
    return mix.digest()
