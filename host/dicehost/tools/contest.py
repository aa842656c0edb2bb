"""Many matches of bots against each other, on all cores: who is stronger, and how surely."""

from __future__ import annotations

import random
import signal
import time
from itertools import count
from multiprocessing import get_context

from dicerules import games
from dicerules.bots import Budget
from dicerules.bots.contest import Standings, play_match, rotated, standings
from dicerules.cards import default_cards
from dicerules.core import Game
from msgspec import Struct
from tqdm import tqdm


class Job(Struct, frozen=True):
    """One match to play. A choice may take ``seconds`` of computing, or else ``playouts``."""

    game: str
    line: tuple[str, ...]
    match: int
    seed: int
    playouts: int
    seconds: float | None = None


def hold(
    game: Game,
    line: tuple[str, ...],
    matches: int,
    seed: int,
    playouts: int,
    seconds: float | None,
    cores: int,
    is_shown: bool,
) -> Standings:
    """Play all matches, with a progress bar if it is shown. Ctrl-C ends it with what there is."""
    jobs = [Job(game.key, line, match, seed, playouts, seconds) for match in range(matches)]
    results: list[tuple[int, tuple[int, ...]]] = []
    with get_context("spawn").Pool(cores, _leave_ctrl_c) as pool:
        # In order, so that what there is are the first matches and not the shortest.
        played = tqdm(pool.imap(_play, jobs), total=matches, unit="match", disable=not is_shown)
        try:
            results.extend(played)
        except KeyboardInterrupt:
            if not results:
                raise
    return standings(game, line, results)


def _leave_ctrl_c() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _play(job: Job) -> tuple[int, tuple[int, ...]]:
    game = games()[job.game]
    # All matches of a round have the same throws, so that luck is equal for everybody.
    around = job.match // len(job.line)
    throws = (_chance(f"{job.seed}.{around}.{number}").randrange for number in count())
    bots = _chance(f"{job.seed}.{job.match}").randrange
    line = rotated(job.line, job.match)
    cards = default_cards(game)
    return job.match, play_match(game, line, throws, bots, lambda: _budget(job), cards)


def _budget(job: Job) -> Budget:
    if job.seconds is None:
        return Budget(job.playouts)
    # Computing time, so that a busy machine does not make a bot weaker.
    began, seconds = time.process_time(), job.seconds
    return Budget(clock=lambda: (time.process_time() - began) / seconds)


def _chance(seed: str) -> random.Random:
    return random.Random(seed)  # noqa: S311 - play for measuring, not dice
