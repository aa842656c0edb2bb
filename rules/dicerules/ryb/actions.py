"""What the actions of R.Y.B. do once nobody has stopped them. What can be chosen is in ``menu``."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from dicerules.core import Answer, Ask, Form
from dicerules.forms import PickSome, Place, Slot
from dicerules.ryb import rolling
from dicerules.ryb.cards import DICE, EACH
from dicerules.ryb.choices import DICE_ON_TABLE, dice_options
from dicerules.ryb.ending import done, hand_over, no_effect
from dicerules.ryb.menu import card_menu, playable
from dicerules.ryb.state import Act, Loan, Pool, Raid, State, Swiss
from dicerules.ryb.tally import of_colour, pooled
from dicerules.ryb.trade import open_trade
from dicerules.words import News, message


def effect(state: State, news: News) -> State:
    """Let the action do what it does; some ask or roll first."""
    act = state.act
    assert act is not None
    return _EFFECTS[act.does](state, act, news)


def _gimme(state: State, act: Act, news: News) -> State:
    if act.target is None:
        return no_effect(state, act, news)
    die = of_colour(act.colour, 1)
    return done(hand_over(state, act.target, state.active, die, news), act)


def _do_over(state: State, act: Act, news: News) -> State:
    assert state.throw is not None
    throw = replace(state.throw, faces=())
    return replace(done(state, act), act=None, throw=throw, phase="roll")


def _shanghai(state: State, act: Act, news: News) -> State:
    if act.target is None:
        return no_effect(state, act, news)
    dice = of_colour(act.colour, state.pools[act.target][act.colour])
    state = hand_over(state, act.target, state.active, dice, news)
    return done(replace(state, loan=Loan(act.target, dice)), act)


def _reset(state: State, act: Act, news: News) -> State:
    news.say("news.reset", count=EACH)
    return done(replace(state, pools=((EACH,) * len(DICE),) * len(state.pools)), act)


def _balance(state: State, act: Act, news: News) -> State:
    """Have the target give; what is odd goes to the player, but stays in the old Trade."""
    owed = _owed(state, act) if act.target is not None else 0
    if act.target is None or not owed:
        return no_effect(state, act, news)
    return _ask_gift(state, act, owed, state.pools[act.target], news)


def _owed(state: State, act: Act) -> int:
    assert act.target is not None
    more = max(0, sum(state.pools[act.target]) - sum(state.pools[state.active]))
    return (more + 1) // 2 if act.does == "balance" else more // 2


def _ask_gift(state: State, act: Act, count: int, pool: Pool, news: News) -> State:
    assert act.target is not None
    if sum(map(bool, pool)) > 1:
        return replace(state, phase="give")
    # Dice of one colour are all the same to give.
    dice = of_colour(next(at for at, held in enumerate(pool) if held), count)
    return done(hand_over(state, act.target, state.active, dice, news), act)


def _void(state: State, act: Act, news: News) -> State:
    if act.target is None:
        return no_effect(state, act, news)
    if len(state.pools) > 2:
        return replace(state, phase="give")
    dice = of_colour(act.colour, state.pools[act.target][act.colour])
    return done(hand_over(state, act.target, state.active, dice, news), act)


def ask_give(state: State) -> Ask:
    """Ask the target which dice to give, or whom to give them to."""
    act = state.act
    assert act is not None
    assert act.target is not None
    pool = state.pools[act.target]
    if act.does == "void":
        dice = of_colour(act.colour, pool[act.colour])
        slots = tuple(
            Slot(str(seat), message("seat", seat=seat), seat=seat)
            for seat in range(len(state.pools))
            if seat != act.target
        )
        field = Place("give", message("form.give_to"), dice_options(dice), slots)
        return Ask({act.target: Form(message("form.void", seat=state.active), (field,))})
    count = _owed(state, act)
    mine = dice_options(pool)
    gift = PickSome("give", message("form.give"), mine, count, count, draw=DICE_ON_TABLE)
    title = message("form.balance", seat=state.active, count=count)
    return Ask({act.target: Form(title, (gift,))})


def take_give(state: State, seat: int, answer: Answer, news: News) -> State:
    """Hand over what the target has chosen."""
    act = state.act
    assert act is not None
    if act.does != "void":
        dice = pooled(answer["give"])
        return done(hand_over(state, seat, state.active, dice, news), act)
    for slot, keys in answer["give"].items():
        if keys:
            state = hand_over(state, seat, int(slot), pooled(keys), news)
    return done(state, act)


def _tea_party(state: State, act: Act, news: News) -> State:
    seats = len(state.pools)
    pools = tuple(state.pools[(seat - act.sign) % seats] for seat in range(seats))
    news.say("news.tea_party", side=message("form.left" if act.sign > 0 else "form.right"))
    return done(replace(state, pools=pools), act)


def _recycle(state: State, act: Act, news: News) -> State:
    if not playable(state, state.discards, recycled=True):
        return no_effect(state, act, news)
    return replace(state, phase="recycle")


def ask_recycle(state: State) -> Ask:
    """Ask which of the discards to play."""
    menu = card_menu(state, state.discards, recycled=True)
    return Ask({state.active: Form(message("form.recycle"), (menu,))})


def _trade(state: State, act: Act, news: News) -> State:
    return open_trade(state, act.card, news)


def _swiss_bank(state: State, act: Act, news: News) -> State:
    if not state.goals:
        return no_effect(state, act, news)
    goal = state.goals[act.goal]
    goal = replace(goal, swiss=(*goal.swiss, Swiss(act.card, state.active)))
    goals = (*state.goals[: act.goal], goal, *state.goals[act.goal + 1 :])
    return replace(state, goals=goals, phase="aim")


def _raid(state: State, act: Act, news: News) -> State:
    if act.target is None:
        return no_effect(state, act, news)
    return done(replace(state, raid=Raid(act.target, act.goal)), act)


_EFFECTS: dict[str, Callable[[State, Act, News], State]] = {
    "gimme": _gimme,
    "swap": rolling.swap,
    "exchange": rolling.exchange,
    "do_over": _do_over,
    "red_rover": rolling.red_rover,
    "shanghai": _shanghai,
    "reset": _reset,
    "balance": _balance,
    "equalizer": _balance,
    "tea_party": _tea_party,
    "recycle": _recycle,
    "trade": _trade,
    "void": _void,
    "swiss_bank": _swiss_bank,
    "denied": no_effect,
    "raid": _raid,
}
