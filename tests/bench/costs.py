"""What processes use while a bench runs: time of a core, memory, and bytes read and written."""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from tests.bench.load import Figures, cpu, memory
from tests.evening import Host
from tests.venue import Cluster


class Cost(NamedTuple):
    """What a process has used so far: seconds of a core, and bytes that it read and wrote."""

    at: float
    cpu: float
    read: int
    wrote: int

    @classmethod
    def of(cls, pid: int) -> Cost:
        """As the system counts it; for a server that is the network and the disk together."""
        text = Path(f"/proc/{pid}/io").read_text()
        said = dict(line.split(": ") for line in text.splitlines())
        return cls(time.perf_counter(), cpu(pid), int(said["rchar"]), int(said["wchar"]))

    def since(self, before: Cost) -> tuple[float, float, float]:
        """The share of a core, and the kilobytes read and written, per second."""
        seconds = self.at - before.at
        read, wrote = self.read - before.read, self.wrote - before.wrote
        return (self.cpu - before.cpu) / seconds, read / seconds / 1000, wrote / seconds / 1000


class Costs:
    """What servers, hosts and their towers use, and how busy the whole machine is."""

    def __init__(self, cluster: Cluster, hosts: list[Host]) -> None:
        self.pids = {
            "server": cluster.pids,
            "host": [host.process.pid for host in hosts[1:]],
            "host whose room is looked at": [hosts[0].process.pid],
            "tower": [child for host in hosts for child in _children(host.process.pid)],
            "people": [os.getpid()],
        }
        self._before: dict[int, Cost] = {}
        self._busy = _busy()

    def begin(self) -> None:
        """Count from here on."""
        self._before = {pid: Cost.of(pid) for pids in self.pids.values() for pid in pids}
        self._busy = _busy()

    def tell(self, told: Figures) -> None:
        """Print what each kind of process has used since then: the median, and the most."""
        for kind, pids in self.pids.items():
            used = [Cost.of(pid).since(self._before[pid]) for pid in pids]
            shares, reads, writes = zip(*used, strict=True)
            held = [memory(pid) for pid in pids]
            cores = f"{_both(shares, 100, ' % of a core', 1)}, {_both(held, 1, ' MB')}"
            told.tell(f"    a {kind}" if kind != "people" else "    these screens", cores)
            if kind == "server":
                told.tell("        reads", _both(reads, 1, " kB/s", 1))
                told.tell(
                    "        writes, to hosts, servers and disk", _both(writes, 1, " kB/s", 1)
                )
        idle, whole = (now - before for now, before in zip(_busy(), self._busy, strict=True))
        told.tell("    the machine", f"{100 * (1 - idle / whole):.0f} % of {os.cpu_count()} cores")


def _both(values: Sequence[float], scale: float, unit: str, digits: int = 0) -> str:
    middle, most = statistics.median(values) * scale, max(values) * scale
    return f"{middle:.{digits}f} ({most:.{digits}f}){unit}"


def _children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def _busy() -> tuple[float, float]:
    """Idle time and whole time of all cores, in ticks."""
    ticks = [int(word) for word in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:]]
    return float(ticks[3] + ticks[4]), float(sum(ticks[:8]))
