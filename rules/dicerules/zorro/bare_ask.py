"""What The Zorro Dice Game asks, without words: the forms that a match has most of, for bots."""

from __future__ import annotations

from functools import lru_cache

from dicerules import bare
from dicerules.core import Form
from dicerules.forms import Option, PickSome
from dicerules.zorro import limits
from dicerules.zorro.cards import Cards
from dicerules.zorro.state import Attempt, Places

OFFER = bare.form(bare.pick_one("help", bare.options("yes", "no")))
CLAIM = bare.form(bare.pick_one("count", bare.options("yes", "no")))


@lru_cache(maxsize=4096)
def travel_form(cards: Cards, feats: tuple[int | None, ...]) -> Form:
    """Where to travel."""
    keys = [cards.feats[feat].key for feat in feats if feat is not None]
    return bare.form(bare.pick_one("feat", bare.options(*keys)))


@lru_cache(maxsize=1024)
def helper_form(offering: Places) -> Form:
    """Whose offer to take."""
    keys = ["alone", *(f"seat_{seat}" for seat in offering)]
    return bare.form(bare.pick_one("helper", bare.options(*keys)))


def act_form(cards: Cards, attempt: Attempt) -> Form:
    """What to save, and what equipment rolls again."""
    by_symbol, singles = limits.rerollable(cards, attempt), limits.singles(attempt)
    if attempt.fourth or attempt.rolls >= attempt.limit:
        offered, most = None, 0
    else:
        offered = limits.choices(cards, attempt)
        most = limits.most_saves(attempt, offered)
    if not by_symbol and not singles:
        return _save_form(offered, most)
    # There are too many forms to keep them, but few options.
    options = [_save_option(offered, most)]
    for symbol, places in by_symbol.items():
        options.append(_again(cards.symbols[symbol].mark, places))
    if singles:
        options.append(_one(singles))
    return bare.form(bare.pick_one("do", tuple(options)))


@lru_cache(maxsize=4096)
def _save_form(offered: Places | None, most: int) -> Form:
    return bare.form(*_saving(offered, most))


@lru_cache(maxsize=4096)
def _save_option(offered: Places | None, most: int) -> Option:
    key = "done" if offered is None else "save"
    return Option(key, bare.NO_WORDS, fields=_saving(offered, most))


def _saving(offered: Places | None, most: int) -> tuple[PickSome, ...]:
    return () if offered is None else (bare.pick_some("save", _dice(offered), 0, most),)


@lru_cache(maxsize=4096)
def _again(mark: str, places: Places) -> Option:
    again = bare.pick_some("again", _dice(places), 1, len(places))
    return Option(f"reroll_{mark}", bare.NO_WORDS, fields=(again,))


@lru_cache(maxsize=1024)
def _one(places: Places) -> Option:
    return Option("one", bare.NO_WORDS, fields=(bare.pick_one("die", _dice(places)),))


@lru_cache(maxsize=4096)
def _dice(places: Places) -> tuple[Option, ...]:
    return bare.options(*[f"d{place + 1}" for place in places])


@lru_cache(maxsize=64)
def hand_form(dice: int) -> Form:
    """Which of the Zorro Dice the helper rolls; they lie before all others."""
    return bare.form(bare.pick_some("hand", _dice(tuple(range(dice))), 0, dice))
