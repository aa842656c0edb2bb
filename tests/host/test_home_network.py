"""A host that is found in its home, also when it started before the network or has moved."""

from __future__ import annotations

import asyncio
import socket
import ssl
from functools import partial
from pathlib import Path

import pytest
from cryptography import x509
from dicehost import home_network
from dicehost.authority import as_der
from dicehost.doors import Place, Ports
from dicehost.home_network import HomeNetwork
from dicehost.play import _settle
from dicehost.serving import read_serving
from fastapi import FastAPI
from zeroconf import AddressResolverIPv4, Zeroconf  # type: ignore[attr-defined]

from tests.evening import GIVE_UP_AFTER

pytestmark = pytest.mark.usefixtures("alone_on_the_network")

PORTS = Ports("http", 8437, False, 8443)


def seen_one_by_one(addresses: list[str | None]) -> str | None:
    """The next of the addresses that the machine has one after another; the last one stays."""
    return addresses.pop(0) if len(addresses) > 1 else addresses[0]


def found_by_name() -> list[str]:
    ear = Zeroconf(interfaces=["127.0.0.1"])
    try:
        asked = AddressResolverIPv4("dicetower.local.")
        assert asked.request(ear, GIVE_UP_AFTER * 1000)
        return asked.parsed_addresses()
    finally:
        ear.close()


async def moved_to(network: HomeNetwork, base: str) -> list[Place]:
    """Every place that is told, up to the one at an address."""
    places: asyncio.Queue[Place] = asyncio.Queue()
    following = asyncio.create_task(network.follow(places.put_nowait))
    told = list[Place]()
    async with asyncio.timeout(GIVE_UP_AFTER):
        while not told or told[-1].serving.base != base:
            told.append(await places.get())
    following.cancel()
    await asyncio.wait([following])
    return told


async def test_a_host_that_starts_before_the_network_is_found_once_there_is_one(
    tmp_path: Path,
) -> None:
    at: list[str | None] = [None]
    network = await asyncio.to_thread(HomeNetwork, tmp_path, PORTS, partial(seen_one_by_one, at), 0)
    try:
        assert network.place.serving.base == "http://127.0.0.1:8437"
        assert network.place.serving.name is None, "nobody could ask for it"
        at[:] = ["127.0.0.2"]
        (place,) = await moved_to(network, "http://127.0.0.2:8437")
        assert place.serving.name == "http://dicetower.local:8437"
        assert place.serving.https == "https://dicetower.local:8443"
        assert await asyncio.to_thread(found_by_name) == ["127.0.0.2"]
        at[:] = ["127.0.0.3"]
        (place,) = await moved_to(network, "http://127.0.0.3:8437")
        assert await asyncio.to_thread(found_by_name) == ["127.0.0.3"]
        at[:] = [None, "127.0.0.3"]  # the network goes for a moment
        assert len(await moved_to(network, place.serving.base)) == 1, "the same address, anew"
    finally:
        await asyncio.to_thread(network.close)


async def test_https_shows_the_certificate_of_the_new_address_without_a_restart(
    tmp_path: Path,
) -> None:
    at = ["127.0.0.2"]
    network = await asyncio.to_thread(HomeNetwork, tmp_path, PORTS, lambda: at[-1], 0)
    app, shown = FastAPI(), ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        _settle(tmp_path, app, shown, network.place)
        server = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0, ssl=shown)
        port = server.sockets[0].getsockname()[1]
        at.append("127.0.0.3")
        (place,) = await moved_to(network, "http://127.0.0.3:8437")
        _settle(tmp_path, app, shown, place)
        assert place.https is not None
        der = as_der(tmp_path / "authority.pem")
        trust = ssl.create_default_context(cadata=ssl.DER_cert_to_PEM_cert(der))

        def greet() -> bytes:
            with (
                socket.create_connection(("127.0.0.1", port), GIVE_UP_AFTER) as plain,
                trust.wrap_socket(plain, server_hostname="127.0.0.3") as locked,
            ):
                return locked.getpeercert(binary_form=True) or b""

        seen = x509.load_der_x509_certificate(await asyncio.to_thread(greet))
        names = seen.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        assert "127.0.0.3" in {str(name.value) for name in names}
        assert app.state.trust == place.trust
        assert read_serving(tmp_path) == place.serving
        server.close()
    finally:
        await asyncio.to_thread(network.close)


async def test_certificates_are_renewed_while_the_service_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    network = await asyncio.to_thread(HomeNetwork, tmp_path, PORTS, lambda: "127.0.0.2", 0)
    try:
        (tmp_path / "https.pem").unlink()
        monkeypatch.setattr(home_network, "RENEW", 0)
        told = await moved_to(network, "http://127.0.0.2:8437")
        assert (tmp_path / "https.pem").exists()
        assert told[-1].serving.name == network.place.serving.name, "the name stays"
    finally:
        await asyncio.to_thread(network.close)
