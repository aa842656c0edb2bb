"""A certificate authority of this home: made once, kept, renewed, and good for this home alone."""

from __future__ import annotations

import re
import ssl
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import pytest
from cryptography import x509
from dicehost.authority import RENEW_BEFORE, VALID_FOR, as_der, certify, fingerprint, is_inside
from dicehost.doors import advertised
from zeroconf import AddressResolverIPv4, Zeroconf  # type: ignore[attr-defined]

from tests.evening import GIVE_UP_AFTER, PLAIN_HTTP, Host

NAMES = ["localhost", "127.0.0.1", "192.168.1.5", "dicetower.local"]
NOW = datetime(2030, 1, 1, tzinfo=UTC)


def test_the_authority_stays_and_its_certificate_is_made_anew_when_it_has_to_be(
    tmp_path: Path,
) -> None:
    made = certify(tmp_path, NAMES, NOW)
    authority, shown = made.authority.read_bytes(), made.certificate.read_bytes()
    for file in (made.key, made.certificate, tmp_path / "authority.key"):
        assert file.stat().st_mode & 0o077 == 0
    certify(tmp_path, NAMES, NOW + timedelta(days=1))
    assert made.certificate.read_bytes() == shown, "nothing has changed"
    certify(tmp_path, [*NAMES, "192.168.1.9"], NOW)
    moved = made.certificate.read_bytes()
    assert moved != shown, "the machine has another address"
    certify(tmp_path, NAMES, NOW + VALID_FOR - RENEW_BEFORE + timedelta(days=1))
    assert made.certificate.read_bytes() != moved, "it would run out soon"
    made.certificate.write_bytes(b"damaged")
    certify(tmp_path, NAMES, NOW)
    assert b"BEGIN" in made.certificate.read_bytes()
    assert made.authority.read_bytes() == authority, "devices have to trust it once"
    assert x509.load_der_x509_certificate(as_der(made.authority)).subject.rfc4514_string()
    assert re.fullmatch("([0-9A-F]{2}:){31}[0-9A-F]{2}", fingerprint(made.authority))


def test_it_can_vouch_for_this_home_alone(tmp_path: Path) -> None:
    made = certify(tmp_path, [*NAMES, "bank.example", "8.8.8.8"], NOW)
    shown = x509.load_pem_x509_certificate(made.certificate.read_bytes())
    names = shown.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert {str(name.value) for name in names} == set(NAMES)
    authority = x509.load_pem_x509_certificate(made.authority.read_bytes())
    limits = authority.extensions.get_extension_for_class(x509.NameConstraints)
    assert limits.critical
    permitted = {str(name.value) for name in limits.value.permitted_subtrees or ()}
    assert {"local", "localhost", "192.168.0.0/16"} <= permitted
    assert "0.0.0.0/0" not in permitted
    assert [
        is_inside(name) for name in ("a.local", "10.1.2.3", "fe80::1", "example.org", "1.1.1.1")
    ] == [
        True,
        True,
        True,
        False,
        False,
    ]


async def test_https_and_http_are_served_side_by_side(tmp_path: Path) -> None:
    host = Host(tmp_path, "--tower", "simulated", "--https", "--https-port", "0")
    try:
        async with httpx.AsyncClient(**PLAIN_HTTP) as plain:
            told = (await plain.get(f"{host.base}/api/trust")).json()
            der = (await plain.get(f"{host.base}/authority.crt")).content
            assert (await plain.get(f"{host.base}/")).status_code == 200
            refused = await plain.get(f"{host.base}/", headers={"Host": "evil.example"})
            assert refused.status_code == 421
            # A header that a page can send is no proof of https.
            lie = {"Host": "evil.example", "X-Forwarded-Proto": "https"}
            assert (await plain.get(f"{host.base}/", headers=lie)).status_code == 421
        (address,) = told["addresses"]
        with pytest.raises(httpx.ConnectError):
            httpx.get(address, trust_env=False)
        trust = ssl.create_default_context(cadata=ssl.DER_cert_to_PEM_cert(der))
        async with httpx.AsyncClient(**PLAIN_HTTP | {"verify": trust}) as locked:
            assert (await locked.get(f"{address}/api/trust")).json() == told
    finally:
        host.close()
    assert host.process.returncode in (0, -15)


def test_without_the_library_the_options_say_what_to_install(tmp_path: Path) -> None:
    # A stand-in for an environment without the extra: its imports fail.
    hide = "import sys; sys.modules['aiomqtt'] = sys.modules['cryptography.x509'] = None; "
    run = "from dicehost.cli import main; exit(main())"
    for option in ("--https", "--mqtt"):
        words = ["play", "--local", "--port", "0", "--data-dir", str(tmp_path), option]
        said = subprocess.run(
            [sys.executable, "-c", hide + run, *words], capture_output=True, text=True
        )
        assert said.returncode == 2, said.stderr
        assert "dicetower[home]" in said.stderr


@pytest.mark.usefixtures("alone_on_the_network")
def test_the_table_answers_as_dicetower_local() -> None:
    with advertised("127.0.0.1", 8437) as name:
        assert name == "dicetower.local"
        ear = Zeroconf(interfaces=["127.0.0.1"])
        try:
            asked = AddressResolverIPv4("dicetower.local.")
            assert asked.request(ear, GIVE_UP_AFTER * 1000)
            assert asked.parsed_addresses() == ["127.0.0.1"]
        finally:
            ear.close()
