"""Everything a match's journal can say: one event class for each kind of line.

A line is stored as its kind and a JSON body. ``event.kind`` and ``encode(event)`` give the two,
``read_event`` is the only way back. Stored files last for ever: kinds and fields keep their names,
and a new field needs a default. What an event does to a match is in ``match.record``.
"""

from __future__ import annotations

from typing import Any, ClassVar, Literal, get_args

import msgspec
from dicerules.core import Move, Roll, Rolled, TimeUp
from msgspec import Struct

from dicehost.clock.clock import Timing, Used
from dicehost.errors import JournalError
from dicehost.journal.entry import Entry, said

HAND = "hand"
"""The source of dice that somebody rolled on the table and typed in."""
SYSTEM = "system"
"""The source of what the host's operating system drew."""
DEVICE = "device"
"""The source of dice that another device has read, such as dice with Bluetooth or a camera."""
WITHOUT_TOWER = (HAND, SYSTEM, DEVICE)


Pace = Literal["none", "quick", "normal", "grand"]
"""How long a table's screens take to perform what happened. "none": dice land, and that is all."""


class Bot(Struct, frozen=True):
    """A bot at a seat: its level, as ``dicerules.bots`` names it, and which of our faces it has."""

    seat: int
    level: str
    face: str = ""


class Opened(Struct, frozen=True):
    """Line 1: the game and its version, the players, the options and the starting position.

    The position holds the cards, so the match replays even if the card file has changed since.
    ``bots`` are the seats that bots play from the start. ``checkable``: the tower commits to each
    roll before it knows the host's half of it, if it can. ``hints``: everybody is shown what their
    choices are worth. ``tower`` is the id of the tower that rolls for it; empty: the first found.
    ``follows`` is the match that the same people played before, whose screens are led to this one.
    """

    kind: ClassVar = "opened"
    game: str
    version: int
    names: list[str]
    colours: list[str]
    options: dict[str, Any]
    state: msgspec.Raw
    timing: Timing = Timing()
    bots: tuple[Bot, ...] = ()
    checkable: bool = False
    pace: Pace = "normal"
    hints: bool = False
    tower: str = ""
    follows: str = ""


class Moved(Struct, frozen=True):
    """A seat's move.

    ``command`` is the screen's id for it; ``used`` is the time that each open decision has taken.
    ``bot`` is the level of the bot that chose it; empty if a person did.
    """

    kind: ClassVar = "moved"
    event: Move
    command: str = ""
    used: Used = Used()
    bot: str = ""


class TimedOut(Struct, frozen=True):
    """A seat ran out of time: on the table's clock, or by a limit that the rules set."""

    kind: ClassVar = "timed"
    event: TimeUp
    by: Literal["clock", "limit"]
    used: Used = Used()


class Committed(Struct, frozen=True):
    """A tower committed to its half of the roll ``id``; the ``nonce`` is the host's half.

    Written before the tower learns the nonce. Commitment and nonce are hex; ``dice`` is the roll as
    the wire spells it, ``boot`` the tower's start. A second one for the same roll shows that the
    first was abandoned.
    """

    kind: ClassVar = "committed"
    id: str
    dice: str
    commitment: str
    nonce: str
    source: str
    tower: str
    boot: str


class CommitmentRefused(Struct, frozen=True):
    """What a tower opened for the roll ``id`` does not fit its commitment, so it was not played.

    ``why`` is the refusal's code, ``noise`` what the tower opened, as far as it did.
    """

    kind: ClassVar = "commit_refused"
    id: str
    commitment: str
    why: str
    noise: str = ""


class RollOutcome(Struct, frozen=True, omit_defaults=True):
    """What was rolled for the roll ``id``.

    ``source`` is the kind of tower and ``tower`` its id. Without a tower the source is ``HAND``,
    typed in ``by`` a seat or the table, ``DEVICE``, with that device's name as ``tower``, or
    ``SYSTEM``. ``noise`` is the tower's half of a roll that
    can be checked, in hex; the other half is in the line that has its commitment.
    """

    kind: ClassVar = "rolled"
    id: str
    event: Rolled
    source: str
    tower: str
    used: Used = Used()
    by: int | None = None
    command: str = ""
    noise: str = ""


class ManualDiceAsked(Struct, frozen=True, omit_defaults=True):
    """A seat or the table asks to type in the dice while the tower cannot roll.

    With a ``device``, dice are read by that one instead.
    """

    kind: ClassVar = "hand_asked"
    viewer: int
    command: str
    device: str = ""


class ManualDiceAgreed(Struct, frozen=True):
    """A seat or the table agrees to type in the dice."""

    kind: ClassVar = "hand_agreed"
    viewer: int
    command: str


class ManualDiceRefused(Struct, frozen=True):
    """A seat or the table would rather wait for the tower."""

    kind: ClassVar = "hand_refused"
    viewer: int
    command: str


