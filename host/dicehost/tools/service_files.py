"""The files that make dicetower a part of a machine: units, a rule for the port, a launch agent.

Only texts are made here. Nothing is written and nothing is run.
"""

from __future__ import annotations

import plistlib
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

UNIT = "dicetower.service"
KIOSK_UNIT = "dicetower-kiosk.service"
AGENT = "org.dicetower.service"
KEEP_BACKUPS = 7


class Service(NamedTuple):
    """What the service is: the options of ``dicetower play``, where its data is, who runs it.

    ``group`` may open serial ports; empty on a machine that has no such group.
    """

    options: Sequence[str]
    folder: Path
    user: str
    system: bool
    group: str = ""

    @property
    def command(self) -> list[str]:
        """What a service manager starts."""
        backups = ["--backups", str(self.folder / "backups"), "--keep", str(KEEP_BACKUPS)]
        own = [] if "--backups" in self.options else backups
        play = [*program(), "play", "--service", "--data-dir", str(self.folder)]
        return [*play, *own, *self.options]


def program() -> list[str]:
    """This very dicetower, whatever is on anybody's PATH."""
    return [sys.executable, "-m", "dicehost.cli"]


def unit(service: Service) -> str:
    """The unit of the service, for systemd."""
    network = "Wants=network-online.target\nAfter=network-online.target\n" if service.system else ""
    group = f"SupplementaryGroups={service.group}\n" if service.group else ""
    rights = (
        f"User={service.user}\n"
        f"{group}"
        # Port 80, so that http://dicetower.local needs no number behind it.
        "AmbientCapabilities=CAP_NET_BIND_SERVICE\n"
        "CapabilityBoundingSet=CAP_NET_BIND_SERVICE\n"
        "NoNewPrivileges=yes\n"
        "PrivateTmp=yes\n"
        "ProtectSystem=full\n"
    )
    return (
        "# Written by 'dicetower install'; 'dicetower uninstall' takes it away.\n"
        "[Unit]\n"
        "Description=dicetower: a dice tower, its games and their screens\n"
        f"{network}"
        "StartLimitIntervalSec=0\n"
        "\n"
        "[Service]\n"
        "Type=exec\n"
        f"ExecStart={_quoted(service.command)}\n"
        # A password for a broker belongs here, not into a command that every user can list.
        f"EnvironmentFile=-{_escaped(str(service.folder / 'service.env'))}\n"
        "Environment=PYTHONUNBUFFERED=1\n"
        "Restart=always\n"
        "RestartSec=2\n"
        f"{rights if service.system else ''}"
        "\n"
        "[Install]\n"
        f"WantedBy={'multi-user.target' if service.system else 'default.target'}\n"
    )


def kiosk_unit(user: str, folder: Path) -> str:
    """The unit that shows the table on a machine without a desktop, in cage."""
    command = _quoted([*program(), "kiosk", "--data-dir", str(folder)])
    return (
        "# Written by 'dicetower install --kiosk'; 'dicetower uninstall' takes it away.\n"
        "[Unit]\n"
        "Description=dicetower on this machine's own screen\n"
        "After=systemd-user-sessions.service getty@tty1.service\n"
        "Conflicts=getty@tty1.service\n"
        "StartLimitIntervalSec=0\n"
        "\n"
        "[Service]\n"
        "Type=simple\n"
        f"ExecStart={command}\n"
        f"User={user}\n"
        "PAMName=login\n"
        "TTYPath=/dev/tty1\n"
        "StandardInput=tty-fail\n"
        "UtmpIdentifier=tty1\n"
        "Restart=always\n"
        "RestartSec=5\n"
        "\n"
        "[Install]\n"
        "WantedBy=multi-user.target\n"
    )


def autostart(folder: Path) -> str:
    """The entry that opens the table when somebody's desktop starts."""
    command = " ".join(
        f'"{part}"' for part in [*program(), "kiosk", "--data-dir", str(folder)]
    ).replace("%", "%%")
    return (
        "[Desktop Entry]\n"
        "Type=Application\n"
        "Name=dicetower\n"
        "Comment=The table of the dice tower, full screen\n"
        f"Exec={command}\n"
    )


def launch_agent(service: Service) -> bytes:
    """The same for launchd; nobody has tried it on a Mac yet."""
    said = str(service.folder / "service.log")
    return plistlib.dumps(
        {
            "Label": AGENT,
            "ProgramArguments": service.command,
            "RunAtLoad": True,
            "KeepAlive": True,
            "StandardOutPath": said,
            "StandardErrorPath": said,
        }
    )


def _quoted(command: Sequence[str]) -> str:
    return " ".join('"' + _escaped(part).replace('"', '\\"') + '"' for part in command)


def _escaped(text: str) -> str:
    # systemd reads % and $ as the beginning of something else.
    return text.replace("\\", "\\\\").replace("%", "%%").replace("$", "$$")
