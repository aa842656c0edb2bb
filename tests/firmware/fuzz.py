"""Hostile lines to the firmware on the real interpreter: it answers on, and no id has two outcomes.

``python -m tests.firmware.fuzz 100000`` sends as many; with a second number as the seed. The heap
is bounded: memory that is not given back ends the firmware, and that is told.
"""

from __future__ import annotations

import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tower import wire
from tower.wire import LONGEST, Frame, WireError

from tests.firmware.shimmed import Board

BATCH = 20
_WORDS = {
    "id": ["a", "b.1", "7f3a91c2.1f", "x" * 24, "y" * 25, "=", "%s"],
    "d": ["8x6", "6", "s52", "400x100", "s200", "2x6.s10", "0x6", "8x1", "x", "s", "8x6.", "401x6"],
    "at": ["0", "1", "7", "399", "400", "-1", "x", "99999", "999999"],
    "n": ["0", "1", "8", "400", "401", "64", "4096"],
    "f": ["1.2.3.4.5.6.1.2", "9", "0", "511", "512", "1..2", "", "100.20.17"],
    "c": ["c", "iiirr", "zzzzzzzz", "b"],
    "g": ["1", "12345678", "x"],
    "p": ["0aa145", "fff", "zzz", "1ff" * 8, "a.f0a", "sr528b.014", "a.f05", "d.fff" * 6, "k.f"],
    "b": ["0f" * 16, "0f", "x" * 32],
    "in": ["0", "1900", "60000", "60001", "x"],
    "k": ["idle", "turn", "win", "time", "test", "fault", "raw", "cooked", "outcome", "calm"],
    "v": ["0", "1", "256", "x"],
    "s": ["ff", "00", "fff", "5", "999"],
    "of": ["1800", "0", "99999"],
    "left": ["642", "99999"],
    "hold": ["0", "1", "2"],
    "nonce": ["AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=", "AAEC", "x" * 44],
    "proto": ["1.0", "1.9", "2.0", "x", "1"],
}
_VERBS = [
    "hello",
    "arm",
    "roll",
    "show",
    "lamp",
    "status",
    "set",
    "capture",
    "ack",
    "commit",
    "open",
    "play",
]


def frame(chance: random.Random, seq: int) -> Frame:
    """A frame that is well written, whatever it asks for."""
    keys = chance.sample(sorted(_WORDS), chance.randrange(6))
    fields = [(key, chance.choice(_WORDS[key]) or "0") for key in keys]
    if chance.random() < 0.5:
        fields = [("id", f"r{chance.randrange(20)}"), ("d", "8x6"), ("at", "0")]
    verb = chance.choice(_VERBS)
    if verb == "play" and chance.random() < 0.8:
        fields = [(key, chance.choice(_WORDS[key])) for key in ("id", "p", "in")]
    return Frame(verb, seq, *fields)


def harmed(sent: bytes, chance: random.Random) -> bytes:
    """A line as a broken host, a broken cable or somebody malicious would send it."""
    line, kind = bytearray(sent), chance.randrange(4)
    if kind == 0:
        line[chance.randrange(len(line))] ^= 1 << chance.randrange(8)
    elif kind == 1:
        del line[: 1 + chance.randrange(len(line) - 1)]
    elif kind == 2:
        line = bytearray(chance.randbytes(chance.randrange(3 * LONGEST)) + b"\n")
    else:
        line = bytearray(chance.choice(b"~*= 0") for _ in range(LONGEST)) + b"\n"
    return bytes(line).replace(b"\x03", b"")  # that one ends the firmware, as it should


class Host:
    """Sends lines, and holds every outcome against what was told before under its id."""

    def __init__(self, board: Board, seed: int) -> None:
        self.board = board
        self.chance = random.Random(seed)
        self.seq = 0
        self.outcomes: dict[tuple[str, str, str], str] = {}
        self.heard: Counter[str] = Counter()

    def batch(self, lines: int) -> None:
        """Send some lines, then greet and ask, and hear everything up to the answer."""
        assert self.board.process.stdin is not None
        for sent in self._lines(lines):
            self.board.process.stdin.write(sent)
            self.board.process.stdin.flush()
        self.board.process.stdin.write(b"\n")
        greeted = self.chance.randrange(900_000)
        self.board.message("hello", greeted, proto="1.2")
        self.board.message("status", greeted + 1, k="board")
        self.seq = greeted + 1
        while True:
            told = self.board.frame()
            self.heard[told.verb] += 1
            if told.verb == "rolled":
                key = told.get("id"), told.get("at"), told.get("n")
                assert self.outcomes.setdefault(key, told.get("f")) == told.get("f"), key
            if told.verb == "status" and told.seq == greeted + 1:
                return

    def _lines(self, count: int) -> Iterator[bytes]:
        for _ in range(count):
            asked = frame(self.chance, wire.next_seq(self.seq))
            try:
                sent = wire.encode(asked)
            except WireError:
                sent = b"~\n"
            else:
                if self.chance.random() < 0.5:
                    sent = harmed(sent, self.chance)
                elif asked.verb != "ack":
                    self.seq = asked.seq
            yield self.chance.randbytes(3).replace(b"\n", b"").replace(b"\x03", b"") + sent


def run(count: int, seed: int) -> Counter[str]:
    """Send as many lines; returns how many frames of each kind came back."""
    with tempfile.TemporaryDirectory() as flash:
        board = Board(Path(flash))
        host = Host(board, seed)
        try:
            for sent in range(0, count, BATCH):
                host.batch(min(BATCH, count - sent))
            assert board.process.poll() is None
        finally:
            board.kill()
        return host.heard


def main() -> None:
    """Run it as the command line says."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    heard = run(count, seed)
    print(f"{count:,} hostile lines, seed {seed}: no id had two outcomes. What came back:")
    print(", ".join(f"{verb} {times:,}" for verb, times in heard.most_common()))


if __name__ == "__main__":
    main()
