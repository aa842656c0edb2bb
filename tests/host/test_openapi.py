"""The interface describes itself: every route, what it takes, gives and refuses with."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import dicehost
import httpx
import pytest
from dicehost.house.house import House
from dicehost.link.towers import Towers
from dicehost.web.app import ROUTERS, create
from dicehost.web.described import GAME_RULES
from dicehost.web.guarded import Guarded
from dicehost.web.openapi import message_schemas
from dicehost.web.sockets import SCREEN
from dicehost.wording import host_words
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute

from tests.evening import Host

SENTENCE = re.compile(r"[A-Z].*[.?]$", re.DOTALL)
SOURCES = Path(dicehost.__path__[0])
NOT_OVER_REST = {
    "archive.after_closed": "a reason inside archive.rules",
    "archive.text": "a reason inside archive.rules",
    "archive.colour": "a reason inside archive.rules",
    "archive.result": "a reason inside archive.rules",
    "archive.roll": "a reason inside archive.rules",
    "address": "the answer where there is no route",
    "request.crowd": "said to a connection before it asks for anything",
    "request.malformed": "said to what is not HTTP",
    "coach.game": "said by the command coach",
    "coach.line": "said by the command coach",
    "coach.nobody": "said by the command coach",
    "coach.seat": "said by the command coach",
    "tower.distrusted": "said on screens as the tower's trouble",
    "journal.newer_file": "said when the service starts",
    "journal.unopened": "said when the service starts",
    "venue.address": "said when the service starts",
    "venue.unreached": "said when the service starts",
    "venue.old_server": "said when the service starts",
    "venue.old_stream": "said when the service starts",
    "seat.key": "said when the service starts",
    "seat.key_unread": "said when the service starts",
    "seat.turned_away": "said to a screen that waits",
    "seat.waits": "said to a screen that waits",
}


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[FastAPI]:
    house = House(tmp_path, Towers(tmp_path / "towers"))
    yield create(house)
    await house.close()


def operations(spec: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for path, methods in spec["paths"].items():
        for method, told in methods.items():
            yield f"{method.upper()} {path}", told


def codes(told: dict[str, Any]) -> set[str]:
    answers = [*told["responses"].values(), told.get("x-websocket", {}).get("refusals", {})]
    return {code for answer in answers for code in answer.get("x-codes", ())}


async def test_every_route_that_is_not_a_page_is_in_the_description(app: FastAPI) -> None:
    routes = [route for router in ROUTERS for route in router.routes]
    served = {
        f"{method} {route.path}"
        for route in routes
        if isinstance(route, APIRoute)
        for method in route.methods
    }
    described = {where for where, _ in operations(app.openapi())}
    assert described == served | {f"GET {SCREEN}"}


async def test_an_address_asked_the_wrong_way_names_all_the_right_ones(
    app: FastAPI,
) -> None:
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        for path, methods in app.openapi()["paths"].items():
            if path != SCREEN:
                answer = await client.options(path.replace("{", "").replace("}", ""))
                named = {method.lower() for method in answer.headers["Allow"].split(", ")}
                assert (answer.status_code, named) == (405, set(methods)), path
        assert (await client.post("/static/table.html")).headers["Allow"] == "GET"


async def test_every_route_says_what_it_does_takes_and_gives(app: FastAPI) -> None:
    for where, told in operations(app.openapi()):
        assert told["summary"], where
        assert SENTENCE.match(told["description"]), where
        assert told["tags"], where
        for parameter in told.get("parameters", ()):
            assert SENTENCE.match(parameter["description"]), (where, parameter["name"])
        given = {status: answer for status, answer in told["responses"].items() if status < "300"}
        assert given, where
        for status, answer in given.items():
            if status != "101":
                (schema,) = (kind["schema"] for kind in answer["content"].values())
                assert schema, (where, status)
        if "requestBody" in told:
            assert all(kind["schema"] for kind in told["requestBody"]["content"].values()), where


async def test_every_body_field_that_a_program_fills_is_described(app: FastAPI) -> None:
    spec = app.openapi()
    schemas = spec["components"]["schemas"]
    for where, told in operations(spec):
        for kind in told.get("requestBody", {}).get("content", {}).values():
            name = kind["schema"].get("$ref", "").rpartition("/")[2]
            for field, schema in schemas.get(name, {}).get("properties", {}).items():
                assert schema.get("description") or name == "Text", (where, field)


async def test_every_refusal_has_its_codes_its_sentences_and_one_form(app: FastAPI) -> None:
    words = host_words()
    for where, told in operations(app.openapi()):
        refused = {s: answer for s, answer in told["responses"].items() if s >= "400"}
        assert told.get("x-websocket") or "503" in refused, where
        for status, answer in refused.items():
            if answer["content"]["application/json"]["schema"].get("$ref", "").endswith("/Health"):
                continue
            assert answer["content"]["application/json"]["schema"] == {
                "$ref": "#/components/schemas/Refusal"
            }, (where, status)
            assert answer["x-codes"], (where, status)
        for code in codes(told) - {GAME_RULES}:
            assert f"host.{code}" in words, (where, code)
            texts = [answer["description"] for answer in told["responses"].values()]
            texts.append(told.get("x-websocket", {}).get("refusals", {}).get("description", ""))
            assert any(words[f"host.{code}"] in text for text in texts), (where, code)


async def test_every_code_that_the_host_can_refuse_with_is_described(app: FastAPI) -> None:
    raised = set()
    for folder in ("web", "house", "screens", "match", "past", "journal"):
        for file in (SOURCES / folder).glob("*.py"):
            text = file.read_text(encoding="utf-8")
            raised |= set(re.findall(r'(?:Error|_refuse)\(\s*"([a-z_.]+)"', text))
    assert len(raised) > 50, "the search finds the codes"
    assert {code for code in raised if f"host.{code}" not in host_words()} == set()
    described = {code for _, told in operations(app.openapi()) for code in codes(told)}
    assert raised - described - set(NOT_OVER_REST) == set()
    assert {f"host.{code}" for code in described - {GAME_RULES}} <= set(host_words())


async def test_every_route_with_a_body_asks_who_sends_it_before_it_is_read(app: FastAPI) -> None:
    routes = [route for router in ROUTERS for route in router.routes]
    taking = [route for route in routes if isinstance(route, APIRoute) and route.body_field]
    assert len(taking) >= 6
    assert [route.path for route in taking if not isinstance(route, Guarded)] == []


async def test_every_message_of_a_screens_socket_is_described(app: FastAPI) -> None:
    spec = app.openapi()
    told = spec["paths"]["/api/matches/{match}/screen"]["get"]["x-websocket"]
    received = {one["$ref"].rpartition("/")[2] for one in told["received"]["oneOf"]}
    assert received == {"Screen", "Waiting", "Alive", "Reaction", "Notice", "Refusal"}
    assert told["first"]["$ref"].endswith("/Greeting")
    schemas = spec["components"]["schemas"]
    screen = schemas["Screen"]
    assert {"seq", "view", "form", "roll", "clock"} <= set(screen["properties"])
    for name in ("Screen", "Waiting", "Alive", "Refusal", "Greeting", "View", "Form"):
        assert schemas[name]["description"], name


async def test_no_two_things_share_a_name(app: FastAPI) -> None:
    plain = get_openapi(title="", version="", routes=app.routes)["components"]["schemas"]
    assert {"OpenMatch", "CommandBody"} <= set(plain)
    assert set(plain) & set(message_schemas()) == set()


async def test_every_reference_leads_to_a_schema(app: FastAPI) -> None:
    spec = app.openapi()
    known = {f"#/components/schemas/{name}" for name in spec["components"]["schemas"]}

    def references(part: Any) -> Iterator[str]:
        if isinstance(part, dict):
            for key, value in part.items():
                if key == "$ref":
                    yield value
                else:
                    yield from references(value)
        elif isinstance(part, list):
            for one in part:
                yield from references(one)

    assert set(references(spec)) <= known


COW = {"game": "cow", "names": ["Ed", "Chris"]}
REFUSED = [
    ("POST", "/api/matches", {"game": "chess", "names": []}, 409, "match.game"),
    ("POST", "/api/matches", {"game": "cow"}, 422, "body"),
    ("POST", "/api/matches", {**COW, "options": {"blue": 1}}, 409, "match.option_unknown"),
    ("POST", "/api/matches", {**COW, "options": {"red_chips": -1}}, 409, "match.option"),
    ("POST", "/api/matches", {**COW, "names": ["Ed"]}, 409, "match.seats"),
    ("POST", "/api/matches", {**COW, "names": ["Ed", ""]}, 409, "match.name"),
    ("POST", "/api/matches", {**COW, "names": ["Ed", "ed"]}, 409, "match.names_alike"),
    ("POST", "/api/matches", {**COW, "colours": ["red"]}, 409, "match.colours"),
    ("POST", "/api/matches", {**COW, "clock": {"mode": "strict"}}, 409, "match.clock"),
    ("POST", "/api/matches/{match}/again", None, 404, "journal.unknown"),
    ("GET", "/api/matches/{match}/links", None, 404, "journal.unknown"),
    ("GET", "/api/matches/{match}/faces", None, 404, "journal.unknown"),
    ("POST", "/api/matches/{match}/tablet", {"seats": [0]}, 404, "journal.unknown"),
    ("POST", "/api/matches/{match}/tablet", {"seats": []}, 422, "body"),
    ("POST", "/api/matches/{match}/commands", {"id": "1", "do": "move"}, 403, "seat.token"),
    ("POST", "/api/matches/{match}/commands", {"id": "1", "do": "dance"}, 422, "body"),
    ("POST", "/api/matches/{match}/preview", {"answer": {}}, 403, "seat.token"),
    ("POST", "/api/matches/{match}/preview", {}, 422, "body"),
    ("POST", "/api/join", {"code": "AAAAAA"}, 403, "seat.code"),
    ("POST", "/api/join", {}, 422, "body"),
    ("POST", "/api/qr", {"text": ""}, 422, "body"),
    ("POST", "/api/import", None, 409, "archive.empty"),
    ("GET", "/api/matches/{match}/export", None, 404, "journal.unknown"),
    ("GET", "/api/matches/{match}/after", None, 404, "journal.unknown"),
    ("GET", "/api/history?count=0", None, 422, "body"),
    ("GET", "/api/games/chess/rules/en", None, 409, "match.game"),
    ("GET", "/api/games/chess/words/en", None, 409, "match.game"),
    ("GET", "/api/games/chess/cover", None, 409, "match.game"),
]


def test_what_a_running_host_refuses_with_is_what_the_description_says(host: Host) -> None:
    with host.client() as client:
        spec = client.get("/openapi.json").json()
        for method, path, body, status, code in REFUSED:
            where = (
                path.partition("?")[0].replace("/chess/", "/{key}/").replace("/en", "/{language}")
            )
            asked = path.replace("{match}", "ffffffff")
            answer = client.request(method, asked, json=body if method == "POST" else None)
            if path == "/api/import":
                answer = client.post(asked, content=b"")
            told = answer.json()
            assert (answer.status_code, told["code"]) == (status, code), (method, path, body)
            described = spec["paths"][where][method.lower()]["responses"][str(status)]
            assert code in described["x-codes"], (method, path)
            assert set(told) == set(spec["components"]["schemas"]["Refusal"]["properties"])


NOBODYS = {
    "match": "ffffffff",
    "seat": 0,
    "tower": "e660",
    "tournament": "tournament-ffffffff",
    "player": 0,
    "number": 0,
    "table": 0,
}
"""What stands for each part of an address."""


@pytest.mark.parametrize("key", ["", "wrong"])
def test_every_route_for_the_owner_refuses_others_and_says_so(host: Host, key: str) -> None:
    with host.client() as client:
        spec = client.get("/openapi.json").json()
        client.headers.pop("Authorization")
        if key:
            client.headers["Authorization"] = f"Bearer {key}"
        asked = 0
        for where, told in operations(spec):
            if "For the owner." not in told["description"]:
                continue
            assert told["security"] == [{"owner key": []}], where
            method, _, path = where.partition(" ")
            answer = client.request(method, path.format(**NOBODYS), content=b"{}")
            asked += 1
            assert (answer.status_code, answer.json()["code"]) == (403, "seat.owner"), where
        assert asked >= 8


def test_an_address_that_is_not_there_is_refused_in_words(host: Host) -> None:
    with host.client() as client:
        for method, path, status in (("GET", "/api/nothing", 404), ("PUT", "/api/games", 405)):
            answer = client.request(method, path)
            assert answer.status_code == status
            assert answer.json()["code"] == "address"
            assert path in answer.json()["message"]
        assert answer.headers["allow"] == "GET"
