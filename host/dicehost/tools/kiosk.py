"""The table on this machine's own screen: a browser in full screen, opened with the owner's key."""

from __future__ import annotations

import os
import shutil
import time
import urllib.error
import urllib.request
from html import escape
from pathlib import Path

from dicehost.serving import read_serving
from dicehost.storage import write_whole
from dicehost.tools.install import InstallError, browser

WAIT = 120.0
"""Seconds that the service may take to answer after a boot."""
_FLAGS = (
    "--kiosk",
    "--no-first-run",
    "--noerrdialogs",
    "--disable-session-crashed-bubble",
    "--autoplay-policy=no-user-gesture-required",
)


def command(folder: Path) -> list[str]:
    """What to run; without a desktop, cage gives the browser the whole screen."""
    found = browser()
    if found is None:
        raise InstallError("install.browser")
    page = _way_in(folder)
    shown = [found, *_FLAGS, f"--user-data-dir={folder / 'kiosk'}", page.absolute().as_uri()]
    if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        return shown
    cage = shutil.which("cage")
    if cage is None:
        raise InstallError("install.cage")
    # Without this flag older browsers look for X, which cage may not have.
    return [cage, "-s", "--", *shown[:-1], "--ozone-platform=wayland", shown[-1]]


def _way_in(folder: Path) -> Path:
    # The key is in a file that only this user reads: a command line can be read by everybody here.
    address, key = _wait_for_service(folder), (folder / "owner.key").read_text().strip()
    page = folder / "kiosk.html"
    target = escape(f"{address}/#key={key}")
    write_whole(
        page,
        f'<!doctype html><meta charset="utf-8"><title>dicetower</title>'
        f'<meta http-equiv="refresh" content="0;url={target}">\n'.encode(),
    )
    return page


def _wait_for_service(folder: Path) -> str:
    give_up = time.monotonic() + WAIT
    while True:
        serving = read_serving(folder)
        if serving is not None and _answers(serving.here):
            return serving.here
        if time.monotonic() > give_up:
            raise InstallError("install.silent", seconds=round(WAIT))
        time.sleep(0.5)


def _answers(address: str) -> bool:
    try:
        # An address that the service itself wrote down.
        with urllib.request.urlopen(f"{address}/start", timeout=5):  # noqa: S310
            return True
    except (urllib.error.URLError, OSError):
        return False
