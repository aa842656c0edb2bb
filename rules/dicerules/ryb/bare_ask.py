"""What R.Y.B. asks, without words: the forms that a match has most of, for bots."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from dicerules import bare
from dicerules.core import Ask, Roll
from dicerules.fields import Field
from dicerules.forms import Form, Option
from dicerules.ryb import menu
from dicerules.ryb.attempt import aimed, points_of
from dicerules.ryb.cards import DICE, Cards
from dicerules.ryb.state import Pool, State
from dicerules.ryb.tally import swiss_of, within_reach


def ask_refill(state: State) -> Ask:
    """Refill or dump."""
    seat = state.active
    return Ask({seat: _REFILL_OR_DUMP if state.hands[seat] else _REFILL})


_REFILL = bare.form(bare.pick_one("do", bare.options("refill")))
_REFILL_OR_DUMP = bare.form(bare.pick_one("do", bare.options("refill", "dump")))


def ask_play(state: State) -> Ask:
    """The card to play, with its choices."""
    able = menu.playable(state, state.hands[state.active])
    options = tuple([_card(state, card) for card in able])
    return Ask({state.active: bare.form(bare.pick_one("card", options))})


def _card(state: State, card: int) -> Option:
    kind = state.cards.kinds[card]
    if kind.does == "goal":
        return _plain(kind.key)
    does = menu.functions(state) if kind.does == "variable" else (kind.does,)
    if len(does) > 1:
        return menu.card_option(state, card, recycled=False)
    ask = _ASKS.get(does[0])
    fields = ask(state) if ask else menu.fields_of(state, does[0])
    return Option(kind.key, bare.NO_WORDS, fields=fields) if fields else _plain(kind.key)


@lru_cache(maxsize=1024)
def _plain(key: str) -> Option:
    return Option(key, bare.NO_WORDS)


def _target_and_colour(state: State) -> tuple[Field, ...]:
    return _choose_dice(state.active, tuple([_colours(pool) for pool in state.pools]))


@lru_cache(maxsize=1024)
def _colours(pool: Pool) -> tuple[str, ...]:
    return tuple(DICE[at] for at, count in enumerate(pool) if count)


@lru_cache(maxsize=4096)
def _choose_dice(seat: int, colours: tuple[tuple[str, ...], ...]) -> tuple[Field, ...]:
    options = tuple(
        Option(
            str(other),
            bare.NO_WORDS,
            fields=(bare.pick_one("colour", bare.options(*has)),),
        )
        for other, has in enumerate(colours)
        if other != seat and has
    )
    return (bare.pick_one("target", options),) if options else ()


def _rover(state: State) -> tuple[Field, ...]:
    return _choose_rover(state.active, tuple([any(pool) for pool in state.pools]))


@lru_cache(maxsize=1024)
def _choose_rover(seat: int, has: tuple[bool, ...]) -> tuple[Field, ...]:
    able = [str(other) for other, some in enumerate(has) if some and other != seat]
    if not able:
        return ()
    return (bare.pick_one("target", bare.options(*able)), bare.number("number", 1, 6))


_ASKS: dict[str, Callable[[State], tuple[Field, ...]]] = {
    "gimme": _target_and_colour,
    "shanghai": _target_and_colour,
    "void": _target_and_colour,
    "red_rover": _rover,
}


def ask_attempt(state: State) -> Ask:
    """The goal to attempt, or none."""
    kinds, able = state.cards.kinds, within_reach(state.pools[state.active])
    open_goals = [at for at, goal in enumerate(state.goals) if kinds[goal.card].colour in able]
    form = _goal_form(tuple(open_goals), state.raid is not None, state.trade is not None)
    return Ask({state.active: form})


@lru_cache(maxsize=16384)
def _goal_form(goals: tuple[int, ...], raid: bool, trade: bool) -> Form:
    keys = ["none", *map(str, goals), *["raid"] * raid, *["trade"] * trade]
    return bare.form(bare.pick_one("goal", bare.options(*keys)))


def need_roll(state: State) -> Roll:
    """The dice in hand."""
    assert state.throw is not None
    return bare.dice(sum(state.throw.dice))


def ask_bank(state: State) -> Ask | None:
    """What to make of a failed attempt; None where a re-roll can be paid for."""
    if state.rules.reroll != "none":
        return None
    assert state.throw is not None
    assert state.aim is not None
    seat, goal = state.active, aimed(state, state.aim)
    points, _ = points_of(state, goal, state.throw)
    low = 0 if state.aim.owner is not None else state.rules.bank_min
    private = bool(goal.swiss) and swiss_of(goal, seat) is not None
    again = _has_do_over(state.cards, state.hands[seat])
    return Ask({seat: _bank_form(low, points, private, again, state.trade is not None)})


@lru_cache(maxsize=4096)
def _has_do_over(cards: Cards, hand: tuple[int, ...]) -> bool:
    return any(cards.kinds[card].does == "do_over" for card in hand)


@lru_cache(maxsize=4096)
def _bank_form(low: int, points: int, private: bool, again: bool, trade: bool) -> Form:
    fields: tuple[Field, ...] = (bare.number("points", low, points),)
    if private:
        fields += (bare.pick_one("place", bare.options("goal", "swiss")),)
    bank = Option("bank", bare.NO_WORDS, fields=fields)
    more = bare.options(*["do_over"] * again, *["trade"] * trade)
    return bare.form(bare.pick_one("do", (bank, *more)))
