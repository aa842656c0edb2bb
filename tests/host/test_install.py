"""Installing the service: every step is shown, units are right, and all of it is taken back."""

from __future__ import annotations

import getpass
import os
import plistlib
import shlex
import shutil
import stat
import subprocess
from pathlib import Path

import pytest
from dicehost.cli import main
from dicehost.tools import install as installing
from dicehost.tools import service_files
from dicehost.tools.install import InstallError, install, uninstall
from dicehost.tools.service_files import Service
from dicehost.tools.steps import Step, carry_out

ODD = Path("/srv/dice 100% $HOME")


def verify(unit: Path, *manager: str) -> str:
    program = shutil.which("systemd-analyze")
    assert program is not None, "there is no systemd-analyze: 'sh .ci/home-tools' installs it"
    env = os.environ | {"XDG_RUNTIME_DIR": str(unit.parent), "HOME": str(unit.parent)}
    said = subprocess.run(
        [program, *manager, "verify", unit], env=env, capture_output=True, text=True
    )
    assert said.returncode == 0, said.stderr
    return "\n".join(line for line in said.stderr.splitlines() if "dicetower" in line)


@pytest.mark.parametrize("system", [False, True])
def test_systemd_finds_nothing_wrong_with_the_units(tmp_path: Path, system: bool) -> None:
    options = ["--https", "--cards", "/my cards/100%.toml"]
    service = Service(options, ODD, "root", system, "dialout")
    unit = tmp_path / service_files.UNIT
    unit.write_text(service_files.unit(service))
    assert verify(unit, *([] if system else ["--user"])) == ""
    kiosk = tmp_path / service_files.KIOSK_UNIT
    kiosk.write_text(service_files.kiosk_unit("root", ODD))
    assert verify(kiosk) == ""


def test_a_unit_that_systemd_would_not_take_is_noticed(tmp_path: Path) -> None:
    unit = tmp_path / service_files.UNIT
    service = Service([], ODD, "root", False)
    unit.write_text(service_files.unit(service).replace("ExecStart=", "ExecStart=relative "))
    with pytest.raises(AssertionError):
        verify(unit, "--user")


