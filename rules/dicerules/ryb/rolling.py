"""The actions of R.Y.B. that roll dice before they do anything: Swap and Red Rover."""

from __future__ import annotations

from msgspec.structs import replace

from dicerules.core import Answer, Ask, Form
from dicerules.forms import Field, Option, PickOne, PickSome
from dicerules.hints import Actions, Pairs
from dicerules.ryb.cards import DICE
from dicerules.ryb.choices import DICE_ON_TABLE, dice_options
from dicerules.ryb.ending import done, hand_over, no_effect
from dicerules.ryb.menu import person, whom
from dicerules.ryb.reactions import react
from dicerules.ryb.reroll import might_pay, pay_options, take_pay
from dicerules.ryb.state import NO_DICE, Act, Pool, State, Throw
from dicerules.ryb.tally import by_colour, pooled
from dicerules.ryb.tell import heap
from dicerules.words import News, message

SWAP_MOST = 10
"""A Swap works if its dice show no more than this."""


def swap(state: State, act: Act, news: News) -> State:
    """Roll the dice to be swapped."""
    if act.dice == NO_DICE:
        return no_effect(state, act, news)
    return replace(state, throw=Throw(state.active, "swap", act.dice), phase="roll")


def swapped(state: State, news: News) -> State:
    """After the roll of a Swap: ask if there is anything to decide."""
    assert state.act is not None
    if _swap_targets(state) or might_pay(state, state.active):
        return replace(state, phase="swap")
    news.say("news.no_swap")
    return done(state, state.act)


def _swap_targets(state: State) -> list[Option]:
    """Everybody with as many dice as were rolled, if these are low enough (RY-R9)."""
    throw = state.throw
    assert throw is not None
    if sum(throw.faces) > SWAP_MOST:
        return []
    count = len(throw.faces)
    return [
        person(seat, fields=(_take_field(pool, count),))
        for seat, pool in enumerate(state.pools)
        if seat != state.active and sum(pool) >= count
    ]


def _take_field(pool: Pool, count: int) -> Field:
    dice = dice_options(pool)
    return PickSome("take", message("form.take"), dice, count, count, draw=DICE_ON_TABLE)


def ask_swap(state: State) -> Ask:
    """Ask whom to swap the rolled dice with, and for which."""
    assert state.throw is not None
    options = [Option("none", message("form.no_swap"), icon="skip")]
    targets = _swap_targets(state)
    if targets:
        fields = (whom(tuple(targets)),)
        mine = _as_dice(state.throw)
        options.append(Option("swap", message("form.swap"), None, mine, fields, icon="swap"))
    options += pay_options(state, state.active)
    title = message("form.swapped", count=sum(state.throw.faces), dice=heap(state.throw.dice))
    return Ask({state.active: Form(title, (_what_to_do(options),))})


def _as_dice(throw: Throw) -> Pairs:
    parts = by_colour(throw.dice, throw.faces)
    return tuple((DICE[at], face) for at, part in enumerate(parts) for face in part)


def _what_to_do(options: list[Option]) -> PickOne:
    return PickOne("do", message("form.do"), tuple(options), draw=Actions())


def take_swap(state: State, seat: int, answer: Answer, news: News) -> State:
    """Decline, roll again for a price, or swap unless the other one denies it."""
    act, throw = state.act, state.throw
    assert act is not None
    assert throw is not None
    if answer["do"] == "pay":
        return take_pay(state, seat, answer, news)
    if answer["do"] == "none":
        news.say("news.no_swap")
        return done(state, act)
    take, other = pooled(answer["take"]), int(answer["target"])
    told = {"give": heap(throw.dice), "take": heap(take)}
    news.say("news.swaps", seat=seat, to_seat=other, **told)
    return react(state, Act(act.card, "exchange", target=other, dice=take))


def exchange(state: State, act: Act, news: News) -> State:
    """Swap the rolled dice for the chosen ones."""
    assert state.throw is not None
    assert act.target is not None
    state = hand_over(state, state.active, act.target, state.throw.dice, news)
    return done(hand_over(state, act.target, state.active, act.dice, news), act)


def red_rover(state: State, act: Act, news: News) -> State:
    """Have the target roll its whole pool."""
    if act.target is None:
        return no_effect(state, act, news)
    throw = Throw(act.target, "rover", state.pools[act.target])
    return replace(state, throw=throw, phase="roll")


def rovered(state: State, news: News) -> State:
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
    keep = Option("none", message("form.keep_roll"), icon="keep")
    options = [keep, *pay_options(state, act.target)]
    title = message("form.rovered", seat=state.active, count=sum(_matching(state, act)))
    return Ask({act.target: Form(title, (_what_to_do(options),))})


def take_rover(state: State, seat: int, answer: Answer, news: News) -> State:
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


def _go_over(state: State, act: Act, news: News) -> State:
    assert act.target is not None
    dice = _matching(state, act)
    if dice == NO_DICE:
        news.say("news.none_go_over", number=act.number)
        return done(state, act)
    return done(hand_over(state, act.target, state.active, dice, news), act)
