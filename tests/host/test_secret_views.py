"""A tablet that is handed round needs a curtain for secrets, and for nothing else."""

from __future__ import annotations

import random

import pytest
from dicehost.screens.secrets import sees_secrets
from dicerules import games
from dicerules.simulate import play
from dicerules.views import TABLE


@pytest.mark.parametrize("key", ["cow"])
def test_a_sentence_that_says_you_is_no_secret(key: str) -> None:
    game = games()[key]
    addressed = 0
    for step in play(game, 2, random.Random(5).randrange):
        for seat in range(2):
            own, table = game.view(step.after, seat), game.view(step.after, TABLE)
            addressed += own != table
            assert not sees_secrets(own, table)
    assert addressed


@pytest.mark.parametrize("key", ["ricemarll", "ryb"])
def test_a_hand_of_cards_is_a_secret(key: str) -> None:
    game = games()[key]
    seen = [
        sees_secrets(game.view(step.after, 0), game.view(step.after, TABLE))
        for step in play(game, 2, random.Random(5).randrange)
    ]
    assert any(seen)
