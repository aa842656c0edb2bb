"""The link over real ports: finding, greeting, asking, losing and finding the tower again."""

from __future__ import annotations

import asyncio
import binascii
import contextlib
import gc
import json
import os
import pty
import tty
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import ClassVar

import pytest
from dicehost.errors import LinkError, TowerError
from dicehost.link import ports
from dicehost.link.numbers import spell
from dicehost.link.requests import Lit
from dicehost.link.session import Patience, Session
from dicehost.link.tower import State
from dicehost.link.tower import Tower as Link
from dicerules.core import DiceGroup, Roll
from dicerules.words import message
from hypothesis import given, settings
from hypothesis import strategies as st
from tower import wire
from tower.wire import Frame

from tests.evening import GIVE_UP_AFTER, Tower

EIGHT = Roll(0, message("x"), (DiceGroup(8),))


class Device:
    """Some device on a serial port that answers each line as the test says."""

    def __init__(self, answer: Callable[[bytes], bytes]) -> None:
        self._answer = answer
        self._ours, self._theirs = pty.openpty()
        tty.setraw(self._theirs)
        self.port = os.ttyname(self._theirs)
        self.heard: list[bytes] = []
        self._lines = wire.Lines()
        asyncio.get_running_loop().add_reader(self._ours, self._readable)

    def _readable(self) -> None:
        for line in self._lines.feed(os.read(self._ours, 4096)):
            self.heard.append(line)
            self.message(self._answer(line))

    def message(self, told: bytes) -> None:
        os.write(self._ours, told)

    def close(self) -> None:
        asyncio.get_running_loop().remove_reader(self._ours)
        os.close(self._ours)
        os.close(self._theirs)


@contextlib.asynccontextmanager
async def running(link: Link) -> AsyncIterator[asyncio.Task[None]]:
    task = asyncio.create_task(link.run())
    try:
        yield task
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


@pytest.fixture
async def link(tmp_path: Path) -> AsyncIterator[Link]:
    link = Link(tmp_path / "towers")
    async with running(link):
        yield link


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(GIVE_UP_AFTER):
        while not true():
            await asyncio.sleep(0.005)


async def test_a_tower_is_found_by_its_hello_and_rolls(tower: Tower, link: Link) -> None:
    await link.ready()
    assert link.state is State.READY
    assert link.hello is not None
    assert link.hello.source == "simulated"
    rolled = await link.roll("aa.1", EIGHT)
    assert len(rolled.faces) == 8
    assert await link.roll("aa.1", EIGHT) == rolled, "the same id is the same roll"
    assert tower.shown() == [], "nothing is lit before it may be shown"
    await link.show("aa.1", [Lit(face, None, "ivory") for face in rolled.faces])
    await until(lambda: bool(tower.shown()))
    assert tower.shown()[0]["faces"] == list(rolled.faces)


async def test_long_rolls_and_shuffles_come_in_parts(tower: Tower, link: Link) -> None:
    await link.ready()
    roll = Roll(None, message("x"), (DiceGroup(36), DiceGroup(20, 100)), (200, 24))
    rolled = await link.roll("aa.1", roll)
    assert len(rolled.faces) == 56
    assert [sorted(order) for order in rolled.orders] == [list(range(200)), list(range(24))]
    assert await link.roll("aa.1", roll) == rolled


async def test_a_press_is_told_once_and_remembered_by_the_tower(tower: Tower, link: Link) -> None:
    pressed: list[str] = []
    link.watch(lambda: None, pressed.append)
    await link.ready()
    assert not await link.arm("aa.1", EIGHT, "cyan")
    await asyncio.to_thread(tower.press)
    await until(lambda: bool(pressed))
    assert pressed == ["aa.1"]
    assert await link.arm("aa.1", EIGHT, "cyan"), "a host that comes back learns of the press"


