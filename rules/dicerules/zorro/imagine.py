"""What a seat of The Zorro Dice Game can imagine: the order of the three decks. All else is open.

Discarded equipment goes under its deck, which somebody could remember. A position does not tell
that, so it is shuffled with the rest.
"""

from __future__ import annotations

from msgspec.structs import replace

from dicerules.core import RandBelow
from dicerules.hidden import shuffled
from dicerules.zorro.state import State


def imagine(state: State, seat: int, randbelow: RandBelow) -> State:
    """Shuffle all decks; everybody knows which cards are in them."""
    equipment = state.cards.equipment

    def looks(piece: int) -> str:
        return equipment[piece].key

    return replace(
        state,
        feats=shuffled(state.feats, randbelow),
        common=shuffled(state.common, randbelow, looks),
        premium=shuffled(state.premium, randbelow, looks),
    )
