"""What the choices in R.Y.B. are worth: the chance of a goal now and with Do-Overs, and points.

It uses pools and goals, which lie open, and the seat's own hand. Whether somebody stops an action
is not counted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from dicerules.core import Answer, check_asked
from dicerules.previews import is_complete, valid_part
from dicerules.ryb.attempt import aimed, bank
from dicerules.ryb.cards import find
from dicerules.ryb.menu import playable, read_act
from dicerules.ryb.odds import SIDES, chance, expected_to_bank, reach, with_tries
from dicerules.ryb.play import need
from dicerules.ryb.reroll import pay_options
from dicerules.ryb.rolling import SWAP_MOST
from dicerules.ryb.state import Act, Aim, Goal, State
from dicerules.ryb.tally import dice_for, target_for, within_reach
from dicerules.words import SILENCE, message
from dicerules.worth import Amount, Worth


def weigh(state: State, seat: int, answer: Answer) -> tuple[Worth, ...]:
    """What the phase offers, as far as it has a chance or an expectation."""
    tells = _TELLS.get(state.phase)
    if tells is None:
        return ()
    form = check_asked(need(state), seat)
    right = valid_part(form, answer)
    return tuple(tells(state, seat, right if is_complete(form, right) else {}))


def _attempt(state: State, seat: int, answer: Answer) -> Iterator[Worth]:
    """Every goal that can be attempted."""
    able = within_reach(state.pools[seat])
    for at, goal in enumerate(state.goals):
        if state.cards.kinds[goal.card].colour in able:
            yield Worth("goal", _goal(state, seat, goal), str(at))
    if state.raid is not None:
        raided = aimed(state, Aim(state.raid.goal, state.raid.owner))
        yield Worth("goal", _goal(state, seat, raided), "raid")


def _goal(state: State, seat: int, goal: Goal) -> tuple[Amount, ...]:
    """The chance of a goal, with all Do-Overs in hand as well, its points and what is to bank."""
    cards, kind = state.cards, state.cards.kinds[goal.card]
    dice, target = dice_for(kind.colour, state.pools[seat]), target_for(cards, goal, seat)
    now = reach(kind.colour, dice, target)
    amounts = [Amount(message("weigh.now"), now)]
    held = _do_overs(state, seat)
    made = with_tries(now, 1 + held)
    if held:
        amounts.append(Amount(message("weigh.do_over", count=held), made))
    amounts.append(Amount(message("weigh.points"), made * kind.value, "count"))
    # Somebody with a Do-Over banks what the last of the rolls leaves.
    left = expected_to_bank(kind.colour, dice, target) * (1 - now) ** held
    amounts.append(Amount(message("weigh.to_bank"), left, "count"))
    return tuple(amounts)


def _do_overs(state: State, seat: int) -> int:
    return sum(state.cards.kinds[card].does == "do_over" for card in state.hands[seat])


def _bank(state: State, seat: int, answer: Answer) -> Iterator[Worth]:
    """Rolling again; or the chances on the goal after banking, one's own and the next player's."""
    assert state.aim is not None
    goal = aimed(state, state.aim)
    kind = state.cards.kinds[goal.card]
    now = _chance(state, seat, goal)
    again = (Amount(message("weigh.now"), now),)
    held = _do_overs(state, seat)
    if held:
        made = with_tries(now, held)
        more = Amount(message("weigh.points"), made * kind.value, "count")
        over = Amount(message("weigh.do_over", count=held), made)
        yield Worth("do", (*(again if held == 1 else (*again, over)), more), "do_over")
    if pay_options(state, seat):
        yield Worth("do", again, "pay")
    if answer.get("do") == "bank" and "points" in answer:
        after = aimed(
            bank(state, answer["points"], answer.get("place", "goal"), SILENCE), state.aim
        )
        amounts = [Amount(message("weigh.next_try"), _chance(state, seat, after))]
        if state.aim.owner is None:
            follows = (seat + 1) % len(state.pools)
            theirs = _chance(state, follows, after)
            amounts.append(Amount(message("weigh.theirs", seat=follows), theirs))
        yield Worth("do", tuple(amounts), "bank")


def _chance(state: State, seat: int, goal: Goal) -> float:
    """The chance that a seat makes a goal with the dice it has now."""
    kind, pool = state.cards.kinds[goal.card], state.pools[seat]
    if kind.colour not in within_reach(pool):
        return 0.0
    return reach(kind.colour, dice_for(kind.colour, pool), target_for(state.cards, goal, seat))


def _play(state: State, seat: int, answer: Answer) -> Iterator[Worth]:
    """Goals that could be attempted at once, and actions that are decided by dice."""
    kinds, pool = state.cards.kinds, state.pools[seat]
    held = state.discards if state.phase == "recycle" else state.hands[seat]
    for card in playable(state, held, state.phase == "recycle"):
        if kinds[card].colour in within_reach(pool):
            yield Worth("card", _goal(state, seat, Goal(card)), kinds[card].key)
    if "card" in answer and not kinds[find(state.cards, answer["card"])].colour:
        amount = _action(state, seat, read_act(state, find(state.cards, answer["card"]), answer))
        if amount is not None:
            yield Worth("card", amount, answer["card"])


def _action(state: State, seat: int, act: Act) -> tuple[Amount, ...] | None:
    """What the dice of an action make of it, with all that belongs to it chosen."""
    if act.does == "raid" and act.target is not None:
        return _goal(state, seat, state.treasure[act.target][act.goal])
    if act.does == "swap":
        return (Amount(message("weigh.swap"), 1 - chance(sum(act.dice), SWAP_MOST + 1)),)
    if act.does == "red_rover" and act.target is not None:
        dice = sum(state.pools[act.target]) / SIDES
        return (Amount(message("weigh.rover"), dice, "count"),)
    return None


_TELLS: dict[str, Callable[[State, int, Answer], Iterator[Worth]]] = {
    "play": _play,
    "recycle": _play,
    "attempt": _attempt,
    "bank": _bank,
}
