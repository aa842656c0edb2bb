"""Reading a game's state from JSON, with decoders that are built once and then shared."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from typing import Any

from dicerules.cards import with_shared_cards
from dicerules.core import Game
from msgspec import MsgspecError, Raw, Struct
from msgspec.json import Decoder

from dicehost.errors import JournalError
from dicehost.journal.entry import Entry
from dicehost.journal.events import Opened


@cache
def state_decoder(state: type[Struct]) -> Decoder[Any]:
    """The decoder of a game's states."""
    return Decoder(state)


def build_decoders(games: Iterable[Game]) -> None:
    """Build the decoder of each game, before any thread needs it."""
    # A host once crashed inside msgspec while two threads decoded a type for the first time, when
    # msgspec still gathers what it has to know about the type. A finished decoder knows it.
    for game in games:
        # A game whose state cannot be decoded fails when a match of it is opened, not here.
        with suppress(Exception):
            state_decoder(game.state)


def decode_state(game: Game, body: bytes | Raw) -> Any:
    """Read a state of a game; raises msgspec's error if it is none."""
    return with_shared_cards(state_decoder(game.state).decode(body))


def first_state(game: Game, entry: Entry, opened: Opened) -> Any:
    """Read the state that a match was opened with, from the journal's first line."""
    try:
        return decode_state(game, opened.state)
    except MsgspecError as error:
        raise JournalError(
            "journal.body", match=entry.match, line=entry.seq, kind=entry.kind, why=str(error)
        ) from None
