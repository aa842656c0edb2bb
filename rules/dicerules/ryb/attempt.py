"""Attempting a goal in R.Y.B.: declare, roll, complete or bank.

Rolls for a Swap or a Red Rover are made here too; what they lead to is told in ``rolling``.
"""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from dicerules.core import Answer, Ask, DiceGroup, Form, Message, Roll
from dicerules.forms import Field, Number, Option, PickOne, Unavailable
from dicerules.hints import Actions
from dicerules.ryb.cards import DICE, Cards
from dicerules.ryb.choices import closed_goal, goal_option, goals_of
from dicerules.ryb.reroll import pay_options
from dicerules.ryb.state import Aim, Goal, Pool, State, Throw
from dicerules.ryb.tally import dice_for, swiss_of, target_for, total, within_reach
from dicerules.ryb.tell import card_name, rolled
from dicerules.ryb.trade import pause_option
from dicerules.words import News, message


def aim(state: State, news: News) -> State:
    """Go on to the attempt, unless there is nothing to attempt and nothing to trade."""
    able, kinds = within_reach(state.pools[state.active]), state.cards.kinds
    if (
        state.trade is not None
        or state.raid is not None
        or any(kinds[goal.card].colour in able for goal in state.goals)
    ):
        return replace(state, act=None, phase="attempt")
    news.say("news.no_goal", seat=state.active)
    return replace(state, act=None, phase="end")


def _open_goals(state: State) -> list[Option]:
    """The goals that the player has all the colours for, the raided one last (RY-R4, RY-R26)."""
    cards, seat, kinds = state.cards, state.active, state.cards.kinds
    pool = state.pools[seat]
    able = within_reach(pool)
    options = [
        goal_option(cards, str(at), goal, seat, pool)
        for at, goal in enumerate(state.goals)
        if kinds[goal.card].colour in able
    ]
    if state.raid is not None:
        goal = state.treasure[state.raid.owner][state.raid.goal]
        options.append(goal_option(cards, "raid", goal, seat, pool))
    return options


def _closed_goals(state: State) -> tuple[Unavailable, ...]:
    cards, pool, kinds = state.cards, state.pools[state.active], state.cards.kinds
    able = within_reach(pool)
    return tuple(
        [
            closed_goal(cards, goal, pool)
            for goal in state.goals
            if kinds[goal.card].colour not in able
        ]
    )


def ask_attempt(state: State) -> Ask:
    """Ask for the goal to attempt, or none."""
    options = [_NO_ATTEMPT, *_open_goals(state)]
    if state.trade is not None:
        options.append(pause_option())
    draw = goals_of(state.pools[state.active])
    goal = PickOne("goal", _GOAL, tuple(options), _closed_goals(state), draw)
    return Ask({state.active: Form(_ATTEMPT, (goal,))})


_ATTEMPT = message("form.attempt")
_GOAL = message("form.goal")
_NO_ATTEMPT = Option("none", message("form.no_attempt"))


def take_attempt(state: State, seat: int, answer: Answer, news: News) -> State:
    """Declare the goal and take all the matching dice in hand."""
    key = answer["goal"]
    if key == "none":
        news.say("news.no_attempt", seat=seat)
        return replace(state, phase="end")
    if key == "trade":
        return replace(state, phase="trade")
    if key == "raid":
        assert state.raid is not None
        aim = Aim(state.raid.goal, state.raid.owner)
    else:
        aim = Aim(int(key))
    card = aimed(state, aim).card
    dice = dice_for(state.cards.kinds[card].colour, state.pools[seat])
    news.say("news.declares", seat=seat, card=card_name(state.cards, card))
    throw = Throw(seat, "attempt", dice)
    return replace(state, aim=aim, throw=throw, moved=True, phase="roll")


def aimed(state: State, aim: Aim) -> Goal:
    """The goal declared."""
    return state.goals[aim.goal] if aim.owner is None else state.treasure[aim.owner][aim.goal]


def need_roll(state: State) -> Roll:
    """Ask the tower for the dice in hand."""
    throw = state.throw
    assert throw is not None
    if throw.what == "attempt":
        assert state.aim is not None
        return _attempt_roll(state.cards, aimed(state, state.aim).card, throw.seat, throw.dice)
    return Roll(throw.seat, message(f"roll.{throw.what}", seat=throw.seat), dice_groups(throw.dice))


@lru_cache(maxsize=4096)
def _attempt_roll(cards: Cards, card: int, seat: int, dice: Pool) -> Roll:
    why = message("roll.attempt", seat=seat, count=sum(dice), card=card_name(cards, card))
    return Roll(seat, why, dice_groups(dice))


@lru_cache(maxsize=1024)
def dice_groups(dice: Pool) -> tuple[DiceGroup, ...]:
    """The dice as the tower takes them: red, yellow, blue."""
    return tuple(DiceGroup(count, colour=DICE[at]) for at, count in enumerate(dice) if count)


