"""Many matches of bots against each other, on all cores: who is stronger, and how surely."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from multiprocessing import get_context

from dicerules import games
from dicerules.bots.contest import Standings, play_match, rotated, standings
from dicerules.cards import default_cards
from dicerules.core import Game
from msgspec import Struct
from tqdm import tqdm


class Job(Struct, frozen=True):
    """One match to play. ``budget`` are the seconds of computing that a choice may take."""

    game: str
    line: tuple[str, ...]
    match: int
    seed: int
    budget: float


def hold(
    game: Game,
    line: tuple[str, ...],
    matches: int,
    seed: int,
    budget: float,
    cores: int,
    is_shown: bool,
) -> Standings:
    """Play all matches, with a progress bar if it is shown."""
    jobs = [Job(game.key, line, match, seed, budget) for match in range(matches)]
    with get_context("spawn").Pool(cores) as pool:
        played = pool.imap_unordered(_play, jobs)
        results = tqdm(played, total=matches, unit="match", disable=not is_shown)
        return standings(game, line, results)


def _play(job: Job) -> tuple[int, tuple[int, ...]]:
    game = games()[job.game]
    chance = random.Random(f"{job.seed}.{job.match}")  # noqa: S311 - play for measuring, not dice
    line = rotated(job.line, job.match)

    def start_clock() -> Callable[[], bool]:
        # Computing time, so that a busy machine does not make a bot weaker.
        end = time.process_time() + job.budget
        return lambda: time.process_time() >= end

    return job.match, play_match(game, line, chance.randrange, start_clock, default_cards(game))
