"""Changes of this machine: each is shown, then done, or left to a person who may do it."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from collections.abc import Callable, Iterable
from pathlib import Path

from msgspec import Struct

from dicehost.storage import write_whole

Say = Callable[[str], None]


class Step(Struct, frozen=True):
    """One change of this machine: a file to write or remove, or a command to run.

    ``text`` is what the file holds; a file without one is removed. ``owner`` is whose file it is,
    also where root writes it.
    """

    why: str
    file: str = ""
    text: str | None = None
    command: tuple[str, ...] = ()
    root: bool = False
    owner: str = ""

    @property
    def shell(self) -> str:
        """The step as somebody would type it."""
        sudo = "sudo " if self.root else ""
        if self.command:
            return sudo + shlex.join(self.command)
        name = shlex.quote(self.file)
        if self.text is None:
            return f"{sudo}rm -f {name}"
        folder = shlex.quote(str(Path(self.file).parent))
        return f"{sudo}mkdir -p {folder} && {sudo}tee {name} > /dev/null <<'END'\n{self.text}END"


def carry_out(steps: Iterable[Step], say: Say) -> int:
    """Show each step, then do it; print what is left to a person. 0 if nothing is."""
    left = list[Step]()
    for step in steps:
        say(f"• {step.why}\n    {_indented(step.shell)}")
        if step.root and os.geteuid() != 0:
            say("    This needs administrator rights.")
            left.append(step)
        elif (failed := _do(step)) is not None:
            say(f"    Not done: {failed}")
            left.append(step)
    if left:
        say("\nStill to be done. Run this:\n")
        for step in left:
            say(step.shell)
    return 1 if left else 0


def _do(step: Step) -> str | None:
    try:
        if step.command:
            # A plain list of words from this module; no shell.
            ran = subprocess.run(step.command, capture_output=True, text=True, timeout=60)  # noqa: S603
            said = (ran.stderr or ran.stdout).strip().splitlines()
            return None if ran.returncode == 0 else (said or [f"ended with {ran.returncode}"])[-1]
        file = Path(step.file)
        if step.text is None:
            file.unlink(missing_ok=True)
        else:
            make_folder(file.parent, step.owner)
            write_whole(file, step.text.encode())
            # Units and rules are for everybody to read; there is no secret in them.
            file.chmod(0o644)
            give(file, step.owner)
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    return None


def make_folder(folder: Path, owner: str) -> None:
    """Make a folder and those above it that are missing, as its owner's where root makes them."""
    missing = [path for path in (folder, *folder.parents) if not path.exists()]
    for path in reversed(missing):
        path.mkdir()
        give(path, owner)


def give(path: Path, owner: str) -> None:
    """Let a file that root has made belong to somebody."""
    if owner and os.geteuid() == 0:
        import pwd

        shutil.chown(path, owner, pwd.getpwnam(owner).pw_gid)


def _indented(text: str) -> str:
    return text.replace("\n", "\n    ")