class ManualDiceBegun(Struct, frozen=True):
    """All ``viewers`` agreed: dice are typed in until the tower rolls again."""

    kind: ClassVar = "hand_begun"
    viewers: list[int]


class TakeBackAsked(Struct, frozen=True):
    """A seat asks to take back its move in line ``of``."""

    kind: ClassVar = "back_asked"
    seat: int
    of: int
    command: str


class TakeBackAgreed(Struct, frozen=True):
    """A seat agrees to the take-back."""

    kind: ClassVar = "back_agreed"
    seat: int
    command: str


class TakeBackRefused(Struct, frozen=True):
    """A seat does not agree to the take-back, which ends the question."""

    kind: ClassVar = "back_refused"
    seat: int
    command: str


class TakeBackLapsed(Struct, frozen=True):
    """Others have answered the move since, so the seat can no longer take it back."""

    kind: ClassVar = "back_lapsed"
    seat: int


class TakenBack(Struct, frozen=True):
    """All agreed: the move in line ``of`` is taken back."""

    kind: ClassVar = "withdrawn"
    seat: int
    of: int
    used: Used = Used()


class Paused(Struct, frozen=True):
    """A seat or the table stops all clocks."""

    kind: ClassVar = "paused"
    viewer: int
    command: str
    used: Used = Used()


class Resumed(Struct, frozen=True):
    """A seat or the table lets the clocks run again."""

    kind: ClassVar = "resumed"
    viewer: int
    command: str
    used: Used = Used()


class Seated(Struct, frozen=True):
    """These seats now play on the shared tablet, or on phones of their own again."""

    kind: ClassVar = "seated"
    seats: list[int]
    tablet: bool


class BotSeated(Struct, frozen=True):
    """A bot plays a seat from here on, as the seat or the table wants."""

    kind: ClassVar = "bot_seated"
    bot: Bot
    viewer: int
    command: str


class BotLeft(Struct, frozen=True):
    """A person plays a seat again that a bot has played."""

    kind: ClassVar = "bot_left"
    seat: int
    viewer: int
    command: str


class PaceChosen(Struct, frozen=True):
    """The table chose another pace for its shows."""

    kind: ClassVar = "pace"
    pace: Pace
    viewer: int
    command: str


class TowerChosen(Struct, frozen=True):
    """Another tower rolls from here on. Its id; ``gives_up`` is the roll asked of the former one.

    Whatever the former one committed to or drew for that roll is never played.
    """

    kind: ClassVar = "tower_chosen"
    tower: str
    gives_up: str = ""


class Recovered(Struct, frozen=True):
    """The owner goes on with a damaged match: ``lost`` lines were written here before.

    ``head`` is the hash of the last line that the match is known to have had.
    """

    kind: ClassVar = "recovered"
    lost: int
    head: str


class Hosted(Struct, frozen=True, omit_defaults=True):
    """A host of a venue plays the match from here on: it alone writes the lines that follow.

    ``host`` is its id, ``name`` what people call it, ``address`` where it is reached. ``alone``: it
    goes on by itself while it is cut off from the venue, as its owner chose.
    """

    kind: ClassVar = "hosted"
    host: str
    name: str
    address: str
    alone: bool = False


class Closed(Struct, frozen=True, omit_defaults=True):
    """The match is over; ``abandoned``: the owner ended it early, and nobody won."""

    kind: ClassVar = "closed"
    winners: list[int]
    abandoned: bool = False


TakeBackEvent = TakeBackAsked | TakeBackAgreed | TakeBackRefused | TakeBackLapsed | TakenBack
ManualDiceEvent = ManualDiceAsked | ManualDiceAgreed | ManualDiceRefused | ManualDiceBegun
JournalEvent = (
    Opened
    | Moved
    | TimedOut
    | Committed
    | CommitmentRefused
    | RollOutcome
    | ManualDiceEvent
    | TakeBackEvent
    | Paused
    | Resumed
    | Seated
    | BotSeated
    | BotLeft
    | PaceChosen
    | TowerChosen
    | Recovered
    | Hosted
    | Closed
)

_DECODERS: dict[str, msgspec.json.Decoder[JournalEvent]] = {
    event.kind: msgspec.json.Decoder(event) for event in get_args(JournalEvent)
}


def read_event(entry: Entry) -> JournalEvent:
    """Read what a stored line says."""
    return said(entry, _DECODERS)


def read_opened(entry: Entry) -> Opened:
    """Read the first line of a match, which must open it."""
    event = read_event(entry)
    if not isinstance(event, Opened):
        raise JournalError("journal.opened", match=entry.match, line=entry.seq, got=entry.kind)
    return event


def is_typed(roll: Roll) -> bool:
    """Whether people can type in this roll: dice that a seat rolls for all to see."""
    return roll.seat is not None and bool(roll.dice) and not roll.hidden
