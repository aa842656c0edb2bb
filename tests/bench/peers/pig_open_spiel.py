"""Pig for two players as a game of open_spiel in pure Python: prints moves and CPU seconds.

Run by the interpreter that has open_spiel; the number of moves is the first argument. A roll and a
decision are a move each, as in ``dicerules``.
"""

from __future__ import annotations

import random
import sys
import time
from typing import Any

import pyspiel  # type: ignore[import-not-found]

STOP, ROLL = 0, 1
TYPE = pyspiel.GameType(
    short_name="dicetower_pig",
    long_name="Pig",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=False,
    provides_observation_tensor=False,
    parameter_specification={},
)
INFO = pyspiel.GameInfo(
    num_distinct_actions=2,
    max_chance_outcomes=6,
    num_players=2,
    min_utility=-1.0,
    max_utility=1.0,
    utility_sum=0.0,
    max_game_length=10_000,
)


class Pig(pyspiel.Game):  # type: ignore[misc]
    """The game."""

    def __init__(self, params: Any = None) -> None:
        super().__init__(TYPE, INFO, params or {})

    def new_initial_state(self) -> PigState:
        """The first position."""
        return PigState(self)


class PigState(pyspiel.State):  # type: ignore[misc]
    """A position, changed in place."""

    def __init__(self, game: Pig) -> None:
        super().__init__(game)
        self.banked, self.turn, self.pot, self.rolling = [0, 0], 0, 0, True

    def current_player(self) -> int:
        """Who is on."""
        if max(self.banked) >= 100:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.rolling else self.turn

    def _legal_actions(self, player: int) -> list[int]:
        return [STOP, ROLL]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The faces."""
        return FACES

    def _apply_action(self, action: int) -> None:
        if self.rolling:
            if action == 0:
                self.pot, self.turn = 0, 1 - self.turn
                return
            self.pot, self.rolling = self.pot + action + 1, False
            if self.banked[self.turn] + self.pot >= 100:
                self._stop()
        elif action == ROLL:
            self.rolling = True
        else:
            self._stop()

    def _stop(self) -> None:
        self.banked[self.turn] += self.pot
        self.turn, self.pot, self.rolling = 1 - self.turn, 0, True

    def is_terminal(self) -> bool:
        """Whether somebody has won."""
        return max(self.banked) >= 100

    def returns(self) -> list[float]:
        """Who has won."""
        return [1.0, -1.0] if self.banked[0] > self.banked[1] else [-1.0, 1.0]


FACES = [(face, 1 / 6) for face in range(6)]


def play(most: int, chance: random.Random) -> None:
    """Play that many moves at random."""
    game, moves = Pig(), 0
    while moves < most:
        state = game.new_initial_state()
        while moves < most and not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(int(chance.random() * 6))
            else:
                legal = state.legal_actions()
                state.apply_action(legal[int(chance.random() * len(legal))])
            moves += 1


def main() -> None:
    """Warm up, play and tell."""
    chance, wanted = random.Random(1), int(sys.argv[1])
    play(2000, chance)
    began = time.process_time()
    play(wanted, chance)
    print(wanted, time.process_time() - began)


if __name__ == "__main__":
    main()
