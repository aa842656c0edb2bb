"""Cards of The Zorro Dice Game in sentences: what equipment does, and what a foe can do."""

from __future__ import annotations

from functools import lru_cache

from dicerules.core import Say
from dicerules.words import say
from dicerules.zorro.cards import Cards
from dicerules.zorro.effects import Effect


@lru_cache(maxsize=1024)
def tell_effect(cards: Cards, effect: Effect) -> Say:
    """Say what one effect does."""
    if effect.symbol < 0:
        return say(f"effect.{effect.op}", count=abs(effect.count))
    name = cards.symbols[effect.symbol].name
    return say(f"effect.{effect.op}", symbol=name, count=effect.count)


@lru_cache(maxsize=1024)
def tell_gear(cards: Cards, piece: int) -> Say:
    """Say what a piece of equipment does."""
    told = [tell_effect(cards, effect) for effect in cards.equipment[piece].effects]
    text = told[0]
    for more in told[1:]:
        text = say("effect.both", one=text, two=more)
    return text


@lru_cache(maxsize=1024)
def tell_pieces(cards: Cards, gear: tuple[int, ...]) -> Say:
    """Name pieces of equipment, or say that there are none."""
    if not gear:
        return say("gear.none")
    return say("name", name=", ".join(cards.equipment[piece].name for piece in gear))
