"""The doctor looks a venue over: from its servers to this host's rights. It changes nothing."""

from __future__ import annotations

from pathlib import Path

from nats.js import errors as refusals

from dicehost.errors import HostError
from dicehost.journal.stream import ANSWER_WITHIN, NAME, OLDEST_SERVER, Stream, addresses
from dicehost.tools.findings import BAD, GOOD, Finding
from dicehost.venue.credentials import OPEN, read_credentials
from dicehost.venue.names import HOSTS
from dicehost.venue.servers import servers

REPLICAS = 3
_RIGHTS = "Run 'dicetower venue --write' for all hosts again, or ask who set the venue up."


async def examine_venue(address: str, file: Path | None) -> list[Finding]:
    """Look over each server, then what they keep together."""
    access = (OPEN if file is None else read_credentials(file)).access
    findings, reached = list[Finding](), list[str]()
    for server in addresses(address):
        alone = Stream(server, access)
        try:
            good = await alone.reach(ANSWER_WITHIN)
            seen = f"{server} answers." if good else f"{server} does not: {alone.why}."
            step = "Start it, and check its address, the network and this host's credentials."
            findings.append(_finding("server", good, seen, step))
            reached += [server] * good
        finally:
            await alone.close()
    if len(reached) * 2 <= len(addresses(address)):
        step = "Without a majority of its servers a venue writes nothing. Start the others."
        return [*findings, _finding("majority", False, f"{len(reached)} servers are there.", step)]
    stream = Stream(address, access)
    try:
        await stream.reach()
        findings.append(await _syncs(stream, len(addresses(address))))
        findings += await _kept(stream)
    except HostError as error:
        findings.append(_finding("journal", False, str(error), _RIGHTS))
    finally:
        await stream.close()
    if not address.startswith("tls://"):
        seen = "What is said in the venue can be read on its network."
        step = "Fine to try it out. For an evening: 'dicetower venue --write', and tls://."
        findings.append(_finding("secrecy", address.startswith("nats://127."), seen, step))
    return findings


async def _syncs(stream: Stream, expected: int) -> Finding:
    said = await servers(stream)
    lazy = [server.name for server in said if not server.syncs]
    step = "Put 'sync_interval: always' into their configuration, as 'dicetower venue' writes it."
    if lazy:
        names = ", ".join(lazy)
        return _finding("disk", False, f"Lines are not synced one by one by {names}.", step)
    old = [f"{server.name} {server.version}" for server in said if server.number < OLDEST_SERVER]
    if old:
        oldest = ".".join(map(str, OLDEST_SERVER))
        seen = f"Too old to refuse the second of two writers: {', '.join(old)}."
        return _finding("disk", False, seen, f"Install NATS {oldest} or newer there.")
    if len(said) < expected:
        seen = f"Only {len(said)} of {expected} servers say how they are configured."
        return _finding("disk", False, seen, step)
    versions = ", ".join(f"{server.name} {server.version}" for server in said)
    return _finding("disk", True, f"Every line is synced before it counts: {versions}.", "")


async def _kept(stream: Stream) -> list[Finding]:
    try:
        found = await stream.ask(lambda: stream.jetstream.stream_info(NAME))
        hosts = await stream.ask(
            lambda: stream.jetstream.stream_info(f"KV_{HOSTS}", subjects_filter=">")
        )
    except refusals.NotFoundError:
        seen = "No host has been here yet: there is no journal."
        return [_finding("journal", False, seen, "Start a host with --journal.")]
    replicas = found.config.num_replicas or 1
    copies = (found.cluster and found.cluster.replicas) or []
    late = [str(one.name) for one in copies if not one.current]
    seen = f"{found.state.messages} lines, kept by {replicas} servers."
    if late:
        seen += f" Not up to date: {', '.join(late)}."
    step = "Start the servers that are missing. With fewer than three, one loss stops all play."
    findings = [_finding("journal", replicas >= REPLICAS and not late, seen, step)]
    names = sorted({key.split(".")[2] for key in hosts.state.subjects or {}})
    there = f"Hosts that are there: {', '.join(names) or 'none'}."
    return [*findings, _finding("hosts", True, there, "")]


def _finding(check: str, good: bool, seen: str, step: str) -> Finding:
    return Finding(check, GOOD if good else BAD, seen, "" if good else step)
