"""The conformance kit: holds anybody's game to what every game promises. It judges no strategy.

    from random import Random
    from dicerules.kit import check

    check(GAME, seats=3, below=Random(1).randrange)

plays random matches and raises ``KitError`` where a promise is broken. Each promise is a function
of its own, told of one position after the other; its first line says what it holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from msgspec import Struct
from pydantic import BaseModel

from dicerules.cards import read_own
from dicerules.core import Ask, Event, Game, Move, Need, Over, Roll, Rolled, TimeUp, encode
from dicerules.core import Cast, read_event
from dicerules.errors import CardError, KitError, RuleError
from dicerules.forms import Below, Field, Form, Option, PickOne, PickSome, Number, Spot, fill
from dicerules.minutes import NAMES, minutes
from dicerules.secrecy import keep_answers, keep_rolls
from dicerules.simulate import begin, draw, play
from dicerules.spoil import wrong_answers, wrong_rolls
from dicerules.views import TABLE, Die
from dicerules.words import Catalogue, Say, blanks, words_for

__all__ = ["KitError", "check", "minutes", "play"]


class Trial(Struct, frozen=True):
    """A game under trial, and what the promises need to put it there."""

    game: Game
    seats: int
    below: Below
    words: Catalogue


def check(
    game: Game,
    seats: int,
    below: Below,
    matches: int = 10,
    options: BaseModel | None = None,
    cards: Any = None,
) -> None:
    """Play matches at random and hold every promise against every position of them."""
    _check_folder(game)
    trial = Trial(game, seats, below, words_for(game.folder))
    cards = cards or read_own(game)
    for match in range(1, matches + 1):
        number = 0
        try:
            for number in _check_match(trial, begin(game, seats, options, cards)):
                pass
        except Exception as error:
            where = f"{game.key}, {seats} seats, match {match}, event {number}"
            raise KitError(f"{where}: {error if isinstance(error, KitError) else repr(error)}") from error


