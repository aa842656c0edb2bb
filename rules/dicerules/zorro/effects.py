"""The vocabulary of effects: what equipment and foes can do, and what several pieces add up to.

It says what an effect is, not when it is used: ``attempt`` knows that.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

from msgspec import Struct
from pydantic import BaseModel, ConfigDict, Field

from dicerules.cards import Key

SYMBOLS = 6


class Effect(Struct, frozen=True, gc=False):
    """One effect: its op, the symbol it is about (from 0; -1 for none), and how much of it."""

    op: str
    symbol: int = -1
    count: int = 1


class Kit(Struct, frozen=True, gc=False, cache_hash=True):
    """What all pieces of equipment in use add up to.

    ``free`` is a number for each symbol; ``rerolls`` are symbols; ``ones`` is how many single dice
    may be rolled again after each ROLL; ``wild`` has a symbol and how many dice showing it may
    count as any other; ``named`` is how many free symbols are still to be named.
    """

    free: tuple[int, ...] = (0,) * SYMBOLS
    rerolls: tuple[int, ...] = ()
    rolls: int = 0
    preset: int = 0
    ones: int = 0
    wild: tuple[tuple[int, int], ...] = ()
    named: int = 0
    ignore: bool = False


def add_up(effects: Iterable[Effect]) -> Kit:
    """Add up the effects of equipment."""
    free = [0] * SYMBOLS
    wild: dict[int, int] = {}
    rerolls: set[int] = set()
    counts = {"rolls": 0, "preset": 0, "reroll_one": 0, "free_named": 0, "ignore_ability": 0}
    for effect in effects:
        if effect.op == "free":
            free[effect.symbol] += effect.count
        elif effect.op == "reroll":
            rerolls.add(effect.symbol)
        elif effect.op == "wild_once":
            wild[effect.symbol] = wild.get(effect.symbol, 0) + effect.count
        else:
            counts[effect.op] += effect.count
    return Kit(
        free=tuple(free),
        rerolls=tuple(sorted(rerolls)),
        rolls=counts["rolls"],
        preset=counts["preset"],
        ones=counts["reroll_one"],
        wild=tuple(sorted(wild.items())),
        named=counts["free_named"],
        ignore=counts["ignore_ability"] > 0,
    )


class _Op(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Free(_Op):
    """The symbol counts as if a die more showed it."""

    op: Literal["free"]
    symbol: Key
    count: Annotated[int, Field(ge=1, le=3)] = 1


class FreeNamed(_Op):
    """As ``Free``, with a basic symbol that is named before the first ROLL."""

    op: Literal["free_named"]


class Reroll(_Op):
    """Zorro Dice showing the symbol may be re-rolled any number of times."""

    op: Literal["reroll"]
    symbol: Key


class Rolls(_Op):
    """More ROLLs."""

    op: Literal["rolls"]
    count: Annotated[int, Field(ge=1, le=2)] = 1


class Preset(_Op):
    """Zorro Dice that may be set to any face before the first ROLL."""

    op: Literal["preset"]
    count: Annotated[int, Field(ge=1, le=3)] = 1


class RerollOne(_Op):
    """After each ROLL any one die may be rolled again."""

    op: Literal["reroll_one"]


class WildOnce(_Op):
    """One die showing the symbol counts as any other."""

    op: Literal["wild_once"]
    symbol: Key


class IgnoreAbility(_Op):
    """The foe's ability does nothing."""

    op: Literal["ignore_ability"]


class Stuck(_Op):
    """A die showing the symbol may not be taken into a ROLL."""

    op: Literal["stuck"]
    symbol: Key


class MaxSaves(_Op):
    """After each ROLL only ``count`` more dice may be saved, and no ROLL takes them back."""

    op: Literal["max_saves"]
    count: Annotated[int, Field(ge=1, le=6)]


class ZorroDice(_Op):
    """Fewer Zorro Dice."""

    op: Literal["zorro_dice"]
    count: Annotated[int, Field(ge=-3, le=-1)]


class Toll(_Op):
    """After each of the first ``count`` ROLLs one unsaved die leaves the fight."""

    op: Literal["toll"]
    count: Annotated[int, Field(ge=1, le=3)]


class Void(_Op):
    """Dice showing the symbol after a ROLL leave the fight, saved ones excepted."""

    op: Literal["void"]
    symbol: Key


class RollsMax(_Op):
    """Only ``count`` ROLLs; equipment may add more."""

    op: Literal["rolls_max"]
    count: Annotated[int, Field(ge=1, le=2)]


EquipmentOp = Annotated[
    Free | FreeNamed | Reroll | Rolls | Preset | RerollOne | WildOnce | IgnoreAbility,
    Field(discriminator="op"),
]
FoeOp = Annotated[Stuck | MaxSaves | ZorroDice | Toll | Void | RollsMax, Field(discriminator="op")]
