"""A position of The Zorro Dice Game and a match's options. What follows from them is ``play``'s."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from pydantic import BaseModel, ConfigDict, Field

from dicerules.words import Message
from dicerules.zorro.cards import Cards, Need
from dicerules.zorro.effects import Effect

VERSION = 2
"""The rules that new matches are played by; ``State.version`` says which rules a match has."""

Places = tuple[int, ...]
"""Dice of an attempt, by where they lie."""


class Options(BaseModel):
    """What the players agree on before a match."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    first_player: Literal["first_seat", "random"] = Field(
        "first_seat",
        title="First player",
        description="Who goes first: the first seat, or a player drawn by the tower.",
    )
    helper_min_players: int = Field(
        2,
        ge=2,
        le=7,
        title="Fewest players for helping",
        description="With fewer players nobody may offer help. 7 means never.",
    )
    lead_free_symbols_in_4th_roll: bool = Field(
        False,
        title="Lead's free symbols in the helper's ROLL",
        description="Whether free symbols of the player who is helped count in the helper's ROLL.",
    )


class Hand(Struct, frozen=True, gc=False):
    """What one seat has: feats and equipment by number, and Hero Dice by location."""

    heroes: tuple[int, ...]
    feats: tuple[int, ...] = ()
    gear: tuple[int, ...] = ()


class Slot(Struct, frozen=True, gc=False):
    """A face-up feat and the equipment under it; None where nothing lies."""

    feat: int | None = None
    gear: int | None = None


Stage = Literal["prepare", "roll", "act", "toll", "hand", "claim", "done"]


class Attempt(Struct, frozen=True, gc=False):
    """One attempt at a feat, a foe or a duel, from equipment before the first ROLL to its end.

    ``need`` is None in a duel. Dice are known by their places: ``kinds`` are 0 for a Zorro Die and
    one more than the location for a Hero Die, ``faces`` 0 until rolled. ``kept`` are the saved
    places, ``gone`` those that left the fight, ``cup`` those about to be rolled: in a ROLL, or
    else by equipment. ``named`` has pieces of equipment and the symbols named for them.
    ``reroll_saved`` is whether equipment may re-roll dice that a foe keeps saved; ``declined``
    is whether equipment that would have completed a feat was left unused.
    """

    seat: int
    need: Need | None
    ability: Effect | None
    gear: tuple[int, ...]
    kinds: tuple[int, ...]
    faces: tuple[int, ...]
    limit: int
    stage: Stage = "roll"
    kept: tuple[int, ...] = ()
    gone: tuple[int, ...] = ()
    cup: tuple[int, ...] = ()
    is_roll: bool = True
    rolls: int = 0
    ones: int = 0
    rerolls: int = 0
    named: tuple[tuple[int, int], ...] = ()
    helper: int | None = None
    helper_gear: tuple[int, ...] = ()
    helper_heroes: tuple[int, ...] = ()
    fourth: bool = False
    lead_free: bool = False
    reroll_saved: bool = False
    declined: bool = False

    @property
    def roller(self) -> int:
        """The seat that rolls and decides now: the helper in the helper's ROLL, else the lead."""
        return self.helper if self.fourth and self.helper is not None else self.seat


class Fight(Struct, frozen=True, gc=False):
    """A Scoundrel or Villain that has emerged, or the duel after it.

    ``queue`` are the seats yet to try, the present one first. ``standing`` are those who have
    beaten the Villain, or who are still in the duel; ``scores`` are this duel round's so far.
    """

    kind: Literal["scoundrel", "villain", "duel"]
    location: int
    queue: tuple[int, ...]
    standing: tuple[int, ...] = ()
    scores: tuple[tuple[int, int], ...] = ()
    round: int = 0


class Due(Struct, frozen=True, gc=False):
    """A foe that emerges as soon as everything is collected (ZD-R10)."""

    kind: Literal["scoundrel", "villain"]
    location: int


class State(Struct, frozen=True, gc=False):
    """A position.

    The decks are in order from the top. ``hero_dice`` are those still on the foes, by location.
    ``offers`` is each seat's answer so far: whether it offers help, None if not asked or not yet
    answered. ``drawing`` is a helper who still has to draw; ``last`` is the attempt before.
    ``version`` is that of the rules the match was begun with; positions stored before there was
    one have version 1.
    """

    cards: Cards
    hands: tuple[Hand, ...]
    hero_dice: tuple[int, ...]
    helpful: bool
    lead_free: bool
    stage: Literal["first", "shuffle", "travel", "offer", "pick", "attempt", "discard", "over"]
    seat: int = 0
    turn: int = 0
    feats: tuple[int, ...] = ()
    common: tuple[int, ...] = ()
    premium: tuple[int, ...] = ()
    market: tuple[Slot, ...] = ()
    aim: int | None = None
    offers: tuple[bool | None, ...] = ()
    attempt: Attempt | None = None
    last: Attempt | None = None
    fight: Fight | None = None
    due: Due | None = None
    drawing: int | None = None
    winners: tuple[int, ...] = ()
    news: tuple[Message, ...] = ()
    version: int = 1


def equipment_first(state: State) -> bool:
    """Whether equipment may re-roll dice that a foe keeps saved (ZD-R18).

    In version 1 it could not: dice saved against a foe who limits saving stayed as they were.
    """
    return state.version >= 2


def equipment_is_optional(state: State) -> bool:
    """Whether equipment that counts by itself can be declined where success brings a foe (ZD-R24).

    In version 1 nobody was asked: it always counted.
    """
    return state.version >= 2


def hands_over_spare_dice_only(state: State) -> bool:
    """Whether a lead whose time is up keeps every die that the helper's ROLL needs.

    In version 1 the lead's equipment was counted here, although it does not count in that ROLL
    (ZD-R5), and a die that counts as another symbol was not; so needed dice were handed over.
    """
    return state.version >= 2
