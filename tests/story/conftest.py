"""A real browser for the stories: Debian's, never one that a tool downloads."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright

from tests.evening import GIVE_UP_AFTER

# A busy machine is no defect: what is waited for ends the wait, and this only a broken test.
expect.set_options(timeout=GIVE_UP_AFTER * 1000)

QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


# Stories are about what happens, not how it is performed: a screen that chose nothing has no show.
NO_SHOW = """try {
  const LOOK = "dicetower.look";
  if (!localStorage.getItem(LOOK)) localStorage.setItem(LOOK, '{"pace":"off"}');
} catch {}"""


def without_show(browser: Browser) -> Browser:
    """The same browser, whose screens draw every state at once and are given time."""
    make = browser.new_context

    def new_context(**options: Any) -> BrowserContext:
        context = make(**options)
        context.add_init_script(NO_SHOW)
        context.set_default_timeout(GIVE_UP_AFTER * 1000)
        return context

    setattr(browser, "new_context", new_context)  # noqa: B010
    return browser


# The first is Chromium without windows: the same pages for a third of the work.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


def find_browser() -> str:
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    assert path, "the stories need a browser: install chromium (see .ci/browser)"
    return path


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    # Its driver keeps an event loop running, so it must end before tests that have their own.
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=find_browser(), args=QUIET)
        yield without_show(browser)
        browser.close()
