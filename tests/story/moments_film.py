"""Great moments frame by frame: a tablet, the phone of who acts, and one that waits, side by side.

    make screens ARGS="moments cow"

Each strip is one step of a match, from the last picture before it to the page that it ends in. The
clocks of the screens stand still while a picture is taken, so no machine is too slow for it.
"""

from __future__ import annotations

import io
from itertools import accumulate
from typing import Any

from dicerules.views import TABLE
from PIL import Image
from playwright.sync_api import Page

from tests.story.film import hold, move_on
from tests.story.great_moments import NAMES, Moment, great_moments
from tests.story.positions import Stand
from tests.story.studio import Studio

STEP = 120
"""Milliseconds that the screens' clocks go on at a time."""
WIDE, TALL = 384, 384
"""How wide a tablet is on a strip, and how high a phone."""
GAP, ACROSS, DOWN = 8, 4, 2
LANDING = (0.35, 0.75, 1.0)
"""The parts of a landing that are seen."""
BEAT = (0.3, 0.75)
"""The parts of each beat that are seen; a beat that follows its like is seen once."""
MOST = 14
SETTLED = 900


def moments(studio: Studio) -> None:
    """Every kind of great moment of the games that were asked for."""
    with studio.house() as (host, _):
        for game in studio.games:
            opened = host.open(NAMES, game)
            links = [opened["table"], *(seat["link"] for seat in opened["seats"][:2])]
            stands, pages = [], []
            for size, link in zip(("tablet", "phone", "phone"), links, strict=True):
                page = studio.moving(size)
                page.clock.install()
                stand = Stand(page)
                stand.open(f"{host.base}{link}")
                pages.append(page)
                stands.append(stand)
            for number, moment in enumerate(great_moments(game)):
                frames, a_strip = _film(stands, pages, moment), ACROSS * DOWN
                name = f"moments-{game}-{number:02}-{moment.name.replace('.', '_')}"
                for at in range(0, len(frames), a_strip):
                    strip = _strip(frames[at : at + a_strip])
                    strip.save(studio.folder / f"{name}-{at // a_strip + 1}.png")
                    studio.taken += 1
            for page in pages:
                page.context.close()


def _film(stands: list[Stand], pages: list[Page], moment: Moment) -> list[Image.Image]:
    viewers = (TABLE, moment.actor, moment.waiting)
    for stand, page, viewer in zip(stands, pages, viewers, strict=True):
        page.clock.resume()
        stand.lay(moment.before[viewer])
        page.wait_for_timeout(400)  # a widget or a tray may still be on its way
        hold(page)
    wanted, now, frames = _times(moment.after[TABLE]), 0, [_frame(pages)]
    for stand, viewer in zip(stands, viewers, strict=True):
        told = moment.after[viewer]
        stand.send({**told, "since": stand.seq})
    for time in wanted:
        while now < time:
            now += STEP
            for page in pages:
                move_on(page, STEP)
        frames.append(_frame(pages))
    return frames


def _times(told: dict[str, Any]) -> list[int]:
    """When a picture is taken, in milliseconds after the message came."""
    show, beats = told["show"], told["beats"]
    lands = show["lands_ms"]
    times = [round(lands * part) for part in LANDING] if lands else []
    starts = [lands + sofar for sofar in accumulate(show["beats_ms"], initial=0)]
    for at, lasts in enumerate(show["beats_ms"]):
        alike = at > 0 and beats[at]["type"] == beats[at - 1]["type"]
        parts = BEAT[1:] if alike and lasts < 1000 else BEAT
        times += [round(starts[at] + lasts * part) for part in parts]
    few = times if len(times) < MOST else [times[len(times) * n // MOST] for n in range(MOST)]
    return [*few, starts[-1] + SETTLED]


def _frame(pages: list[Page]) -> Image.Image:
    tablet, *phones = (Image.open(io.BytesIO(page.screenshot())).convert("RGB") for page in pages)
    high = round(tablet.height * WIDE / tablet.width)
    frame = Image.new("RGB", (WIDE, high + GAP + TALL), "white")
    frame.paste(tablet.resize((WIDE, high), Image.Resampling.LANCZOS), (0, 0))
    wide = round(phones[0].width * TALL / phones[0].height)
    for at, phone in enumerate(phones):
        small = phone.resize((wide, TALL), Image.Resampling.LANCZOS)
        frame.paste(small, (at * (WIDE - wide), high + GAP))
    return frame


def _strip(frames: list[Image.Image]) -> Image.Image:
    wide, high = frames[0].width + GAP, frames[0].height + 2 * GAP
    rows = -(-len(frames) // ACROSS)
    strip = Image.new("RGB", (wide * min(ACROSS, len(frames)), high * rows), "#888")
    for at, frame in enumerate(frames):
        strip.paste(frame, (at % ACROSS * wide, at // ACROSS * high))
    return strip
