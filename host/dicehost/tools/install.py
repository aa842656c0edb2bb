"""Making dicetower a service of this machine, and taking it back: each step is shown first.

What needs rights that this user does not have is printed as commands to run. What was done is noted
beside the matches, so that ``uninstall`` takes back exactly that. Matches are never touched.
"""

from __future__ import annotations

import getpass
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from dicehost.errors import HostError
from dicehost.storage import write_whole
from dicehost.tools import service_files as made
from dicehost.tools.doctor import UDEV_FILE, UDEV_RULE

GROUP = "dialout"
_SYSTEM_UNITS = Path("/etc/systemd/system")
_SESSIONS = (Path("/usr/share/wayland-sessions"), Path("/usr/share/xsessions"))

Say = Callable[[str], None]


class InstallError(HostError, OSError):
    """The service cannot be installed as asked."""


class Step(Struct, frozen=True):
    """One change of this machine: a file to write or remove, or a command to run.

    ``text`` is what the file holds; a file without one is removed.
    """

    why: str
    file: str = ""
    text: str | None = None
    command: tuple[str, ...] = ()
    root: bool = False

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


class Installed(Struct, frozen=True):
    """What ``install`` set up, for ``uninstall`` to take back."""

    user: str
    system: bool
    units: tuple[str, ...] = ()
    user_files: tuple[str, ...] = ()
    root_files: tuple[str, ...] = ()
    joined: bool = False
    """Whether the user was put into the group of serial ports here."""
    lingers: bool = False


def note_of(folder: Path) -> Path:
    """Where it is noted what was installed."""
    return folder / "installed.json"


def install(
    folder: Path, options: Sequence[str], system: bool, kiosk: bool, user: str | None, say: Say
) -> int:
    """Install the service; 0 if nothing is left for a person to do."""
    user = user or os.environ.get("SUDO_USER") or getpass.getuser()
    if system and user == "root":
        raise InstallError("install.root")
    service = made.Service(options, folder.absolute(), user, system)
    if sys.platform == "darwin":
        return _install_agent(service, say)
    if not sys.platform.startswith("linux"):
        raise InstallError("install.system", got=sys.platform)
    joins = user != "root" and GROUP in _groups() and GROUP not in _groups(user)
    done = Installed(
        user,
        system,
        units=(made.UNIT,) + ((made.KIOSK_UNIT,) if kiosk and not _has_desktop() else ()),
        user_files=_user_files(system, kiosk),
        root_files=_root_files(system, kiosk),
        joined=joins,
        lingers=not system,
    )
    write_whole(note_of(folder), msgspec.json.encode(done))
    return carry_out([*_service_steps(service, kiosk, done), *_port_steps(user, joins)], say)


def uninstall(folder: Path, say: Say) -> int:
    """Take back what was installed; matches, keys and backups stay."""
    note = note_of(folder)
    try:
        done = msgspec.json.decode(note.read_bytes(), type=Installed)
    except (OSError, msgspec.MsgspecError):
        raise InstallError("install.nothing", file=str(note)) from None
    if sys.platform == "darwin":
        steps = [
            Step("Stop the service", command=_launchctl("bootout")),
            *(Step("Remove the launch agent", file) for file in done.user_files),
        ]
    else:
        steps = _steps_back(done)
    left = carry_out(steps, say)
    if not left:
        note.unlink(missing_ok=True)
    say(f"Your matches, keys and backups are still in {folder}.")
    return left


def _steps_back(done: Installed) -> list[Step]:
    control = _control(done.system)
    steps = [
        Step(
            f"Stop {unit} and do not start it at boot",
            command=(*control, "disable", "--now", unit)
            if done.system or unit != made.KIOSK_UNIT
            else ("systemctl", "disable", "--now", unit),
            root=done.system or unit == made.KIOSK_UNIT,
        )
        for unit in done.units
    ]
    steps += [Step(f"Remove {Path(file).name}", file) for file in done.user_files]
    steps += [Step(f"Remove {Path(file).name}", file, root=True) for file in done.root_files]
    steps.append(
        Step("Let systemd forget it", command=(*control, "daemon-reload"), root=done.system)
    )
    rules = ("udevadm", "control", "--reload")
    steps.append(Step("Let udev forget the rule", command=rules, root=True))
    if done.lingers:
        off = ("loginctl", "disable-linger", done.user)
        steps.append(Step("Do not start this user's services at boot", command=off))
    if done.joined:
        leave = ("gpasswd", "--delete", done.user, GROUP)
        steps.append(Step(f"Take {done.user} out of the group {GROUP}", command=leave, root=True))
    return steps


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
            write_whole(file, step.text.encode())
            # Units and rules are for everybody to read; there is no secret in them.
            file.chmod(0o644)
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    return None


