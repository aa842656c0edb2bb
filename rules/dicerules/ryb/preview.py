"""What a choice in R.Y.B. would come to: chances of a roll, worth of a goal, pools after a card.

It uses pools, goals and treasures, which lie open, and how many cards there are. It does not look
at the cards in other hands or in the deck, nor at whether somebody will stop an action.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from dicerules.core import Answer, Ask
from dicerules.forms import PickSome
from dicerules.previews import is_complete, percent, valid_part
from dicerules.ryb.actions import ask_give, effect, take_give
from dicerules.ryb.attempt import aimed, bank
from dicerules.ryb.cards import DICE, NEEDS, find
from dicerules.ryb.menu import read_act
from dicerules.ryb.odds import SIDES, chance, reach
from dicerules.ryb.play import need
from dicerules.ryb.rolling import SWAP_MOST
from dicerules.ryb.state import Act, Aim, Goal, Pool, State
from dicerules.ryb.tally import (
    add,
    colours,
    dice_for,
    has_won,
    of_colour,
    pooled,
    target_for,
    within_reach,
    worth,
)
from dicerules.ryb.tell import card_name, heap, listed
from dicerules.ryb.trade import pools_after, take_trade
from dicerules.ryb.turn import hand_after
from dicerules.views import Item, Note
from dicerules.words import SILENCE, News, message


def preview(state: State, seat: int, answer: Answer) -> tuple[Item, ...]:
    """Tell what the seat's answer would come to, once it is whole."""
    asked = need(state)
    form = asked.forms.get(seat) if isinstance(asked, Ask) else None
    tells = _TELLS.get(state.phase)
    if form is None or tells is None:
        return ()
    right = valid_part(form, answer)
    return tuple(tells(state, seat, right)) if is_complete(form, right) else ()


def _draft(state: State, seat: int, right: Answer) -> list[Note]:
    die = of_colour(DICE.index(right["colour"]), 1)
    return [_pool(seat, seat, add(state.pools[seat], die))]


def _refill(state: State, seat: int, right: Answer) -> list[Note]:
    dumps = right["do"] == "dump"
    key = "preview.dumped" if dumps else "preview.refilled"
    return [Note("hand", message(key, count=hand_after(state, seat, dumps)))]


def _play(state: State, seat: int, right: Answer) -> list[Note]:
    """A goal can be attempted at once; an action does what it does if nobody stops it."""
    card = find(state.cards, right["card"])
    kind = state.cards.kinds[card]
    if kind.colour:
        return _chance_of(state, seat, Goal(card))
    act = read_act(state, card, right)
    news = News()
    after = effect(replace(state, act=act), news)
    if any(told.key == "news.no_effect" for told in news):
        return [Note("nothing", news[-1], "quiet")]
    if after.phase == "give":
        return [_gift(after, act)]
    if act.does == "raid" and act.target is not None:
        return _chance_of(state, seat, state.treasure[act.target][act.goal])
    if act.does == "swap":
        return [_swap_chance(act.dice)]
    if act.does == "red_rover" and act.target is not None:
        count = sum(state.pools[act.target])
        part = percent(1 - (1 - 1 / SIDES) ** count)
        return [Note("rover", message("preview.rover", seat=act.target, count=count, percent=part))]
    return _pools(state, after, seat)


def _gift(state: State, act: Act) -> Note:
    """What the target of an action would have to give, and may choose about."""
    assert act.target is not None
    (field,) = ask_give(state).forms[act.target].fields
    if isinstance(field, PickSome):
        return Note("gift", message("preview.gives", seat=act.target, count=field.least))
    dice = of_colour(act.colour, state.pools[act.target][act.colour])
    return Note("gift", message("preview.gives_away", seat=act.target, dice=heap(dice)))


def _swap_chance(dice: Pool) -> Note:
    part = 1 - chance(sum(dice), SWAP_MOST + 1)
    told = message("preview.swap", most=SWAP_MOST, dice=heap(dice), percent=percent(part))
    return Note("chance", told)


