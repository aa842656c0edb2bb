"""A stranger's game, written from the document alone, in a real browser: lobby, choices, rolls."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.evening import Host, Tower
from tests.story.thumbs import Evening, hook
from tests.strangers import follow_the_document, install


@pytest.fixture
def host(tmp_path: Path, tower: Tower, monkeypatch: pytest.MonkeyPatch) -> Iterator[Host]:
    """A host that finds Pig beside the built-in games."""
    project = follow_the_document(tmp_path / "author")
    monkeypatch.setenv("PYTHONPATH", install(project, tmp_path / "site"))
    host = Host(tmp_path)
    yield host
    host.close()


def test_a_strangers_game_is_chosen_in_the_lobby_and_played(
    browser: Browser, host: Host, tower: Tower
) -> None:
    evening = Evening(browser, host, tower, ["Ann", "Bo"])
    evening.sit_down("pig", target="20")
    table, ann = evening.tablet.page, evening.phones[0].page
    expect(hook(table, "headline")).to_have_text("Ann rolls.")

    hook(ann, "rules").click()
    expect(ann.locator("[data-here]")).to_have_text("Your turn")
    hook(ann, "close").click()

    while not evening.over():
        evening.go_round()
    expect(hook(table, "over")).to_have_text("20 points are reached.")
    evening.check_screens()
