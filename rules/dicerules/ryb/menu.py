"""What R.Y.B. lets a player play, with the choices that come with each card. Not what they do.

Parts are built once for all positions that have the same: bots play tens of thousands a second.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache

from dicerules.core import Answer
from dicerules.forms import Closed, Field, Number, Option, PickOne
from dicerules.ryb.cards import DICE, NEEDS, Cards
from dicerules.ryb.state import Act, Goal, Pool, State
from dicerules.ryb.tally import target_for, within_reach
from dicerules.ryb.tell import card_name, listed
from dicerules.words import Say, say

FUNCTIONS = (
    "reset",
    "balance",
    "tea_party",
    "recycle",
    "trade",
    "void",
    "swiss_bank",
    "denied",
    "raid",
)
"""Everything a Variable may be, in the order of the rulebook."""

TARGETED = ("gimme", "exchange", "red_rover", "shanghai", "balance", "equalizer", "void", "raid")
"""What is done to one player of choice, who may say De-nied!."""


def functions(state: State, recycled: bool = False) -> tuple[str, ...]:
    """What a Variable can be played as now; a recycled one is no second Recycle (RY-R18)."""
    barred = {"recycle"} if recycled else set()
    if state.function:
        open_now: Iterable[str] = (state.function,)
        barred.add("denied")
    else:
        open_now = FUNCTIONS
        if state.rules.variable == "decided_each_time":
            barred.add("denied")
    trade = state.rules.trade
    return tuple(trade if does == "trade" else does for does in open_now if does not in barred)


def playable(state: State, held: Iterable[int], recycled: bool = False) -> tuple[int, ...]:
    """Those of the cards that can be played in the step for it, each kind once."""
    kinds = state.cards.kinds
    able = []
    for card in sorted(set(held)):
        does = kinds[card].does
        if does != "do_over" and (does != "variable" or functions(state, recycled)):
            able.append(card)
    return tuple(able)


def card_menu(state: State, held: Iterable[int], recycled: bool = False) -> PickOne:
    """Offer cards to play, each with its choices, and say why the others cannot be played."""
    able = playable(state, held, recycled)
    options = tuple([_card_option(state, card, recycled) for card in able])
    closed = tuple(
        [_closed_card(state.cards, card) for card in sorted(set(held)) if card not in able]
    )
    return PickOne("card", _CARD, options, closed)


_CARD = say("form.card")


@lru_cache(maxsize=1024)
def _closed_card(cards: Cards, card: int) -> Closed:
    return Closed(card_name(cards, card), say(f"closed.{cards.kinds[card].does}"))


def read_act(state: State, card: int, answer: Answer) -> Act:
    """Read what the player of an action has chosen for it."""
    does = state.cards.kinds[card].does
    if does == "variable":
        does = answer.get("function") or functions(state)[0]
    target, goal = answer.get("target"), answer.get("goal", "0")
    if does == "raid" and "goal" in answer:
        target, _, goal = goal.partition(".")
    red, yellow, blue = (answer.get(colour, 0) for colour in DICE)
    return Act(
        card,
        does,
        target=None if target is None else int(target),
        colour=DICE.index(answer.get("colour", "red")),
        number=answer.get("number", 0),
        sign=-1 if answer.get("side") == "right" else 1,
        goal=int(goal),
        dice=(red, yellow, blue),
    )


def _card_option(state: State, card: int, recycled: bool) -> Option:
    kind = state.cards.kinds[card]
    if kind.does == "goal":
        return _goal_card(state.cards, card)
    if kind.does != "variable":
        return _action(state.cards, card, kind.does, _fields(state, kind.does))
    does = functions(state, recycled)
    if len(does) == 1:
        return _action(state.cards, card, does[0], _fields(state, does[0]))
    options = tuple([_function(each, _fields(state, each)) for each in does])
    return Option(
        kind.key,
        card_name(state.cards, card),
        hint=say("hint.variable"),
        then=(PickOne("function", say("form.function"), options),),
    )


@lru_cache(maxsize=1024)
def _goal_card(cards: Cards, card: int) -> Option:
    kind = cards.kinds[card]
    return Option(kind.key, card_name(cards, card), hint=say("hint.goal", value=kind.value))


def _action(cards: Cards, card: int, does: str, then: tuple[Field, ...]) -> Option:
    key, label, hint = _action_face(cards, card, does)
    return Option(key, label, hint=hint, then=then)


@lru_cache(maxsize=1024)
def _action_face(cards: Cards, card: int, does: str) -> tuple[str, Say, Say]:
    return cards.kinds[card].key, card_name(cards, card), say(f"hint.{does}")


def _function(does: str, then: tuple[Field, ...]) -> Option:
    return Option(does, say(f"function.{does}"), hint=say(f"hint.{does}"), then=then)


def _fields(state: State, does: str) -> tuple[Field, ...]:
    """Ask what the action leaves to its player; nothing if it cannot do anything (RY-R7)."""
    ask = _ASKS.get(does)
    return ask(state) if ask else ()


@lru_cache(maxsize=8192)
def _target_and_colour(seat: int, pools: tuple[Pool, ...]) -> tuple[Field, ...]:
    options = tuple(
        Option(str(other), say("seat", seat=other), then=(colour_field(pool),))
        for other, pool in enumerate(pools)
        if other != seat and any(pool)
    )
    closed = _closed_targets(seat, pools, 1)
    return (PickOne("target", say("form.target"), options, closed),) if options else ()


@lru_cache(maxsize=1024)
def colour_field(pool: Pool) -> PickOne:
    """Ask for a colour that a pool has."""
    options = tuple(
        Option(DICE[at], say(f"heap.{DICE[at]}", count=count), dice=((DICE[at], 0),) * count)
        for at, count in enumerate(pool)
        if count
    )
    return PickOne("colour", say("form.colour"), options)


@lru_cache(maxsize=8192)
def _targets(seat: int, pools: tuple[Pool, ...], more: int) -> tuple[Field, ...]:
    """Ask for a player with so many dice more than one's own, or, for 0, with any dice."""
    own = sum(pools[seat]) + more if more else 1
    options = tuple(
        Option(str(other), say("seat", seat=other), hint=say("hint.dice", count=sum(pool)))
        for other, pool in enumerate(pools)
        if other != seat and sum(pool) >= own
    )
    closed = _closed_targets(seat, pools, own)
    return (PickOne("target", say("form.target"), options, closed),) if options else ()


