"""The desk keeps its promises whatever is lost, repeated, late, harmed or switched off."""

from __future__ import annotations

import base64
import random

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from tower.proof import commitment
from tower.wire import Frame, decode, encode, next_seq

from tests.firmware.asking import Evening


class AnyDisorder(RuleBasedStateMachine):
    """Requests lost, repeated, late and in any order; presses; restarts of either end.

    What is held against it: in one start of the tower an id has one outcome, and every face that is
    lit was asked for by a show.
    """

    keys = st.sampled_from(["a", "b", "c", "d"])

    @initialize()
    def power_up(self) -> None:
        self.evening = Evening(f"start {random.getrandbits(32)}", greeted=False)
        self.sent: list[bytes] = []
        self.outcomes: dict[str, str] = {}
        self.commitments: dict[str, str] = {}
        self.opened: dict[str, str] = {}
        self.asked_to_show: set[tuple[str, str]] = set()

    def message(self, line: bytes) -> None:
        self.sent.append(line)
        self.hear(line)

    def hear(self, line: bytes) -> None:
        self.evening.later(7)
        answer = self.evening.desk.line(line, self.evening.now)
        if answer is None:
            return
        frame = decode(answer)
        assert len(answer) <= 120
        key = frame.get("id")
        if frame.verb == "rolled":
            told = f"{frame.get('f')} {frame.get('x')}"
            assert self.outcomes.setdefault(key, told) == told
        elif frame.verb == "committed":
            told = frame.get("commit")
            assert self.commitments.setdefault(key, told) == told
        elif frame.verb == "opened":
            told = f"{frame.get('noise')} {frame.get('x')}"
            assert self.opened.setdefault(key, told) == told
            assert key in self.commitments, "opened only after it was committed to"
            noise = base64.b64decode(frame.get("noise"))
            fits = base64.b64encode(commitment(key, "8x6", noise)).decode()
            assert fits == self.commitments[key]
        if key in self.outcomes and key in self.opened:
            assert self.outcomes[key].split()[1] == self.opened[key].split()[1]

    def request(self, verb: str, **fields: str) -> None:
        self.evening.seq = next_seq(self.evening.seq)
        self.message(encode(Frame(verb, self.evening.seq, *fields.items())))

    @rule(seq=st.integers(0, 999_999))
    def host_greets(self, seq: int) -> None:
        self.evening.seq = seq
        self.message(encode(Frame("hello", seq, ("proto", "1.0"))))

    @rule(key=keys)
    def host_arms(self, key: str) -> None:
        self.request("arm", id=key, d="8x6")

    @rule(key=keys)
    def host_rolls(self, key: str) -> None:
        self.request("roll", id=key, d="8x6")

    @rule(key=keys)
    def host_asks_for_a_commitment(self, key: str) -> None:
        self.request("commit", id=key, d="8x6")

    @rule(key=keys, nonce=st.sampled_from([b"1", b"2"]))
    def host_opens_a_commitment(self, key: str, nonce: bytes) -> None:
        self.request("open", id=key, nonce=base64.b64encode(32 * nonce).decode())

    @rule(key=keys)
    def host_shows_what_it_wrote_down(self, key: str) -> None:
        if key in self.outcomes:
            faces = self.outcomes[key].split()[0]
            self.asked_to_show.add((key, faces))
            self.request("show", id=key, n="8", f=faces)

    @rule()
    def host_dims_the_lamps(self) -> None:
        self.request("lamp", k="idle")

    @rule()
    def host_loses_count(self) -> None:
        self.evening.seq = next_seq(self.evening.seq)

    @precondition(lambda self: self.sent)
    @rule(data=st.data())
    def an_old_line_comes_again(self, data: st.DataObject) -> None:
        self.hear(data.draw(st.sampled_from(self.sent)))

    @precondition(lambda self: self.sent)
    @rule(data=st.data(), at=st.integers(0, 30))
    def an_old_line_comes_harmed(self, data: st.DataObject, at: int) -> None:
        line = bytearray(data.draw(st.sampled_from(self.sent)))
        line[at % len(line)] ^= 1
        self.hear(bytes(line))

    @rule()
    def somebody_presses(self) -> None:
        self.evening.desk.press(self.evening.now)

    @rule(ms=st.integers(0, 8000))
    def time_passes(self, ms: int) -> None:
        self.evening.later(ms)
        self.evening.desk.tick(self.evening.now)

    @rule()
    def the_tower_restarts(self) -> None:
        self.power_up()

    @invariant()
    def every_lit_face_was_written_down(self) -> None:
        scene = self.evening.desk.scene(self.evening.now)
        if scene.faces and scene.name != "plain":
            assert (scene.roll, ".".join(map(str, scene.faces))) in self.asked_to_show


AnyDisorder.TestCase.settings = settings(max_examples=60, stateful_step_count=40)


TestAnyDisorderLeadsToOneOutcomeAnId = AnyDisorder.TestCase
