"""Commands for a machine that dicetower lives on: a service, its keys, backups and updates."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from dicehost.cli.arguments import Commands, add_data_dir, data_dir


def add(commands: Commands) -> None:
    """Add the commands."""
    install = commands.add_parser(
        "install", help="make it a service that starts by itself; each step is shown first"
    )
    install.add_argument(
        "--system",
        action="store_true",
        help="a service of the machine (needs administrator rights); default: of this user",
    )
    install.add_argument(
        "--kiosk", action="store_true", help="show the table on this machine's own screen"
    )
    install.add_argument(
        "options", nargs="*", metavar="OPTION", help="for 'dicetower play', after a --"
    )
    install.set_defaults(run=_install)

    uninstall = commands.add_parser("uninstall", help="take the service back; matches stay")
    for command in (install, uninstall):
        command.add_argument(
            "--user", metavar="NAME", help="whose service it is; default: you, also under sudo"
        )
    uninstall.set_defaults(run=_uninstall)

    kiosk = commands.add_parser("kiosk", help="open the table full screen on this machine")
    kiosk.set_defaults(run=_kiosk)

    keys = commands.add_parser("keys", help="print the owner's link and the keys of other programs")
    keys.set_defaults(run=_keys)

    backup = commands.add_parser("backup", help="write every match, link and key to one file")
    backup.add_argument("file", metavar="FILE", type=Path)
    backup.set_defaults(run=_backup)

    restore = commands.add_parser("restore", help="put a backup into place, here or elsewhere")
    restore.add_argument("file", metavar="FILE", type=Path)
    restore.set_defaults(run=_restore)

    update = commands.add_parser("update", help="say whether there is a newer dicetower")
    update.set_defaults(run=_update)

    for command in (install, uninstall, kiosk, keys, backup, restore):
        add_data_dir(command)


def _install(asked: argparse.Namespace) -> int:
    from dicehost.cli import read
    from dicehost.tools.install import folder_of, install

    # A mistake among the service's options is said now, not by a service that does not start.
    read(["play", *asked.options])
    folder = asked.data_dir or folder_of(asked.user)
    return install(folder, asked.options, asked.system, asked.kiosk, asked.user, print)


def _uninstall(asked: argparse.Namespace) -> int:
    from dicehost.tools.install import folder_of, uninstall

    return uninstall(asked.data_dir or folder_of(asked.user), print)


def _kiosk(asked: argparse.Namespace) -> int:
    from dicehost.tools.kiosk import command

    words = command(data_dir(asked))
    os.execv(words[0], words)  # noqa: S606 - a browser that was found, and no shell


def _keys(asked: argparse.Namespace) -> int:
    import segno

    from dicehost.outside.keys import events_key, room_key, webhooks_key
    from dicehost.screens.seats import owner_key
    from dicehost.serving import read_serving

    folder = data_dir(asked)
    serving = read_serving(folder)
    base = serving.base if serving else "http://ADDRESS"
    owner = f"{base}/#key={owner_key(folder / 'owner.key')}"
    reading = events_key(folder)
    print(f"Owner's link (keep it to yourself): {owner}")
    segno.make(owner, error="l").terminal(compact=True, border=2)
    print(f"Key to read what everybody may know: {reading}")
    print(f"Overlay for streams: {base}/overlay#{reading}")
    print(f"The whole room, for a television: {base}/room?big#{room_key(folder)}")
    print(f"Secret that webhooks are signed with: {webhooks_key(folder)}")
    return 0


def _backup(asked: argparse.Namespace) -> int:
    from dicehost.backup import write

    listed = write(data_dir(asked), asked.file)
    print(f"{len(listed.files)} files written to {asked.file}. It holds keys: keep it to yourself.")
    return 0


def _restore(asked: argparse.Namespace) -> int:
    from dicehost.backup import restore

    folder = data_dir(asked)
    listed, aside = restore(folder, asked.file)
    print(f"The backup of {listed.at} is in {folder}.")
    if aside is not None:
        print(f"What was there before is in {aside}.")
    return 0


def _update(asked: argparse.Namespace) -> int:
    from dicehost.tools.updates import tell

    return tell(print)
