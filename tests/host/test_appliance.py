"""Small commands of an appliance: news of updates, and the table on the machine's own screen."""

from __future__ import annotations

import json
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
    """Answers every question with the same text."""

    def __init__(self) -> None:
        site = self
        self.text = ""

        class Answer(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(200)
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
    for name in ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY", "UV_DEFAULT_INDEX"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    site = Site()
    monkeypatch.setenv("PIP_INDEX_URL", f"{site.address}/simple")
    yield site
    site.close()


def told(capsys: pytest.CaptureFixture[str]) -> str:
    return capsys.readouterr().out


def test_a_newer_version_is_told_and_nothing_is_updated(
    site: Site, capsys: pytest.CaptureFixture[str]
) -> None:
    wheel = "dicetower-{}-py3-none-any.whl"
    files = [{"filename": wheel.format(version)} for version in (__version__, "9.10.0", "9.9.9")]
    files.append({"filename": wheel.format("10.0.0"), "yanked": True})
    site.text = json.dumps({"files": files})
    assert main(["update"]) == 0
    said = told(capsys)
    assert "dicetower 9.10.0 is there" in said, "the highest that was not withdrawn"
    assert "not updated by itself" in said
    site.text = (
        f'<a href="x">{wheel.format("9.0.1")}</a>\n<a data-yanked>{wheel.format("9.1.0")}</a>'
    )
    assert main(["update"]) == 0
    assert "dicetower 9.0.1 is there" in told(capsys), "an older index has pages only"
    site.text = json.dumps({"files": files[:1]})
    assert main(["update"]) == 0
    assert "no newer one" in told(capsys)


def test_without_an_index_it_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("UV_DEFAULT_INDEX", raising=False)
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:1/simple")
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    assert main(["update"]) == 2
    assert "Nobody could be asked" in told(capsys)


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
