"""Where ``make screens`` takes its pictures: screens of both sizes, one host a part. For eyes."""

from __future__ import annotations

import io
import json
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize

from tests.evening import GIVE_UP_AFTER, Host, Tower
from tests.story.thumbs import PHONE, TABLET, hook, sees_the_table

SIZES: dict[str, ViewportSize] = {"tablet": TABLET, "phone": PHONE}
TOWER: ViewportSize = {"width": 430, "height": 844}
"""The tower's own page beside the others."""
ALL_TOLD = """try {
  const KINDS = "actions people pick_one pick_some number place offer cards_to_take chips_to_push "
    + "dice_on_table dice_to_take fan goals portraits spaces_to_tap stacks thumbs press";
  localStorage.setItem("dicetower.tips", JSON.stringify(KINDS.split(" ")));
} catch {}"""
"""Somebody who has played before: no tips."""
HIGHEST = 3000
"""Where a picture of a whole page ends; people who want to see more scroll."""
SETTLE = 250
"""Milliseconds for pictures, fonts and the fit of things to come to rest; nothing depends on it."""
CALM = 1500
"""A table's page gives things more room only when it has been calm for a while."""
_LENGTH = "() => document.documentElement.scrollHeight"


LOOKS: dict[str, dict[str, Any]] = {
    "light": {},
    "dark": {"theme": "dark"},
    "contrast": {"theme": "contrast"},
    "party": {"theme": "party"},
    "large": {"text": 200},
}
"""What people may choose for their screens."""


def _wears(look: dict[str, Any]) -> str:
    """A script that gives a screen its look, unless somebody chose another on the page."""
    chosen = json.dumps(json.dumps(look))
    return f"""try {{ localStorage["dicetower.look"] ??= {chosen}; }} catch {{}}"""


class Studio:
    """A browser of one language, and the folder its pictures go to."""

    def __init__(
        self, browser: Browser, folder: Path, locale: str, look: str, games: Sequence[str]
    ) -> None:
        self._browser = browser
        self._locale = locale
        self._look = LOOKS[look]
        self.folder = folder
        self.games = games
        self.part = ""
        self.taken = 0
        folder.mkdir(parents=True, exist_ok=True)

    def screen(self, size: str) -> Page:
        """Take up a screen that is still, so that a picture is the same every time."""
        context = self._browser.new_context(
            viewport=SIZES.get(size, TOWER), locale=self._locale, reduced_motion="reduce"
        )
        context.set_default_timeout(GIVE_UP_AFTER * 500)
        for script in (_wears({**self._look, "pace": "off"}), ALL_TOLD):
            context.add_init_script(script)
        return context.new_page()

    def moving(self, size: str) -> Page:
        """Take up a screen as people have it, with everything that moves."""
        context = self._browser.new_context(viewport=SIZES.get(size, TOWER), locale=self._locale)
        context.set_default_timeout(GIVE_UP_AFTER * 500)
        for script in (_wears(self._look), ALL_TOLD):
            context.add_init_script(script)
        return context.new_page()

    def touched(self) -> Browser:
        """The browser, whose screens are touched from now on and are quick about it."""
        make = self._browser.new_context

        def new_context(**options: Any) -> BrowserContext:
            context = make(**{**options, "has_touch": True, "locale": self._locale})
            for script in (_wears({**self._look, "pace": "off"}), ALL_TOLD):
                context.add_init_script(script)
            return context

        setattr(self._browser, "new_context", new_context)  # noqa: B010
        return self._browser

    def keep(self, page: Page, path: Path, width: int) -> None:
        """Take a picture that is kept with the sources, so wide and no larger than it must be."""
        page.evaluate("document.activeElement.blur()")
        page.evaluate("scrollTo(0, 0)")
        page.wait_for_timeout(CALM)
        picture = Image.open(io.BytesIO(page.screenshot(animations="disabled"))).convert("RGB")
        height = round(picture.height * width / picture.width)
        picture.resize((width, height), Image.Resampling.LANCZOS).save(path, quality=76, method=6)
        self.taken += 1

    def take(self, page: Page, name: str, dark: bool = False) -> None:
        """Take a picture of what a screen shows, and of what is further down if there is more."""
        page.wait_for_timeout(SETTLE if not page.locator("[data-fit]").count() else CALM)
        size = "tablet" if page.viewport_size == TABLET else "phone"
        path = self.folder / f"{self.part}-{size}-{name}.png"
        page.screenshot(path=path, animations="disabled")
        self.taken += 1
        length, seen = page.evaluate(_LENGTH), SIZES[size]
        if length > seen["height"] + 8 and not page.locator("dialog[open]").count():
            # A taller screen rather than a longer picture: what sticks to its foot stays there.
            page.set_viewport_size({"width": seen["width"], "height": min(length, HIGHEST)})
            page.screenshot(path=path.with_stem(f"{path.stem}-whole"), animations="disabled")
            page.set_viewport_size(seen)
        if dark:
            page.emulate_media(color_scheme="dark")
            page.screenshot(path=path.with_stem(f"{path.stem}-dark"), animations="disabled")
            page.emulate_media(color_scheme="light")

    @contextmanager
    def house(self, before: Callable[[Path], Any] = lambda _: None) -> Iterator[tuple[Host, Tower]]:
        """A host with a tower, in a folder where something may have been played before."""
        with tempfile.TemporaryDirectory() as name:
            before(Path(name))
            tower = Tower(Path(name) / "towers", "--seed", "screens")
            host = Host(Path(name))
            try:
                yield host, tower
            finally:
                host.close()
                tower.close()


def enter(page: Page, host: Host) -> None:
    """Come into the lobby with the owner's key; this screen is the owner's from now on."""
    page.goto(f"{host.base}/#key={host.key}")
    hook(page, "start-match").wait_for()


def sit(page: Page, host: Host, link: str) -> None:
    """Open a place's link, and wait until the table is there."""
    page.goto(f"{host.base}{link}")
    sees_the_table(page)
