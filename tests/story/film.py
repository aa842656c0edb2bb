"""Films of real screens for ``make screens``: what a roll looks like, everywhere at once.

A screen is filmed in time of its own: its clock and its animations are moved on by one frame and a
picture is taken, however long that takes, so a film is smooth on any machine. The simulated tower
lives in real time; its page is filmed as it is, with the times at which its frames were drawn.
"""

from __future__ import annotations

import base64
import io
from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Protocol

from PIL import Image
from playwright.sync_api import Page

STEP = 80
"""Milliseconds from one frame to the next."""
HEIGHT = 360
GAP = 14
PAPER = (244, 237, 225)
LARGEST = 1_500_000
"""Bytes that a README may ask of its readers."""
# Every animation is held as soon as it is made, and moved on by hand.
_HOLD = """() => {
  if (window.held) return;
  window.held = new Set();
  const make = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    const made = make.apply(this, how);
    made.pause();
    held.add(made);
    return made;
  };
}"""
_MOVE_ON = """step => {
  for (const one of document.getAnimations()) {
    const { endTime } = one.effect.getComputedTiming();
    if (!held.has(one)) {
      held.add(one);
      one.pause();
      continue;
    }
    const time = Number(one.currentTime) + step;
    if (!Number.isFinite(time)) continue;
    if (time >= endTime) one.finish();
    else one.currentTime = time;
  }
}"""


class Camera(Protocol):
    """Has pictures of one screen, each taken so many milliseconds after the first."""

    @property
    def size(self) -> tuple[int, int]:
        """How large they are."""
        ...

    def at(self, time: float) -> Image.Image:
        """The picture of a time."""
        ...


def _small(shot: bytes) -> Image.Image:
    picture = Image.open(io.BytesIO(shot)).convert("RGB")
    width = round(picture.width * HEIGHT / picture.height)
    return picture.resize((width, HEIGHT), Image.Resampling.LANCZOS)


def hold(page: Page) -> None:
    """Let a screen stand still until it is moved on. Its clock must be installed."""
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 5"))
    page.evaluate(_HOLD)


def move_on(page: Page, step: int) -> None:
    """Let some milliseconds go by on a screen that stands still."""
    page.clock.run_for(step)
    page.evaluate(_MOVE_ON, step)


class StepCamera:
    """Films a screen frame by frame. Its clock must be installed, and stands still in between."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._taken: list[Image.Image] = []
        hold(page)

    def take(self) -> None:
        """Take a picture, then let a frame's time go by."""
        self._taken.append(_small(self._page.screenshot()))
        move_on(self._page, STEP)

    @property
    def size(self) -> tuple[int, int]:
        """How large its pictures are."""
        return self._taken[0].size

    def at(self, time: float) -> Image.Image:
        """The picture of a time."""
        return self._taken[min(len(self._taken) - 1, int(time / STEP))]


class LiveCamera:
    """Films a screen as it is, from when it is made until ``stop``.

    ``marks`` are moments as (time of the film, time of day), in order: on a busy machine the screen
    was slower than the film is, and is made to keep up with it between them.
    """

    def __init__(self, page: Page) -> None:
        self._taken: list[tuple[float, Image.Image]] = []
        self._on = True
        self.marks: list[tuple[float, float]] = []
        self._line = page.context.new_cdp_session(page)
        self._line.on("Page.screencastFrame", self._take)
        self._line.send("Page.startScreencast", {"format": "jpeg", "quality": 92})

    def _take(self, frame: dict[str, Any]) -> None:
        shot = _small(base64.b64decode(frame["data"]))
        self._taken.append((1000 * frame["metadata"]["timestamp"], shot))
        if self._on:
            self._line.send("Page.screencastFrameAck", {"sessionId": frame["sessionId"]})

    def stop(self) -> None:
        """Take no more."""
        self._on = False
        self._line.send("Page.stopScreencast")

    @property
    def size(self) -> tuple[int, int]:
        """How large its pictures are."""
        return self._taken[0][1].size

    def at(self, time: float) -> Image.Image:
        """The picture of a time."""
        times = [taken for taken, _ in self._taken]
        return self._taken[max(0, bisect_right(times, self._of_day(time)) - 1)][1]

    def _of_day(self, time: float) -> float:
        for (first, began), (last, ended) in pairwise(self.marks):
            if first <= time <= last:
                return began + (ended - began) * (time - first) / (last - first)
        first, began = self.marks[0] if time < self.marks[0][0] else self.marks[-1]
        return began + time - first


def side_by_side(cameras: Sequence[Camera], time: float) -> Image.Image:
    """What all screens showed at a time, in one picture."""
    width = sum(camera.size[0] for camera in cameras) + GAP * (len(cameras) + 1)
    picture = Image.new("RGB", (width, HEIGHT + 2 * GAP), PAPER)
    left = GAP
    for camera in cameras:
        picture.paste(camera.at(time), (left, GAP))
        left += camera.size[0] + GAP
    return picture


def write_film(cameras: Sequence[Camera], length: int, path: Path, stays: int) -> None:
    """Write a film of some milliseconds; its last picture stays, then it begins again.

    It is as good as its size allows.
    """
    pictures = [side_by_side(cameras, time) for time in range(0, length, STEP)]
    durations = [STEP] * (len(pictures) - 1) + [stays]
    for quality in range(72, 20, -8):
        pictures[0].save(
            path,
            save_all=True,
            append_images=pictures[1:],
            duration=durations,
            loop=0,
            quality=quality,
            method=4,
            minimize_size=True,
        )
        if path.stat().st_size <= LARGEST:
            return
    raise ValueError(f"expected at most {LARGEST} bytes; got {path.stat().st_size} for {path}")
