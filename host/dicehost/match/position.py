"""One position of a match and what its game says about it, each thing worked out once.

This is the edge to a game's code. A refusal of an event passes through; anything else that a game
raises comes out as a ``GameError`` that names the function.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from secrets import randbelow
from typing import Any, TypeVar

from dicerules.beats import Beat
from dicerules.core import Event, Face, Game, Need, RuleError
from dicerules.forms import Answer
from dicerules.views import TABLE, Item, View
from dicerules.worth import Worth, exact

T = TypeVar("T")


class GameError(Exception):
    """A game raised an error of its own: in which of its functions, and about what."""

    def __init__(self, game: str, function: str, about: str) -> None:
        super().__init__(f"{game}: {function} raised about {about}")
        self.function = function


class Position:
    """A state that a match is in, or could be in next."""

    def __init__(self, game: Game, state: Any) -> None:
        self.game = game
        self.state = state
        self.need: Need = self._ask("need", "the position", lambda: game.need(state))
        self._views: dict[int, View] = {}
        self._next: tuple[Event, Position] | None = None

    def view(self, viewer: int) -> View:
        """The position as a viewer sees it."""
        if viewer not in self._views:
            game, state = self.game, self.state
            about = f"viewer {viewer}"
            self._views[viewer] = self._ask("view", about, lambda: game.view(state, viewer))
        return self._views[viewer]

    @cached_property
    def scores(self) -> tuple[int, ...]:
        """One number a seat."""
        return self._ask("scores", "the position", lambda: self.game.scores(self.state))

    @cached_property
    def faces(self) -> Mapping[str, tuple[Face, ...]]:
        """The pictures on each kind of die."""
        return self._ask("faces", "the position", lambda: self.game.faces(self.state))

    def preview(self, seat: int, answer: Answer) -> tuple[Item, ...]:
        """What a seat's answer so far would come to; the rules may refuse it."""
        game, state = self.game, self.state
        about = f"an answer of seat {seat}"
        return self._ask("preview", about, lambda: game.preview(state, seat, answer), RuleError)

    def weigh(self, seat: int, answer: Answer) -> tuple[Worth, ...]:
        """What the choices of a seat's half-filled form are worth, as far as it is exact."""
        game, state = self.game, self.state
        about = f"the choices of seat {seat}"
        return self._ask("weigh", about, lambda: exact(game, state, seat, answer, randbelow))

    def beats(self, before: Position, viewer: int) -> tuple[Beat, ...]:
        """What a viewer may see happen on the way here from the position before."""
        game, state = self.game, self.state
        about = f"viewer {viewer}"
        return self._ask("beats", about, lambda: game.beats(before.state, state, viewer))

    def after(self, event: Event) -> Position:
        """The position after an event, which the rules may refuse. The last one tried is kept."""
        if self._next is None or self._next[0] != event:
            about, game = describe(event), self.game
            state = self._ask("apply", about, lambda: game.apply(self.state, event), RuleError)
            self._next = (event, Position(game, state))
        return self._next[1]

    def check(self) -> None:
        """Ask the game for all that everybody is shown, so that what raises does so now."""
        self.view(TABLE)
        _ = self.scores

    def _ask(
        self,
        function: str,
        about: str,
        ask: Callable[[], T],
        refusal: type[Exception] | tuple[()] = (),
    ) -> T:
        try:
            return ask()
        except refusal:
            raise
        except Exception as error:
            raise GameError(self.game.key, function, about) from error


def describe(event: Event) -> str:
    """Name an event without what somebody chose: a log is no place for secrets."""
    kind = type(event).__name__
    seat = getattr(event, "seat", None)
    return kind if seat is None else f"{kind} of seat {seat}"
