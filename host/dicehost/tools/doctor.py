"""The doctor: looks a tower over from the cable to the dice. For people with a screwdriver.

Each finding is good, or names the next step. It changes nothing on the tower but its lamps; at a
port that does not answer as a tower does, it stops the program there and looks for the prompt.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import sys
from pathlib import Path

import msgspec
from dicerules.words import sentence
from tower import VERSION, pins
from tower.wire import Frame

from dicehost.errors import HostError, LinkError, TowerError
from dicehost.link import ports
from dicehost.link.connection import Line
from dicehost.link.session import Session
from dicehost.tools.findings import BAD, GOOD, NOT_ASKED, Finding, bundle
from dicehost.tools.hands_on import ASKED, HandsOn, People, Person
from dicehost.wording import host_words

UDEV_FILE = "/etc/udev/rules.d/70-dicetower.rules"
UDEV_RULE = (
    'SUBSYSTEM=="tty", ATTRS{idVendor}=="2e8a", ATTRS{idProduct}=="0005", '
    'GROUP="dialout", MODE="0660", TAG+="uaccess"'
)
DISKS = Path("/dev/disk/by-label")
_ASKED = 20
"""Questions asked to measure the line."""
_PROMPT_S = 1.0

_FLASH = "Run 'dicetower flash' to put this version's firmware on it."


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
        named = status.get("sup")
        name, budget = fed.get(named, ("a supply it does not name", pins.USB_LIGHT))
        self._note(
            "supply",
            named in fed,
            f"The tower takes its lamps to be fed by {name}: at most {budget} mA for light.",
            "Put the project's firmware on it: dicetower flash.",
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
            "self-test",
            not {"lamps", "mem"} & set(faults),
            "The board found nothing wrong with itself as it started."
            if not {"lamps", "mem"} & set(faults)
            else "As it started, the board could not "
            + ("send to its lamps." if "lamps" in faults else "find enough free memory."),
            "Unplug it and plug it in again; if it stays, run 'dicetower flash'.",
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
            for check in ASKED:
                self._findings.append(Finding(check, NOT_ASKED, "Nobody to ask."))
            return
        status = await session.ask("status")
        own = status.get("sup") == "own"
        await HandsOn(session, self._people, self._events, self._note, own).check()


def main(announce: Path, named: str | None, as_json: bool, file: Path | None) -> int:
    """Examine, tell, and write the bundle if asked. 0 if nothing is left to do, else 1."""
    people = Person() if sys.stdin.isatty() and not as_json else None
    return tell(asyncio.run(examine(announce, named, people)), as_json, file)


def tell(findings: list[Finding], as_json: bool, file: Path | None) -> int:
    """Tell what was found, and write the bundle if asked. 0 if nothing is left to do, else 1."""
    if as_json:
        sys.stdout.write(msgspec.json.encode(findings).decode() + "\n")
    else:
        sys.stdout.write("".join(f"{finding.text()}\n" for finding in findings))
    if file is not None:
        file.write_bytes(bundle(findings))
        if not as_json:
            sys.stdout.write(f"Written to {file}; read it before you send it.\n")
    return int(any(finding.state == BAD for finding in findings))
