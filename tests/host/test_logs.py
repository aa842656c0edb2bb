"""The log has one line for everything that happens, in one form, and tells nobody's secrets."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from dicehost import logs
from dicehost.cli import main

from tests.evening import Host, Player, Tower, line, play_out, wait_until

NAMES = ["Ed", "Chris", "Donna", "Al"]
LOUD = ("-m", "dicehost.cli", "--log-level", "debug")
KEYS = {
    "command": {"do", "match", "seat", "seq", "ms"},
    "roll": {"match", "roll", "source"},
    "connected": {"match", "seat", "tablet"},
    "disconnected": {"match", "seat", "tablet"},
    "refusal": {"code", "status", "route", "match"},
    "note": {"from", "text"},
}
AIM = {"portrait": "FP03", "bet": 2, "cubes": 4}


def read(log: Path) -> list[dict[str, str]]:
    """Every line as its pairs; a line in another form fails."""
    lines = []
    for text in log.read_text().splitlines():
        pairs = [part.partition("=") for part in shlex.split(text)]
        assert all(equals for _, equals, _ in pairs), text
        lines.append({key: value for key, _, value in pairs})
        assert [key for key, _, _ in pairs][:3] == ["time", "level", "event"], text
    return lines


def of(lines: list[dict[str, str]], event: str) -> list[dict[str, str]]:
    return [one for one in lines if one["event"] == event]


def secrets(host: Host, opened: dict[str, Any]) -> set[str]:
    links = [opened["table"], *(seat["link"] for seat in opened["seats"])]
    codes = [opened["code"], *(seat["code"] for seat in opened["seats"])]
    return {host.key, *(link.split("#")[1] for link in links), *codes}


async def test_a_whole_match_leaves_one_line_for_each_thing_and_no_secret(
    tmp_path: Path, tower: Tower
) -> None:
    host = Host(tmp_path, program=LOUD)
    log = host.errors
    try:
        opened = await asyncio.to_thread(host.open, NAMES[:2], game="ricemarll")
        players = await play_out(host, tower, opened)
        with host.client("wrong") as client:
            path = f"/api/matches/{opened['match']}/commands"
            client.post(path, json={"id": "1", "do": "move", "answer": {}})
        with host.client() as client:
            exported = client.get(f"/api/matches/{opened['match']}/export").text
    finally:
        host.close()
    told, lines = log.read_text(), read(log)
    entries = [json.loads(text) for text in exported.splitlines()]
    rolled = [one["body"] for one in entries if one["kind"] == "rolled"]
    assert [one["roll"] for one in of(lines, "roll")] == [one["id"] for one in rolled]
    moved = [one["seq"] for one in entries if one["kind"] == "moved"]
    done = [int(one["seq"]) for one in of(lines, "command")]
    assert len(done) == len(moved)
    assert len(of(lines, "connected")) == len(players)
    assert len(of(lines, "disconnected")) == len(players)
    (refused,) = of(lines, "refusal")
    assert refused["code"] == "seat.token"
    assert refused["status"] == "403"
    assert refused["route"] == "/api/matches/{match}/commands"
    for one in lines:
        assert set(one) - {"time", "level", "event"} <= KEYS[one["event"]], one
    for secret in secrets(host, opened):
        assert secret not in told
    for name in NAMES[:2]:
        assert not re.search(rf"\b{name}\b", told), "nor does it say who played"
    answers = [one["body"]["event"]["answer"] for one in entries if one["kind"] == "moved"]
    chosen = {text for text in strings(answers) if not text.isdigit()}
    assert len(chosen) > 8, "cards were chosen in hiding"
    assert not chosen & {value for one in lines for value in one.values()}


def strings(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [text for one in inside for text in strings(one)]


async def bets(folder: Path, chris: dict[str, Any], bad: dict[str, Any]) -> list[dict[str, str]]:
    """Ed chooses, Chris bets in hiding, Donna's bet is refused: what the log says."""
    tower = Tower(folder / "towers")
    host = Host(folder, program=LOUD)
    log = host.errors
    try:
        opened = await asyncio.to_thread(host.open, NAMES)
        players = [Player(host, seat["link"]) for seat in opened["seats"]]
        await players[0].command("move", AIM, question=1)
        await players[1].command("move", chris, question=2)
        with host.client(players[2].token) as client:
            path = f"/api/matches/{opened['match']}/commands"
            body = {"id": "bad", "do": "move", "answer": bad, "question": 2}
            answer = client.post(path, json=body)
            assert answer.status_code == 409
            assert answer.json()["say"]["key"].startswith("refusal."), "the game refused the bet"
    finally:
        host.close()
        tower.close()
    hidden = {"time", "ms"}
    return [
        {key: text.replace(opened["match"], "M") for key, text in one.items() if key not in hidden}
        for one in read(log)
        if one["event"] != "note"
    ]