async def test_a_tower_comes_back_by_itself_on_another_port(tower: Tower, link: Link) -> None:
    await link.ready()
    assert link.port is not None
    first, chip = link.port.url, link.hello and link.hello.id
    await asyncio.to_thread(tower.ask, "/unplug")
    await until(lambda: link.state is not State.READY)
    with pytest.raises(LinkError):
        await link.roll("aa.1", EIGHT)
    await asyncio.to_thread(tower.ask, "/replug")
    await link.ready()
    assert link.port is not None
    assert link.port.url != first
    assert link.hello is not None
    assert link.hello.id == chip


async def test_a_noise_fault_is_a_refusal_and_shows_in_the_health(tower: Tower, link: Link) -> None:
    await link.ready()
    await asyncio.to_thread(tower.ask, "/noise", stuck=True)
    with pytest.raises(TowerError, match=r"tower\.noise"):
        await link.roll("aa.1", EIGHT)
    await until(lambda: link.health == "trip")
    assert link.fault is not None


async def test_a_device_that_is_no_tower_is_left_alone() -> None:
    device = Device(lambda line: b">>> SyntaxError: invalid syntax\r\n")
    link = Link(None, device.port)
    async with running(link):
        await until(lambda: len(device.heard) > 2)
        assert link.state is not State.READY
        assert not any(b"\x03" in line for line in device.heard)
    device.close()


@pytest.mark.parametrize(
    "answer",
    [
        [("code", "proto"), ("want", "2"), ("got", "1")],
        [("proto", "2.0"), ("fw", "9.9"), ("id", "ab"), ("boot", "1"), ("can", "roll")],
    ],
)
async def test_another_protocol_is_said_in_words(answer: list[tuple[str, str]]) -> None:
    verb = "no" if answer[0][0] == "code" else "hello"

    def reply(line: bytes) -> bytes:
        return wire.encode(Frame(verb, wire.decode(line).seq, *answer))

    device = Device(reply)
    session = Session(device.port, lambda event: None)
    with pytest.raises(TowerError) as refusal:
        await session.greet()
    assert refusal.value.code == "link.proto"
    assert refusal.value.facts["expected"] == "1"
    assert str(refusal.value.facts["got"]).startswith("2")
    session.close()
    device.close()


async def test_a_tower_that_started_anew_is_noticed_though_its_port_never_went() -> None:
    boots = iter(["one", "two"])
    known = False

    def reply(line: bytes) -> bytes:
        nonlocal known
        frame = wire.decode(line)
        if frame.verb == "hello":
            known = True
            fields = [("proto", "1.0"), ("id", "ab"), ("boot", next(boots)), ("can", "roll")]
            return wire.encode(Frame("hello", frame.seq, *fields))
        known = False
        return wire.encode(Frame("no", frame.seq, ("code", "seq")))

    device = Device(reply)
    session = Session(device.port, lambda event: None)
    await session.greet()
    with pytest.raises(LinkError, match=r"link\.restarted"):
        await session.ask("roll", ("id", "aa.1"))
    session.close()
    device.close()


async def test_garbage_between_frames_changes_nothing_but_a_counter() -> None:
    def reply(line: bytes) -> bytes:
        frame = wire.decode(line)
        fields = [("proto", "1.0"), ("id", "ab"), ("boot", "1"), ("can", "roll")]
        good = wire.encode(Frame("hello", frame.seq, *fields))
        return b"\xff\x00~hello 1 *00000000\nTraceback (most recent call last):\r\n~half" + good

    device = Device(reply)
    session = Session(device.port, lambda event: None)
    assert (await session.greet()).id == "ab"
    assert session.bad == 1
    session.close()
    device.close()


async def test_a_port_that_is_not_there_is_said_in_words() -> None:
    with pytest.raises(LinkError) as refusal:
        Session("no-such-port", lambda event: None)
    assert refusal.value.code == "link.unopened"
    assert refusal.value.facts["port"] == "no-such-port"


