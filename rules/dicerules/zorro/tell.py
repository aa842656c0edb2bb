"""Cards of The Zorro Dice Game in sentences: what equipment does, and what a foe can do."""

from __future__ import annotations

from functools import lru_cache

from dicerules.core import Message
from dicerules.views import Die
from dicerules.words import message
from dicerules.zorro.cards import ZORRO, ZORRO_COLOUR, Cards, Need
from dicerules.zorro.effects import Effect


@lru_cache(maxsize=1024)
def tell_effect(cards: Cards, effect: Effect) -> Message:
    """Say what one effect does."""
    if effect.op == "toll" and effect.count == 1:
        return message("effect.toll_first")
    if effect.symbol < 0:
        return message(f"effect.{effect.op}", count=abs(effect.count))
    name = cards.symbols[effect.symbol].name
    return message(f"effect.{effect.op}", symbol=name, count=effect.count)


@lru_cache(maxsize=1024)
def tell_gear(cards: Cards, piece: int) -> Message:
    """Say what a piece of equipment does."""
    told = [tell_effect(cards, effect) for effect in cards.equipment[piece].effects]
    text = told[0]
    for more in told[1:]:
        text = message("effect.both", one=text, two=more)
    return text


@lru_cache(maxsize=1024)
def tell_pieces(cards: Cards, gear: tuple[int, ...]) -> Message:
    """Name pieces of equipment, or say that there are none."""
    if not gear:
        return message("gear.none")
    return message("name", name=", ".join(cards.equipment[piece].name for piece in gear))


@lru_cache(maxsize=1024)
def tell_pieces_at_length(cards: Cards, gear: tuple[int, ...]) -> Message:
    """Name pieces of equipment and say what each does, or that there are none."""
    told = [
        message("gear.piece", name=cards.equipment[piece].name, effect=tell_gear(cards, piece))
        for piece in gear
    ]
    if not told:
        return message("gear.none")
    text = told[0]
    for more in told[1:]:
        text = message("gear.more", one=text, two=more)
    return text


def dice_of(need: Need) -> tuple[Die, ...]:
    """Show what is needed as dice lying there."""
    return tuple(
        Die(symbol + 1, ZORRO, ZORRO_COLOUR)
        for symbol, count in enumerate(need)
        for _ in range(count)
    )