def _service_steps(service: made.Service, kiosk: bool, done: Installed) -> list[Step]:
    control, system = _control(service.system), service.system
    unit_file = str(_SYSTEM_UNITS / made.UNIT) if system else done.user_files[0]
    steps = [Step("Write the service's unit", unit_file, made.unit(service), root=system)]
    if kiosk and _has_desktop():
        entry = str(_autostart_file())
        text = made.autostart(service.folder)
        steps.append(Step("Open the table when the desktop starts", entry, text))
    elif kiosk:
        text, file = made.kiosk_unit(service.user, service.folder), _SYSTEM_UNITS / made.KIOSK_UNIT
        steps.append(
            Step("Write the unit of this machine's own screen", str(file), text, root=True)
        )
    steps.append(Step("Let systemd read it", command=(*control, "daemon-reload"), root=system))
    on = (*control, "enable", "--now", made.UNIT)
    steps.append(Step("Start it now and at every boot", command=on, root=system))
    if not system:
        linger = ("loginctl", "enable-linger", service.user)
        steps.append(Step("Start it at boot, before anybody logs in", command=linger))
    if made.KIOSK_UNIT in done.units:
        reload = ("systemctl", "daemon-reload")
        start = ("systemctl", "enable", "--now", made.KIOSK_UNIT)
        steps.append(Step("Let systemd read the screen's unit", command=reload, root=True))
        steps.append(Step("Show the table now and at every boot", command=start, root=True))
    return steps


def _port_steps(user: str, joins: bool) -> list[Step]:
    steps = [
        Step("Let the tower's port be opened", UDEV_FILE, f"{UDEV_RULE}\n", root=True),
        Step("Let udev read the rule", command=("udevadm", "control", "--reload"), root=True),
        Step(
            "Use it for a tower that is plugged in",
            command=("udevadm", "trigger", "--subsystem-match=tty"),
            root=True,
        ),
    ]
    if joins:
        join = ("usermod", "--append", "--groups", GROUP, user)
        why = f"Put {user} into the group {GROUP}; it counts from the next login or boot"
        steps.append(Step(why, command=join, root=True))
    return steps


def _install_agent(service: made.Service, say: Say) -> int:
    say("launchd's file was written by the book and has not been tried on a Mac yet.")
    file = Path.home() / "Library" / "LaunchAgents" / f"{made.AGENT}.plist"
    done = Installed(service.user, False, user_files=(str(file),))
    write_whole(note_of(service.folder), msgspec.json.encode(done))
    text = made.launch_agent(service).decode()
    start = (*_launchctl("bootstrap")[:-1], f"gui/{os.getuid()}", str(file))
    return carry_out(
        [Step("Write the launch agent", str(file), text), Step("Start it", command=start)], say
    )


def _launchctl(verb: str) -> tuple[str, ...]:
    return ("launchctl", verb, f"gui/{os.getuid()}/{made.AGENT}")


def _control(system: bool) -> tuple[str, ...]:
    return ("systemctl",) if system else ("systemctl", "--user")


def _user_files(system: bool, kiosk: bool) -> tuple[str, ...]:
    unit = () if system else (str(_config() / "systemd" / "user" / made.UNIT),)
    return unit + ((str(_autostart_file()),) if kiosk and _has_desktop() else ())


def _root_files(system: bool, kiosk: bool) -> tuple[str, ...]:
    units = ([made.UNIT] if system else []) + (
        [made.KIOSK_UNIT] if kiosk and not _has_desktop() else []
    )
    return (*(str(_SYSTEM_UNITS / unit) for unit in units), UDEV_FILE)


def _config() -> Path:
    return Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")


def _autostart_file() -> Path:
    return _config() / "autostart" / "dicetower-kiosk.desktop"


def _has_desktop() -> bool:
    return any(folder.is_dir() and any(folder.iterdir()) for folder in _SESSIONS)


def _groups(user: str | None = None) -> set[str]:
    import grp
    import pwd

    if user is None:
        return {group.gr_name for group in grp.getgrall()}
    try:
        own = pwd.getpwnam(user).pw_gid
    except KeyError:
        raise InstallError("install.user", got=user) from None
    every = grp.getgrall()
    return {group.gr_name for group in every if user in group.gr_mem or group.gr_gid == own}


def _indented(text: str) -> str:
    return text.replace("\n", "\n    ")


def browser() -> str | None:
    """A browser that knows a kiosk."""
    for name in ("chromium", "chromium-browser", "google-chrome", "chrome"):
        if (found := shutil.which(name)) is not None:
            return found
    return None
