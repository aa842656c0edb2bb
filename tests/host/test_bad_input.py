"""Bad input is answered in words that name what was expected and what came; nothing is lost."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets

from tests.evening import PLAIN_HTTP, Host, Player, Tower, line

NAMES = ["Ed", "Chris", "Donna"]


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Host, Tower]]:
    folder = tmp_path_factory.mktemp("service")
    tower = Tower(folder / "towers")
    host = Host(folder)
    yield host, tower
    host.close()
    tower.close()


@pytest.fixture
def host(service: tuple[Host, Tower]) -> Host:
    return service[0]


def refused(host: Host, path: str, body: dict[str, Any], token: str | None = None) -> str:
    with host.client(token) as client:
        answer = client.post(path, json=body)
        assert 400 <= answer.status_code < 500, answer.text
        told = answer.json()
        assert told["code"] in told["say"]["key"]
        message: str = told["message"]
        assert message.endswith("."), message
        assert "{" not in message, message
        return message


def test_an_unknown_game_names_those_there_are(host: Host) -> None:
    said = refused(host, "/api/matches", {"game": "chess", "names": NAMES})
    assert "chess" in said
    assert "cow" in said


def test_an_unknown_option_names_those_there_are(host: Host) -> None:
    said = refused(host, "/api/matches", {"game": "cow", "names": NAMES, "options": {"blue": 1}})
    assert "'blue'" in said
    assert "red_chips" in said


def test_an_option_out_of_range_says_what_is_in_range(host: Host) -> None:
    options = {"red_chips": 5000}
    said = refused(host, "/api/matches", {"game": "cow", "names": NAMES, "options": options})
    assert "red_chips" in said
    assert "5000" in said
    assert "less than or equal to 200" in said


@pytest.mark.parametrize("names", [["Ed"], ["A", "B", "C", "D", "E"]])
def test_too_few_or_many_players_are_told_how_many_may_play(host: Host, names: list[str]) -> None:
    said = refused(host, "/api/matches", {"game": "cow", "names": names})
    assert "2 to 4 players" in said
    assert f"got {len(names)}" in said


@pytest.mark.parametrize(
    "names",
    [
        ["Ed", ""],
        ["Ed", "x" * 50],
        ["Ed", "\x07"],
        ["Ed", "ed"],
        ["Zo\u00e9", "Zoe\u0301"],
        ["Ed", "\uff25\uff44"],
    ],
)
def test_names_must_be_names(host: Host, names: list[str]) -> None:
    assert "name" in refused(host, "/api/matches", {"game": "cow", "names": names})


@pytest.mark.parametrize(
    ("clock", "told"),
    [
        ("fast", "'off', 'relaxed', 'brisk' or 'blitz'"),
        ({"mode": "harsh"}, "'off', 'gentle' or 'strict'"),
        ({"mode": "strict", "decision": -1}, "greater than or equal to 0"),
        ({"mode": "strict", "bank": 60}, "must leave 100 ms for a decision"),
        ({"mode": "strict", "decision": 5, "luck": 1}, "luck"),
        (7, "clock"),
    ],
)
def test_bad_clocks_are_refused_in_words(host: Host, clock: Any, told: str) -> None:
    assert told in refused(host, "/api/matches", {"game": "cow", "names": NAMES, "clock": clock})


def test_only_the_owner_opens_a_match(host: Host) -> None:
    assert "owner" in refused(host, "/api/matches", {"game": "cow", "names": NAMES}, "wrong")
    body = {"game": "cow", "names": []}
    assert "owner" in httpx.post(f"{host.base}/api/matches", json=body, **PLAIN_HTTP).text


def test_a_wrong_token_opens_no_seat(host: Host) -> None:
    opened = host.open(NAMES)
    path = f"/api/matches/{opened['match']}/commands"
    said = refused(host, path, {"id": "1", "do": "move", "answer": {}}, "wrong")
    assert "does not open a seat" in said


def test_a_renewed_seat_no_longer_opens_with_its_old_link(host: Host) -> None:
    opened = host.open(NAMES)
    old = opened["seats"][1]["link"].split("#")[1]
    with host.client() as client:
        renewed = client.post(f"/api/matches/{opened['match']}/seats/1/rekey").json()
    assert renewed["seats"][1]["link"].split("#")[1] != old
    assert renewed["seats"][0]["link"] == opened["seats"][0]["link"]
    path = f"/api/matches/{opened['match']}/commands"
    refused(host, path, {"id": "1", "do": "move", "answer": {}}, old)


def answer(host: Host, opened: dict[str, Any], seat: int, **answer: Any) -> str:
    token = opened["seats"][seat]["link"].split("#")[1]
    path = f"/api/matches/{opened['match']}/commands"
    body = {"id": "1", "do": "move", "answer": answer, "question": None if seat else 1}
    return refused(host, path, body, token)


def test_a_bet_out_of_range_names_the_range_and_what_came(host: Host) -> None:
    opened = host.open(NAMES)
    said = answer(host, opened, 0, portrait="FP03", bet=6, cubes=4)
    assert "1 to 5" in said
    assert "6" in said


def test_a_seat_that_is_not_asked_is_told_so(host: Host) -> None:
    opened = host.open(NAMES)
    assert answer(host, opened, 1, side="yes", bet=1)


def test_a_field_too_many_is_refused_and_nothing_is_lost(host: Host) -> None:
    opened = host.open(NAMES)
    said = answer(host, opened, 0, portrait="FP03", bet=1, cubes=4, luck=7)
    assert "luck" in said
    with host.client() as client:
        seq = next(
            match
            for match in client.get("/api/matches").json()
            if match["match"] == opened["match"]
        )
    assert seq["state"] == "open"


def test_a_body_that_is_no_command_is_refused_by_field(host: Host) -> None:
    opened = host.open(NAMES)
    token = opened["seats"][0]["link"].split("#")[1]
    path = f"/api/matches/{opened['match']}/commands"
    assert "do" in refused(host, path, {"id": "1", "do": "dance"}, token)


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("", {"game": "cow", "names": ["Ed", "Chris"], "hints": 1}),
        ("", {"game": "cow", "names": ["Ed", "Chris"], "clock": {"mode": "off", "grace": "5"}}),
        ("/{match}/commands", {"id": "c1", "do": "pause", "seat": True}),
        ("/{match}/commands", {"id": "c1", "do": "pause", "seat": "0"}),
        ("/{match}/tablet", {"seats": [False]}),
    ],
)
def test_a_value_of_another_type_than_described_is_refused(
    host: Host, path: str, body: dict[str, Any]
) -> None:
    match = host.open(["Ed", "Chris"])["match"]
    with host.client() as owner:
        answer = owner.post("/api/matches" + path.format(match=match), json=body)
    assert (answer.status_code, answer.json()["code"]) == (422, "body")


def test_a_whole_number_may_be_written_as_json_writes_it(host: Host) -> None:
    match = host.open(["Ed", "Chris"])["match"]
    with host.client() as owner:
        answer = owner.post(
            f"/api/matches/{match}/tablet",
            content=b'{"seats": [0.0, 1]}',
            headers={"Content-Type": "application/json"},
        )
    assert answer.status_code == 200, answer.text


async def test_a_screen_with_a_wrong_token_is_told_why_and_let_go(host: Host) -> None:
    opened = await asyncio.to_thread(host.open, NAMES)
    url = f"{host.base.replace('http', 'ws')}/api/matches/{opened['match']}/screen"
    for first in ('{"token": "wrong"}', "not json", "[]"):
        async with line(url) as socket:
            await socket.send(first)
            told = json.loads(await socket.recv())
            assert told["message"].endswith(".")
            with pytest.raises(websockets.ConnectionClosed):
                await socket.recv()


def test_a_match_that_is_not_there_is_said_to_be_missing(host: Host) -> None:
    with host.client() as client:
        answer = client.get("/api/matches/ffffffff/links")
        assert answer.status_code == 404
        assert "There is no match ffffffff" in answer.json()["message"]


async def test_sending_a_command_twice_is_doing_it_once(host: Host) -> None:
    opened = await asyncio.to_thread(host.open, NAMES)
    token = opened["seats"][0]["link"].split("#")[1]
    answer = {"portrait": "FP03", "bet": 1, "cubes": 4}
    body = {"id": "once", "do": "move", "answer": answer, "question": 1}

    def send() -> dict[str, Any]:
        with host.client(token) as client:
            said = client.post(f"/api/matches/{opened['match']}/commands", json=body)
            assert said.status_code == 200, said.text
            done: dict[str, Any] = said.json()
            return done

    answers = await asyncio.gather(*[asyncio.to_thread(send) for _ in range(8)])
    assert answers == [{"ok": True, "seq": 2}] * 8
    assert Player(host, opened["table"]).token  # the link holds together


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "dicehost.cli", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def test_a_port_in_use_is_said_with_the_next_step(host: Host, tmp_path: Path) -> None:
    port = host.base.rsplit(":", 1)[1]
    done = run("play", "--local", "--port", port, "--data-dir", str(tmp_path))
    assert done.returncode == 2
    assert f"Port {port} is in use" in done.stderr
    assert "--port" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_card_file_with_a_bad_row_names_file_row_field_and_expectation(tmp_path: Path) -> None:
    from dicerules import games

    text = games()["cow"].folder.joinpath("cards.toml").read_text()
    bad = tmp_path / "my-cow.toml"
    bad.write_text(text.replace('source = "rulebook"', 'source = "hearsay"', 1))
    done = run("play", "--local", "--port", "0", "--data-dir", str(tmp_path), "--cards", str(bad))
    assert done.returncode == 2
    for part in ("my-cow.toml", "row", "source", "rulebook", "hearsay"):
        assert part in done.stderr, done.stderr
    assert "Traceback" not in done.stderr


def test_a_card_file_for_no_game_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "cards.toml"
    file.write_text("game = 'chess'\n")
    done = run("play", "--local", "--port", "0", "--data-dir", str(tmp_path), "--cards", str(file))
    assert done.returncode == 2
    assert "cow" in done.stderr
    assert "'chess'" in done.stderr


def test_a_damaged_journal_is_moved_aside_and_said_aloud(tmp_path: Path, tower: Tower) -> None:
    (tmp_path / "journal.sqlite").write_bytes(b"this is not a journal" * 100)
    host = Host(tmp_path)
    try:
        assert "set aside as journal-damaged-" in host.said
        (aside,) = tmp_path.glob("journal-damaged-*.sqlite")
        assert aside.read_bytes() == b"this is not a journal" * 100
        host.open(NAMES)
    finally:
        host.close()


def test_simulating_an_unknown_game_or_table_is_refused_in_words() -> None:
    assert "there are: cow" in run("simulate", "chess").stderr
    assert "2 to 4 players; got 9" in run("simulate", "cow", "--seats", "9").stderr
    assert "expected a whole number above 0" in run("simulate", "cow", "--matches", "0").stderr
    assert "got 'steady,bob'" in run("simulate", "cow", "--seats", "steady,bob").stderr
