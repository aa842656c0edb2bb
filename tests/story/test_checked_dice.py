"""The replay computes every face again in the browser, and finds one flipped bit."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from dicehost.journal.store import Journal
from dicehost.screens.seats import Seats
from playwright.sync_api import Browser, Page, Route, expect

from tests.evening import Host
from tests.kept import Clerk, keep_match
from tests.story.test_axe import look
from tests.story.thumbs import PHONE, TABLET, hook, take_up

VECTORS = {
    "": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "abc": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq": (
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    "a" * 1_000_000: "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0",
}
"""FIPS 180-4's own examples."""
HASHED = """async (text) => {
  const { sha256 } = await import("/static/lib/sha256.js");
  const hash = sha256(new TextEncoder().encode(text));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}"""
ALIKE = """async () => {
  const { sha256 } = await import("/static/lib/sha256.js");
  for (let size = 0; size < 200; size += 1) {
    const data = crypto.getRandomValues(new Uint8Array(size));
    const own = new Uint8Array(await crypto.subtle.digest("SHA-256", data));
    if (String(own) !== String(sha256(data))) return size;
  }
  return -1;
}"""


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Host]:
    journal, seats = Journal(tmp_path / "journal.sqlite"), Seats(tmp_path / "seats.sqlite")
    checkable = Clerk("c0ffee01", "ryb", ["Ann", "Bo"])
    checkable.open(checkable=True)
    checkable.play()
    journal.adopt_now(checkable.entries)
    keep_match(journal, "c0ffee02")
    for match in ("c0ffee01", "c0ffee02"):
        seats.deal(match, 2, over=True)
    seats.close()
    journal.close()
    host = Host(tmp_path)
    yield host
    host.close()


def flip_one_bit(route: Route) -> None:
    answer = route.fetch()
    checked: dict[str, Any] = json.loads(answer.text())
    roll = checked["rolls"][3]
    roll["noise"] = f"{int(roll['noise'][0], 16) ^ 1:x}{roll['noise'][1:]}"
    route.fulfill(response=answer, body=json.dumps(checked))


def check(page: Page, host: Host, match: str) -> str:
    page.goto(f"{host.base}/after/{match}#key={host.key}")
    hook(page, "proof").locator("summary").click()
    said = hook(page, "proof-said")
    expect(said).to_have_attribute("data-found", re.compile("fits|wrong|none"))
    return said.get_attribute("data-found") or ""


def test_a_browser_checks_the_dice_and_finds_one_flipped_bit(
    browser: Browser, evening: Host
) -> None:
    tablet = take_up(browser, TABLET)
    page = tablet.page
    assert check(page, evening, "c0ffee01") == "fits"
    assert hook(page, "proof-rolls").locator("tbody tr").count() > 10
    look(page, "checked dice")
    assert page.evaluate(ALIKE) == -1, "our hash and the browser's own are the same"
    for text, expected in VECTORS.items():
        assert page.evaluate(HASHED, text) == expected

    phone = take_up(browser, PHONE, dark=True)
    phone.page.route("**/after/dice", flip_one_bit)
    assert check(phone.page, evening, "c0ffee01") == "wrong"
    wrong = hook(phone.page, "proof-rolls").locator('tr[data-found="wrong"]')
    expect(wrong).to_have_count(1)
    phone.page.unroute_all()
    assert check(phone.page, evening, "c0ffee02") == "none"
    assert tablet.complaints == phone.complaints == []
