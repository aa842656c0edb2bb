"""The page about strangers on the same Wi-Fi says what they can read, and they can read no more."""

from __future__ import annotations

from pathlib import Path

import httpx
from dicehost.house.house import House
from dicehost.link.towers import Towers
from dicehost.web.app import create

from tests.host.rooms import running
from tests.kept import keep_match

TOLD = {
    "/api/clocks": "games",
    "/api/games": "games",
    "/api/games/{key}/cards": "games",
    "/api/games/{key}/cover": "games",
    "/api/games/{key}/intro": "games",
    "/api/games/{key}/rules/{language}": "games",
    "/api/games/{key}/words/{language}": "games",
    "/api/trust": "notice",
    "/api/words/{language}": "games",
}
"""What is read without a link, and which of the page's sentences says so."""
HEARD = ("/api/join", "/api/qr")
"""What is done without a link: a code is looked up, and a text of 500 characters at most drawn."""

KNOWN = {
    "match": "aa",
    "key": "cow",
    "language": "en",
    "seat": "0",
    "tower": "51b0",
    "tournament": "tournament-aa",
    "player": "0",
    "table": "0",
    "number": "0",
}


async def test_without_a_link_nothing_is_read_but_what_the_page_says(tmp_path: Path) -> None:
    async with running(House(tmp_path, Towers(None))) as house:
        keep_match(house.journal, "aa")
        app = create(house)
        transport = httpx.ASGITransport(app, client=("192.168.0.9", 4711))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            page = (await client.get("/network")).text
            for sentence in TOLD.values():
                assert f"data-word=network.can.{sentence}>" in page, (
                    "without the quotes of its source"
                )
            described = app.openapi()["paths"]
            readable = [path for path, methods in described.items() if "get" in methods]
            answers = {path: await client.get(path.format_map(KNOWN)) for path in readable}
            read = {path for path, answer in answers.items() if answer.status_code < 400}
    assert read == set(TOLD)


async def test_without_a_link_nothing_is_done_but_what_harms_nobody(
    tmp_path: Path,
) -> None:
    async with running(House(tmp_path, Towers(None))) as house:
        keep_match(house.journal, "aa")
        await house.table("aa")  # its seats have links
        app = create(house)
        transport = httpx.ASGITransport(app, client=("192.168.0.9", 4711))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            for path, methods in app.openapi()["paths"].items():
                for method in methods.keys() - {"get"}:
                    answer = await client.request(method, path.format_map(KNOWN), json={})
                    heard = answer.status_code != 403
                    assert heard == (path in HEARD), (method, path, answer.text)
