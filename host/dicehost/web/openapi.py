"""The description of the whole interface: sentences for refusals, and what a websocket carries.

OpenAPI knows no websockets, so a screen's socket is described as a GET that switches protocols,
with its messages under ``x-websocket``. Their schemas are made from the structs that are sent.
"""

from __future__ import annotations

from typing import Any

import msgspec
from dicerules.views import Card, Cards, Chips, Dial, Dice, Note, Pile, Track
from dicerules.worth import Worth
from fastapi import FastAPI

from dicehost.house.care import CheckFound, PanelSeen, Update
from dicehost.house.notices import Notice
from dicehost.outside.facts import TableFacts, TowerFacts
from dicehost.outside.happenings import Happened
from dicehost.outside.room import RoomShown
from dicehost.outside.tournament_told import TournamentTold
from dicehost.past.archive import Taken
from dicehost.past.finale import Finale
from dicehost.past.hindsight import HindsightSeen
from dicehost.past.proof import Checked
from dicehost.past.replay import Head, Seen
from dicehost.screens.admission import Waiting
from dicehost.screens.message import Alive, Screen
from dicehost.screens.reactions import Reaction
from dicehost.web.access import SEAT_TOKEN
from dicehost.web.described import GAME_RULES, refusals
from dicehost.web.games import CardList, Introduction
from dicehost.web.past import Fairness, History
from dicehost.web.refusals import BAD_REQUEST
from dicehost.web.room import RoomFairness
from dicehost.web.sockets import SCREEN, SOCKET, Greeting
from dicehost.web.towers import TowerCare
from dicehost.wording import Refusal, host_words

ITEMS = (Dice, Card, Cards, Pile, Track, Chips, Note, Dial)
STRUCTS = (
    Refusal,
    Screen,
    Greeting,
    Waiting,
    Alive,
    Reaction,
    Notice,
    Taken,
    Head,
    Seen,
    Checked,
    Finale,
    HindsightSeen,
    History,
    Fairness,
    CardList,
    Introduction,
    Worth,
    TableFacts,
    TowerFacts,
    Happened,
    TowerCare,
    Update,
    PanelSeen,
    CheckFound,
    RoomShown,
    RoomFairness,
    TournamentTold,
)

BODY = (
    "request.large",
    "request.slow",
    "request.type",
    "request.deep",
    "request.unreadable",
)
"""What may be wrong with a body before anybody looks at its fields."""

_REF = "#/components/schemas/{name}"
_DESCRIPTION = """\
Everything the pages do, other programs can do too. Commands go over REST; each screen has one
websocket that sends it everything it may know. A refusal has a stable code, an English sentence
and its facts. Nothing here needs the internet.
"""


def describe(app: FastAPI) -> None:
    """Let an app describe itself completely; made when it is first asked for."""
    app.description = _DESCRIPTION
    plain = app.openapi

    def complete() -> dict[str, Any]:
        if not app.openapi_schema:
            spec = plain()
            schemas = spec["components"]["schemas"]
            schemas |= message_schemas()
            for unused in ("HTTPValidationError", "ValidationError"):
                schemas.pop(unused, None)
            _say_refusals(spec["paths"])
            spec["paths"][SCREEN] = {"get": _socket()}
        return app.openapi_schema or {}

    # FastAPI documents this as the way to extend a description.
    app.openapi = complete  # type: ignore[method-assign]


def message_schemas() -> dict[str, Any]:
    """The schema of every struct that is sent or read, by name."""
    _, schemas = msgspec.json.schema_components((*STRUCTS, *ITEMS), ref_template=_REF)
    schemas["Item"] = {
        "description": "Something on the table, told apart by its type.",
        "oneOf": [{"$ref": _REF.format(name=item.__name__)} for item in ITEMS],
    }
    schemas["Faces"] = {
        "description": "The pictures of each kind of die that has some.",
        "type": "object",
        "additionalProperties": {"type": "array", "items": {"$ref": _REF.format(name="Face")}},
    }
    return schemas


def _say_refusals(paths: dict[str, Any]) -> None:
    for methods in paths.values():
        for route in methods.values():
            answers = route["responses"]
            # FastAPI knows which routes check what they are sent; the answer's form is ours.
            checked = [BAD_REQUEST] if answers.pop("422", None) else []
            content = route.get("requestBody", {}).get("content", {})
            sent = BODY if "application/json" in content else BODY[:1] if content else ()
            for status, answer in refusals("request.host", *checked, *sent).items():
                # What the route itself refuses with comes first.
                known = answers.setdefault(str(status), answer)
                if known is not answer and "x-codes" in known:
                    known["x-codes"] = list(dict.fromkeys(known["x-codes"] + answer["x-codes"]))
            for answer in answers.values():
                if "x-codes" in answer:
                    answer["description"] = _sentences(answer["x-codes"])


def _sentences(codes: list[str]) -> str:
    words = host_words() | {
        f"host.{GAME_RULES}": "Any code of the game's own rules, with its sentence."
    }
    return "\n".join(f"- `{code}`: {words[f'host.{code}']}" for code in codes)


def _socket() -> dict[str, Any]:
    def schema(*structs: type) -> dict[str, Any]:
        refs = [{"$ref": _REF.format(name=struct.__name__)} for struct in structs]
        return refs[0] if len(refs) == 1 else {"oneOf": refs}

    return {
        "tags": ["screens"],
        "summary": "A screen's websocket",
        "description": "A websocket of JSON texts. The screen first sends a Greeting. It is then "
        "sent a Screen whenever anything changes: the whole of what it may know, so only the "
        "newest matters. Its beats are a show for a screen that drew line `since` last; any other "
        "draws the Screen at once. A device that another has to let in is sent Waiting until then. "
        "A screen may send the number of the line it has; it is sent Alive if that is the newest, "
        "else a Screen. A Refusal is the last message before the socket is closed with 1008.",
        "operationId": "screen_websocket",
        "parameters": [
            {
                "name": "match",
                "in": "path",
                "required": True,
                "schema": {"type": "string"},
                "description": "A match's id.",
            }
        ],
        "responses": {"101": {"description": "The connection is a websocket from now on."}},
        "x-websocket": {
            "first": schema(Greeting),
            "received": schema(Screen, Waiting, Alive, Reaction, Notice, Refusal),
            "sent": {"type": "integer", "description": "The line that the screen has."},
            "refusals": {"description": _sentences(list(SOCKET)), "x-codes": list(SOCKET)},
            "token": f"In the greeting. {SEAT_TOKEN.model.description}",
        },
    }
