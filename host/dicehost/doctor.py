"""The doctor: looks a tower over from the cable to the dice. For people with a screwdriver.

Each finding is good, or names the next step. It changes nothing on the tower but its lamps; at a
port that does not answer as a tower does, it stops whatever runs there and looks for the prompt.
"""

from __future__ import annotations

import asyncio
import getpass
import os
import platform
import re
import secrets
import socket
import sys
from pathlib import Path
from typing import Protocol

import msgspec
from dicerules.words import sentence
from msgspec import Struct
from tower import VERSION, pins
from tower.wire import Frame

from dicehost import __version__
from dicehost.errors import HostError, LinkError, TowerError
from dicehost.link import ports
from dicehost.link.line import Line
from dicehost.link.session import Session
from dicehost.wording import host_words

UDEV_FILE = "/etc/udev/rules.d/70-dicetower.rules"
UDEV_RULE = (
    'SUBSYSTEM=="tty", ATTRS{idVendor}=="2e8a", ATTRS{idProduct}=="0005", '
    'GROUP="dialout", MODE="0660", TAG+="uaccess"'
)
DISKS = Path("/dev/disk/by-label")
_ASKED = 20
"""Questions asked to measure the line."""
_WAIT_S = 20.0
"""How long a person has to press the button or to drop a die."""
_PROMPT_S = 1.0

GOOD, BAD, NOT_ASKED = "ok", "next", "not asked"
_FLASH = "Run 'dicetower flash' to put this version's firmware on it."


class Finding(Struct, frozen=True):
    """One line: what was looked at, how it is, what was seen, and the next step if any."""

    check: str
    state: str
    seen: str
    step: str = ""

    def text(self) -> str:
        """The line for people."""
        line = f"{self.check:12} {self.state:9} {self.seen}"
        return f"{line}\n{'':12} -> {self.step}" if self.step else line


class People(Protocol):
    """Whoever stands at the tower."""

    def agree(self, question: str) -> bool:
        """Answer yes or no."""

    def please(self, request: str) -> None:
        """Be told to do something with the tower."""


async def examine(
    announce: Path | None, named: str | None, people: People | None, disks: Path = DISKS
) -> list[Finding]:
    """Look over every tower there is, or the one at the port named."""
    found = ports.find(announce, named)
    if not found:
        return [_nothing_there(disks)]
    findings = []
    for port in found:
        kind = "simulated" if port.page else "serial"
        findings.append(Finding("port", GOOD, f"{port.url}, {kind}"))
        findings += await _Visit(port.url, people).findings()
    return findings


def _nothing_there(disks: Path) -> Finding:
    if (disks / "RPI-RP2").exists():
        return Finding(
            "port",
            BAD,
            "A Pico without MicroPython: it shows itself as the disk RPI-RP2.",
            "Copy MicroPython's .uf2 file for the Pico onto that disk, then run 'dicetower flash'.",
        )
    from serial.tools import list_ports

    others = sorted(port.device for port in list_ports.comports())
    seen = f"Other serial ports: {', '.join(others)}." if others else "No serial port at all."
    return Finding(
        "port",
        BAD,
        f"No tower is plugged in. {seen}",
        "Try another USB cable: many carry power and no data. Then another socket of the computer.",
    )