def test_towers_that_ended_without_a_word_are_not_looked_for(tmp_path: Path) -> None:
    gone = os.fork()
    if gone == 0:
        os._exit(0)
    os.waitpid(gone, 0)
    said = f'{{"port": "/dev/pts/999", "page": "", "pid": {gone}, "id": "ab", "boot": "1"}}'
    (tmp_path / "ab.json").write_text(said)
    (tmp_path / "half.json").write_text('{"port": "/dev')
    assert [port for port in ports.find(tmp_path) if "999" in port.url] == []
    assert [file.name for file in tmp_path.iterdir()] == ["half.json"], "and nobody reads it again"


async def test_a_reused_name_leads_no_host_to_a_tower_that_is_not_its_own(
    tmp_path: Path, tower: Tower
) -> None:
    # Another host knows a port by an announcement; by now that name is our tower's.
    ours = json.loads(next(tower.announce.glob("*.json")).read_text())
    theirs = tmp_path / "theirs"
    theirs.mkdir()
    (theirs / "stale.json").write_text(json.dumps({**ours, "boot": "00000000"}))
    pressed: list[str] = []
    other, own = Link(theirs), Link(tower.announce)
    own.watch(lambda: None, pressed.append)
    states = set[State]()
    other.watch(lambda: states.add(other.state), lambda _: None)
    async with running(other):
        await until(lambda: State.GREETING in states and other.state is State.SEARCHING)
        async with running(own):
            await own.ready()
            assert not await own.arm("aa.1", EIGHT, "cyan")
            await asyncio.to_thread(tower.press)
            await until(lambda: pressed == ["aa.1"])
    assert states == {State.GREETING, State.SEARCHING}
    assert tower.shown() == []


async def test_a_port_has_one_host_at_a_time(tower: Tower, link: Link) -> None:
    await link.ready()
    assert link.port is not None
    with pytest.raises(LinkError) as refusal:
        Session(link.port.url, lambda event: None)
    assert refusal.value.code == "link.unopened"
    assert len((await link.roll("aa.1", EIGHT)).faces) == 8


async def test_a_link_that_is_lost_while_it_is_cancelled_ends(tower: Tower) -> None:
    link = Link(tower.announce)
    task = asyncio.create_task(link.run())
    await until(lambda: bool(link.health))
    await asyncio.sleep(0)
    session = link._session
    assert session is not None
    session.lost.set()
    task.cancel()
    await asyncio.wait([task], timeout=GIVE_UP_AFTER)
    assert task.cancelled()


async def test_a_question_that_is_cancelled_as_the_link_is_lost_leaves_no_complaint() -> None:
    complaints = list[object]()
    asyncio.get_running_loop().set_exception_handler(lambda _, what: complaints.append(what))
    device = Device(lambda line: b"")
    session = Session(device.port, lambda event: None)
    asking = asyncio.create_task(session.greet())
    await until(lambda: session._waiting is not None)
    asking.cancel()
    session.close()
    await asyncio.wait([asking], timeout=GIVE_UP_AFTER)
    assert asking.cancelled()
    del asking
    gc.collect()
    assert complaints == []
    device.close()


class Sane:
    """A tower that does all it is asked, but one of its answers has one odd field."""

    FIELDS: ClassVar = {
        "hello": [("proto", "1.2"), ("id", "ab"), ("fw", "1"), ("boot", "1"), ("dice", "8")],
        "status": [("h", "ok"), ("trips", "0"), ("rolls", "3"), ("bad", "0")],
        "armed": [("id", "aa.1"), ("st", "armed")],
        "rolled": [("id", "aa.1"), ("n", "8"), ("f", "1.2.3.4.5.6.1.2"), ("x", "")],
    }
    ANSWERS: ClassVar = {"hello": "hello", "status": "status", "arm": "armed", "roll": "rolled"}

    def __init__(self, verb: str, field: str, odd: str) -> None:
        self.verb, self.field, self.odd = verb, field, odd
        self.harmed = 0

    def answer(self, line: bytes) -> bytes:
        asked = wire.decode(line)
        verb = self.ANSWERS.get(asked.verb)
        if verb is None:
            return b""
        fields = dict(self.FIELDS[verb])
        if verb == self.verb and not self.harmed:
            self.harmed += 1
            fields[self.field] = self.odd
        if "x" in fields:  # whoever sends nonsense may well add it up correctly
            fields["x"] = fields["x"] or f"{binascii.crc32(fields['f'].encode()):08x}"
        return wire.encode(Frame(verb, asked.seq, *fields.items()))


