"""Equipment in an attempt: which of it may be used now, and what it adds up to."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from dicerules.zorro.cards import Cards
from dicerules.zorro.effects import Effect, Kit, add_up
from dicerules.zorro.state import Attempt


@lru_cache(maxsize=65536)
def kit_of(cards: Cards, gear: tuple[int, ...], named: tuple[tuple[int, int], ...] = ()) -> Kit:
    """Add up pieces of equipment; a symbol that was named is a free one."""
    kit = add_up(effect for piece in gear for effect in cards.equipment[piece].effects)
    known = [symbol for piece, symbol in named if piece in gear]
    free = tuple(count + known.count(at) for at, count in enumerate(kit.free))
    return replace(kit, free=free, named=kit.named - len(known))


def lead_kit(cards: Cards, attempt: Attempt) -> Kit:
    """What may be used in the lead's own ROLLs: all of the lead's and the helper's (ZD-R6)."""
    return kit_of(cards, attempt.gear + attempt.helper_gear, attempt.named)


def helper_kit(cards: Cards, attempt: Attempt) -> Kit:
    """What may be used in the helper's ROLL: the helper's own, as far as agreed (ZD-R5)."""
    kit = kit_of(cards, attempt.helper_gear, attempt.named)
    if attempt.lead_free:
        kit = replace(kit, free=lead_kit(cards, attempt).free)
    return kit


def kit_in_use(cards: Cards, attempt: Attempt) -> Kit:
    """What may be used now."""
    return helper_kit(cards, attempt) if attempt.fourth else lead_kit(cards, attempt)


def pieces_to_name(cards: Cards, attempt: Attempt) -> tuple[int, ...]:
    """Equipment in use that a basic symbol is still to be named for, where one can be of use."""
    if attempt.named or (attempt.need is None and cards.duel not in cards.basic):
        return ()
    return _naming(cards, attempt.gear + attempt.helper_gear)


@lru_cache(maxsize=65536)
def _naming(cards: Cards, gear: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(piece for piece in gear if Effect("free_named") in cards.equipment[piece].effects)
