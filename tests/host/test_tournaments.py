"""A tournament on a running service: from the command line, by real matches, after a restart."""

from __future__ import annotations

import asyncio
import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from dicehost.cli import main
from dicehost.outside.keys import room_key

from tests.evening import Host, fill_boldly, play_by_screens, wait_until

GUIDE = (Path(__file__).parents[2] / "host" / "TOURNAMENTS.md").read_text()
FOUR = ["Ann", "Bo", "Cy", "Dee"]


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    # Every test opens a tournament of its own; the newest one is meant.
    host = Host(tmp_path_factory.mktemp("host"), "--tower", "simulated", "--tower", "simulated")
    yield host
    host.close()


def told(host: Host) -> dict[str, Any]:
    """The newest tournament."""
    with host.client() as client:
        cup: dict[str, Any] = client.get("/api/tournaments").raise_for_status().json()[-1]
    return cup


def change(host: Host, path: str, **body: Any) -> httpx.Response:
    cup = told(host)
    body["line"] = cup["line"]
    with host.client() as client:
        return client.post(f"/api/tournaments/{cup['id']}/{path}", json=body)


def open_cup(host: Host, **body: Any) -> None:
    asked = {"name": "Cup", "game": "cow", "players": FOUR, "rounds": 2, **body}
    with host.client() as client:
        assert client.post("/api/tournaments", json=asked).status_code == 201


def test_the_guides_commands_run_a_tournament(
    host: Host, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(*words: str) -> str:
        chosen = [] if words[0] in ("new", "list") else ["--id", told(host)["id"]]
        code = main(["tournament", *words, *chosen, "--data-dir", str(host.folder)])
        said = capsys.readouterr()
        assert code == 0, said.err
        return said.out

    guide = re.search(r"```sh\n(dicetower tournament new.*?)```", GUIDE, re.DOTALL)
    assert guide is not None
    lines = [shlex.split(line, comments=True)[2:] for line in guide[1].splitlines()]
    said = {words[0]: run(*words) for words in lines}
    assert "Friday cup: Don't Have a Cow, 4 players" in said["new"]
    assert "Table 2: " in said["pair"]
    assert "Table 1 plays match " in said["start"]
    assert said["back"] == "Taken back: somebody who dropped out.\n"
    assert "round 1 of 2" in said["show"]

    for number, table in enumerate(told(host)["rounds"][0]["tables"], 1):
        names = [told(host)["players"][player]["name"] for player in table["players"]]
        run("result", str(number), *(f"{name}={rank}" for rank, name in enumerate(names, 1)))
    run("drop", "Eve")
    assert "(dropped out)" in run("show")
    run("return", "Eve")
    run("end")
    assert "1 of 2 rounds, over" in run("list")
    chosen = ["--id", told(host)["id"], "--data-dir", str(host.folder)]
    assert main(["tournament", "pair", *chosen]) == 2
    assert "This tournament is over." in capsys.readouterr().err


async def test_a_finished_match_gives_its_result_once_also_after_a_take_back(host: Host) -> None:
    open_cup(host, players=["Ann", "Bo"], rounds=1)
    assert change(host, "pair").status_code == 200
    assert change(host, "tables/0/start").status_code == 200
    again = change(host, "tables/0/start")
    assert (again.status_code, again.json()["code"]) == (409, "tournament.started")
    match = told(host)["rounds"][0]["tables"][0]["match"]
    with host.client() as client:
        links = client.get(f"/api/matches/{match}/links").json()
    await play_by_screens(host, links, answer=fill_boldly)
    await asyncio.to_thread(wait_until, lambda: told(host)["now"] == "over", "the result")
    (table,) = told(host)["rounds"][0]["tables"]
    best = max(table["scores"])
    assert [rank == 1 for rank in table["ranks"]] == [score == best for score in table["scores"]]
    assert change(host, "take_back").json()["now"] == "paired"
    before = told(host)
    host.kill()
    host.start()
    assert told(host) == before, "what the organiser took back is not noted again"
    assert change(host, "rounds/0/tables/0/result", ranks=[1, 1]).json()["now"] == "over"
    assert [row["points"] for row in told(host)["standings"]] == [1, 1]


def test_a_button_that_is_pressed_twice_does_it_once(host: Host) -> None:
    open_cup(host)
    cup = told(host)
    with host.client() as client:
        path = f"/api/tournaments/{cup['id']}/pair"
        answers = [client.post(path, json={"line": cup["line"]}) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 409]
    assert answers[1].json()["code"] == "tournament.changed"
    assert len(told(host)["rounds"]) == 1


def test_the_rooms_key_shows_the_room_and_does_nothing_else(host: Host) -> None:
    opened = host.open(["Uma", "Vic"])
    key = room_key(host.folder)
    with host.client(key) as client:
        with client.stream("GET", "/api/room") as answer:
            lines = answer.iter_lines()
            assert next(lines) == "event: room"
            room = json.loads(next(lines).removeprefix("data: "))
        fair = client.get("/api/room/fairness").json()
        assert client.get("/api/tournaments").status_code == 200
        for path, body in (
            ("/api/room/notice", {"text": "x"}),
            ("/api/tournaments", {"name": "x", "game": "cow"}),
            ("/api/matches", {"game": "cow", "names": ["A", "B"]}),
        ):
            assert client.post(path, json=body).status_code == 403
        assert client.get("/api/matches").status_code == 403
    rolled = {one["faces"]: one["rolls"] for one in fair["together"]}
    for faces in rolled:
        towers = (one["rolls"] for one in fair["dice"] if one["faces"] == faces)
        assert rolled[faces] == sum(towers), "all towers together are the sum of each tower's line"
    (table,) = (table for table in room["tables"] if table["match"] == opened["match"])
    assert [seat["name"] for seat in table["seats"]] == ["Uma", "Vic"]
    assert table["tower"] in [tower["id"] for tower in room["towers"]]
    for place in (opened["table"], opened["join"], *(seat["link"] for seat in opened["seats"])):
        assert place.split("#")[1] not in json.dumps(room), "no link is told"
    with host.client("wrong") as client:
        assert client.get("/api/room").json()["code"] == "seat.room"


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"name": " "}, "tournament.name"),
        ({"size": 6, "game": "nothing"}, "match.game"),
        ({"rounds": 0}, "tournament.rounds"),
        ({"points": [1, 2]}, "tournament.points"),
        ({"players": ["Ann", "ann "]}, "tournament.name_taken"),
        ({"players": [""]}, "tournament.player_name"),
    ],
)
def test_a_tournament_that_could_not_be_played_is_refused(
    host: Host, asked: dict[str, Any], code: str
) -> None:
    with host.client() as client:
        known = [one["name"] for one in client.get("/api/tournaments").json()]
        body = {"name": "Cup", "game": "cow", "rounds": 3, **asked}
        answer = client.post("/api/tournaments", json=body)
        assert (answer.status_code, answer.json()["code"]) == (409, code)
        assert [one["name"] for one in client.get("/api/tournaments").json()] == known
