"""Power cuts, a bad cable and nonsense until the time is up; the seed of what failed is printed."""

from __future__ import annotations

import argparse
import asyncio
import random
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import hypothesis
from hypothesis.stateful import run_state_machine_as_test

from tests.evening import Host
from tests.firmware import fuzz as firmware
from tests.fuzz.description import ask_everything
from tests.fuzz.strangers_words import Strangers
from tests.fuzz.wire import AnyMishap
from tests.host.power_loss import Evening, check


def cut_power(folder: Path, seed: int) -> None:
    """One evening, cut at twenty places."""
    chance = random.Random(seed)
    evening = Evening(folder)
    for number in range(20):
        where = folder / f"cut-{number}"
        check(evening, chance.randint(evening.written[0], len(evening.calls)), where, chance)


def talk(folder: Path, seed: int) -> None:
    """A host that is asked three hundred things, and greeted twenty times."""
    host = Host(folder, "--tower", "simulated")
    try:
        strangers = Strangers(host, random.Random(seed))
        with host.client() as client:
            client.headers.pop("Authorization")
            for _ in range(300):
                strangers.ask(client)
        for _ in range(20):
            asyncio.run(strangers.greet())
        assert host.process.poll() is None, "the host ended"
    finally:
        host.close()


def describe(folder: Path, seed: int) -> None:
    """A host that is asked all it describes, twice for half a minute."""
    host = Host(folder, "--tower", "simulated")
    try:
        host.open(["Ann", "Bo"])
        ask_everything(host, seed, 30)
        assert host.process.poll() is None, "the host ended"
    finally:
        host.close()


def go_wrong(_: Path, seed: int) -> None:
    """A hundred matches over a bad cable, to a tower and a host that are switched off and on."""
    seeded = hypothesis.seed(seed)(type("Seeded", (AnyMishap,), {}))
    short = hypothesis.settings(
        max_examples=100, stateful_step_count=30, deadline=None, database=None
    )
    run_state_machine_as_test(seeded, settings=short)


def send_lines(_: Path, seed: int) -> None:
    """A hundred thousand hostile lines to the firmware on its own interpreter."""
    firmware.run(100_000, seed)


PARTS: dict[str, Callable[[Path, int], None]] = {
    "power": cut_power,
    "strangers": talk,
    "description": describe,
    "wire": go_wrong,
    "firmware": send_lines,
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("part", nargs="*", default=list(PARTS))
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--seed", type=int, help="run this one alone")
    asked = parser.parse_args()
    end = time.monotonic() + asked.minutes * 60
    seed, done = asked.seed or random.SystemRandom().randrange(1 << 32), 0
    while True:
        for part in asked.part:
            folder = Path(tempfile.mkdtemp())
            try:
                PARTS[part](folder, seed)
            except Exception:
                print(f"failed: python -m tests.fuzz {part} --seed {seed}   ({folder} is kept)")
                raise
            shutil.rmtree(folder)
        done += 1
        if asked.seed is not None or time.monotonic() > end:
            print(f"{done} rounds of {', '.join(asked.part)}: nothing found")
            return 0
        seed += 1


if __name__ == "__main__":
    sys.exit(main())
