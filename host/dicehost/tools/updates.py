"""Is there a newer dicetower? Asks pip or uv, and tells; changes nothing.

They know which package index this machine uses and how it is reached.
"""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from dicehost import __version__

PATIENCE = 60.0
"""Seconds that an answer may take."""
_PIP = "index versions dicetower --retries 0 --timeout 15 --disable-pip-version-check"
_UV = "pip compile - --no-deps --no-header --no-annotate --quiet --refresh --python"
_ANSWER = re.compile(r"^dicetower(?: \(|==)(\d+)\.(\d+)\.(\d+)\)?$", re.MULTILINE)


def tell(say: Callable[[str], None]) -> int:
    """Say what is newer; 2 if no index could be asked."""
    answer, why = _ask()
    found = _ANSWER.search(answer)
    if found is None:
        say(f"dicetower {__version__} is installed. No index has told of newer ones: {why}")
        return 2
    newest = ".".join(found.groups())
    if _order(newest) <= _order(__version__):
        say(f"dicetower {__version__} is installed, and there is no newer one.")
        return 0
    say(f"dicetower {newest} is there; {__version__} is installed.")
    say(f"It is not updated by itself. Make a backup, then run: {_command()}")
    return 0


def _ask() -> tuple[str, str]:
    # What was answered, and the last line of what went wrong.
    uv = shutil.which("uv")
    if importlib.util.find_spec("pip") is not None:
        words = [sys.executable, "-m", "pip", *_PIP.split()]
    elif uv is not None:
        words = [uv, *_UV.split(), sys.executable]
    else:
        return "", "there is neither pip nor uv to ask."
    try:
        # Plain words from this module; no shell.
        ran = subprocess.run(  # noqa: S603
            words, input="dicetower\n", capture_output=True, text=True, timeout=PATIENCE
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return "", str(error)
    said = ran.stderr.strip().splitlines()
    return ran.stdout, said[-1].strip() if said else "the answer was not understood."


def _order(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", version)[:3])


def _command() -> str:
    if "pipx" in sys.prefix:
        return "pipx upgrade dicetower"
    if "uv" in Path(sys.prefix).parts:
        return "uv tool upgrade dicetower"
    return f"{sys.executable} -m pip install --upgrade dicetower"
