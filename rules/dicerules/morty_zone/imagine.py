"""What a seat of The Morty Zone can imagine: decks, the others' crystals and their secret plans."""

from __future__ import annotations

from msgspec.structs import replace

from dicerules.core import RandBelow
from dicerules.forms import fill
from dicerules.hidden import dealt, shuffled
from dicerules.morty_zone.check import begin_plan, go_on, plan_form
from dicerules.morty_zone.dice import totals
from dicerules.morty_zone.state import Fate, Plan, State


def imagine(state: State, seat: int, randbelow: RandBelow) -> State:
    """Shuffle the decks, deal the others' crystals anew and let them plan something else."""
    bonus = state.cards.bonus
    state = replace(
        state,
        deck=shuffled(state.deck, randbelow),
        stock=shuffled(state.stock, randbelow, lambda card: bonus[card].key),
    )
    if len(state.sheets) < state.round:
        state = _with_crystals(state, seat, randbelow)
    if state.phase != "check":
        return state
    plans = [
        plan if other == seat else _plan(state, state.fates[other], plan, randbelow)
        for other, plan in enumerate(state.plans)
    ]
    return replace(state, plans=tuple(plans))


def _with_crystals(state: State, seat: int, randbelow: RandBelow) -> State:
    """While a round is on, a seat knows its own crystal only."""
    others = [at for at, fate in enumerate(state.fates) if at != seat and fate.crystal is not None]
    held = [state.fates[at].crystal for at in others]
    pool = [*state.crystals, *[crystal for crystal in held if crystal is not None]]
    *hands, rest = dealt(pool, [1] * len(others), randbelow)
    fates = list(state.fates)
    for at, (crystal,) in zip(others, hands, strict=True):
        fates[at] = replace(fates[at], crystal=crystal)
    return replace(state, fates=tuple(fates), crystals=rest)


def _plan(state: State, fate: Fate, real: Plan, randbelow: RandBelow) -> Plan:
    """A plan that has come as far as the real one: everybody sees who has answered how often."""
    plan = begin_plan(state.cards, fate, totals(state.dice))
    while plan.stage != real.stage:
        answer = fill(plan_form(state.cards, fate, plan), randbelow)
        plan = go_on(state.cards, fate, plan, answer)
    return plan
