"""How fast the rules are: whole random matches a CPU second, and Pig against other engines.

Every rate is told beside a floor or a peer that was timed in alternation in the same run. The peers
are no dependency: ``python -m tests.bench.rules install`` puts boardgame.io and open_spiel into
``build/peers``, and from then on ``make bench`` races them.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Callable
from functools import partial
from pathlib import Path

import msgspec
from dicerules import games
from dicerules.cards import default_cards
from dicerules.core import Game
from dicerules.simulate import begin, play, playout, randbelow_from

from tests.bench.race import ratio, tell
from tests.strangers import follow_the_document

EVENTS = 10_000
PEERS = Path(__file__).parents[2] / "build" / "peers"
PROGRAMS = Path(__file__).parent / "peers"
BOARDGAME_IO, OPEN_SPIEL = "boardgame.io@0.50.2", "open_spiel==2.0.2"

GOALS = {"cow": 17, "morty_zone": 65, "ricemarll": 33, "ryb": 23, "zorro": 22}
"""At most this many times the floor: a third of what an event took before there were quick rules.

By the same floor that was 51, 194, 100, 70 and 67.
"""


class Bare(msgspec.Struct, frozen=True, gc=False):
    """Pig as a floor: no forms, no checks, no views, no events."""

    scores: tuple[int, int] = (0, 0)
    turn: int = 0
    kitty: int = 0


def floor() -> float:
    """CPU seconds of a bare loop over frozen structs, for ``EVENTS`` events."""
    chance = random.Random(1)
    began, state = time.process_time(), Bare()
    for _ in range(EVENTS):
        if state.kitty > 19:
            scores = list(state.scores)
            scores[state.turn] += state.kitty
            state = msgspec.structs.replace(
                state, scores=tuple(scores), turn=1 - state.turn, kitty=0
            )
        else:
            face = chance.randint(1, 6)
            kitty = 0 if face == 1 else state.kitty + face
            state = msgspec.structs.replace(state, kitty=kitty)
    return time.process_time() - began


class Player:
    """Plays a game at random, each time other matches, and counts them."""

    def __init__(self, game: Game, seats: int) -> None:
        self._game, self._seats = game, seats
        self._cards = default_cards(game)
        self._randbelow = randbelow_from(random.Random(1).random)
        self.matches, self.seconds = 0, 0.0

    def quickly(self) -> float:
        """CPU seconds by the quick rules, for ``EVENTS`` events."""
        done, began = 0, time.process_time()
        while done < EVENTS:
            state = begin(self._game, self._seats, cards=self._cards)
            done += playout(self._game, state, self._randbelow)[1]
            self.matches += 1
        took = time.process_time() - began
        self.seconds += took
        return took * EVENTS / done

    def in_full(self) -> float:
        """CPU seconds with every word, check and piece of news, for ``EVENTS`` events."""
        done, began = 0, time.process_time()
        while done < EVENTS:
            for _ in play(self._game, self._seats, self._randbelow, cards=self._cards):
                done += 1
        return (time.process_time() - began) * EVENTS / done


def tell_rules() -> None:
    """Print how fast each game is played."""
    for key, game in games().items():
        player = Player(game, game.seats[-1])
        tell(f"{key}, quick rules / bare loop", player.quickly, floor, f"at most {GOALS[key]}")
        middle, low, high = ratio(player.in_full, player.quickly)
        print(
            f"{key}: {player.matches / player.seconds:,.0f} whole random matches a CPU second,"
            f" {middle:.1f} times as many as with words and checks [{low:.1f}..{high:.1f}]"
        )
    tell_pig()


def tell_pig() -> None:
    """Print how fast the Pig of WRITE-A-GAME.md is beside Pig in other engines."""
    with tempfile.TemporaryDirectory() as name:
        sys.path.insert(0, str(follow_the_document(Path(name))))
        from pig import GAME  # type: ignore[import-not-found]

        player = Player(GAME, 2)
        tell("Pig, quick rules / bare loop", player.quickly, floor, "")
        for what, peer, goal in (
            ("Pig, boardgame.io / quick rules", boardgame_io, "at least 10"),
            ("Pig, open_spiel in Python / quick rules", open_spiel, "at least 1"),
        ):
            if peer() is None:
                print(f"{what}: python -m tests.bench.rules install, once, measures it")
            else:
                tell(what, partial(_seconds, peer), player.quickly, goal)
        print(f"Pig: {EVENTS / player.quickly():,.0f} events a CPU second")


def _seconds(peer: Callable[[], float | None]) -> float:
    took = peer()
    assert took is not None
    return took


def boardgame_io() -> float | None:
    """CPU seconds of Pig in boardgame.io's client, for ``EVENTS`` moves; None without it."""
    if not (PEERS / "node_modules" / "boardgame.io").is_dir():
        return None
    return _race(["node", PROGRAMS / "pig.cjs", PEERS])


def open_spiel() -> float | None:
    """CPU seconds of Pig in pure Python on open_spiel, for ``EVENTS`` moves; None without it."""
    python = PEERS / "venv" / "bin" / "python"
    return _race([python, PROGRAMS / "pig_open_spiel.py"]) if python.exists() else None


def _race(command: list[str | Path]) -> float:
    done = subprocess.run([*command, str(EVENTS)], capture_output=True, text=True, check=True)
    moves, seconds = done.stdout.split()
    return float(seconds) * EVENTS / int(moves)


def install() -> None:
    """Bring the peers from their registries."""
    PEERS.mkdir(parents=True, exist_ok=True)
    subprocess.run(
        ["npm", "install", "--silent", "--no-save", "--prefix", str(PEERS), BOARDGAME_IO],
        check=True,
    )
    venv.create(PEERS / "venv", with_pip=True)
    pip = [str(PEERS / "venv" / "bin" / "python"), "-m", "pip", "install", "--quiet"]
    subprocess.run([*pip, OPEN_SPIEL], check=True, env={**os.environ, "PYTHONPATH": ""})


if __name__ == "__main__":
    install() if sys.argv[1:] == ["install"] else tell_rules()
