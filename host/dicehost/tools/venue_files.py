"""What a venue's servers and hosts are configured with: rights, TLS, and a file for each of them.

A server knows every host by name and password, and lets it do what a host does and nothing else:
write lines and its own place in the venue, both under its own name, and read. Streams cannot be
emptied, changed or deleted by any of them. Servers cannot know which matches a host plays: every
host passes over lines of one that does not (``journal.counted``).
"""

from __future__ import annotations

import datetime
import json
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from dicehost.errors import HostError
from dicehost.storage import write_whole
from dicehost.venue.names import HOSTS, LOOK, SEATS

CLUSTER = "dicetower"
PORT = 4222
ROUTE = 6222
"""The ports that NATS uses for clients and between servers."""
STORE = "/var/lib/dicetower-venue"
READ = ("dicetower", f"KV_{HOSTS}", f"KV_{SEATS}")
"""The streams that hosts read."""
JSZ = "$SYS.REQ.SERVER.PING.JSZ"


class VenueError(HostError, OSError):
    """A venue's servers cannot be configured or started as asked."""


class Node(NamedTuple):
    """One server: where hosts reach it, and the port by which servers talk to each other."""

    name: str
    host: str
    port: int
    route: int


class Secrets(NamedTuple):
    """What a closed venue's servers know: each host's password, and their own among themselves."""

    passwords: dict[str, str]
    route: str


def read_nodes(servers: Sequence[str]) -> list[Node]:
    """The servers named as ``10.0.0.11`` or ``10.0.0.11:4222``."""
    nodes = []
    for number, server in enumerate(servers, 1):
        host, _, port = server.partition(":")
        if not host or not (port or "0").isdigit():
            raise VenueError("venue.server", got=server[:60])
        at = int(port or PORT)
        nodes.append(Node(f"server-{number}", host, at, at - PORT + ROUTE))
    return nodes


def write_venue(folder: Path, servers: Sequence[str], hosts: Sequence[str]) -> list[Path]:
    """Write a folder for each server and a file for each host; return what was written.

    Hosts that have a file there keep their passwords, so a host or a certificate can be added.
    """
    from dicehost.authority import certify, is_inside
    from dicehost.venue.credentials import Credentials, read_credentials

    nodes = read_nodes(servers)
    for node in nodes:
        if not is_inside(node.host):
            raise VenueError("venue.outside", got=node.host)
    for host in hosts:
        if not host.replace("-", "").isalnum() or not host.isascii():
            raise VenueError("venue.host_name", got=host[:60])
    files = sorted(folder.glob("*.toml"))
    had = {file.stem: read_credentials(file) for file in files}
    fresh = Credentials(links=secrets.token_hex(32))
    passwords = {host: secrets.token_urlsafe(32) for host in hosts}
    passwords |= {host: one.password for host, one in had.items()}
    known = Secrets(passwords, secrets.token_urlsafe(32))
    links = next(iter(had.values()), fresh).links
    now = datetime.datetime.now(datetime.UTC)
    made = certify(folder, [node.host for node in nodes], now, between_peers=True)
    written = []
    for node in nodes:
        place = folder / node.name
        write_whole(place / "venue.pem", made.certificate.read_bytes())
        write_whole(place / "venue.key", made.key.read_bytes())
        write_whole(place / "authority.pem", made.authority.read_bytes())
        text = configuration(node, nodes, Path(STORE), known)
        write_whole(place / "nats-server.conf", text.encode())
        written.append(place)
    for host, password in known.passwords.items():
        told = {"user": host, "password": password, "links": links}
        told["authority"] = made.authority.read_text()
        file = folder / f"{host}.toml"
        # JSON's texts are TOML's, too.
        lines = [f"{name} = {json.dumps(value)}\n" for name, value in told.items()]
        write_whole(file, "".join(lines).encode())
        written.append(file)
    return written


def configuration(
    node: Node, nodes: Sequence[Node], store: Path, known: Secrets | None = None
) -> str:
    """The configuration of one server of several; open to all on its network without secrets."""
    routes = "\n".join(f"    {_route(other, known)}" for other in nodes)
    return f"""server_name: {node.name}
listen: {json.dumps(f"{node.host}:{node.port}")}
jetstream {{
  store_dir: {json.dumps(str(store))}
  # Every line is on the disk before it is acknowledged. Without this, a power cut at all
  # servers at once could take back lines that were shown already.
  sync_interval: always
}}
cluster {{
  name: {CLUSTER}
  listen: {json.dumps(f"{node.host}:{node.route}")}
  # Hosts are told every server's address when they are started.
  no_advertise: true
  routes: [
{routes}
  ]
{_between_servers(known)}}}
accounts {{
  servers {{
    exports: [ {{ service: {json.dumps(JSZ)}, response_type: stream }} ]
  }}
  hosts {{
    jetstream: enabled
    # A host asks how the servers are configured: whether they sync every line, for one.
    imports: [ {{
      service: {{ account: servers, subject: {json.dumps(JSZ)} }}, to: {json.dumps(LOOK)}
    }} ]
    users: [
{_users(known)}
    ]
  }}
}}
system_account: servers
{_doors(known)}"""


def _route(node: Node, known: Secrets | None) -> str:
    who = "" if known is None else f"servers:{known.route}@"
    return json.dumps(f"nats://{who}{node.host}:{node.route}")


def _between_servers(known: Secrets | None) -> str:
    if known is None:
        return ""
    return f"""  authorization {{ user: servers, password: {json.dumps(known.route)} }}
  tls {{ cert_file: "venue.pem", key_file: "venue.key", ca_file: "authority.pem" }}
"""


def _doors(known: Secrets | None) -> str:
    if known is None:
        return "no_auth_user: anybody\n"
    return 'tls { cert_file: "venue.pem", key_file: "venue.key" }\n'


def _users(known: Secrets | None) -> str:
    if known is None:
        return '      { user: anybody, password: "" }'
    return "\n".join(_user(host, password) for host, password in known.passwords.items())


def _user(host: str, password: str) -> str:
    publish = [f"dicetower.match.*.{host}", f"$KV.{HOSTS}.{host}.*", f"$KV.{SEATS}.>", LOOK]
    for stream in READ:
        publish += [
            f"$JS.API.STREAM.INFO.{stream}",
            f"$JS.API.STREAM.CREATE.{stream}",
            f"$JS.API.STREAM.MSG.GET.{stream}",
            f"$JS.API.CONSUMER.CREATE.{stream}",
            f"$JS.API.CONSUMER.CREATE.{stream}.>",
            f"$JS.API.CONSUMER.INFO.{stream}.*",
            f"$JS.API.CONSUMER.MSG.NEXT.{stream}.*",
        ]
    rights = {"publish": publish, "subscribe": [f"_INBOX_{host}.>"]}
    return (
        f"      {{ user: {json.dumps(host)}, password: {json.dumps(password)},\n"
        f"        permissions: {json.dumps(rights)} }}"
    )
