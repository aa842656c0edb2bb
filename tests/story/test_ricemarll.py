"""Ricemarll in a browser: copies of a card are called cards, and a star is for who has won."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from dicerules.core import encode
from dicerules.ricemarll import GAME
from dicerules.ricemarll.state import State
from playwright.sync_api import Browser, Page, expect

from tests.evening import Host
from tests.rules.ricemarll_table import ANN, BO, asked, nobody_else_plays, placing, roll, winners
from tests.story.positions import Stand
from tests.story.thumbs import PHONE, TABLET


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    host = Host(tmp_path_factory.mktemp("house"))
    yield host
    host.close()


def open_page(browser: Browser, host: Host, seat: int | None = None) -> tuple[Page, Stand]:
    opened = host.open(["Ann", "Bo"], "ricemarll")
    link = opened["table"] if seat is None else opened["seats"][seat]["link"]
    page = browser.new_context(viewport=TABLET if seat is None else PHONE).new_page()
    stand = Stand(page)
    stand.open(f"{host.base}{link}")
    return page, stand


def message(state: State, viewer: int, **parts: Any) -> dict[str, Any]:
    said = {"view": GAME.view(state, viewer), "standing": GAME.scores(state), "roll": None}
    written: dict[str, Any] = json.loads(encode({**said, **parts}))
    return written


def test_after_a_tie_only_the_winner_of_it_has_the_star(browser: Browser, host: Host) -> None:
    state = nobody_else_plays(placing("", "", aims="most_1s", phase=6), ANN, BO)
    state = roll(state, 2, 5)
    assert winners(state) == (BO,)
    assert GAME.scores(state) == (3, 3)
    page, stand = open_page(browser, host)
    stand.lay(message(state, -1, over=GAME.need(state), form=None, waiting=[]))
    boards = page.locator(".board")
    expect(boards.nth(BO).locator(".lead")).to_have_text("★")
    expect(boards.nth(ANN).locator(".lead")).to_have_text("")
    page.context.close()


def test_two_copies_of_a_card_are_two_cards_and_not_times_two(browser: Browser, host: Host) -> None:
    state = placing("minus1 minus1 double", "")
    page, stand = open_page(browser, host, ANN)
    form = asked(state).forms[ANN]
    stand.lay(message(state, ANN, form=form, waiting=[ANN, BO], over=None, me=ANN))
    held = page.locator(".loose .hand-card")
    expect(held.filter(has_text="−1")).to_have_count(2)  # noqa: RUF001
    expect(page.locator(".loose")).not_to_contain_text("×2 ×")  # noqa: RUF001
    page.context.close()
