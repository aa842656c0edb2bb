"""A position of The Morty Zone, and a match's options. What follows from them is ``play``'s."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from pydantic import BaseModel, ConfigDict, Field

from dicerules.morty_zone.cards import Cards
from dicerules.morty_zone.dice import NO_DICE, Dice, Totals
from dicerules.words import Message


class Options(BaseModel):
    """What the players agree on before a match."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    rounds: Literal[1, 3] = Field(
        1,
        title="Rounds",
        description="One round takes 15 to 20 minutes; in a match of three, all points add up.",
    )


# What is asked is kept by what a seat holds and plans, so hashes are asked for at every event.
class Held(Struct, frozen=True, gc=False, cache_hash=True):
    """A public bonus card in front of a seat: its place in the box, and the points it scored.

    None has not scored yet; a card that is used for its effect scores 0.
    """

    card: int
    points: int | None = None


class Fate(Struct, frozen=True, gc=False, cache_hash=True):
    """A seat's Fate Board and cards in this round.

    ``rows`` are the checked numbers of each colour as bits, ``locked`` the locked colours.
    ``crystal`` is the seat's own secret until the round ends.
    """

    rows: tuple[int, ...] = (0, 0, 0, 0)
    locked: int = 0
    bonus: tuple[Held, ...] = ()
    crystal: int | None = None


class Plan(Struct, frozen=True, gc=False, cache_hash=True):
    """What a seat does with the totals, secret until the last seat has decided (MZ-R13).

    ``rows`` and ``totals`` are the seat's own after its gifts; ``used`` are the places of bonus
    cards used. ``checks`` are the numbers to check in each colour, as bits.
    """

    stage: Literal["gifts", "check", "done"]
    rows: tuple[int, ...]
    totals: Totals
    used: tuple[int, ...] = ()
    checks: tuple[int, ...] = (0, 0, 0, 0)
    skip: int | None = None
    unlock: int | None = None


class Sheet(Struct, frozen=True, gc=False):
    """What a round came to for a seat, in the order of the printed sheet."""

    rows: tuple[int, ...]
    full: int
    smith: int
    crystal: int
    bonus: int

    @property
    def total(self) -> int:
        """The score of the round."""
        return sum(self.rows) + self.full + self.smith + self.crystal + self.bonus


class State(Struct, frozen=True, gc=False):
    """A position.

    ``phase`` is what is waited for. In "first" the ``contenders`` roll for the first toss, and
    ``opening`` are everybody's dice; a single contender only has to say go. Cards are told by their
    place in ``cards``: ``deck`` and ``discards`` are Rick cards, ``stock`` and ``crystals`` what
    nobody holds. ``again`` are the dice to roll once more. ``offers`` are, by seat, the places of
    cards it may score now and their worth. ``sheets`` are those of the rounds so far, by seat.
    """

    cards: Cards
    rounds: int
    fates: tuple[Fate, ...]
    deck: tuple[int, ...]
    stock: tuple[int, ...]
    crystals: tuple[int, ...]
    contenders: tuple[int, ...]
    phase: Literal[
        "first", "deal", "shuffle", "toss", "rick", "again", "check", "bonus", "over"
    ] = "first"
    ties: int = 0
    opening: tuple[tuple[int, ...], ...] = ()
    round: int = 0
    active: int = 0
    toss: int = 0
    dice: Dice = NO_DICE
    rick: int | None = None
    discards: tuple[int, ...] = ()
    again: tuple[int, ...] = ()
    plans: tuple[Plan, ...] = ()
    offers: tuple[tuple[tuple[int, int], ...], ...] = ()
    sheets: tuple[tuple[Sheet, ...], ...] = ()
    news: tuple[Message, ...] = ()
