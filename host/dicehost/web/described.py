"""How routes describe their refusals, and answers that are not pydantic models, for OpenAPI."""

from __future__ import annotations

from typing import Any

from dicehost.web.refusals import status_of

Described = dict[int | str, dict[str, Any]]

DAMAGED = ("journal.chain", "journal.short", "journal.unread")
"""What a bad disk can do to a match."""
GAME_RULES = "rules"
"""Stands for every code that a game itself refuses with; these come with status 409."""


def refusals(*codes: str) -> Described:
    """What a route may refuse with; ``openapi`` adds the sentence of each code."""
    described: Described = {}
    for code in (*codes, "internal"):
        status = 409 if code == GAME_RULES else status_of(code)
        refused = described.setdefault(
            status, {"description": "Refused.", **_json(_ref("Refusal")), "x-codes": []}
        )
        refused["x-codes"].append(code)
    return described


def media(kind: str, description: str) -> Described:
    """An answer in another media type than JSON."""
    return {200: {"description": description, "content": {kind: {"schema": {"type": "string"}}}}}


def struct(name: str, description: str, many: bool = False) -> Described:
    """An answer in JSON whose schema is made from the msgspec type of this name."""
    schema = {"type": "array", "items": _ref(name)} if many else _ref(name)
    return {200: {"description": description, **_json(schema)}}


def _ref(name: str) -> dict[str, Any]:
    return {"$ref": f"#/components/schemas/{name}"}


def _json(schema: dict[str, Any]) -> dict[str, Any]:
    return {"content": {"application/json": {"schema": schema}}}
