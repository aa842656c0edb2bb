"""``make screens``: pictures of every page and every phase of every game, tablet and phone.

    python -m tests.story.screens [FOLDER] [GAME …]

Plays a match of each game by taps and takes a picture whenever a screen asks or tells something
of a kind it has not shown yet. Look at them: a page nobody looked at is not done.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from dicerules import games
from playwright.sync_api import Browser, sync_playwright

from tests.evening import Host, Tower
from tests.story.conftest import QUIET, find_browser
from tests.story.thumbs import TABLET, Device, Evening, hook, take_up

NAMES = ["Ann", "Bo", "Cleo", "Dan", "Eve", "Finn"]
MOST_EVENTS = 400


class Album:
    """Where pictures go; one of each kind."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._kinds: set[str] = set()
        folder.mkdir(parents=True, exist_ok=True)

    def take(self, device: Device, kind: str) -> None:
        if kind not in self._kinds:
            self._kinds.add(kind)
            device.page.wait_for_timeout(400)  # let the dice settle: this is for eyes
            device.page.screenshot(path=self._folder / f"{kind}.png")


def phase(device: Device) -> str:
    """What kind of moment a screen shows: its headline, and what is asked or rolled."""
    screen = device.screen
    parts = [screen["view"]["headline"]["key"]]
    if screen["form"]:
        parts.append(screen["form"]["title"]["key"])
    if screen["roll"]:
        parts.append(f"roll.{screen['roll']['state']}")
    if screen["over"]:
        parts.append("over")
    return "-".join(parts).replace(".", "_")


def shoot(browser: Browser, folder: Path, game: str) -> None:
    with tempfile.TemporaryDirectory() as name:
        tower = Tower(Path(name) / "towers", "--seed", game)
        host = Host(Path(name))
        album = Album(folder)
        seats = games()[game].seats
        evening = Evening(browser, host, tower, NAMES[: min(4, seats[-1])])
        try:
            evening.sit_down(game)
            dark = take_up(browser, TABLET, dark=True)
            dark.page.goto(evening.tablet.page.url)
            for _ in range(MOST_EVENTS):
                album.take(evening.tablet, f"{game}-table-{phase(evening.tablet)}")
                for phone in evening.phones:
                    album.take(phone, f"{game}-phone-{phase(phone)}")
                if evening.over():
                    break
                evening.go_round()
            album.take(dark, f"{game}-table-dark")
            if game == next(iter(games())):
                page = take_up(browser, TABLET)
                page.page.goto(tower.page)
                album.take(page, "tower")
                page.page.goto(f"{host.base}/#key={host.key}")
                hook(page.page, "start-match").wait_for()
                album.take(page, "lobby")
        finally:
            host.close()
            tower.close()


def main() -> None:
    """Take the pictures."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "build/screens")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=find_browser(), args=QUIET)
        for game in sys.argv[2:] or games():
            shoot(browser, folder, game)
        browser.close()
    print(f"{len(list(folder.glob('*.png')))} pictures in {folder}")


if __name__ == "__main__":
    main()
