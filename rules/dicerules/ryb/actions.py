"""What the actions of R.Y.B. do, once nobody has stopped them. What they may take is ``menu``'s."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from dicerules.core import Answer, Ask, Form, Say
from dicerules.forms import Field, Option, PickOne, PickSome, Place, Spot
from dicerules.ryb.cards import DICE, EACH
from dicerules.ryb.menu import card_menu, playable
from dicerules.ryb.reactions import react
from dicerules.ryb.reroll import might_pay, pay_options, take_pay
from dicerules.ryb.state import NO_DICE, Act, Loan, Pool, Raid, State, Swiss, Throw
from dicerules.ryb.tally import by_colour, moved, of_colour, pooled
from dicerules.ryb.tell import heap, name_act
from dicerules.ryb.trade import dice_options, open_trade
from dicerules.words import say

SWAP_MOST = 10
"""A Swap works if its dice show no more than this."""


def effect(state: State, news: list[Say]) -> State:
    """Let the action do what it does; some ask or roll first."""
    act = state.act
    assert act is not None
    return _EFFECTS[act.does](state, act, news)


def _done(state: State, act: Act) -> State:
    return replace(state, discards=(*state.discards, act.card), phase="aim")


def _no_effect(state: State, act: Act, news: list[Say]) -> State:
    news.append(say("news.no_effect", card=name_act(state.cards, act)))
    return _done(state, act)


def _hand_over(state: State, giver: int, taker: int, dice: Pool, news: list[Say]) -> State:
    news.append(say("news.gets", seat=taker, to_seat=giver, dice=heap(dice)))
    return replace(state, pools=moved(state.pools, giver, taker, dice))


def _gimme(state: State, act: Act, news: list[Say]) -> State:
    if act.target is None:
        return _no_effect(state, act, news)
    die = of_colour(act.colour, 1)
    return _done(_hand_over(state, act.target, state.active, die, news), act)


def _swap(state: State, act: Act, news: list[Say]) -> State:
    if act.dice == NO_DICE:
        return _no_effect(state, act, news)
    return replace(state, throw=Throw(state.active, "swap", act.dice), phase="roll")


def swapped(state: State, news: list[Say]) -> State:
    """After the roll of a Swap: ask if there is anything to decide."""
    assert state.act is not None
    if _swap_targets(state) or might_pay(state, state.active):
        return replace(state, phase="swap")
    news.append(say("news.no_swap"))
    return _done(state, state.act)


def _swap_targets(state: State) -> list[Option]:
    """Everybody with as many dice as were rolled, if these are low enough (RY-R9)."""
    throw = state.throw
    assert throw is not None
    if sum(throw.faces) > SWAP_MOST:
        return []
    count = len(throw.faces)
    return [
        Option(str(seat), say("seat", seat=seat), then=(_take_field(pool, count),))
        for seat, pool in enumerate(state.pools)
        if seat != state.active and sum(pool) >= count
    ]


def _take_field(pool: Pool, count: int) -> Field:
    return PickSome("take", say("form.take"), dice_options(pool), count, count)


def ask_swap(state: State) -> Ask:
    """Ask whom to swap the rolled dice with, and for which."""
    assert state.throw is not None
    options = [Option("none", say("form.no_swap"))]
    targets = _swap_targets(state)
    if targets:
        whom = PickOne("target", say("form.target"), tuple(targets))
        options.append(Option("swap", say("form.swap"), then=(whom,)))
    options += pay_options(state, state.active)
    title = say("form.swapped", count=sum(state.throw.faces), dice=heap(state.throw.dice))
    return Ask({state.active: Form(title, (PickOne("do", say("form.do"), tuple(options)),))})


def take_swap(state: State, seat: int, answer: Answer, news: list[Say]) -> State:
    """Decline, roll again for a price, or swap unless the other one denies it."""
    act, throw = state.act, state.throw
    assert act is not None
    assert throw is not None
    if answer["do"] == "pay":
        return take_pay(state, seat, answer, news)
    if answer["do"] == "none":
        news.append(say("news.no_swap"))
        return _done(state, act)
    take, other = pooled(answer["take"]), int(answer["target"])
    told = {"give": heap(throw.dice), "take": heap(take)}
    news.append(say("news.swaps", seat=seat, to_seat=other, **told))
    return react(state, Act(act.card, "exchange", target=other, dice=take))


def _exchange(state: State, act: Act, news: list[Say]) -> State:
    assert state.throw is not None
    assert act.target is not None
    state = _hand_over(state, state.active, act.target, state.throw.dice, news)
    return _done(_hand_over(state, act.target, state.active, act.dice, news), act)


def _do_over(state: State, act: Act, news: list[Say]) -> State:
    assert state.throw is not None
    throw = replace(state.throw, faces=())
    return replace(_done(state, act), act=None, throw=throw, phase="roll")


def _red_rover(state: State, act: Act, news: list[Say]) -> State:
    if act.target is None:
        return _no_effect(state, act, news)
    throw = Throw(act.target, "rover", state.pools[act.target])
    return replace(state, throw=throw, phase="roll")


def rovered(state: State, news: list[Say]) -> State:
    """After the roll of a Red Rover: the roller may pay to roll again, or the dice go over."""
    assert state.act is not None
    assert state.act.target is not None
    if might_pay(state, state.act.target):
        return replace(state, phase="rover")
    return _go_over(state, state.act, news)


def ask_rover(state: State) -> Ask:
    """Ask the roller of a Red Rover whether to pay for another roll."""
    act = state.act
    assert act is not None
    assert act.target is not None
    options = (Option("none", say("form.keep_roll")), *pay_options(state, act.target))
    title = say("form.rovered", seat=state.active, count=sum(_matching(state, act)))
    return Ask({act.target: Form(title, (PickOne("do", say("form.do"), options),))})


def take_rover(state: State, seat: int, answer: Answer, news: list[Say]) -> State:
    """Roll again for a price, or let the dice go over."""
    assert state.act is not None
    if answer["do"] == "pay":
        return take_pay(state, seat, answer, news)
    return _go_over(state, state.act, news)


def _matching(state: State, act: Act) -> Pool:
    assert state.throw is not None
    parts = by_colour(state.throw.dice, state.throw.faces)
    red, yellow, blue = (part.count(act.number) for part in parts)
    return (red, yellow, blue)


def _go_over(state: State, act: Act, news: list[Say]) -> State:
    assert act.target is not None
    dice = _matching(state, act)
    if dice == NO_DICE:
        news.append(say("news.none_go_over", number=act.number))
        return _done(state, act)
    return _done(_hand_over(state, act.target, state.active, dice, news), act)


def _shanghai(state: State, act: Act, news: list[Say]) -> State:
    if act.target is None:
        return _no_effect(state, act, news)
    dice = of_colour(act.colour, state.pools[act.target][act.colour])
    state = _hand_over(state, act.target, state.active, dice, news)
    return _done(replace(state, loan=Loan(act.target, dice)), act)


def _reset(state: State, act: Act, news: list[Say]) -> State:
    news.append(say("news.reset", count=EACH))
    return _done(replace(state, pools=((EACH,) * len(DICE),) * len(state.pools)), act)


def _balance(state: State, act: Act, news: list[Say]) -> State:
    """Have the target give; what is odd goes to the player, but stays in the old Trade."""
    if act.target is None:
        return _no_effect(state, act, news)
    return _ask_gift(state, act, _owed(state, act), state.pools[act.target], news)


def _owed(state: State, act: Act) -> int:
    assert act.target is not None
    more = sum(state.pools[act.target]) - sum(state.pools[state.active])
    return (more + 1) // 2 if act.does == "balance" else more // 2


def _ask_gift(state: State, act: Act, count: int, pool: Pool, news: list[Say]) -> State:
    assert act.target is not None
    if sum(map(bool, pool)) > 1:
        return replace(state, phase="give")
    # Dice of one colour are all the same to give.
    dice = of_colour(next(at for at, held in enumerate(pool) if held), count)
    return _done(_hand_over(state, act.target, state.active, dice, news), act)


def _void(state: State, act: Act, news: list[Say]) -> State:
    if act.target is None:
        return _no_effect(state, act, news)
    if len(state.pools) > 2:
        return replace(state, phase="give")
    dice = of_colour(act.colour, state.pools[act.target][act.colour])
    return _done(_hand_over(state, act.target, state.active, dice, news), act)


def ask_give(state: State) -> Ask:
    """Ask the target which dice to give, or whom to give them to."""
    act = state.act
    assert act is not None
    assert act.target is not None
    pool, field = state.pools[act.target], None
    if act.does == "void":
        dice = of_colour(act.colour, pool[act.colour])
        spots = tuple(
            Spot(str(seat), say("seat", seat=seat))
            for seat in range(len(state.pools))
            if seat != act.target
        )
        field = Place("give", say("form.give_to"), dice_options(dice), spots)
        return Ask({act.target: Form(say("form.void", seat=state.active), (field,))})
    count = _owed(state, act)
    gift = PickSome("give", say("form.give"), dice_options(pool), count, count)
    title = say("form.balance", seat=state.active, count=count)
    return Ask({act.target: Form(title, (gift,))})


def take_give(state: State, seat: int, answer: Answer, news: list[Say]) -> State:
    """Hand over what the target has chosen."""
    act = state.act
    assert act is not None
    if act.does != "void":
        dice = pooled(answer["give"])
        return _done(_hand_over(state, seat, state.active, dice, news), act)
    for spot, keys in answer["give"].items():
        if keys:
            state = _hand_over(state, seat, int(spot), pooled(keys), news)
    return _done(state, act)


def _tea_party(state: State, act: Act, news: list[Say]) -> State:
    seats = len(state.pools)
    pools = tuple(state.pools[(seat - act.sign) % seats] for seat in range(seats))
    news.append(say("news.tea_party", side=say("form.left" if act.sign > 0 else "form.right")))
    return _done(replace(state, pools=pools), act)


def _recycle(state: State, act: Act, news: list[Say]) -> State:
    if not playable(state, state.discards, recycled=True):
        return _no_effect(state, act, news)
    return replace(state, phase="recycle")


def ask_recycle(state: State) -> Ask:
    """Ask which of the discards to play."""
    menu = card_menu(state, state.discards, recycled=True)
    return Ask({state.active: Form(say("form.recycle"), (menu,))})


def _trade(state: State, act: Act, news: list[Say]) -> State:
    return open_trade(state, act.card, news)


def _swiss_bank(state: State, act: Act, news: list[Say]) -> State:
    if not state.goals:
        return _no_effect(state, act, news)
    goal = state.goals[act.goal]
    goal = replace(goal, swiss=(*goal.swiss, Swiss(act.card, state.active)))
    goals = (*state.goals[: act.goal], goal, *state.goals[act.goal + 1 :])
    return replace(state, goals=goals, phase="aim")


def _raid(state: State, act: Act, news: list[Say]) -> State:
    if act.target is None:
        return _no_effect(state, act, news)
    return _done(replace(state, raid=Raid(act.target, act.goal)), act)


_EFFECTS: dict[str, Callable[[State, Act, list[Say]], State]] = {
    "gimme": _gimme,
    "swap": _swap,
    "exchange": _exchange,
    "do_over": _do_over,
    "red_rover": _red_rover,
    "shanghai": _shanghai,
    "reset": _reset,
    "balance": _balance,
    "equalizer": _balance,
    "tea_party": _tea_party,
    "recycle": _recycle,
    "trade": _trade,
    "void": _void,
    "swiss_bank": _swiss_bank,
    "denied": _no_effect,
    "raid": _raid,
}
