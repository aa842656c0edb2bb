"""Making dicetower a service of this machine, and taking it back: each step is shown first.

What needs rights that this user does not have is printed as commands to run. What was done is noted
beside the matches, so that ``uninstall`` takes back exactly that. Matches are never touched.
"""

from __future__ import annotations

import getpass
import os
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec
import platformdirs
from msgspec import Struct

from dicehost.errors import HostError
from dicehost.storage import write_whole
from dicehost.tools import service_files as made
from dicehost.tools.doctor import UDEV_FILE, UDEV_RULE
from dicehost.tools.steps import Say, Step, carry_out, give, make_folder

GROUP = "dialout"
_SYSTEM_UNITS = Path("/etc/systemd/system")
_LINGERING = Path("/var/lib/systemd/linger")
_SESSIONS = (Path("/usr/share/wayland-sessions"), Path("/usr/share/xsessions"))


class InstallError(HostError, OSError):
    """The service cannot be installed as asked."""


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


def who(user: str | None) -> str:
    """Whose service it is: who was named, else who asks, also under sudo."""
    return user or os.environ.get("SUDO_USER") or getpass.getuser()


def folder_of(user: str | None) -> Path:
    """Where somebody's matches are kept if nothing else is said, also when root asks for them."""
    user = who(user)
    if user == getpass.getuser():
        return Path(platformdirs.user_data_dir("dicetower"))
    return _home(user) / ".local" / "share" / "dicetower"


def install(
    folder: Path, options: Sequence[str], system: bool, kiosk: bool, user: str | None, say: Say
) -> int:
    """Install the service, or change it; 0 if nothing is left for a person to do."""
    user = who(user)
    if system and user == "root":
        raise InstallError("install.root")
    if not system and user != getpass.getuser():
        raise InstallError("install.other", got=user)
    groups = _groups()
    group = GROUP if GROUP in groups else ""
    service = made.Service(options, folder.absolute(), user, system, group)
    if sys.platform == "darwin":
        return _install_agent(service, say)
    if not sys.platform.startswith("linux"):
        raise InstallError("install.system", got=sys.platform)
    joins = user != "root" and bool(group) and group not in _groups(user)
    lingers = not system and not (_LINGERING / user).exists()
    before = _read_note(folder)
    done = Installed(
        user,
        system,
        units=(made.UNIT,) + ((made.KIOSK_UNIT,) if kiosk and not _has_desktop() else ()),
        user_files=_user_files(user, system, kiosk),
        root_files=_root_files(system, kiosk),
        # What an earlier install did here is still to be taken back some day.
        joined=joins or (before is not None and before.joined and before.user == user),
        lingers=lingers or (before is not None and before.lingers and not system),
    )
    _note(folder, done)
    steps = [] if before is None else _steps_back(_no_longer(before, done), folder)
    steps += [*_service_steps(service, kiosk, done, lingers), *_port_steps(user, joins)]
    left = carry_out(steps, say)
    log = "journalctl -u dicetower" if system else "journalctl --user -u dicetower"
    say(f"\n'dicetower keys' prints the owner's link, and {log} shows the log.")
    return left


def _no_longer(before: Installed, done: Installed) -> Installed:
    # What an earlier install set up and this one does not.
    moved = before.system != done.system or before.user != done.user
    return msgspec.structs.replace(
        before,
        units=tuple(
            unit for unit in before.units if unit not in done.units or (moved and unit == made.UNIT)
        ),
        user_files=tuple(file for file in before.user_files if file not in done.user_files),
        root_files=tuple(file for file in before.root_files if file not in done.root_files),
        joined=before.joined and before.user != done.user,
        lingers=before.lingers and not done.lingers,
    )


def uninstall(folder: Path, say: Say) -> int:
    """Take back what was installed; matches, keys and backups stay."""
    done = _read_note(folder)
    if done is None:
        raise InstallError("install.nothing", file=str(note_of(folder)))
    if sys.platform == "darwin":
        steps = [
            Step("Stop the service", command=_launchctl("bootout")),
            *(Step("Remove the launch agent", file) for file in done.user_files),
        ]
    else:
        steps = _steps_back(done, folder)
    left = carry_out(steps, say)
    if not left:
        note_of(folder).unlink(missing_ok=True)
    say(f"Your matches, keys and backups are still in {folder}.")
    return left


def _read_note(folder: Path) -> Installed | None:
    try:
        return msgspec.json.decode(note_of(folder).read_bytes(), type=Installed)
    except (OSError, msgspec.MsgspecError):
        return None


def _note(folder: Path, done: Installed) -> None:
    make_folder(folder, done.user)
    write_whole(note_of(folder), msgspec.json.encode(done))
    give(note_of(folder), done.user)


