"""The last thing that happened in a game, and its beats: what screens may perform of it.

Beats are a show on top of the view. What a game raises while it makes them is logged, and play goes
on without them.
"""

from __future__ import annotations

import logging

import msgspec
from dicerules.beats import Beat
from dicerules.core import encode

from dicehost.match.position import Position

log = logging.getLogger(__name__)

_BEATS: msgspec.json.Decoder[tuple[Beat, ...]] = msgspec.json.Decoder(tuple[Beat, ...])


class LastStep:
    """The step that a journal line made: the position before it and the one after."""

    def __init__(self, line: int, before: Position, after: Position) -> None:
        self.line = line
        self.before = before
        self._after = after
        self._beats: dict[int, tuple[Beat, ...]] = {}

    def beats(self, viewer: int) -> tuple[Beat, ...]:
        """The step as a viewer may see it, worked out once; nothing if the game raises."""
        if viewer not in self._beats:
            self._beats[viewer] = self._ask(viewer)
        return self._beats[viewer]

    def _ask(self, viewer: int) -> tuple[Beat, ...]:
        try:
            # Read back: what cannot be sent must fail here, not while the screen is written.
            return _BEATS.decode(encode(self._after.beats(self.before, viewer)))
        except Exception:
            game = self._after.game.key
            log.exception("%s: no beats of line %d for viewer %d", game, self.line, viewer)
            return ()