class _Visit:
    """One tower, looked over from the outside to the inside; the first thing broken ends it."""

    def __init__(self, url: str, people: People | None) -> None:
        self._url = url
        self._people = people
        self._findings: list[Finding] = []
        self._events: asyncio.Queue[str] = asyncio.Queue()

    async def findings(self) -> list[Finding]:
        session: Session | None = None
        try:
            if self._may_open():
                session = Session(self._url, self._event)
                if await self._greets(session):
                    await self._all(session)
        except HostError as error:
            self._broken(error)
        finally:
            if session is not None:
                session.close()
        return self._findings

    def _note(self, check: str, good: bool, seen: str, step: str = "") -> None:
        self._findings.append(Finding(check, GOOD if good else BAD, seen, "" if good else step))

    def _event(self, frame: Frame) -> None:
        self._events.put_nowait(frame.get("k"))

    def _broken(self, error: HostError) -> None:
        if isinstance(error, LinkError) and error.code == "link.unopened":
            seen = f"It cannot be opened: {error.facts['why']}"
            step = "Close whatever else uses it (dicetower play, a serial monitor, mpremote)."
        else:
            seen = sentence(error.words, host_words(), [])
            step = "Check the cable and its plugs, then run the doctor again."
        self._note("link", False, seen, step)

    def _may_open(self) -> bool:
        if not self._url.startswith("/dev/") or not Path(self._url).exists():
            return True
        may = os.access(self._url, os.R_OK | os.W_OK)
        self._note(
            "permission",
            may,
            "You may open it." if may else "You are not allowed to open it.",
            f"Put this line into {UDEV_FILE} (as root), then plug the tower in again:\n"
            f"{'':15} {UDEV_RULE}",
        )
        return may

    async def _greets(self, session: Session) -> bool:
        try:
            hello = await session.greet()
        except TowerError as refused:
            self._note("hello", False, sentence(refused.words, host_words(), []), _FLASH)
            return False
        except LinkError:
            session.close()
            await self._prompt()
            return False
        kind = "a simulated tower" if hello.source == "simulated" else "a tower"
        self._note("hello", True, f"It is {kind} with {hello.dice} dice.")
        python = (await session.ask("status", ("k", "board"))).get("py")
        on = f" on MicroPython {python}" if python else ""
        self._note(
            "firmware",
            hello.fw == VERSION,
            f"Version {hello.fw}{on}; this host comes with {VERSION}.",
            _FLASH,
        )
        return True

    async def _prompt(self) -> None:
        # Ctrl-C stops a program, Ctrl-B leaves the raw prompt and makes MicroPython say what it is.
        said = bytearray()
        line = Line(self._url, said.extend, lambda: None)
        try:
            line.write(b"\r\x03\x03\x02")
            await asyncio.sleep(_PROMPT_S)
        finally:
            line.close()
        for text in said.decode("ascii", "replace").splitlines():
            if "MicroPython v" in text:
                version = text[text.index("MicroPython v") :].partition(" on ")[0]
                self._note("hello", False, f"{version} is there, the firmware is not.", _FLASH)
                return
        self._note(
            "hello",
            False,
            "The port is there, and nobody answers.",
            "Unplug the tower, wait a moment, plug it in with its button not pressed. If that does"
            " not help, put MicroPython on it anew, then run 'dicetower flash'.",
        )

    async def _all(self, session: Session) -> None:
        status = await self._line(session)
        self._noise(status)
        self._supply(status)
        self._inside(status)
        await self._dice(session, status)
        await self._with_people(session)
        await session.ask("lamp", ("k", "idle"))

    async def _line(self, session: Session) -> Frame:
        loop = asyncio.get_running_loop()
        before = int((await session.ask("status")).get("bad", "0"))
        slowest = 0.0
        for _ in range(_ASKED):
            began = loop.time()
            status = await session.ask("status")
            slowest = max(slowest, loop.time() - began)
        harmed = session.bad + int(status.get("bad", "0")) - before
        self._note(
            "line",
            not harmed and slowest < 1,
            f"{_ASKED} questions answered, the slowest in {slowest * 1000:.0f} ms,"
            f" {harmed} lines damaged.",
            "Nothing is lost by damaged lines, but use a shorter cable, and no hub.",
        )
        return status

    def _noise(self, status: Frame) -> None:
        health = status.get("h")
        tests = status.get("t")
        failed = f" Failures of its tests: {tests}." if tests.strip("0.") else ""
        self._note(
            "noise",
            health in ("ok", "warm"),
            {
                "ok": f"The noise passes its health tests.{failed}",
                "warm": "The noise is in its first test.",
            }.get(health, f"The noise failed its health test: no dice are rolled.{failed}"),
            "Unplug the tower and plug it in again. If it comes back, use another Pico: this one's"
            " noise cannot be trusted.",
        )

    def _supply(self, status: Frame) -> None:
        fed = {"usb": ("USB", pins.USB_LIGHT), "own": ("their own supply", pins.PSU_LIGHT)}
        name, budget = fed.get(status.get("sup"), ("a supply it does not name", pins.USB_LIGHT))
        self._note(
            "supply",
            True,
            f"The lamps are fed by {name}: at most {budget} mA for light."
            " If the switch says otherwise, check PSU_SEL.",
        )

    def _inside(self, status: Frame) -> None:
        faults = status.get("f").split(".")
        self._note(
            "settings",
            "cfg" not in faults,
            "The settings can be read." if "cfg" not in faults else "The settings were damaged.",
            "The usual ones are in use; choose yours again.",
        )
        self._note(
            "beam path",
            "beam" not in faults,
            "Nothing stays in the beam." if "beam" not in faults else "The beam is blocked.",
            "Look for a stuck die; clean and straighten both ends; check 3.3 V at BM1 and BM2.",
        )

    async def _dice(self, session: Session, status: Frame) -> None:
        if status.get("h") == "trip":
            return
        roll = f"doctor.{secrets.token_hex(4)}"
        try:
            answer = await session.ask("roll", ("id", roll), ("d", "8x6"), ("at", "0"))
        except TowerError as refused:
            said = sentence(refused.words, host_words(), [])
            self._note("dice", False, said, "Wait a moment and run the doctor again.")
            return
        faces = answer.get("f").split(".")
        await session.ask("show", ("id", roll), ("n", "8"), ("at", "0"), ("f", ".".join(faces)))
        self._note("dice", True, f"Eight dice were rolled: {' '.join(faces)}.")

    async def _with_people(self, session: Session) -> None:
        if self._people is None:
            for check in ("lamps", "button", "beam", "sound"):
                self._findings.append(Finding(check, NOT_ASKED, "Nobody to ask."))
            return
        await self._lamps(session, self._people)
        await self._wait_for(
            "press",
            "button",
            self._people,
            "Press the button.",
            "Leg 5 of the Pico (BTN) must be at 3.3 V, and at 0 V while pressed.",
        )
        await self._wait_for(
            "drop",
            "beam",
            self._people,
            "Drop a die through the tower.",
            "Leg 6 of the Pico (BEAM) must be at 3.3 V, and at 0 V while you hold a finger in the"
            " beam. If it is always low, the two ends do not see each other.",
        )
        await self._sound(self._people)

    async def _lamps(self, session: Session, people: People) -> None:
        try:
            await session.ask("lamp", ("k", "test"))
            question = "Does a column walk over all lamps, in red, green, blue and white?"
        except TowerError:
            await session.ask("lamp", ("k", "turn"), ("c", "w"))
            question = "Do you see a white frame round all lamps?"
        seen = await asyncio.to_thread(people.agree, question)
        self._note(
            "lamps",
            seen,
            "They show what they should." if seen else "They do not show what they should.",
            "All dark: measure 5V_LED (4.75 to 5.25 V) and U2.3. One panel dark: DIN and DOUT of"
            " CJMCU panels are exchanged. Wrong order: settings swap, left, right, snake.",
        )

    async def _wait_for(
        self, kind: str, check: str, people: People, request: str, step: str
    ) -> None:
        while not self._events.empty():
            self._events.get_nowait()
        await asyncio.to_thread(people.please, request)
        came = ""
        try:
            async with asyncio.timeout(_WAIT_S):
                while came != kind:
                    came = await self._events.get()
        except TimeoutError:
            self._note(check, False, f"No {kind} came within {_WAIT_S:.0f} seconds.", step)
        else:
            self._note(check, True, f"The {kind} was noticed.")

    async def _sound(self, people: People) -> None:
        heard = await asyncio.to_thread(people.agree, "Did you hear it tick while the dice rolled?")
        self._note(
            "sound",
            heard,
            "It can be heard." if heard else "It was not heard.",
            "Is the setting quiet on? Is the piezo a passive one, on leg 9 through R3?",
        )


