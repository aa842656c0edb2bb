"""Small commands of an appliance: news of updates, and the table on the machine's own screen."""

from __future__ import annotations

import importlib.util
import json
import os
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from dicehost import __version__
from dicehost.cli import main
from dicehost.screens.seats import owner_key
from dicehost.serving import Serving, note_serving
from dicehost.tools.install import InstallError
from dicehost.tools.kiosk import command


class Site:
    """Answers every question with the same text: an index, or a service."""

    def __init__(self) -> None:
        site = self
        self.text = ""

        class Answer(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(200)
                self.send_header("Content-Type", "application/vnd.pypi.simple.v1+json")
                self.end_headers()
                self.wfile.write(site.text.encode())

            def log_message(self, *_: object) -> None: ...

        self._server = HTTPServer(("127.0.0.1", 0), Answer)
        self.address = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever)
        self._thread.start()

    def close(self) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    for name in ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"):
        monkeypatch.delenv(name, raising=False)
    for name in ("PIP_FIND_LINKS", "PIP_EXTRA_INDEX_URL", "PIP_NO_INDEX"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    site = Site()
    monkeypatch.setenv("PIP_INDEX_URL", f"{site.address}/simple")
    yield site
    site.close()


def offer(site: Site, *versions: str) -> None:
    """Let an index have these versions; one with a ! was withdrawn."""
    names = {version: f"dicetower-{version.rstrip('!')}-py3-none-any.whl" for version in versions}
    files = [
        {"filename": name, "url": name, "hashes": {}, "yanked": version.endswith("!")}
        for version, name in names.items()
    ]
    site.text = json.dumps({"meta": {"api-version": "1.0"}, "name": "dicetower", "files": files})


def test_a_newer_version_is_told_and_nothing_is_updated(
    site: Site, capsys: pytest.CaptureFixture[str]
) -> None:
    offer(site, __version__, "9.10.0", "9.9.9", "10.0.0!")
    assert main(["update"]) == 0
    said = capsys.readouterr().out
    assert "dicetower 9.10.0 is there" in said, "the highest that was not withdrawn"
    assert "not updated by itself" in said
    offer(site, __version__, "0.0.1")
    assert main(["update"]) == 0
    assert "no newer one" in capsys.readouterr().out


def test_where_there_is_no_pip_uv_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert main(["update"]) == 2
    assert "neither pip nor uv" in capsys.readouterr().out
    # A stand-in, because uv is not among this project's tools: it answers what uv does.
    uv = tmp_path / "uv"
    uv.write_text('#!/bin/sh\nread name && echo "$name==9.10.0"\n')
    uv.chmod(0o755)
    assert main(["update"]) == 0
    assert "dicetower 9.10.0 is there" in capsys.readouterr().out


def test_without_an_index_it_says_so(
    site: Site, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:1/simple")
    assert main(["update"]) == 2
    assert "No index has told of newer ones: ERROR" in capsys.readouterr().out


def test_the_kiosk_opens_the_table_and_shows_nobody_the_key(
    site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = owner_key(tmp_path / "owner.key")
    note_serving(tmp_path, Serving(site.address, site.address))
    programs = tmp_path / "programs"
    programs.mkdir()
    monkeypatch.setenv("PATH", str(programs))
    monkeypatch.setenv("DISPLAY", ":0")
    with pytest.raises(InstallError, match=r"install\.browser"):
        command(tmp_path)
    for name in ("chromium", "cage"):
        (programs / name).write_text("#!/bin/sh\n")
        (programs / name).chmod(0o755)
    words = command(tmp_path)
    assert words[0] == str(programs / "chromium")
    assert "--kiosk" in words
    assert not [word for word in words if key in word], "every user can list commands"
    page = tmp_path / "kiosk.html"
    assert f"{site.address}/#key={key}" in page.read_text()
    assert page.stat().st_mode & 0o077 == 0
    monkeypatch.delenv("DISPLAY")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    assert command(tmp_path)[0] == str(programs / "cage"), "without a desktop"