def _closed_targets(seat: int, pools: tuple[Pool, ...], least: int) -> tuple[Closed, ...]:
    return tuple(
        Closed(say("seat", seat=other), say("closed.few_dice", count=sum(pool), need=least))
        for other, pool in enumerate(pools)
        if other != seat and sum(pool) < least
    )


def _rover(state: State) -> tuple[Field, ...]:
    whom = _targets(state.active, state.pools, 0)
    return (*whom, _NUMBER) if whom else ()


_NUMBER = Number("number", say("form.number"), 1, 6)


@lru_cache(maxsize=1024)
def _own_dice(pool: Pool) -> tuple[Field, ...]:
    return tuple(
        Number(DICE[at], say(f"form.{DICE[at]}"), 0, count)
        for at, count in enumerate(pool)
        if count
    )


@lru_cache(maxsize=4)
def _side() -> tuple[Field, ...]:
    sides = (Option("left", say("form.left")), Option("right", say("form.right")))
    return (PickOne("side", say("form.side"), sides),)


def _goal_to_bank_on(state: State) -> tuple[Field, ...]:
    options = tuple(
        goal_option(state.cards, str(at), goal, state.active) for at, goal in enumerate(state.goals)
    )
    return (PickOne("goal", say("form.goal"), options),) if options else ()


def _goal_to_raid(state: State) -> tuple[Field, ...]:
    kinds, able = state.cards.kinds, within_reach(state.pools[state.active])
    options = tuple(
        Option(
            f"{owner}.{at}",
            card_name(state.cards, goal.card),
            hint=say("hint.raid_goal", seat=owner, target=target_for(state.cards, goal, -1)),
        )
        for owner, treasure in enumerate(state.treasure)
        for at, goal in enumerate(treasure)
        if owner != state.active and kinds[goal.card].colour in able
    )
    closed = tuple(
        [
            closed_goal(state.cards, goal, state.pools[state.active])
            for owner, treasure in enumerate(state.treasure)
            for goal in treasure
            if owner != state.active and kinds[goal.card].colour not in able
        ]
    )
    return (PickOne("goal", say("form.goal"), options, closed),) if options else ()


_ASKS: dict[str, Callable[[State], tuple[Field, ...]]] = {
    "gimme": lambda state: _target_and_colour(state.active, state.pools),
    "swap": lambda state: _own_dice(state.pools[state.active]),
    "red_rover": _rover,
    "shanghai": lambda state: _target_and_colour(state.active, state.pools),
    "balance": lambda state: _targets(state.active, state.pools, 1),
    "equalizer": lambda state: _targets(state.active, state.pools, 2),
    "tea_party": lambda state: _side(),
    "void": lambda state: _target_and_colour(state.active, state.pools),
    "swiss_bank": _goal_to_bank_on,
    "raid": _goal_to_raid,
}


def goal_option(cards: Cards, key: str, goal: Goal, seat: int) -> Option:
    """Offer a goal, with a die of each colour it takes."""
    return _goal_option(cards, key, goal.card, max(0, target_for(cards, goal, seat)))


def closed_goal(cards: Cards, goal: Goal, pool: Pool) -> Closed:
    """Say which colours of dice a pool lacks for a goal (RY-R4)."""
    lacks = tuple(at for at in NEEDS[cards.kinds[goal.card].colour] if not pool[at])
    return _closed_goal(cards, goal.card, lacks)


@lru_cache(maxsize=4096)
def _closed_goal(cards: Cards, card: int, lacks: tuple[int, ...]) -> Closed:
    colours = listed([say(f"colour.{DICE[at]}") for at in lacks])
    dice = tuple((DICE[at], 0) for at in NEEDS[cards.kinds[card].colour])
    return Closed(card_name(cards, card), say("closed.colours", colours=colours), dice)


@lru_cache(maxsize=65536)
def _goal_option(cards: Cards, key: str, card: int, target: int) -> Option:
    kind = cards.kinds[card]
    hint = say("hint.attempt", target=target, value=kind.value)
    dice = tuple((DICE[at], 0) for at in NEEDS[kind.colour])
    return Option(key, card_name(cards, card), hint=hint, dice=dice)
