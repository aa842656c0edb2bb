"""A desk and somebody who asks it things, for tests: no port, and time passes when told."""

from __future__ import annotations

from tower.desk import Desk
from tower.noise import Noise
from tower.settings import Settings
from tower.wire import Frame, decode, encode, next_seq

from tests.firmware.conversation import CHIP, SteadySource


class Evening:
    """A tower and somebody who asks it things."""

    def __init__(self, noise: str = "evening", greeted: bool = True) -> None:
        self.now = 1000
        self.source = SteadySource(noise)
        self.noise = Noise(self.source, CHIP)
        self.noise.start()
        self.settings = Settings("")
        can = "roll,show,lamp,status"
        self.desk = Desk(self.noise, self.settings, CHIP, "9c41d2aa", can, 4711, self.now)
        self.seq = 100
        if greeted:
            self.hello()

    def send(self, verb: str, seq: int, **fields: str) -> Frame | None:
        answer = self.desk.line(encode(Frame(verb, seq, *fields.items())), self.now)
        return decode(answer) if answer else None

    def hello(self) -> None:
        answer = self.send("hello", self.seq, proto="1.0")
        assert answer is not None
        assert answer.verb == "hello"

    def ask(self, verb: str, **fields: str) -> Frame:
        self.seq = next_seq(self.seq)
        answer = self.send(verb, self.seq, **fields)
        assert answer is not None
        assert answer.seq == self.seq
        return answer

    def roll(self, key: str, dice: str = "8x6") -> list[int]:
        values: list[int] = []
        while True:
            answer = self.ask("roll", id=key, d=dice, at=str(len(values)))
            assert answer.verb == "rolled", answer
            values += map(int, answer.get("f").split("."))
            if len(values) == int(answer.get("n")):
                return values

    def later(self, ms: int) -> None:
        self.now += ms

    def lit(self) -> tuple[int, ...]:
        return self.desk.scene(self.now).faces

    def event(self) -> Frame | None:
        event = self.desk.tick(self.now)
        return decode(event) if event else None
