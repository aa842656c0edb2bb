"""What the choices in The Zorro Dice Game are worth: the exact chance of the attempt after each.

All is open in this game but the order of the decks, and nothing here looks at them. A chance that
is not worked out in a blink is left out; if all are, ``sample`` estimates them.
"""

from __future__ import annotations

from msgspec.structs import replace

from dicerules.core import Answer, check_asked
from dicerules.words import SILENCE, message
from dicerules.worth import Amount, Worth, offered
from dicerules.zorro.acting import acted
from dicerules.zorro.needs import need, others
from dicerules.zorro.odds import several
from dicerules.zorro.play import company
from dicerules.zorro.state import Attempt, State

MOST_STEPS = 50_000
"""Positions that are looked at for all choices together, about a thirtieth of a second."""

_CHANCE = message("weigh.chance")


def weigh(state: State, seat: int, answer: Answer) -> tuple[Worth, ...]:
    """Every choice that leads to an attempt, or on in one."""
    tries = _tries(state, seat, answer)
    chances = several(state.cards, tries.values(), MOST_STEPS)
    return tuple(
        Worth(field, (Amount(_CHANCE, part),), option)
        for (field, option), part in zip(tries, chances, strict=True)
        if part is not None
    )


def _tries(state: State, seat: int, answer: Answer) -> dict[tuple[str, str], Attempt]:
    """The attempt that each field and option leads to."""
    if state.stage == "travel":
        feats = state.cards.feats
        return {
            ("feat", feats[slot.feat].key): company(replace(state, aim=at), None)
            for at, slot in enumerate(state.market)
            if slot.feat is not None
        }
    if state.stage == "offer":
        return {("help", "yes"): company(state, seat), ("help", "no"): company(state, None)}
    if state.stage == "pick":
        helpers = [other for other in others(state) if state.offers[other]]
        alone = {("helper", "alone"): company(state, None)}
        return alone | {("helper", f"seat_{other}"): company(state, other) for other in helpers}
    if state.attempt is None:
        return {}
    return {
        (field, option): acted(state.cards, state.attempt, whole, SILENCE)
        for field, option, whole in offered(check_asked(need(state), seat), answer)
    }
