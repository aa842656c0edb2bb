"""A real browser for the stories: Debian's chromium, never one that a tool downloads."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def find_browser() -> str:
    names = ("chromium", "chromium-browser", "google-chrome")
    path = next(filter(None, map(shutil.which, names)), None)
    assert path, "the stories need a browser: install chromium (see .ci/browser)"
    return path


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    # Its driver keeps an event loop running, so it must end before tests that have their own.
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=find_browser(), args=QUIET)
        yield browser
        browser.close()