def roll(state: State, faces: tuple[int, ...], news: News) -> State:
    """Take in the faces; a Swap or a Red Rover goes its own way from here."""
    assert state.throw is not None
    throw = replace(state.throw, faces=faces)
    if throw.what != "attempt":
        if not news.silent:
            news.say("news.rolls", seat=throw.seat, faces=rolled(throw), count=sum(faces))
        phase = "swapped" if throw.what == "swap" else "rovered"
        return replace(state, throw=throw, phase=phase)
    assert state.aim is not None
    goal = aimed(state, state.aim)
    points, target = points_of(state, goal, throw)
    if not news.silent:
        news.say(
            "news.scores",
            seat=throw.seat,
            faces=rolled(throw),
            points=points,
            colour=message(f"colour.{state.cards.kinds[goal.card].colour}"),
            target=max(0, target),
        )
    state = replace(state, throw=throw, phase="bank")
    return _complete(state, goal, news) if points >= target else state


def points_of(state: State, goal: Goal, throw: Throw) -> tuple[int, int]:
    """The points of a throw for a goal, and the target."""
    colour = state.cards.kinds[goal.card].colour
    return total(colour, throw.dice, throw.faces), target_for(state.cards, goal, throw.seat)


def _complete(state: State, goal: Goal, news: News) -> State:
    """Put the goal into the player's treasure; points banked on it are gone (RY-R15)."""
    seat, done = state.active, state.aim
    assert done is not None
    value = state.cards.kinds[goal.card].value
    name = card_name(state.cards, goal.card)
    treasure = list(state.treasure)
    goals = state.goals
    if done.owner is None:
        goals = goals[: done.goal] + goals[done.goal + 1 :]
        news.say("news.completes", seat=seat, card=name, value=value)
    else:
        theirs = treasure[done.owner]
        treasure[done.owner] = theirs[: done.goal] + theirs[done.goal + 1 :]
        told = message("news.raids", seat=seat, to_seat=done.owner, card=name, value=value)
        news.append(told)
    treasure[seat] = (*treasure[seat], Goal(goal.card))
    return replace(
        state,
        goals=goals,
        treasure=tuple(treasure),
        discards=state.discards + tuple(swiss.card for swiss in goal.swiss),
        aim=None,
        raid=None,
        phase="end",
    )


def ask_bank(state: State) -> Ask:
    """Ask what to make of a failed attempt: bank points, roll again, or trade first."""
    assert state.throw is not None
    assert state.aim is not None
    seat, goal = state.active, aimed(state, state.aim)
    points, _ = points_of(state, goal, state.throw)
    low = 0 if state.aim.owner is not None else state.rules.bank_min
    options = [_bank_option(low, points, swiss_of(goal, seat) is not None)]
    kinds = state.cards.kinds
    if any(kinds[card].does == "do_over" for card in state.hands[seat]):
        options.append(_DO_OVER)
    options += pay_options(state, seat)
    if state.trade is not None:
        options.append(pause_option())
    title = message("form.bank", points=points, card=card_name(state.cards, goal.card))
    form = Form(title, (PickOne("do", _DO, tuple(options), draw=Actions()),))
    return Ask({seat: form})


_DO = message("form.do")
_DO_OVER = Option("do_over", message("form.do_over"), hint=message("hint.do_over"), icon="again")


@lru_cache(maxsize=1024)
def _bank_option(low: int, points: int, private: bool) -> Option:
    fields: tuple[Field, ...] = (Number("points", message("form.points"), low, points),)
    if private:
        places = (
            Option("goal", message("form.on_goal"), icon="bank"),
            Option("swiss", message("form.on_swiss"), hint=message("hint.on_swiss"), big="$"),
        )
        fields += (PickOne("place", message("form.place"), places, draw=Actions()),)
    return Option("bank", message("form.bank_points"), fields=fields, icon="bank")


def bank(state: State, points: int, place: str, news: News) -> State:
    """Lay points on the goal declared, for everybody or for oneself (RY-R1, RY-R20, RY-R21)."""
    aim, seat = state.aim, state.active
    assert aim is not None
    goal = aimed(state, aim)
    name = card_name(state.cards, goal.card)
    told: dict[str, int | Message] = {"seat": seat, "count": points, "card": name}
    if not points:
        news.say("news.banks_none", seat=seat)
    elif place == "swiss":
        news.say("news.banks_swiss", **told)
        own = swiss_of(goal, seat)
        assert own is not None
        at = goal.swiss.index(own)
        mine = replace(own, points=own.points + points)
        goal = replace(goal, swiss=(*goal.swiss[:at], mine, *goal.swiss[at + 1 :]))
    else:
        news.say("news.banks", **told)
        goal = replace(goal, banked=goal.banked + points)
    if aim.owner is None:
        goals = (*state.goals[: aim.goal], goal, *state.goals[aim.goal + 1 :])
        return replace(state, goals=goals, phase="end")
    theirs = state.treasure[aim.owner]
    theirs = (*theirs[: aim.goal], goal, *theirs[aim.goal + 1 :])
    treasure = (*state.treasure[: aim.owner], theirs, *state.treasure[aim.owner + 1 :])
    return replace(state, treasure=treasure, phase="end")