async def test_hidden_answers_change_no_line_of_the_log(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    one = await bets(tmp_path / "one", {"side": "yes", "bet": 1}, {"side": "no", "bet": 77})
    two = await bets(tmp_path / "two", {"side": "no", "bet": 5}, {"side": "yes", "bet": 99})
    assert len(one) >= 3
    assert one == two


async def test_a_screen_that_is_refused_is_logged_without_its_token(
    tmp_path: Path, tower: Tower
) -> None:
    host = Host(tmp_path, program=LOUD)
    log = host.errors
    try:
        opened = await asyncio.to_thread(host.open, NAMES)
        url = f"{host.base.replace('http', 'ws')}/api/matches/{opened['match']}/screen"
        async with line(url) as socket:
            await socket.send(json.dumps({"token": "a-secret-guess"}))
            await socket.recv()
        wait_until(lambda: bool(of(read(log), "refusal")), "the line")
    finally:
        host.close()
    assert of(read(log), "refusal")[0]["code"] == "seat.token"
    assert "a-secret-guess" not in log.read_text()


def test_without_being_asked_for_the_log_is_silent(tmp_path: Path, tower: Tower) -> None:
    host = Host(tmp_path)
    log = host.errors
    try:
        host.open(NAMES)
        with host.client("wrong") as client:
            assert client.get("/api/matches").status_code == 403
    finally:
        host.close()
    assert log.read_text() == ""


@pytest.mark.parametrize(
    ("arguments", "level"),
    [
        (["games"], "WARNING"),
        (["--log-level", "error", "games"], "ERROR"),
        (["games", "--log-level", "debug"], "DEBUG"),
        (["--verbose", "games"], "INFO"),
    ],
)
def test_the_level_may_stand_before_or_after_the_command(arguments: list[str], level: str) -> None:
    assert main(arguments) == 0
    assert logging.getLevelName(logging.getLogger("dicehost").level) == level


@pytest.mark.parametrize(
    ("fact", "written"),
    [
        ("a b", '"a b"'),
        ("x=1", '"x=1"'),
        ('"', '"\\""'),
        ("a\nevent=b", '"a\\nevent=b"'),
        ("", '""'),
    ],
)
def test_a_value_cannot_pretend_to_be_another_pair(fact: str, written: str) -> None:
    record = logging.makeLogRecord({"msg": "test", "facts": {"key": fact}, "levelname": "INFO"})
    assert logs.KeyValues().format(record).endswith(f"event=test key={written}")


def test_a_traceback_follows_its_line() -> None:
    try:
        raise KeyError("teal")
    except KeyError as error:
        facts = {"msg": "it broke", "name": "dicehost.x", "levelname": "ERROR"}
        record = logging.makeLogRecord(
            {**facts, "exc_info": (KeyError, error, error.__traceback__)}
        )
    first, *rest = logs.KeyValues().format(record).splitlines()
    assert first.endswith('level=error event=note from=dicehost.x text="it broke"')
    assert rest[0].startswith("Traceback")
    assert rest[-1] == "KeyError: 'teal'"