def _attempt(state: State, seat: int, right: Answer) -> list[Note]:
    key = right["goal"]
    if key == "raid":
        assert state.raid is not None
        return _chance_of(state, seat, aimed(state, Aim(state.raid.goal, state.raid.owner)))
    return _chance_of(state, seat, state.goals[int(key)]) if key.isdecimal() else []


def _chance_of(state: State, seat: int, goal: Goal) -> list[Note]:
    """How likely the seat's dice are to make a goal, and what it would be worth."""
    cards, pool = state.cards, state.pools[seat]
    kind, name = cards.kinds[goal.card], card_name(cards, goal.card)
    treasure = (*state.treasure[seat], Goal(goal.card))
    done = message(
        "preview.wins" if has_won(cards, treasure) else "preview.worth",
        value=kind.value,
        points=worth(cards, treasure),
        count=colours(cards, treasure),
    )
    if kind.colour not in within_reach(pool):
        lacks = [message(f"colour.{DICE[at]}") for at in NEEDS[kind.colour] if not pool[at]]
        told = message("preview.lacks", card=name, colours=listed(lacks))
        return [Note("chance", told, "bad"), Note("worth", done)]
    dice = dice_for(kind.colour, pool)
    part = reach(kind.colour, dice, target_for(cards, goal, seat))
    told = message("preview.chance", card=name, dice=heap(dice), percent=percent(part))
    return [Note("chance", told), Note("worth", done, "good")]


def _bank(state: State, seat: int, right: Answer) -> list[Note]:
    """What the goal still takes after banking, and from whom; or the chance of another roll."""
    assert state.aim is not None
    if right["do"] == "trade":
        return []
    if right["do"] != "bank":
        return _chance_of(state, seat, aimed(state, state.aim))
    after = bank(state, right["points"], right.get("place", "goal"), SILENCE)
    goal = aimed(after, state.aim)
    own, others = (max(0, target_for(state.cards, goal, who)) for who in (seat, -1))
    key = "preview.left" if own == others else "preview.left_own"
    told = message(key, card=card_name(state.cards, goal.card), own=own, others=others)
    return [Note("left", told)]


def _trade(state: State, seat: int, right: Answer) -> list[Note]:
    """Everybody's dice and one's own hand, if the other says yes as well."""
    if right["do"] == "offer":
        state = take_trade(state, seat, right, SILENCE)
    elif right["do"] != "accept":
        return []
    assert state.trade is not None
    assert state.trade.deal is not None
    deal = state.trade.deal
    told = _pools(state, replace(state, pools=pools_after(state.pools, deal)), seat)
    more = deal.cards - len(deal.given) if seat == deal.maker else len(deal.given) - deal.cards
    if more:
        told.append(Note("hand", message("preview.held", count=len(state.hands[seat]) + more)))
    return told


def _swap(state: State, seat: int, right: Answer) -> list[Note]:
    assert state.act is not None
    assert state.throw is not None
    if right["do"] == "pay":
        return [_swap_chance(state.throw.dice)]
    if right["do"] == "none":
        return []
    target, dice = int(right["target"]), pooled(right["take"])
    act = Act(state.act.card, "exchange", target=target, dice=dice)
    return _pools(state, effect(replace(state, act=act), SILENCE), seat)


def _give(state: State, seat: int, right: Answer) -> list[Note]:
    return _pools(state, take_give(state, seat, right, SILENCE), seat)


def _pools(before: State, after: State, viewer: int) -> list[Note]:
    """Everybody's dice that would be others than now, one's own first."""
    seats = sorted(range(len(after.pools)), key=lambda seat: seat != viewer)
    return [
        _pool(seat, viewer, after.pools[seat])
        for seat in seats
        if after.pools[seat] != before.pools[seat]
    ]


def _pool(seat: int, viewer: int, pool: Pool) -> Note:
    if seat == viewer:
        return Note("own", message("preview.own", dice=heap(pool)))
    return Note(f"pool{seat}", message("preview.pool", seat=seat, dice=heap(pool)), "quiet")


_TELLS: dict[str, Callable[[State, int, Answer], list[Note]]] = {
    "draft": _draft,
    "refill": _refill,
    "play": _play,
    "recycle": _play,
    "attempt": _attempt,
    "bank": _bank,
    "trade": _trade,
    "swap": _swap,
    "give": _give,
}