class Person:
    """The person at the keyboard."""

    def agree(self, question: str) -> bool:
        """Ask; anything but a yes is a no."""
        return input(f"{question} [y/n] ").strip().lower().startswith("y")

    def please(self, request: str) -> None:
        """Say it; the tower will tell when it was done."""
        sys.stdout.write(f"{request}\n")
        sys.stdout.flush()


def bundle(findings: list[Finding]) -> bytes:
    """What somebody who helps needs to know, and nothing that tells who asks."""
    told = {
        "dicetower": __version__,
        "firmware of this version": VERSION,
        "board revision": pins.REVISION,
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "findings": findings,
    }
    made = msgspec.json.format(msgspec.json.encode(told), indent=2).decode()
    return _without_names(made).encode() + b"\n"


def _without_names(text: str) -> str:
    names = {str(Path.home()): "~", socket.gethostname(): "HOST", getpass.getuser(): "USER"}
    for name, instead in names.items():
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", instead, text)
    return text


def main(announce: Path, named: str | None, as_json: bool, file: Path | None) -> int:
    """Examine, tell, and write the bundle if asked. 0 if nothing is left to do, else 1."""
    people = Person() if sys.stdin.isatty() and not as_json else None
    findings = asyncio.run(examine(announce, named, people))
    if as_json:
        sys.stdout.write(msgspec.json.encode(findings).decode() + "\n")
    else:
        sys.stdout.write("".join(f"{finding.text()}\n" for finding in findings))
    if file is not None:
        file.write_bytes(bundle(findings))
        if not as_json:
            sys.stdout.write(f"Written to {file}; read it before you send it.\n")
    return int(any(finding.state == BAD for finding in findings))
