"""What a player can play in R.Y.B., with the choices that come with each card. Not what they do.

Parts are built once for all positions that share them: bots play tens of thousands a second.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache

from dicerules.core import Answer
from dicerules.forms import Field, Number, Option, PickOne, Unavailable
from dicerules.hints import Actions, CardsToTake, DiceToTake, Fan, Goals, People
from dicerules.ryb.cards import DICE, NEEDS, Cards
from dicerules.ryb.choices import closed_goal, colour_field, goal_option
from dicerules.ryb.state import Act, Pool, State
from dicerules.ryb.tally import target_for, within_reach
from dicerules.ryb.tell import card_name
from dicerules.words import Message, message

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
    return _functions(state.function, state.rules.variable, state.rules.trade, recycled)


@lru_cache(maxsize=256)
def _functions(fixed: str, variable: str, trade: str, recycled: bool) -> tuple[str, ...]:
    barred = {"recycle"} if recycled else set()
    if fixed:
        open_now: Iterable[str] = (fixed,)
        barred.add("denied")
    else:
        open_now = FUNCTIONS
        if variable == "decided_each_time":
            barred.add("denied")
    return tuple(trade if does == "trade" else does for does in open_now if does not in barred)


def playable(state: State, held: Iterable[int], recycled: bool = False) -> tuple[int, ...]:
    """Those of the cards that can be played in the step for it, each kind once."""
    return tuple([card for card in sorted(set(held)) if _can_be_played(state, card, recycled)])


def can_play(state: State, held: Iterable[int], recycled: bool = False) -> bool:
    """Whether any of the cards can be played in the step for it."""
    return any(_can_be_played(state, card, recycled) for card in held)


def _can_be_played(state: State, card: int, recycled: bool) -> bool:
    does = state.cards.kinds[card].does
    return does != "do_over" and (does != "variable" or bool(functions(state, recycled)))


def card_menu(state: State, held: Iterable[int], recycled: bool = False) -> PickOne:
    """Offer cards to play, each with its choices, and say why the others cannot be played."""
    able = playable(state, held, recycled)
    options = tuple([card_option(state, card, recycled) for card in able])
    unavailable = tuple(
        [_closed_card(state, card) for card in sorted(set(held)) if card not in able]
    )
    return PickOne("card", _CARD, options, unavailable, Fan())


_CARD = message("form.card")

SIGNS = {
    "gimme": "+1",
    "swap": "⇄",
    "do_over": "↻",
    "red_rover": "→",
    "shanghai": "⇐",
    "reset": "=",
    "balance": "½",
    "equalizer": "½",
    "tea_party": "⇉",
    "recycle": "↺",
    "trade": "⇆",
    "void": "∅",
    "swiss_bank": "$",
    "denied": "✕",
    "raid": "!",
}
"""What stands large on a card, by what it does."""


def _closed_card(state: State, card: int) -> Unavailable:
    does = state.cards.kinds[card].does
    # A Variable is closed as a De-nied! in the step for cards, and as a Recycle among discards.
    return _closed(state.cards, card, state.function if does == "variable" else does)


@lru_cache(maxsize=1024)
def _closed(cards: Cards, card: int, does: str) -> Unavailable:
    return Unavailable(card_name(cards, card), message(f"closed.{does}"))


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


def card_option(state: State, card: int, recycled: bool) -> Option:
    """Offer a card, with the choices that come with it."""
    kind = state.cards.kinds[card]
    if kind.does == "goal":
        return _goal_card(state.cards, card)
    if kind.does != "variable":
        return _action(state.cards, card, kind.does, fields_of(state, kind.does))
    does = functions(state, recycled)
    if len(does) == 1:
        return _action(state.cards, card, does[0], fields_of(state, does[0]))
    options = tuple([_function(each, fields_of(state, each)) for each in does])
    fixes = state.rules.variable == "first_to_play_decides"
    return Option(
        kind.key,
        card_name(state.cards, card),
        hint=message("hint.fixes_all" if fixes else "hint.decided_each_time"),
        fields=(PickOne("function", message("form.function"), options, draw=Actions()),),
        big="?",
    )


@lru_cache(maxsize=1024)
def _goal_card(cards: Cards, card: int) -> Option:
    kind = cards.kinds[card]
    return Option(
        kind.key,
        card_name(cards, card),
        hint=message("hint.goal", value=kind.value),
        dice=tuple((DICE[at], 0) for at in NEEDS[kind.colour]),
        colour=kind.colour,
        big=str(kind.target),
    )


@lru_cache(maxsize=1024)
def card_in_hand(cards: Cards, card: int) -> Option:
    """Offer a card as it is held, whatever it does."""
    kind = cards.kinds[card]
    if kind.colour:
        return _goal_card(cards, card)
    return Option(kind.key, card_name(cards, card), big=SIGNS.get(kind.does, "?"))


def _action(cards: Cards, card: int, does: str, fields: tuple[Field, ...]) -> Option:
    key, label, hint = _action_face(cards, card, does)
    return Option(key, label, hint=hint, fields=fields, big=SIGNS.get(does, ""))


@lru_cache(maxsize=1024)
def _action_face(cards: Cards, card: int, does: str) -> tuple[str, Message, Message]:
    return cards.kinds[card].key, card_name(cards, card), message(f"hint.{does}")


def _function(does: str, fields: tuple[Field, ...]) -> Option:
    label, hint = message(f"function.{does}"), message(f"hint.{does}")
    return Option(does, label, hint=hint, fields=fields, big=SIGNS[does])


def fields_of(state: State, does: str) -> tuple[Field, ...]:
    """Ask what the action leaves to its player; nothing if it cannot do anything (RY-R7)."""
    ask = _ASKS.get(does)
    return ask(state) if ask else ()


@lru_cache(maxsize=8192)
def _target_and_colour(
    seat: int, pools: tuple[Pool, ...], single: bool = False
) -> tuple[Field, ...]:
    options = tuple(
        person(other, fields=(colour_field(pool, single),))
        for other, pool in enumerate(pools)
        if other != seat and any(pool)
    )
    unavailable = _closed_targets(seat, pools, 1)
    return (whom(options, unavailable),) if options else ()


@lru_cache(maxsize=8192)
def _targets(seat: int, pools: tuple[Pool, ...], least: int) -> tuple[Field, ...]:
    """Ask for another player who has this many dice or more."""
    options = tuple(
        person(other, hint=message("hint.dice", count=sum(pool)))
        for other, pool in enumerate(pools)
        if other != seat and sum(pool) >= least
    )
    unavailable = _closed_targets(seat, pools, least)
    return (whom(options, unavailable),) if options else ()


def person(seat: int, hint: Message | None = None, fields: tuple[Field, ...] = ()) -> Option:
    """Offer a player, as one of those to tap."""
    return Option(str(seat), message("seat", seat=seat), hint=hint, fields=fields, seat=seat)


def whom(options: tuple[Option, ...], unavailable: tuple[Unavailable, ...] = ()) -> PickOne:
    """Ask for one of these players."""
    return PickOne("target", message("form.target"), options, unavailable, People())


def _closed_targets(seat: int, pools: tuple[Pool, ...], least: int) -> tuple[Unavailable, ...]:
    return tuple(
        Unavailable(
            message("seat", seat=other), message("closed.few_dice", count=sum(pool), need=least)
        )
        for other, pool in enumerate(pools)
        if other != seat and sum(pool) < least
    )


def _giver(state: State, does: str) -> tuple[Field, ...]:
    return _targets(state.active, state.pools, _least_of_giver(state, does))


def _least_of_giver(state: State, does: str) -> int:
    """How many dice the target of a Balance or an old Trade must have.

    A Balance can be played on any player, an old Trade on a player with more dice. In version 1
    only players who would have to give a die were offered.
    """
    own = sum(state.pools[state.active])
    if state.version >= 2:
        return 0 if does == "balance" else own + 1
    return own + (1 if does == "balance" else 2)


def _rover(state: State) -> tuple[Field, ...]:
    whom = _targets(state.active, state.pools, 1)
    return (*whom, _NUMBER) if whom else ()


_NUMBER = Number("number", message("form.number"), 1, 6)


@lru_cache(maxsize=1024)
def _own_dice(pool: Pool) -> tuple[Field, ...]:
    return tuple(
        Number(
            DICE[at],
            message(f"form.{DICE[at]}"),
            0,
            count,
            draw=DiceToTake(((DICE[at], 0),) * count),
        )
        for at, count in enumerate(pool)
        if count
    )


@lru_cache(maxsize=4)
def _side() -> tuple[Field, ...]:
    arrows = {"left": "←", "right": "→"}
    sides = tuple(Option(way, message(f"form.{way}"), big=sign) for way, sign in arrows.items())
    return (PickOne("side", message("form.side"), sides, draw=Actions()),)


def _goal_to_bank_on(state: State) -> tuple[Field, ...]:
    pool = state.pools[state.active]
    options = tuple(
        goal_option(state.cards, str(at), goal, state.active, pool)
        for at, goal in enumerate(state.goals)
    )
    return (PickOne("goal", message("form.goal"), options, draw=Goals()),) if options else ()


def _goal_to_raid(state: State) -> tuple[Field, ...]:
    kinds, able = state.cards.kinds, within_reach(state.pools[state.active])
    options = tuple(
        Option(
            f"{owner}.{at}",
            card_name(state.cards, goal.card),
            hint=message("hint.raid_goal", seat=owner, target=target_for(state.cards, goal, -1)),
            dice=tuple((DICE[at], 0) for at in NEEDS[kinds[goal.card].colour]),
            colour=kinds[goal.card].colour,
        )
        for owner, treasure in enumerate(state.treasure)
        for at, goal in enumerate(treasure)
        if owner != state.active and kinds[goal.card].colour in able
    )
    unavailable = tuple(
        [
            closed_goal(state.cards, goal, state.pools[state.active])
            for owner, treasure in enumerate(state.treasure)
            for goal in treasure
            if owner != state.active and kinds[goal.card].colour not in able
        ]
    )
    if not options:
        return ()
    return (PickOne("goal", message("form.goal"), options, unavailable, CardsToTake()),)


_ASKS: dict[str, Callable[[State], tuple[Field, ...]]] = {
    "gimme": lambda state: _target_and_colour(state.active, state.pools, single=True),
    "swap": lambda state: _own_dice(state.pools[state.active]),
    "red_rover": _rover,
    "shanghai": lambda state: _target_and_colour(state.active, state.pools),
    "balance": lambda state: _giver(state, "balance"),
    "equalizer": lambda state: _giver(state, "equalizer"),
    "tea_party": lambda state: _side(),
    "void": lambda state: _target_and_colour(state.active, state.pools),
    "swiss_bank": _goal_to_bank_on,
    "raid": _goal_to_raid,
}
