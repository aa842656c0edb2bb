"""A sensible player of R.Y.B.: attempts the goal with the best expectation, and plays cards for it.

What goals and dice are worth is in ``worth``, trading in ``bargain``. A card is played if its
effect, as far as it can be foreseen, makes the dice better for this seat and not for the others.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from dicerules.core import Answer, Form, RandBelow, check_asked
from dicerules.forms import PickOne, fill
from dicerules.ryb.actions import effect
from dicerules.ryb.attempt import aimed
from dicerules.ryb.bargain import bargain
from dicerules.ryb.cards import DICE, find
from dicerules.ryb.menu import read_act
from dicerules.ryb.odds import chance, reach
from dicerules.ryb.play import quick_need
from dicerules.ryb.rolling import SWAP_MOST
from dicerules.ryb.state import Goal, Pool, State
from dicerules.ryb.tally import (
    dice_for,
    moved,
    pooled,
    target_for,
)
from dicerules.ryb.worth import CARD, DIE, best_attempt, comparer, expect, in_sight
from dicerules.words import SILENCE

TRIES = 4
"""Ways to play each card that are looked at."""
AGAIN = 0.12
"""The least chance for which a Do-Over is played."""


def steady(state: State, seat: int, randbelow: RandBelow) -> Answer:
    """Answer what the phase asks."""
    form = check_asked(quick_need(state), seat)
    return _ANSWERS[state.phase](state, seat, form, randbelow)


def _draft(state: State, seat: int, form: Form, randbelow: RandBelow) -> Answer:
    """The colour one has fewest of."""
    able = [at for at in range(len(DICE)) if state.middle[at]]
    return {"colour": DICE[min(able, key=lambda at: state.pools[seat][at])]}


def _refill(state: State, seat: int, form: Form, randbelow: RandBelow) -> Answer:
    """Keep the hand, unless it is full and there is no goal that could be attempted."""
    full = len(state.hands[seat]) >= state.rules.hand
    stuck = full and not best_attempt(state, seat, state.pools[seat], in_sight(state, seat))
    return {"do": "dump" if stuck else "refill"}


def _play(state: State, seat: int, form: Form, randbelow: RandBelow) -> Answer:
    """Of some ways to play each card, the one that promises most."""
    (menu,) = form.fields
    assert isinstance(menu, PickOne)
    pool = state.pools[seat]
    ready = best_attempt(state, seat, pool, state.goals)
    gain = comparer(state, seat)
    tried: list[tuple[float, dict[str, Any]]] = []
    for option in menu.options:
        single = Form(form.title, (replace(menu, options=(option,)),))
        for _ in range(TRIES if option.fields else 1):
            answer = fill(single, randbelow)
            tried.append((_promise(state, seat, answer, ready, gain), answer))
    return max(tried, key=lambda found: found[0])[1]


def _promise(
    state: State,
    seat: int,
    answer: Answer,
    ready: float,
    gain: Callable[[tuple[Pool, ...]], float],
) -> float:
    """What playing a card brings beyond ``ready``: what could be attempted without it.

    ``gain`` tells how much better other pools of dice are.
    """
    card = find(state.cards, answer["card"])
    pool = state.pools[seat]
    if state.cards.kinds[card].colour:
        # A goal that is not made now lies there for everybody.
        return max(0.0, expect(state, seat, Goal(card), pool) - ready)
    act = read_act(state, card, answer)
    if act.does == "raid" and act.target is not None:
        raided = state.treasure[act.target][act.goal]
        return max(0.0, 2 * expect(state, seat, raided, pool) - ready)
    if act.does == "red_rover" and act.target is not None:
        return DIE * 1.5 * sum(state.pools[act.target]) / 6
    if act.does == "swap":
        count = sum(act.dice)
        return (1 - chance(count, SWAP_MOST + 1)) * min(count, 2) if count else -CARD
    if act.does in ("swiss_bank", "recycle", "trade", "denied"):
        return CARD
    after = effect(replace(state, act=act), SILENCE)
    if after.phase == "give" and act.target is not None:
        return DIE * max(0, sum(state.pools[act.target]) - sum(pool)) / 2
    return gain(after.pools)


def _react(state: State, seat: int, form: Form, randbelow: RandBelow) -> Answer:
    """Stop what is done to this seat; leave the rest alone."""
    (field,) = form.fields
    assert isinstance(field, PickOne)
    able = [option.key for option in field.options]
    aimed_here = state.act is not None and state.act.target == seat
    return {"do": next((key for key in ("deny", "cancel") if key in able and aimed_here), "pass")}


def _attempt(state: State, seat: int, form: Form, randbelow: RandBelow) -> Answer:
    """The goal with the best expectation; none only where nothing can be made."""
    pool = state.pools[seat]
    worth = {str(at): expect(state, seat, goal, pool) for at, goal in enumerate(state.goals)}
    if state.raid is not None:
        worth["raid"] = 2 * expect(state, seat, _raided(state), pool)
    best = max(worth, key=lambda key: worth[key], default="none")
    return {"goal": best if worth.get(best, 0) > 0 else "none"}


def _raided(state: State) -> Goal:
    assert state.raid is not None
    return state.treasure[state.raid.owner][state.raid.goal]


def _bank(state: State, seat: int, form: Form, randbelow: RandBelow) -> Answer:
    """Roll again if a card allows it and it may help; else bank little, or all for oneself."""
    (field,) = form.fields
    assert isinstance(field, PickOne)
    assert state.aim is not None
    goal, pool = aimed(state, state.aim), state.pools[seat]
    colour = state.cards.kinds[goal.card].colour
    part = reach(colour, dice_for(colour, pool), target_for(state.cards, goal, seat))
    able = {option.key: option for option in field.options}
    if "do_over" in able and part >= AGAIN:
        return {"do": "do_over"}
    # What lies on the goal helps the next player first, unless it is in a Swiss Bank.
    points, *place = able["bank"].fields
    low, high = getattr(points, "low", 0), getattr(points, "high", 0)
    if place:
        return {"do": "bank", "points": high, "place": "swiss"}
    return {"do": "bank", "points": low}


def _swap(state: State, seat: int, form: Form, randbelow: RandBelow) -> Answer:
    """Of some exchanges, the best one that makes the pool better."""
    assert state.throw is not None
    better = comparer(state, seat)
    best, most = {"do": "none"}, 0.0
    for _ in range(3 * TRIES):
        answer = fill(form, randbelow)
        if answer["do"] == "swap":
            other = int(answer["target"])
            pools = moved(state.pools, seat, other, state.throw.dice)
            gain = better(moved(pools, other, seat, pooled(answer["take"])))
            if gain > most:
                best, most = answer, gain
    return best


def _give(state: State, seat: int, form: Form, randbelow: RandBelow) -> Answer:
    """Of some gifts, the one that leaves the best pool."""
    assert state.act is not None
    if state.act.does == "void":
        return fill(form, randbelow)
    gain = comparer(state, seat)
    tried = [fill(form, randbelow) for _ in range(2 * TRIES)]

    def left(answer: dict[str, Any]) -> float:
        return gain(moved(state.pools, seat, state.active, pooled(answer["give"])))

    return max(tried, key=left)


_ANSWERS: dict[str, Callable[[State, int, Form, RandBelow], Answer]] = {
    "draft": _draft,
    "refill": _refill,
    "play": _play,
    "recycle": _play,
    "window": _react,
    "swap": _swap,
    "rover": lambda state, seat, form, randbelow: {"do": "none"},
    "give": _give,
    "trade": bargain,
    "attempt": _attempt,
    "bank": _bank,
}
