"""What a screen may not know never changes one byte of what it is sent."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import httpx

from tests.evening import GIVE_UP_AFTER, PLAIN_HTTP, Host, Player, Tower, line

NAMES = ["Ed", "Chris", "Donna", "Al"]
told_outside: list[list[dict[str, Any]]] = []
"""What programs and brokers were told of each round of bets."""


async def listen(host: Host, link: str, until_seq: int) -> list[str]:
    """Every message a screen gets until the journal has that many lines."""
    path, token = link.split("#")
    url = f"{host.base.replace('http', 'ws')}/api/matches/{path.rsplit('/', 1)[1]}/screen"
    got: list[str] = []
    async with asyncio.timeout(GIVE_UP_AFTER), line(url) as socket:
        await socket.send(json.dumps({"token": token}))
        while not got or json.loads(got[-1])["seq"] < until_seq:
            message = await socket.recv()
            assert isinstance(message, str)
            got.append(message)
    return got


async def overhear(host: Host, match: str, until_line: int) -> list[dict[str, Any]]:
    """Every public fact about a match that the house tells programs and brokers, as text."""
    got: list[dict[str, Any]] = []
    head = {"Authorization": f"Bearer {host.key}"}
    async with (
        asyncio.timeout(GIVE_UP_AFTER),
        httpx.AsyncClient(base_url=host.base, headers=head, **PLAIN_HTTP) as client,
        client.stream("GET", "/api/events") as stream,
    ):
        async for text in stream.aiter_lines():
            fact = json.loads(text[6:]) if text.startswith("data: ") else {}
            if fact.get("match") == match:
                got.append({**fact, "match": "MATCH", "table": 0})
            if fact.get("match") == match and fact["line"] >= until_line:
                return got
    return got


async def bets(host: Host, chris: dict[str, Any], al: dict[str, Any]) -> dict[str, list[str]]:
    """Ed chooses a portrait, Chris and Al bet, Donna has not yet; return what everybody hears."""
    opened = await asyncio.to_thread(host.open, NAMES)
    screens = {"table": opened["table"], **{s["name"]: s["link"] for s in opened["seats"]}}
    ears = {name: asyncio.create_task(listen(host, link, 4)) for name, link in screens.items()}
    outside = asyncio.create_task(overhear(host, opened["match"], 4))
    players = [Player(host, seat["link"]) for seat in opened["seats"]]
    await players[0].command("move", {"portrait": "FP03", "bet": 2, "cubes": 4}, question=1)
    await players[1].command("move", chris, question=2)
    await players[3].command("move", al, question=2)
    heard = {name: await ear for name, ear in ears.items()}
    told_outside.append(await outside)
    # Another match has another name and another link to join by, and nothing else.
    join = opened["join"].partition("#")[2]
    return {
        name: sorted(
            {told.replace(opened["match"], "MATCH").replace(join, "JOIN") for told in messages}
        )
        for name, messages in heard.items()
    }


async def test_a_hidden_bet_is_in_no_byte_another_screen_receives(host: Host, tower: Tower) -> None:
    one = await bets(host, {"side": "yes", "bet": 1}, {"side": "no", "bet": 5})
    two = await bets(host, {"side": "no", "bet": 5}, {"side": "yes", "bet": 2})
    for name in ("table", "Ed", "Donna"):
        last = [message for message in one[name] if json.loads(message)["seq"] == 4]
        assert last, f"{name} was told that the bets are in"
        # What was said between two lines may have been overtaken by what came after it;
        # whatever both heard of the same moment must be the same bytes.
        same_moment = {json.dumps(moment(message)): message for message in two[name]}
        compared = 0
        for message in one[name]:
            twin = same_moment.get(json.dumps(moment(message)))
            if twin is not None:
                assert message == twin
                compared += 1
        assert compared >= 1, f"nothing of {name}'s could be compared"
        final = [message for message in two[name] if json.loads(message)["seq"] == 4]
        assert set(last) & set(final), f"{name} heard the same of both"
    first, second = ([fact for fact in told if fact["line"] == 4] for told in told_outside[-2:])
    assert first, "the house told outside that the bets are in"
    assert any(fact in second for fact in first), "and the same of both"
    keys = {key for fact in first + second for key in fact}
    assert not keys & {"view", "form", "beats", "knocks", "next", "join"}
    for name in ("Chris", "Al"):
        assert set(one[name]) != set(two[name]), "who bet sees the own bet"


def moment(message: str) -> list[Any]:
    screen = json.loads(message)
    return [screen["seq"], [seat["here"] for seat in screen["seats"]], screen["tower"]["state"]]
