"""The doctor at simulated towers: a healthy one, and one with each fault."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import socket
import sys
import threading
import tty
from collections.abc import Iterator
from pathlib import Path

import pytest
from dicehost.link import checks, ports
from dicehost.link.session import Session
from dicehost.tools import doctor
from dicehost.tools.doctor import UDEV_RULE, examine
from dicehost.tools.findings import BAD, GOOD, NOT_ASKED, Finding, bundle

from tests.evening import Tower, wait_until


class Somebody:
    """A person at the tower, who answers yes unless told otherwise, and has two hands."""

    def __init__(self, tower: Tower, blind: bool = False, idle: bool = False) -> None:
        self._tower = tower
        self._blind = blind
        self._idle = idle
        self.asked: list[str] = []

    def agree(self, question: str) -> bool:
        self.asked.append(question)
        return not self._blind

    def please(self, request: str) -> None:
        self.asked.append(request)
        if not self._idle:
            self._tower.ask("/press" if "button" in request else "/drop")


def look(tower: Tower, people: Somebody | None = None) -> dict[str, Finding]:
    return {f.check: f for f in asyncio.run(examine(tower.announce, None, people))}


def test_a_healthy_tower_is_well_in_every_line(tower: Tower) -> None:
    somebody = Somebody(tower)
    findings = look(tower, somebody)
    assert [f.state for f in findings.values()] == [GOOD] * len(findings)
    assert set(findings) >= {"port", "permission", "hello", "firmware", "line", "noise", "supply"}
    assert set(findings) >= {
        "settings",
        "beam path",
        "dice",
        "lamps",
        "switch",
        "button",
        "beam",
        "sound",
    }
    assert len(somebody.asked) == 5
    assert not any(f.step for f in findings.values())


def test_with_nobody_there_people_are_not_asked_and_the_rest_is_looked_at(tower: Tower) -> None:
    findings = look(tower)
    unasked = {check for check, f in findings.items() if f.state == NOT_ASKED}
    assert unasked == {"lamps", "switch", "button", "beam", "sound"}
    assert not [f for f in findings.values() if f.state == BAD]


def test_a_tower_that_is_unplugged_is_asked_for_by_its_cable(tower: Tower) -> None:
    tower.ask("/unplug")
    findings = look(tower)
    assert list(findings) == ["port"]
    assert "cable" in findings["port"].step


def test_noise_that_sticks_is_told_and_no_dice_are_tried(tower: Tower) -> None:
    # The trip comes with the next look at the noise, which a roll makes.
    tower.ask("/noise", stuck=True)
    wait_until(lambda: look(tower).get("noise", _GOOD).state == BAD, "the noise to trip")
    findings = look(tower)
    assert "no dice" in findings["noise"].seen
    assert "plug it in again" in findings["noise"].step
    assert "dice" not in findings


_GOOD = Finding("noise", GOOD, "")


def test_something_that_stays_in_the_beam_is_told_with_where_to_look(tower: Tower) -> None:
    tower.ask("/beam", blocked=True)
    wait_until(lambda: look(tower)["beam path"].state == BAD, "the beam to be found blocked")
    assert "stuck die" in look(tower)["beam path"].step
    tower.ask("/beam", blocked=False)
    wait_until(lambda: look(tower)["beam path"].state == GOOD, "the beam to be free")


def test_a_line_that_harms_what_passes_is_told_though_everything_gets_through(
    tower: Tower,
) -> None:
    tower.ask("/faults", rate=0.3, seed="doctor")
    findings = look(tower)
    assert findings["line"].state == BAD
    assert "shorter cable" in findings["line"].step
    assert findings["dice"].state == GOOD


def test_lamps_that_nobody_sees_lead_to_the_rail_and_the_panels_labels(tower: Tower) -> None:
    findings = look(tower, Somebody(tower, blind=True))
    assert "5V_LED" in findings["lamps"].step
    assert "4.1 to 5.25 V" in findings["lamps"].step
    assert "CJMCU" in findings["lamps"].step
    assert findings["switch"].state == BAD
    assert "PSU_SEL" in findings["switch"].step
    assert findings["sound"].state == BAD
    assert findings["button"].state == GOOD


def test_a_button_and_a_beam_that_tell_nothing_lead_to_their_legs(
    tower: Tower, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checks, "WAIT", 0.3)
    findings = look(tower, Somebody(tower, idle=True))
    assert findings["button"].step.startswith("Leg 5")
    assert findings["beam"].step.startswith("Leg 6")


def test_a_port_in_use_is_told_as_such(tower: Tower) -> None:
    async def both() -> list[Finding]:
        url = ports.find(tower.announce)[0].url
        other = Session(url, lambda event: None)
        try:
            return await examine(tower.announce, None, None)
        finally:
            other.close()

    last = asyncio.run(both())[-1]
    assert last.check == "link"
    assert "Close whatever else uses it" in last.step


def test_a_missing_permission_comes_with_the_rule_to_paste(
    tower: Tower, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    findings = look(tower)
    assert list(findings) == ["port", "permission"]
    assert UDEV_RULE in findings["permission"].step


def test_a_firmware_of_another_version_is_told(
    tower: Tower, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "VERSION", "99.0.0")
    assert look(tower)["firmware"].state == BAD


def test_a_pico_in_boot_mode_is_told_to_need_micropython(tmp_path: Path) -> None:
    (tmp_path / "RPI-RP2").touch()
    (only,) = asyncio.run(examine(None, None, None, disks=tmp_path))
    assert "MicroPython" in only.step


@contextlib.contextmanager
def somebody_else_on_the_port(answer: bytes) -> Iterator[str]:
    # A board that is no tower: it says the same thing to whatever it hears.
    ours, theirs = os.openpty()
    tty.setraw(theirs)

    def talk() -> None:
        with contextlib.suppress(OSError):
            while os.read(ours, 1024):
                os.write(ours, answer)

    threading.Thread(target=talk, daemon=True).start()
    try:
        yield os.ttyname(theirs)
    finally:
        os.close(theirs)


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (b"MicroPython v1.28.0 on 2026-04-06; Raspberry Pi Pico with RP2040\r\n>>> ", "v1.28.0"),
        (b"", "nobody answers"),
    ],
)
def test_a_board_without_the_firmware_is_told_from_one_that_says_nothing(
    answer: bytes, told: str
) -> None:
    with somebody_else_on_the_port(answer) as url:
        last = asyncio.run(examine(None, url, None))[-1]
    assert (last.check, last.state) == ("hello", BAD)
    assert told in last.seen


def test_the_bundle_names_nobody_and_no_machine(tower: Tower) -> None:
    leaky = Finding("x", BAD, f"{Path.home()}/games on {socket.gethostname()}")
    text = bundle([*look(tower).values(), leaky]).decode()
    told = json.loads(text)
    assert told["findings"][0]["check"] == "port"
    assert told["firmware of this version"]
    seen = told["findings"][-1]["seen"]
    assert seen == "~/games on HOST"
    for secret in (str(tower.announce), "e660583883724a32"):
        assert secret not in text


def test_the_command_tells_people_in_lines_and_machines_in_json(
    tower: Tower,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys.stdin, "isatty", lambda: False, raising=False)
    file = tmp_path / "help.json"
    assert doctor.main(tower.announce, None, as_json=False, file=file) == 0
    said = capsys.readouterr().out
    assert "noise        ok" in said
    assert "read it before you send it" in said
    assert file.exists()
    assert doctor.main(tower.announce, None, as_json=True, file=None) == 0
    assert {row["check"] for row in json.loads(capsys.readouterr().out)} >= {"noise", "dice"}
    tower.ask("/unplug")
    assert doctor.main(tower.announce, None, as_json=False, file=None) == 1
    assert "-> Try another USB cable" in capsys.readouterr().out
