"""A match as its journal tells it: lines in, state out. The same for live play, resume and replay.

It writes nothing and asks nobody: the table decides what may be appended, this says what a line
means once it is there.
"""

from __future__ import annotations

from typing import Any

import msgspec
from dicerules.core import Ask, Event, Game, Move, Need, Over, Roll, Rolled, TimeUp, encode
from dicerules.views import TABLE
from dicerules.words import Say, say
from msgspec import Struct

from dicehost.errors import JournalError, TableError
from dicehost.journal import Entry

LOG_LINES = 30


class Line(Struct, frozen=True):
    """Something that happened, in words, and the journal's line it stands in."""

    seq: int
    say: Say


class Opened(Struct, frozen=True):
    """Line 1: the game with its version, who plays, the options, and the position it starts from.

    The position carries the cards, so a match replays though the card file changed since.
    """

    game: str
    version: int
    names: list[str]
    colours: list[str]
    options: dict[str, Any]
    state: msgspec.Raw


class Happened(Struct, frozen=True):
    """A seat's move, or its time running out. ``command`` is the screen's id for it."""

    event: Move | TimeUp
    command: str = ""


class Outcome(Struct, frozen=True):
    """What was rolled for ``id``: ``source`` says by what kind of tower, ``tower`` by which."""

    id: str
    event: Rolled
    source: str
    tower: str


class BackAsked(Struct, frozen=True):
    """A seat asks to take back its move in line ``of``."""

    seat: int
    of: int
    command: str


class BackAnswered(Struct, frozen=True):
    """A seat agrees to the take-back asked for, or does not."""

    seat: int
    command: str


class Withdrawn(Struct, frozen=True):
    """The move in line ``of`` is taken back, as all agreed."""

    seat: int
    of: int


class Closed(Struct, frozen=True):
    """The match is over."""

    winners: list[int]


BODIES: dict[str, type[Struct]] = {
    "opened": Opened,
    "moved": Happened,
    "rolled": Outcome,
    "back_asked": BackAsked,
    "back_agreed": BackAnswered,
    "back_refused": BackAnswered,
    "withdrawn": Withdrawn,
    "closed": Closed,
}


class Step(Struct, frozen=True):
    """A game event that can still be taken back, and the position before it."""

    seq: int
    event: Event
    before: Any


class Fold:
    """One match so far."""

    def __init__(self, game: Game, entry: Entry) -> None:
        opened = msgspec.json.decode(entry.body, type=Opened)
        self.game = game
        self.match = entry.match
        self.opened = opened
        self.names = opened.names
        self.seq = entry.seq
        self.state = msgspec.json.decode(opened.state, type=game.state)
        self.need: Need = game.need(self.state)
        self.asked = entry.seq
        self.answered: dict[tuple[int, str], int] = {}
        self.log: list[Line] = []
        self.back: BackAsked | None = None
        self.agreed: set[int] = set()
        self.closed = False
        self.last_roll: tuple[str, Roll, Rolled] | None = None
        self._steps: list[Step] = []
        self._tell()

    @property
    def roll_id(self) -> str:
        """The id of the roll needed now: the match and the line that asked for it.

        The same after a restart, another one as soon as the position is another.
        """
        return f"{self.match}.{self.asked:x}"

    def body(self) -> bytes:
        """Write the position as JSON, the same bytes every time."""
        return encode(self.state)

    def take(self, entry: Entry) -> None:
        """Take the next line in."""
        if entry.seq != self.seq + 1:
            raise JournalError(
                "journal.gap", match=self.match, expected=self.seq + 1, got=entry.seq
            )
        if entry.kind not in BODIES:
            raise JournalError("journal.kind", match=self.match, line=entry.seq, got=entry.kind)
        body = msgspec.json.decode(entry.body, type=BODIES[entry.kind])
        self.seq = entry.seq
        if isinstance(body, Happened):
            self._play(entry.seq, body.event)
            self._answer(body.event.seat, body.command)
        elif isinstance(body, Outcome):
            if isinstance(self.need, Roll):
                self.last_roll = (body.id, self.need, body.event)
            self._play(entry.seq, body.event)
        elif isinstance(body, BackAsked):
            self.back, self.agreed = body, set()
            self._answer(body.seat, body.command)
            self.log.append(Line(entry.seq, say("host.back.asked", seat=body.seat)))
        elif isinstance(body, BackAnswered):
            self._answer(body.seat, body.command)
            if entry.kind == "back_agreed":
                self.agreed.add(body.seat)
            else:
                self.back = None
                self.log.append(Line(entry.seq, say("host.back.refused", seat=body.seat)))
        elif isinstance(body, Withdrawn):
            self._steps, self.state = self.without(body.of)
            self.back = None
            self._moved_on(entry.seq)
            self.log.append(Line(entry.seq, say("host.back.done", seat=body.seat)))
        elif isinstance(body, Closed):
            self.closed = True
        del self.log[:-LOG_LINES]

    def _play(self, seq: int, event: Event) -> None:
        before, need = self.state, self.need
        self.state = self.game.apply(before, event)
        self._moved_on(seq)
        self._tell()
        if _opens(need, event, self.need):
            self._steps, self.back = [], None
        else:
            self._steps.append(Step(seq, event, before))

    def _moved_on(self, seq: int) -> None:
        self.need = self.game.need(self.state)
        self.asked = seq

    def _answer(self, seat: int, command: str) -> None:
        if command:
            self.answered[seat, command] = self.seq

    def _tell(self) -> None:
        self.log.extend(Line(self.seq, news) for news in self.game.view(self.state, TABLE).news)
        del self.log[:-LOG_LINES]

    @property
    def winners(self) -> tuple[int, ...] | None:
        """Who won, once the match is over."""
        return self.need.winners if isinstance(self.need, Over) else None

    @property
    def missing(self) -> tuple[int, ...]:
        """The seats that have yet to agree to the take-back asked for."""
        if self.back is None:
            return ()
        asked = set(range(len(self.names))) - {self.back.seat}
        return tuple(sorted(asked - self.agreed))

    def last_move(self, seat: int) -> int | None:
        """The line of the seat's last move, if it can still be taken back."""
        for step in reversed(self._steps):
            if isinstance(step.event, Move) and step.event.seat == seat:
                return step.seq
        return None

    def without(self, of: int) -> tuple[list[Step], Any]:
        """The steps and the position as if line ``of`` had not been played."""
        at = next((at for at, step in enumerate(self._steps) if step.seq == of), None)
        if at is None:
            raise TableError("back.too_late")
        steps, state = self._steps[:at], self._steps[at].before
        for step in self._steps[at + 1 :]:
            try:
                after = self.game.apply(state, step.event)
            except ValueError:
                raise TableError("back.built_on") from None
            steps.append(Step(step.seq, step.event, state))
            state = after
        return steps, state


def _opens(before: Need, event: Event, after: Need) -> bool:
    # A wall for take-backs: dice were seen, or hidden answers were opened.
    if isinstance(before, Roll):
        return True
    if not isinstance(before, Ask) or not before.hidden or isinstance(event, Rolled):
        return False
    if not isinstance(after, Ask) or not after.hidden:
        return True
    return set(after.forms) != set(before.forms) - {event.seat}


def unfold(game: Game, entries: list[Entry]) -> Fold:
    """Fold a whole journal."""
    fold = Fold(game, entries[0])
    for entry in entries[1:]:
        fold.take(entry)
    return fold
