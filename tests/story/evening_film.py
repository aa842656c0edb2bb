"""An evening driven by touch alone, as strips of pictures: each game's start, and its end.

    make screens ARGS=evening

Three phones and a tablet play the first turns of a match, then the last ones of another that was
played before. A row of a strip is one moment on all four screens. Look at them, and judge.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any

import msgspec
from dicehost.journal.store import Journal
from dicerules.forms import Field, Form, Number, PickOne, PickSome, fill
from PIL import Image
from playwright.sync_api import Locator, expect

from tests.kept import Clerk
from tests.story.studio import Studio
from tests.story.thumbs import MOVED_ON, Device, Evening, hook, sees_the_table, tap_in

NAMES = ["Annalena", "Bo", "Cleo"]
FIRST, LAST = 24, 60
"""Events at the start of a match, and at most at its end: random thumbs may not find one."""
LEFT = 10
"""Lines that the match that was played before lacks."""
SETTLED = 1500
"""Milliseconds after which a finale stands still; for eyes."""
ROWS, TALL = 9, 400
"""Moments on one strip, and the height of each."""


def keep_unfinished(folder: Path, game: str) -> None:
    """Write a match that is about to end into a folder's journal."""
    clerk = Clerk("c0ffee00", game, NAMES)
    clerk.open()
    clerk.play()
    with closing(Journal(folder / "journal.sqlite")) as journal:
        journal.adopt_now(clerk.entries[:-LEFT])


@contextmanager
def by_touch() -> Iterator[None]:
    """Let every click of our helpers be a tap of a finger."""
    click = Locator.click
    setattr(Locator, "click", Locator.tap)  # noqa: B010
    try:
        yield
    finally:
        setattr(Locator, "click", click)  # noqa: B010


class Touching(Evening):
    """An evening whose numbers stay as the form suggests them: thumbs tap, and type nothing."""

    def answer(self, phone: Device) -> bool:
        """Answer what a phone asks, if it asks."""
        if not hook(phone.page, "send").count() or phone.screen["form"] is None:
            return False
        seq, form = phone.seq, msgspec.convert(phone.screen["form"], Form)
        answer = fill(form, self._chance.randrange)
        suggest(form.fields, answer)
        tap_in(hook(phone.page, "form"), form.fields, answer)
        hook(phone.page, "send").click()
        phone.page.wait_for_function(MOVED_ON, arg=seq)
        return True

    def press(self) -> bool:
        """Press the button on the tablet."""
        button = self.tablet.page.locator("button.roll:enabled:visible")
        if not button.count():
            return False
        seq = self.tablet.seq
        button.click()
        self.tablet.page.wait_for_function(MOVED_ON, arg=seq)
        return True


def suggest(fields: tuple[Field, ...], answer: dict[str, Any]) -> None:
    """Let every number of an answer be what its form begins with."""
    for asked in fields:
        if isinstance(asked, Number):
            answer[asked.key] = asked.low if asked.start is None else asked.start
        elif isinstance(asked, PickOne | PickSome):
            chosen = answer[asked.key]
            for option in asked.options:
                if option.key == chosen or (isinstance(chosen, list) and option.key in chosen):
                    suggest(option.fields, answer)


def told(device: Device) -> dict[str, Any]:
    """The newest state that a screen was sent."""
    sees_the_table(device.page)
    return device.screen


class Strip:
    """Moments of a match, each seen once."""

    def __init__(self, evening: Evening, folder: Path, name: str) -> None:
        self._evening, self._folder, self._name = evening, folder, name
        self._seen: set[str] = set()
        self._rows: list[Image.Image] = []

    def look(self) -> None:
        """Take a picture of all screens if this is a kind of moment not seen before."""
        screen = told(self._evening.tablet)
        kind = f"{screen['view']['headline']['key']} {screen['over'] is not None}"
        if kind not in self._seen:
            self._seen.add(kind)
            self.take()

    def take(self) -> None:
        """Take a picture of all screens."""
        shots = []
        for device in self._evening.devices:
            size = device.page.viewport_size
            assert size is not None
            device.page.wait_for_timeout(200)  # for eyes: fonts and the fit of things
            shot = Image.open(BytesIO(device.page.screenshot())).convert("RGB")
            shots.append(shot.resize((round(size["width"] * TALL / size["height"]), TALL)))
        row = Image.new("RGB", (sum(shot.width + 8 for shot in shots), TALL + 8), "white")
        left = 0
        for shot in shots:
            row.paste(shot, (left, 0))
            left += shot.width + 8
        self._rows.append(row)

    def write(self) -> int:
        """Write the strips; return how many there are."""
        for at in range(0, len(self._rows), ROWS):
            rows = self._rows[at : at + ROWS]
            strip = Image.new("RGB", (rows[0].width, sum(row.height for row in rows)), "white")
            for number, row in enumerate(rows):
                strip.paste(row, (0, number * row.height))
            strip.save(self._folder / f"evening-{self._name}-{at // ROWS + 1}.png")
        return -(-len(self._rows) // ROWS)


def evening(studio: Studio) -> None:
    """Each game by touch, from its start and to its end."""
    for game in studio.games:
        with studio.house(partial(keep_unfinished, game=game)) as (host, tower), by_touch():
            played = Touching(studio.touched(), host, tower, NAMES)
            strip = Strip(played, studio.folder, game)
            played.sit_at(host.open(NAMES, game))
            strip.take()
            _play(played, strip, FIRST)
            studio.taken += strip.write()
            with host.client() as client:
                late = client.get("/api/matches/c0ffee00/links").json()
            played.sit_at(late)
            _play(played, strip, LAST)
            if told(played.tablet)["over"]:
                for device in played.devices:
                    expect(device.page.locator(".finale, [data-test=over]").first).to_be_attached()
                played.tablet.page.wait_for_timeout(SETTLED)
                strip.take()
            played.button.screenshot(path=studio.folder / f"evening-{game}-tower.png")
            studio.taken += strip.write()


def _play(played: Evening, strip: Strip, events: int) -> None:
    until = told(played.tablet)["seq"] + events
    while not (now := told(played.tablet))["over"] and now["seq"] < until:
        for phone in played.phones:
            strip.look()
            played.answer(phone)
        strip.look()
        played.press()
