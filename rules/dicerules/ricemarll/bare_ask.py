"""What Ricemarll asks, without words: for bots."""

from __future__ import annotations

from functools import lru_cache

from dicerules import bare
from dicerules.core import Form
from dicerules.forms import Place, Slot
from dicerules.ricemarll.ask import CARD_KEYS, DIE_KEYS, SPECIAL, SPOT_KEYS
from dicerules.ricemarll.cards import FACES, Cards
from dicerules.ricemarll.state import Pile

PLACE = bare.form(
    Place(
        "cards",
        bare.NO_WORDS,
        bare.options(*CARD_KEYS),
        tuple(Slot(key, bare.NO_WORDS) for key in SPOT_KEYS),
    )
)
"""Where each card of a hand goes. A hand has as many cards as any other."""


@lru_cache(maxsize=4096)
def declare_form(cards: Cards, specials: Pile) -> Form:
    """Which special goals to declare."""
    keys = [cards.goals[special].key for special in specials]
    return bare.form(bare.pick_some("goals", bare.options(*keys), 0, len(keys)))


@lru_cache(maxsize=1024)
def pick_form(places: tuple[int, ...]) -> Form:
    """Which side each of the dice at these places shall show."""
    sides = bare.options(*map(str, range(1, FACES + 1)))
    return bare.form(*[bare.pick_one(DIE_KEYS[at], sides) for at in places])


@lru_cache(maxsize=1024)
def select_form(market: int, special: bool, take: int) -> Form:
    """Which cards to take from a market of this size."""
    keys = [f"card{at}" for at in range(1, market + 1)] + [SPECIAL] * special
    return bare.form(bare.pick_some("take", bare.options(*keys), take, take))
