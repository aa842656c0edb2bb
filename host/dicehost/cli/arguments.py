"""What several commands share: where data is kept, and numbers checked as they are read."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TypeAlias

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


def add_data_dir(command: argparse.ArgumentParser) -> None:
    """Let a command be told where data is kept."""
    command.add_argument(
        "--data-dir",
        type=Path,
        metavar="FOLDER",
        help="where matches and keys are kept; default: this user's data folder",
    )


def data_dir(asked: argparse.Namespace) -> Path:
    """Where data is kept."""
    if asked.data_dir is not None:
        return Path(asked.data_dir)
    import platformdirs

    return Path(platformdirs.user_data_dir("dicetower"))


def positive(text: str) -> int:
    """Read a whole number above 0."""
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected a whole number above 0; got {text!r}")
    return int(text)


def seconds(text: str) -> float:
    """Read a time of at most a minute."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 60:
        raise argparse.ArgumentTypeError(f"expected 0 to 60 seconds; got {text!r}")
    return value


def faces(text: str) -> int:
    """Read how many faces a die has."""
    if not text.isdigit() or not 2 <= int(text) <= 100:
        raise argparse.ArgumentTypeError(f"dice have 2 to 100 faces; got {text!r}")
    return int(text)


def cards(text: str) -> int:
    """Read how many cards a deck has."""
    if not text.isdigit() or not 2 <= int(text) <= 200:
        raise argparse.ArgumentTypeError(f"decks have 2 to 200 cards; got {text!r}")
    return int(text)
