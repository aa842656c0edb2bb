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
    if by_symbol or singles:
        return _act_form(cards, offered, most, tuple(by_symbol.items()), singles)
    return _save_form(offered, most)


@lru_cache(maxsize=4096)
def _save_form(offered: Places | None, most: int) -> Form:
    return bare.form(*_saving(offered, most))


@lru_cache(maxsize=4096)
def _act_form(
    cards: Cards,
    offered: Places | None,
    most: int,
    by_symbol: tuple[tuple[int, Places], ...],
    singles: Places,
) -> Form:
    saving = _saving(offered, most)
    options = [Option("save" if saving else "done", bare.NO_WORDS, fields=saving)]
    for symbol, places in by_symbol:
        again = bare.pick_some("again", _dice(places), 1, len(places))
        key = f"reroll_{cards.symbols[symbol].mark}"
        options.append(Option(key, bare.NO_WORDS, fields=(again,)))
    if singles:
        one = bare.pick_one("die", _dice(singles))
        options.append(Option("one", bare.NO_WORDS, fields=(one,)))
    return bare.form(bare.pick_one("do", tuple(options)))


def _saving(offered: Places | None, most: int) -> tuple[PickSome, ...]:
    return () if offered is None else (bare.pick_some("save", _dice(offered), 0, most),)


def _dice(places: Places) -> tuple[Option, ...]:
    return bare.options(*(f"d{place + 1}" for place in places))


@lru_cache(maxsize=64)
def hand_form(dice: int) -> Form:
    """Which of the Zorro Dice the helper rolls; they lie before all others."""
    return bare.form(bare.pick_some("hand", _dice(tuple(range(dice))), 0, dice))
