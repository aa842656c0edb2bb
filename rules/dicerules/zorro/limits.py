"""What may be done with each die: saved, rolled in a ROLL, or re-rolled by equipment.

Foes set the limits here. Equipment comes first, so it may roll dice that a foe holds.
"""

from __future__ import annotations

from functools import cache

from dicerules.zorro.cards import Cards
from dicerules.zorro.dice import symbols_of
from dicerules.zorro.effects import Kit
from dicerules.zorro.kits import kit_in_use
from dicerules.zorro.state import Attempt, Places

REROLLS = 50
"""The most re-rolls by equipment in one attempt (ZD-R21)."""


def rerollable(cards: Cards, attempt: Attempt) -> dict[int, Places]:
    """Zorro Dice that equipment may roll again, by the symbol they show."""
    kit = kit_in_use(cards, attempt)
    if not kit.rerolls or attempt.rerolls >= REROLLS:
        return {}
    fixed = out_of_reach(attempt)
    found: dict[int, Places] = {}
    for place, symbol in enumerate(symbols_of(cards, attempt)[: zorro_dice(attempt)]):
        if symbol in kit.rerolls and place not in fixed:
            found[symbol] = (*found.get(symbol, ()), place)
    return found


def zorro_dice(attempt: Attempt) -> int:
    """How many Zorro Dice there are; they lie before all others."""
    return attempt.kinds.count(0)


def singles(attempt: Attempt) -> Places:
    """Dice that equipment may roll again one at a time."""
    if not attempt.ones:
        return ()
    fixed = attempt.gone + out_of_reach(attempt)
    return tuple([place for place in range(len(attempt.kinds)) if place not in fixed])


def can_reroll(attempt: Attempt, kit: Kit, symbols: tuple[int, ...]) -> bool:
    """Whether equipment, all in all this kit, can roll any of the dice that show these symbols."""
    if singles(attempt):
        return True
    if not kit.rerolls or attempt.rerolls >= REROLLS:
        return False
    zorro, fixed = symbols[: zorro_dice(attempt)], out_of_reach(attempt)
    if fixed:
        zorro = tuple([symbol for place, symbol in enumerate(zorro) if place not in fixed])
    return not set(zorro).isdisjoint(kit.rerolls)


def doomed(cards: Cards, attempt: Attempt) -> Places:
    """Dice that a foe takes once equipment has been used: not saved, and showing its symbol."""
    ability = attempt.ability
    if ability is None or ability.op != "void":
        return ()
    symbols = symbols_of(cards, attempt)
    return tuple(
        place
        for place, symbol in enumerate(symbols)
        if symbol == ability.symbol and place not in attempt.kept
    )


def held(cards: Cards, attempt: Attempt) -> Places:
    """Dice that must stay as they lie: they show a foe's symbol, or were saved for good."""
    ability = attempt.ability
    if ability is not None and ability.op == "stuck":
        symbols = symbols_of(cards, attempt)
        return tuple([place for place, symbol in enumerate(symbols) if symbol == ability.symbol])
    return saved_for_good(attempt)


def saved_for_good(attempt: Attempt) -> Places:
    """Dice that no ROLL takes any more: a foe that allows few saves allows none back.

    A die that equipment is just re-rolling is no longer one of them.
    """
    ability = attempt.ability
    if ability is None or ability.op != "max_saves":
        return ()
    return tuple([place for place in attempt.kept if place not in attempt.cup])


def out_of_reach(attempt: Attempt) -> Places:
    """Dice that equipment may not re-roll; none, unless the match is of version 1 (ZD-R18)."""
    if attempt.ability is None or attempt.reroll_saved:
        return ()
    return saved_for_good(attempt)


def choices(cards: Cards, attempt: Attempt) -> Places:
    """Dice that may be saved or rolled: neither gone, nor about to go, nor held."""
    if attempt.ability is None:
        return _all_places(len(attempt.kinds))
    fixed = {*attempt.gone, *doomed(cards, attempt), *held(cards, attempt)}
    return tuple([place for place in range(len(attempt.kinds)) if place not in fixed])


@cache
def _all_places(count: int) -> Places:
    return tuple(range(count))


def most_saves(attempt: Attempt, offered: Places) -> int:
    """How many dice may be saved now."""
    ability = attempt.ability
    if ability is not None and ability.op == "max_saves":
        return min(ability.count, len(offered))
    return len(offered)
