"""What a choice in The Zorro Dice Game comes to once, where its exact chance is not told.

In a duel that is whether the seat becomes Zorro; for equipment that has to go, whether the seat's
next attempt succeeds; else whether this one does. Everybody plays on by ``steady``.
"""

from __future__ import annotations

from dicerules.core import Answer, Quick, RandBelow
from dicerules.sampling import sample_choices
from dicerules.words import message
from dicerules.worth import Amount, Worth
from dicerules.zorro.dice import met
from dicerules.zorro.needs import quick_need
from dicerules.zorro.play import quick_apply
from dicerules.zorro.state import State
from dicerules.zorro.steady import steady


def sample(state: State, seat: int, answer: Answer, randbelow: RandBelow) -> tuple[Worth, ...]:
    """Every choice of a form."""
    duel = state.fight is not None and state.fight.kind == "duel"
    later = state.stage == "discard"
    what = message("weigh.zorro" if duel else "weigh.next_attempt" if later else "weigh.chance")

    def is_settled(after: State) -> bool:
        last = after.last
        if duel or last is None or last is state.last:
            return False
        return not later or last.seat == seat

    def amounts(after: State) -> tuple[Amount, ...]:
        return (Amount(what, _won(after, seat) if duel else _succeeded(after)),)

    rules = Quick(quick_need, quick_apply)
    return sample_choices(rules, steady, state, seat, answer, randbelow, is_settled, amounts)


def _won(state: State, seat: int) -> float:
    return 1 / len(state.winners) if seat in state.winners else 0.0


def _succeeded(state: State) -> float:
    assert state.last is not None
    return float(met(state.cards, state.last) and not state.last.declined)
