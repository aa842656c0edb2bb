"""Opening a match: what is asked for is checked, and tried with the game before it is written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from unicodedata import normalize

import msgspec
from dicerules import broken_games, games
from dicerules.core import Game, encode
from pydantic import ValidationError

from dicehost.clock.clock import Timing
from dicehost.errors import HostError
from dicehost.house.supervisor import Supervisor
from dicehost.journal.events import Opened
from dicehost.match.names import LONGEST_NAME, is_name
from dicehost.match.position import Position
from dicehost.match.states import decode_state

SEAT_COLOURS = ("cyan", "yellow", "pink", "green", "blue", "peach", "plum", "grey")
"""In the order seats get them: neighbours differ most, for every kind of eye."""
SHORTEST_TIME = 100
"""Milliseconds that a decision has at least, even if the seat's bank is empty."""


class MatchError(HostError, ValueError):
    """A match that cannot be opened as asked."""


def seat_colours(game: Game) -> tuple[str, ...]:
    """The colours that seats of a game get, in this order.

    The colours of the game's dice are not among them, unless too few others are left.
    """
    free = tuple(colour for colour in SEAT_COLOURS if colour not in game.dice_colours)
    if len(free) >= game.seats[-1]:
        return free
    return free + tuple(colour for colour in SEAT_COLOURS if colour in game.dice_colours)


def prepare(
    game: Game,
    names: Sequence[str],
    options: Mapping[str, Any],
    timing: Timing,
    colours: Sequence[str],
    cards: Any,
    checkable: bool = True,
) -> Opened:
    """Make the first line of a match."""
    chosen = _check_options(game, options)
    _check_names(game, names)
    colours = colours or seat_colours(game)[: len(names)]
    _check_colours(colours, len(names))
    _check_timing(timing)
    try:
        state = encode(game.start(chosen, len(names), cards))
        Position(game, decode_state(game, state)).check()
    except Exception as error:
        doing = f"starting with {len(names)} seats"
        raise Supervisor("-", game.name).fail(error, 0, doing, "match.start") from None
    return Opened(
        game=game.key,
        version=game.version,
        names=[normalize("NFC", name) for name in names],
        colours=list(colours),
        options=chosen.model_dump(mode="json"),
        state=msgspec.Raw(state),
        timing=timing,
        checkable=checkable,
    )


def find_game(key: str) -> Game:
    """The game with this key, or a refusal that says why not and which games there are."""
    if key in games():
        return games()[key]
    for broken in broken_games():
        if broken.name == key:
            raise MatchError("match.broken_game", got=key, package=broken.package, why=broken.why)
    raise MatchError("match.game", expected=", ".join(games()), got=key)


def _check_options(game: Game, options: Mapping[str, Any]) -> Any:
    try:
        return game.options.model_validate(dict(options))
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        field = ".".join(map(str, first["loc"]))
        if first["type"] == "extra_forbidden":
            known = ", ".join(game.options.model_fields)
            raise MatchError("match.option_unknown", expected=known, got=field) from None
        raise MatchError(
            "match.option", field=field, why=first["msg"], got=repr(first["input"])[:60]
        ) from None


def _check_names(game: Game, names: Sequence[str]) -> None:
    if len(names) not in game.seats:
        low, high = game.seats[0], game.seats[-1]
        raise MatchError("match.seats", low=low, high=high, got=len(names))
    for name in names:
        if not is_name(name):
            raise MatchError("match.name", most=LONGEST_NAME, got=repr(name)[:60])
    # The same letters can be written in several ways that nobody can tell apart.
    if len({normalize("NFKC", name).strip().casefold() for name in names}) != len(names):
        raise MatchError("match.names_alike", got=", ".join(names))


def _check_colours(colours: Sequence[str], seats: int) -> None:
    if len(set(colours)) != seats or len(colours) != seats or not {*colours} <= {*SEAT_COLOURS}:
        known, got = ", ".join(SEAT_COLOURS), ", ".join(colours)
        raise MatchError("match.colours", count=seats, expected=known, got=got[:80])


def _check_timing(timing: Timing) -> None:
    got = timing.decision + timing.increment
    if timing.mode != "off" and got < SHORTEST_TIME:
        raise MatchError("match.clock", least=SHORTEST_TIME, got=got)
