"""https with a given certificate: pages, commands and screens, under the certificate's own name."""

from __future__ import annotations

import asyncio
import json
import re
import ssl
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import trustme
import websockets
from dicehost.doors import read_certificate
from dicehost.errors import PlayError

from tests.evening import GIVE_UP_AFTER, PLAIN_HTTP, end, wait_until

NAME = "table.cafe.example"


class Files:
    """A certificate for a café's name and this machine, its key, and who issued it."""

    def __init__(self, folder: Path) -> None:
        authority = trustme.CA()
        issued = authority.issue_cert(NAME, "127.0.0.1")
        self.certificate, self.key = folder / "certificate.pem", folder / "key.pem"
        issued.private_key_pem.write_to_path(self.key)
        self.certificate.write_bytes(b"".join(blob.bytes() for blob in issued.cert_chain_pems))
        self.trust = ssl.create_default_context()
        authority.configure_trust(self.trust)


@pytest.fixture
def files(tmp_path: Path) -> Files:
    return Files(tmp_path)


@pytest.fixture
def owners_link(tmp_path: Path, files: Files) -> Iterator[str]:
    log = tmp_path / "said.log"
    command = [sys.executable, "-m", "dicehost.cli", "play", "--local", "--port", "0"]
    command += ["--data-dir", str(tmp_path), "--tower", "simulated"]
    command += ["--certificate", str(files.certificate), "--key", str(files.key)]
    with log.open("w") as file:
        process = subprocess.Popen(command, stdout=file)
    try:
        wait_until(lambda: "Ctrl-C stops" in log.read_text(), "the host to open")
        found = re.search(r"https://\S+#key=\S+", log.read_text())
        assert found is not None
        yield found[0]
    finally:
        end(process)


async def test_everything_is_served_over_https_under_the_certificates_name(
    owners_link: str, files: Files
) -> None:
    base, key = owners_link.split("/#key=")
    headers = {"Authorization": f"Bearer {key}"}
    async with httpx.AsyncClient(
        base_url=base, verify=files.trust, headers=headers, trust_env=False, timeout=GIVE_UP_AFTER
    ) as client:
        page = await client.get("/", headers={"Host": NAME})
        assert page.status_code == 200, page.text
        body = {"game": "cow", "names": ["Ann", "Bo"], "options": {}}
        opened = (await client.post("/api/matches", json=body)).json()
    path, token = opened["seats"][0]["link"].split("#")
    url = f"{base.replace('https', 'wss')}/api/matches/{path.rsplit('/', 1)[1]}/screen"
    async with (
        asyncio.timeout(GIVE_UP_AFTER),
        websockets.connect(url, ssl=files.trust, proxy=None) as socket,
    ):
        await socket.send(json.dumps({"token": token}))
        assert json.loads(await socket.recv())["me"] == 0


async def test_plain_http_is_not_answered(owners_link: str) -> None:
    base = owners_link.split("/#key=")[0].replace("https", "http")
    async with httpx.AsyncClient(**PLAIN_HTTP) as client:
        with pytest.raises(httpx.TransportError):
            await client.get(base)


def test_half_a_pair_and_files_that_do_not_belong_together_are_refused(
    files: Files, tmp_path: Path
) -> None:
    assert read_certificate(None, None) is None
    assert read_certificate(files.certificate, files.key) is not None
    with pytest.raises(PlayError, match=r"play\.https_pair"):
        read_certificate(files.certificate, None)
    (tmp_path / "other").mkdir()
    with pytest.raises(PlayError, match=r"play\.https_files"):
        read_certificate(files.certificate, Files(tmp_path / "other").key)
    with pytest.raises(PlayError, match=r"play\.https_files"):
        read_certificate(tmp_path / "gone.pem", files.key)
