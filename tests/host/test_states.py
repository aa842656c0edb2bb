"""Decoders of games' states: built when the house is opened, whatever a game's state is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
from dicehost.house.house import House
from dicehost.link.towers import Towers
from dicehost.match.states import build_decoders, state_decoder
from dicerules import games


async def test_an_open_house_has_the_decoder_of_every_game(tmp_path: Path) -> None:
    state_decoder.cache_clear()
    house = House(tmp_path, Towers(None))
    built = state_decoder.cache_info().misses
    for game in games().values():
        state_decoder(game.state)
    await house.close()
    assert state_decoder.cache_info().misses == built


def test_a_game_whose_state_cannot_be_decoded_does_not_stop_the_others() -> None:
    state_decoder.cache_clear()
    cow = games()["cow"]
    no_state: Any = "no type at all"
    build_decoders([msgspec.structs.replace(cow, state=no_state), cow])
    assert state_decoder.cache_info().currsize == 1