def test_the_unit_starts_what_was_asked_for_whatever_is_in_its_words() -> None:
    service = Service(["--cards", "/my cards/100%.toml"], ODD, "ann", False)
    (line,) = (
        line for line in service_files.unit(service).splitlines() if line.startswith("ExecStart=")
    )
    assert "/my cards/100%%.toml" in line
    assert "$$HOME" in line
    said = line.removeprefix("ExecStart=").replace("%%", "%").replace("$$", "$")
    assert shlex.split(said) == service.command
    agent = plistlib.loads(service_files.launch_agent(service))
    assert agent["ProgramArguments"] == service.command


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine whose own programs write down what they are asked to do."""
    programs = tmp_path / "programs"
    programs.mkdir()
    said = tmp_path / "asked"
    said.touch()
    for name in ("systemctl", "loginctl", "udevadm", "usermod", "gpasswd"):
        program = programs / name
        program.write_text(f'#!/bin/sh\necho {name} "$@" >> {said}\n')
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{programs}:{os.environ['PATH']}")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home" / ".config"))
    monkeypatch.setattr(installing, "UDEV_FILE", str(tmp_path / "etc" / "70-dicetower.rules"))
    monkeypatch.setattr(installing, "_SYSTEM_UNITS", tmp_path / "etc")
    monkeypatch.setattr(installing, "_LINGERING", tmp_path / "linger")
    return tmp_path


def somebody() -> str:
    """A user for a service of the machine: another one where tests run as root."""
    return "daemon" if os.geteuid() == 0 else getpass.getuser()


@pytest.fixture
def user(monkeypatch: pytest.MonkeyPatch) -> str:
    """Whose service root installs, on a machine without a desktop."""
    user = somebody()
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(installing, "_has_desktop", lambda: False)
    return user


def files(machine: Path) -> set[Path]:
    return {file for file in machine.rglob("*") if file.is_file()}


def asked(machine: Path) -> list[str]:
    return (machine / "asked").read_text().splitlines()


def test_without_rights_the_service_is_installed_and_the_rest_is_printed(
    machine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    said = list[str]()
    assert install(machine / "data", ["--https"], False, False, None, said.append) == 1
    unit = machine / "home/.config/systemd/user/dicetower.service"
    assert '"--https"' in unit.read_text()
    assert asked(machine)[:3] == [
        "systemctl --user daemon-reload",
        "systemctl --user enable dicetower.service",
        "systemctl --user restart dicetower.service",
    ]
    assert not [line for line in asked(machine) if line.startswith(("udevadm", "usermod"))]
    left = "\n".join(said).partition("Run this:")[2]
    assert "sudo tee" in left
    assert installing.UDEV_RULE in left
    assert "sudo udevadm control --reload" in left
    assert not (machine / "etc").exists()

    (machine / "data" / "journal.sqlite").write_text("matches")
    assert uninstall(machine / "data", said.append) == 1
    assert not unit.exists()
    assert "systemctl --user disable --now dicetower.service" in asked(machine)
    assert (machine / "data" / "journal.sqlite").read_text() == "matches"


def test_with_rights_all_is_done_and_all_is_taken_back(machine: Path, user: str) -> None:
    said, before = list[str](), files(machine)
    assert install(machine / "data", [], True, True, user, said.append) == 0
    assert (machine / "etc" / "dicetower.service").exists()
    assert (machine / "etc" / "dicetower-kiosk.service").exists()
    assert f"User={user}" in (machine / "etc" / "dicetower.service").read_text()
    assert "systemctl restart dicetower-kiosk.service" in asked(machine)
    assert uninstall(machine / "data", said.append) == 0
    assert files(machine) == before
    joined = [line for line in asked(machine) if line.startswith(("usermod", "gpasswd"))]
    assert len(joined) in (0, 2), "who was put into a group is taken out again"
    with pytest.raises(InstallError, match=r"install\.nothing"):
        uninstall(machine / "data", said.append)


def test_installing_again_changes_the_service_and_takes_back_what_is_no_longer_wanted(
    machine: Path, user: str
) -> None:
    said, before = list[str](), files(machine)
    me, etc = getpass.getuser(), machine / "etc"
    assert install(machine / "data", [], False, True, me, said.append) == 0
    kiosk = etc / "dicetower-kiosk.service"
    assert kiosk.exists()
    (machine / "asked").write_text("")
    assert install(machine / "data", ["--https"], False, False, me, said.append) == 0
    assert not kiosk.exists()
    assert "systemctl disable --now dicetower-kiosk.service" in asked(machine)
    assert "systemctl --user restart dicetower.service" in asked(machine)
    unit = machine / "home/.config/systemd/user/dicetower.service"
    assert "--https" in unit.read_text()
    (machine / "asked").write_text("")
    assert install(machine / "data", [], True, False, user, said.append) == 0
    assert not unit.exists(), "two services of one folder would be in each other's way"
    assert "systemctl --user disable --now dicetower.service" in asked(machine)
    assert f"loginctl disable-linger {me}" in asked(machine)
    assert uninstall(machine / "data", said.append) == 0
    assert files(machine) == before


def test_only_what_was_changed_here_is_taken_back(
    machine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    me, said = getpass.getuser(), list[str]()
    for started_before in (False, True):
        if started_before:
            (machine / "linger").mkdir()
            (machine / "linger" / me).touch()
        (machine / "asked").write_text("")
        for _ in range(2):  # the second time everything is in place
            assert install(machine / "data", [], False, False, me, said.append) == 0
            if not started_before:
                (machine / "linger").mkdir(exist_ok=True)
                (machine / "linger" / me).touch()
        assert uninstall(machine / "data", said.append) == 0
        assert (f"loginctl disable-linger {me}" in asked(machine)) is not started_before
        shutil.rmtree(machine / "linger")


def test_under_sudo_it_is_the_service_of_who_asks_and_their_files(
    machine: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ann = somebody()
    own = machine / "ann" / ".local/share/dicetower"
    given = list[tuple[Path, str]]()
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(getpass, "getuser", lambda: "root")
    monkeypatch.setattr(installing, "_home", lambda _: machine / "ann")
    monkeypatch.setattr(shutil, "chown", lambda path, user, _: given.append((path, user)))
    monkeypatch.setenv("SUDO_USER", ann)
    assert main(["install"]) == 2, "a service of ann's is ann's to install"
    assert not own.exists()
    assert main(["install", "--system"]) == 0
    assert f"User={ann}" in (machine / "etc" / "dicetower.service").read_text()
    assert str(own) in (machine / "etc" / "dicetower.service").read_text()
    assert {(own, ann), (own.parent, ann), (own / "installed.json", ann)} <= set(given)
    assert main(["uninstall"]) == 0
    assert not (machine / "etc" / "dicetower.service").exists()
    assert "still in" in capsys.readouterr().out


def test_every_step_is_shown_before_it_is_done(tmp_path: Path) -> None:
    file = tmp_path / "unit"
    seen = list[bool]()
    steps = [Step("Write it", str(file), "text\n"), Step("Remove it", str(file))]
    carry_out(steps, lambda _: seen.append(file.exists()))
    assert seen == [False, True]


def test_what_cannot_be_done_is_said_and_left_to_a_person(tmp_path: Path) -> None:
    said = list[str]()
    (tmp_path / "file").touch()
    steps = [Step("Write", str(tmp_path / "file" / "x"), "a\n"), Step("Run", command=("/no/such",))]
    assert carry_out(steps, said.append) == 1
    assert sum("Not done:" in line for line in said) == 2


def test_a_mistake_in_the_services_options_is_said_at_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["install", "--data-dir", str(tmp_path / "data"), "--", "--no-such-option"])
    assert "--no-such-option" in capsys.readouterr().err
    assert not (tmp_path / "data").exists()
    assert main(["install", "--system", "--user", "root", "--data-dir", str(tmp_path)]) == 2
