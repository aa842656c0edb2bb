"""Every game is played by taps on phones and the tower's button, with no script of its own."""

from __future__ import annotations

import pytest
from dicerules import games
from playwright.sync_api import Browser

from tests.evening import Host, Tower
from tests.story.thumbs import Evening

EVENTS = 40
"""A match goes on until its end or this many events: random thumbs take hundreds in some games."""


@pytest.mark.parametrize("game", sorted(set(games()) - {"cow"}))
def test_a_match_is_played_by_tapping(
    game: str, browser: Browser, host: Host, tower: Tower
) -> None:
    seats = games()[game].seats
    evening = Evening(browser, host, tower, ["Ann", "Bo", "Cleo"][: max(2, seats[0])])
    evening.sit_down(game)
    while not evening.over() and int(evening.tablet.seq) < EVENTS:
        evening.go_round()
    for device in evening.devices:
        assert device.complaints == []
        assert device.page.locator('[data-test="refusal"]:visible').count() == 0
