"""Deck selecting: what is laid out between two phases, in which order it is taken, and by whom."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from dicerules.core import Answer
from dicerules.ricemarll.ask import SPECIAL
from dicerules.ricemarll.cards import OPEN, PLAYERS
from dicerules.ricemarll.state import Pile, State
from dicerules.words import News

TIE_ROLLS = 10
"""How often one tie is rolled for; after that the order of seats decides it (RM-R19)."""


def open_goals(state: State, news: News) -> State:
    """Lay the goals of the next phase open."""
    goals = state.goal_deck[:OPEN]
    if not news.silent:
        told = ", ".join(state.cards.goals[card].name for card in goals)
        news.say("news.goals", phase=state.phase + 1, goals=told)
    return replace(state, goals=goals, goal_deck=state.goal_deck[OPEN:], phase=state.phase + 1)


def lay_out(state: State, news: News) -> State:
    """Lay out modifiers and face-down goals, and line the seats up, fewest tokens first."""
    seats = len(state.players)
    modifiers, goals = 2 * seats - 1, 1
    if len(state.deck) < modifiers:
        # Too few are left for two each: everybody takes one card (RM-R8).
        modifiers, goals = seats - 2, 2
    news.say("news.market", count=modifiers, goals=goals)
    tokens = [player.tokens for player in state.players]
    state = replace(
        state,
        market=tuple(sorted(state.deck[:modifiers])),
        deck=state.deck[modifiers:],
        blind=state.goal_deck[:goals],
        goal_deck=state.goal_deck[goals:],
        queue=_ranked(range(seats), tokens),
        ties=0,
    )
    return _lined_up(state, news)


def _ranked(seats: Sequence[int], scores: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Seats in groups of equal scores, lowest first; ``scores`` stand in the order of ``seats``."""
    ranks: dict[int, list[int]] = {}
    for seat, score in zip(seats, scores, strict=True):
        ranks.setdefault(score, []).append(seat)
    return tuple([tuple(ranks[score]) for score in sorted(ranks)])


def tied(state: State) -> tuple[int, ...]:
    """Everybody in the queue who stands beside somebody else."""
    found: tuple[int, ...] = ()
    for group in state.queue:
        if len(group) > 1:
            found += group
    return found


def break_ties(state: State, faces: tuple[int, ...], news: News) -> State:
    """Those tied have rolled a die each: the lowest goes first, equal ones roll again (RM-R13)."""
    left = iter(faces)
    queue: list[tuple[int, ...]] = []
    for group in state.queue:
        if len(group) == 1:
            queue.append(group)
            continue
        rolled = [next(left) for _ in group]
        for seat, face in zip(group, rolled, strict=True):
            news.say("news.tie_roll", seat=seat, face=face)
        queue += _ranked(group, rolled)
    return _lined_up(replace(state, queue=tuple(queue), ties=state.ties + 1), news)


def _lined_up(state: State, news: News) -> State:
    if tied(state):
        if state.ties < TIE_ROLLS:
            return replace(state, step="order")
        queue = tuple((seat,) for group in state.queue for seat in group)
        state = replace(state, queue=queue)
    news.say("news.order", seats=[seat for (seat,) in state.queue])
    return replace(state, step="select")


def share(state: State) -> int:
    """How many cards everybody takes: all that lie there are taken."""
    return (len(state.market) + len(state.blind)) // len(state.queue)


def select(state: State, seat: int, answer: Answer, news: News) -> State:
    """The first of the queue takes cards; the last of it gets what is left (RM-R9)."""
    keys, left, taken = answer["take"], list(state.market), []
    for key in keys:
        if key != SPECIAL:
            card = state.market[_PLACES[key]]
            taken.append(card)
            left.remove(card)  # the market is in order, so of equal cards it may be any
    state = _take(state, seat, tuple(taken), tuple(left), len(keys) - len(taken), news)
    if len(state.queue) > 1:
        return state
    (last,) = state.queue[0]
    return replace(_take(state, last, state.market, (), len(state.blind), news), step="roll")


_PLACES = {f"card{at}": at - 1 for at in range(1, 2 * PLAYERS[-1])}


def _take(state: State, seat: int, taken: Pile, left: Pile, goals: int, news: News) -> State:
    """Modifiers go on the deck, the first named on top; a goal is seen by its owner (RM-R10)."""
    players, blind = list(state.players), state.blind
    if not news.silent:
        told = ", ".join(state.cards.modifiers[card].name for card in taken)
        key = ("news.takes", "news.takes_both")[goals] if taken else "news.takes_goal"
        news.say(key, seat=seat, cards=told)
    player = players[seat]
    players[seat] = replace(
        player, deck=taken + player.deck, specials=player.specials + blind[:goals]
    )
    return replace(
        state,
        players=tuple(players),
        market=left,
        blind=blind[goals:],
        queue=state.queue[1:],
    )