def _steps_back(done: Installed, folder: Path) -> list[Step]:
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
    files = (*done.user_files, *done.root_files)
    steps += [
        Step(f"Remove {Path(file).name}", file, root=file in done.root_files) for file in files
    ]
    if done.units:
        forget = (*control, "daemon-reload")
        steps.append(Step("Let systemd forget it", command=forget, root=done.system))
    if UDEV_FILE in files:
        rules = ("udevadm", "control", "--reload")
        steps.append(Step("Let udev forget the rule", command=rules, root=True))
    if any("kiosk" in Path(file).name for file in files):
        remove = ("rm", "-rf", str(folder / "kiosk"), str(folder / "kiosk.html"))
        steps.append(Step("Remove what the kiosk's browser kept", command=remove))
    if done.lingers:
        off = ("loginctl", "disable-linger", done.user)
        steps.append(Step("Do not start this user's services at boot", command=off))
    if done.joined:
        leave = ("gpasswd", "--delete", done.user, GROUP)
        steps.append(Step(f"Take {done.user} out of the group {GROUP}", command=leave, root=True))
    return steps


def _service_steps(
    service: made.Service, kiosk: bool, done: Installed, lingers: bool
) -> list[Step]:
    control, system = _control(service.system), service.system
    unit_file = str(_SYSTEM_UNITS / made.UNIT) if system else done.user_files[0]
    steps = [Step("Write the service's unit", unit_file, made.unit(service), root=system)]
    if kiosk and _has_desktop():
        entry, text = str(_autostart_file(service.user)), made.autostart(service.folder)
        why = "Open the table when the desktop starts"
        steps.append(Step(why, entry, text, owner=service.user))
    elif kiosk:
        text, file = made.kiosk_unit(service.user, service.folder), _SYSTEM_UNITS / made.KIOSK_UNIT
        steps.append(
            Step("Write the unit of this machine's own screen", str(file), text, root=True)
        )
    steps.append(Step("Let systemd read it", command=(*control, "daemon-reload"), root=system))
    steps += _start(control, made.UNIT, system)
    if lingers:
        linger = ("loginctl", "enable-linger", service.user)
        steps.append(Step("Start it at boot, before anybody logs in", command=linger))
    if made.KIOSK_UNIT in done.units:
        reload = ("systemctl", "daemon-reload")
        steps.append(Step("Let systemd read the screen's unit", command=reload, root=True))
        steps += _start(("systemctl",), made.KIOSK_UNIT, root=True)
    return steps


def _start(control: tuple[str, ...], unit: str, root: bool) -> list[Step]:
    # What runs already goes on with its old options until it is started anew.
    return [
        Step(f"Start {unit} at every boot", command=(*control, "enable", unit), root=root),
        Step(f"Start {unit} now", command=(*control, "restart", unit), root=root),
    ]


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
    _note(service.folder, done)
    text = made.launch_agent(service).decode()
    start = (*_launchctl("bootstrap")[:-1], f"gui/{os.getuid()}", str(file))
    return carry_out(
        [Step("Write the launch agent", str(file), text), Step("Start it", command=start)], say
    )


def _launchctl(verb: str) -> tuple[str, ...]:
    return ("launchctl", verb, f"gui/{os.getuid()}/{made.AGENT}")


def _control(system: bool) -> tuple[str, ...]:
    return ("systemctl",) if system else ("systemctl", "--user")


def _user_files(user: str, system: bool, kiosk: bool) -> tuple[str, ...]:
    unit = () if system else (str(_config(user) / "systemd" / "user" / made.UNIT),)
    return unit + ((str(_autostart_file(user)),) if kiosk and _has_desktop() else ())


def _root_files(system: bool, kiosk: bool) -> tuple[str, ...]:
    units = ([made.UNIT] if system else []) + (
        [made.KIOSK_UNIT] if kiosk and not _has_desktop() else []
    )
    return (*(str(_SYSTEM_UNITS / unit) for unit in units), UDEV_FILE)


def _config(user: str) -> Path:
    if user != getpass.getuser():
        return _home(user) / ".config"
    return Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")


def _autostart_file(user: str) -> Path:
    return _config(user) / "autostart" / "dicetower-kiosk.desktop"


def _home(user: str) -> Path:
    import pwd

    try:
        return Path(pwd.getpwnam(user).pw_dir)
    except KeyError:
        raise InstallError("install.user", got=user) from None


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


def browser() -> str | None:
    """A browser that knows a kiosk."""
    for name in ("chromium", "chromium-browser", "google-chrome", "chrome"):
        if (found := shutil.which(name)) is not None:
            return found
    return None
