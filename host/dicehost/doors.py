"""Where the service answers: ports, a name in this home, and https with its own certificates."""

from __future__ import annotations

import contextlib
import errno
import logging
import socket
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from dicehost.errors import PlayError
from dicehost.serving import Serving

if TYPE_CHECKING:
    from zeroconf import Zeroconf

    from dicehost.web.trust import Trust

log = logging.getLogger(__name__)

NAME_WAIT = 600
"""Milliseconds in which another host in this home would say that it has our name."""


class Https(NamedTuple):
    """The files of a certificate and its private key."""

    certificate: Path
    key: Path


def read_certificate(certificate: Path | None, key: Path | None) -> Https | None:
    """Check a certificate and its key before anything starts; None if neither is given."""
    if certificate is None and key is None:
        return None
    if certificate is None or key is None:
        raise PlayError("play.https_pair")
    import ssl

    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(certificate, key)
    except OSError as error:  # ssl.SSLError is one
        raise PlayError(
            "play.https_files", certificate=str(certificate), key=str(key), why=str(error)
        ) from None
    return Https(certificate, key)


def listen(host: str, port: int) -> socket.socket:
    """Take the port before anything else starts, so that one in use is said at once."""
    try:
        return socket.create_server((host, port), backlog=128)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise PlayError("play.port_used", port=port, next=port + 1) from None
        raise PlayError("play.port", port=port, why=str(error)) from None


def home_address() -> str | None:
    """This machine's address on the home network, if it has one."""
    import ifaddr

    for adapter in ifaddr.get_adapters():
        for ip in adapter.ips:
            if isinstance(ip.ip, str) and not ip.ip.startswith(("127.", "169.254.")):
                return ip.ip
    return None


@contextlib.contextmanager
def advertised(address: str, port: int, scheme: str = "http") -> Iterator[str | None]:
    """Tell the home network by mDNS that there is a table here; yields the name that it has."""
    from zeroconf import Error, ServiceInfo, Zeroconf

    kind = f"_{scheme}._tcp.local."
    name = f"dicetower on {socket.gethostname().partition('.')[0]}.{kind}"
    with contextlib.ExitStack() as stack:
        own = None
        try:
            voice = Zeroconf(interfaces=[address])
            stack.callback(voice.close)
            own = _free_name(voice, address)
            told = ServiceInfo(kind, name, port=port, parsed_addresses=[address], server=own)
            voice.register_service(told, allow_name_change=True)
            stack.callback(voice.unregister_service, told)
        except (OSError, Error) as error:
            log.info("not advertised: %s", error)
            own = None
        yield own.rstrip(".") if own else None


def _free_name(voice: Zeroconf, address: str) -> str:
    # Another host in this home may be called so already: then this one has a number.
    from zeroconf import AddressResolverIPv4  # type: ignore[attr-defined]

    for number in range(1, 10):
        name = f"dicetower{'' if number == 1 else f'-{number}'}.local."
        asked = AddressResolverIPv4(name)
        if not asked.request(voice, NAME_WAIT) or address in asked.parsed_addresses():
            break
    return name


class Ports(NamedTuple):
    """The ports that are open, and whether an address may leave theirs out.

    ``secure`` is where our own https answers beside http, if it does.
    """

    scheme: str
    port: int
    short: bool
    secure: int | None = None
    secure_short: bool = False


class Place(NamedTuple):
    """Where others find this host now, and what its own https shows them and has them trust."""

    serving: Serving
    https: Https | None
    trust: Trust


class Doors(NamedTuple):
    """Where the service listens: the first sockets with or without https, and https beside."""

    sockets: list[socket.socket]
    https: Https | None
    beside: list[socket.socket]


def place_at(folder: Path, ports: Ports, address: str, name: str | None) -> Place:
    """Where this host is found under an address and a name; makes the certificates for both."""
    from dicehost.web.trust import NONE

    scheme, usual = ports.scheme, 443 if ports.scheme == "https" else 80
    named = None if name is None else write_address(scheme, name, ports.port, ports.short, usual)
    here, base = (f"{scheme}://{host}:{ports.port}" for host in ("127.0.0.1", address))
    if ports.secure is None:
        return Place(Serving(here, base, named), None, NONE)
    https, trust = _secure(folder, ports, address, name)
    return Place(Serving(here, base, named, trust.addresses[0]), https, trust)


def _secure(folder: Path, ports: Ports, address: str, name: str | None) -> tuple[Https, Trust]:
    from dicehost.authority import as_der, certify, fingerprint
    from dicehost.web.trust import Trust

    machine = socket.gethostname().partition(".")[0].lower()
    names = ["localhost", "127.0.0.1", address, f"{machine}.local", "dicetower.local"]
    names = list(dict.fromkeys([*names, *([name] if name else [])]))
    made = certify(folder, names, datetime.now(UTC))
    addresses = tuple(
        write_address("https", host, ports.secure or 443, ports.secure_short, 443)
        for host in (name, address)
        if host
    )
    trust = Trust(addresses, fingerprint(made.authority), as_der(made.authority))
    return Https(made.certificate, made.key), trust


def listen_also(stack: contextlib.ExitStack, host: str, port: int) -> list[socket.socket]:
    """Listen at another port, too, if that is allowed."""
    # A port below 1024 is for those who may have it: then addresses need no number.
    with contextlib.suppress(PlayError):
        return [stack.enter_context(listen(host, port))]
    return []


def write_address(scheme: str, name: str, port: int, short: bool, usual: int) -> str:
    """An address; a port that everybody expects is left out."""
    return f"{scheme}://{name}" if short or port == usual else f"{scheme}://{name}:{port}"