NUMBERS = ["-1", "0", "1", "7", "9999999999999999999999", "1e3", "0x1", "1_0", "abc", ".", "1..2"]


@settings(max_examples=60)
@given(
    where=st.sampled_from(
        [(verb, field) for verb, fields in Sane.FIELDS.items() for field, _ in fields]
    ),
    odd=st.sampled_from(NUMBERS)
    | st.text([chr(code) for code in range(0x21, 0x7E) if code != 0x2A], min_size=1, max_size=20),
)
def test_whatever_a_whole_frame_says_the_link_goes_on_by_itself(
    where: tuple[str, str], odd: str
) -> None:
    asyncio.run(_with_an_odd_field(Sane(*where, odd)))


async def _with_an_odd_field(sane: Sane) -> None:
    device = Device(sane.answer)
    link = Link(None, device.port)
    async with running(link) as task:
        rolled = None
        async with asyncio.timeout(GIVE_UP_AFTER):
            while rolled is None:
                with contextlib.suppress(LinkError):
                    await link.ready()
                    await link.arm("aa.1", EIGHT, "cyan")
                    rolled = await link.roll("aa.1", EIGHT)
                await asyncio.sleep(0)
        assert not task.done()
        if sane.harmed and sane.field == "f" and rolled.faces != (1, 2, 3, 4, 5, 6, 1, 2):
            assert sane.odd == ".".join(map(str, rolled.faces)), "dice that could have fallen"
        assert link.trips < 1_000_000_000
    device.close()


@pytest.mark.parametrize(("verb", "field"), [("hello", "dice"), ("status", "trips")])
async def test_a_number_that_only_people_read_is_said_once_and_left_out(
    verb: str, field: str, caplog: pytest.LogCaptureFixture
) -> None:
    device = Device(Sane(verb, field, "abc").answer)
    link = Link(None, device.port)
    async with running(link):
        await link.ready()
        await until(lambda: bool(link.health))
        assert link.hello is not None
        assert (link.hello.dice, link.trips) == (8, 0)
    device.close()
    (said,) = [line.getMessage() for line in caplog.records if "abc" in line.getMessage()]
    assert field in said


def test_patience_follows_the_round_trip_between_its_bounds() -> None:
    patience = Patience()
    for _ in range(50):
        patience.measured(0.001)
    assert patience.wait == Patience.FLOOR
    for _ in range(50):
        patience.measured(0.3)
    assert 0.3 <= patience.wait <= Patience.CEILING
    patience.measured(30)
    assert patience.wait == Patience.CEILING


async def test_a_tower_slower_than_the_first_wait_is_soon_asked_only_once() -> None:
    loop = asyncio.get_running_loop()
    slow = 1.5 * Patience().wait

    def answer(line: bytes) -> bytes:
        seq = wire.decode(line).seq if line else 0
        loop.call_later(slow, device.message, wire.encode(Frame("ok", seq)))
        return b""

    device = Device(answer)
    session = Session(device.port, lambda _: None)
    for _ in range(4):
        await session.ask("status")
    assert device.heard.count(device.heard[-1]) == 1
    session.close()
    device.close()


def test_dice_are_spelt_as_the_wire_does() -> None:
    assert spell(Roll(0, message("x"), (DiceGroup(8), DiceGroup(2, 10)), (52,))) == "8x6.2x10.s52"
    six_seats = tuple(DiceGroup(6, seat=seat) for seat in range(6))
    assert spell(Roll(0, message("x"), six_seats)) == "36x6"
