"""The dice of an attempt: what they show, what is still missing, and whether it is enough."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from operator import getitem

from dicerules.zorro.cards import Cards, Need, sides
from dicerules.zorro.effects import SYMBOLS, Kit
from dicerules.zorro.kits import kit_in_use
from dicerules.zorro.state import Attempt, Places


def symbols_of(cards: Cards, attempt: Attempt) -> tuple[int, ...]:
    """The symbol each die shows; -1 for one not rolled, or gone."""
    return _symbols(cards, attempt.kinds, attempt.faces, attempt.gone)


# One position is looked at from several sides, one right after the other.
@lru_cache(maxsize=64)
def _symbols(
    cards: Cards, kinds: tuple[int, ...], faces: tuple[int, ...], gone: Places
) -> tuple[int, ...]:
    symbols = list(map(getitem, _sides_of(cards, kinds), faces))
    if not gone:
        return tuple(symbols)
    for place in gone:
        symbols[place] = -1
    return tuple(symbols)


@lru_cache(maxsize=1024)
def _sides_of(cards: Cards, kinds: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """The symbols on the faces of each die; face 0, not rolled, shows none."""
    on = [(-1, *side) for side in sides(cards)]
    return tuple([on[kind] for kind in kinds])


def count_of(symbols: Iterable[int]) -> Need:
    """How many there are of each symbol."""
    counts = [0] * SYMBOLS
    for symbol in symbols:
        if symbol >= 0:
            counts[symbol] += 1
    return tuple(counts)


def missing(need: Need, kit: Kit, shown: Need) -> Need:
    """What is still needed besides the dice shown and the free symbols."""
    gaps = [
        want - free - got if want > free + got else 0
        for want, free, got in zip(need, kit.free, shown, strict=True)
    ]
    return tuple(gaps)


def met(cards: Cards, attempt: Attempt) -> bool:
    """Whether the requirement is met; a duel is only if no die could do better."""
    kit, symbols = kit_in_use(cards, attempt), symbols_of(cards, attempt)
    return met_with(cards, attempt.need, kit, symbols)


def met_with(cards: Cards, need: Need | None, kit: Kit, symbols: tuple[int, ...]) -> bool:
    """Whether dice that show these symbols and this kit meet what is needed, or win any duel."""
    if need is None:
        return symbols.count(cards.duel) == len(symbols)
    gaps = 0
    # Most positions do not meet it, so this is short: what ``missing`` tells, added up.
    for symbol, want in _lacking(need, kit.free):
        lack = want - symbols.count(symbol)
        if lack > 0:
            gaps += lack
            if not kit.wild:
                return False
    return gaps == 0 or gaps <= wilds(need, kit, count_of(symbols))


@lru_cache(maxsize=1024)
def _lacking(need: Need, free: Need) -> tuple[tuple[int, int], ...]:
    """Each symbol that the free ones are too few of, and how many dice have to show it."""
    pairs = enumerate(zip(need, free, strict=True))
    return tuple([(symbol, want - has) for symbol, (want, has) in pairs if want > has])


def met_by_dice(cards: Cards, attempt: Attempt) -> bool:
    """Whether the dice alone meet a requirement, without anything that equipment adds."""
    assert attempt.need is not None
    return not any(missing(attempt.need, Kit(), count_of(symbols_of(cards, attempt))))


def wilds(need: Need, kit: Kit, shown: Need) -> int:
    """How many dice not needed for what they show may count as something else."""
    return sum(
        min(count, max(0, shown[symbol] + kit.free[symbol] - need[symbol]))
        for symbol, count in kit.wild
    )


def score(cards: Cards, attempt: Attempt) -> int:
    """What a duel counts: dice, free symbols (ZD-R13), and a wild die."""
    kit, shown = kit_in_use(cards, attempt), count_of(symbols_of(cards, attempt))
    has = [count + free for count, free in zip(shown, kit.free, strict=True)]
    wild = sum(min(count, has[symbol]) for symbol, count in kit.wild if symbol != cards.duel)
    return has[cards.duel] + wild


def useful(cards: Cards, attempt: Attempt, kit: Kit, offered: Places) -> Places:
    """Of the dice offered, those that fill what is needed, one for each gap; Hero Dice last."""
    symbols = symbols_of(cards, attempt)
    if attempt.need is None:
        return tuple(place for place in offered if symbols[place] == cards.duel)
    others = (symbol for place, symbol in enumerate(symbols) if place not in offered)
    gaps = list(missing(attempt.need, kit, count_of(others)))
    found = []
    for place in offered:
        if symbols[place] >= 0 and gaps[symbols[place]] > 0:
            gaps[symbols[place]] -= 1
            found.append(place)
    return tuple(found)


def useful_as_wild(
    cards: Cards, attempt: Attempt, kit: Kit, offered: Places, kept: Places
) -> Places:
    """Of the dice offered, those that fill a gap as another symbol, if the kept ones stay."""
    assert attempt.need is not None
    symbols = symbols_of(cards, attempt)
    lie = [on for at, on in enumerate(symbols) if at not in offered or at in kept]
    gaps = sum(missing(attempt.need, kit, count_of(lie)))
    found = list[int]()
    for symbol, count in kit.wild:
        spare = [at for at in offered if symbols[at] == symbol and at not in kept]
        found += spare[:count]
    return tuple(found[:gaps])


@lru_cache(maxsize=1024)
def hero_kinds(heroes: tuple[int, ...]) -> tuple[int, ...]:
    """The kind of each Hero Die, from how many there are of each location."""
    return tuple(at for at, count in enumerate(heroes, 1) for _ in range(count))
