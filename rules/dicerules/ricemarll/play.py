"""The rules of Ricemarll: what is asked, and what follows from what came.

The rulings (RM-R1 and so on) are in RULES.md. A phase of rolls and goals is in ``phase``, the deck
selecting between two phases in ``selecting``, and what a screen sees of it in ``show``.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from dicerules import bare
from dicerules.core import (
    Answer,
    Ask,
    Event,
    Move,
    Need,
    Over,
    Roll,
    Rolled,
    RuleError,
    TimeUp,
    cache_last,
    check_event,
)
from dicerules.ricemarll import bare_ask, phase, selecting
from dicerules.ricemarll.ask import (
    AWAY,
    CARD_KEYS,
    DIE_KEYS,
    deck_roll,
    declare_form,
    dice_roll,
    die_seen,
    pick_form,
    place_form,
    select_form,
)
from dicerules.ricemarll.cards import DICE, FACES, PHASES, PLAYERS, Cards
from dicerules.ricemarll.selecting import TIE_ROLLS
from dicerules.ricemarll.state import VERSION, Options, Pile, Player, State
from dicerules.words import SILENCE, News, message

MOST = PLAYERS[-1]
MAX_EVENTS = 1 + PHASES * (3 + 3 * MOST) + (PHASES - 1) * (TIE_ROLLS + MOST) + TIE_ROLLS + 1
"""A match has fewer events: one shuffle; in a phase a roll, new decks and a reroll, and everybody
places, declares and picks; before the next phase ties are rolled and everybody selects."""


def start(options: Options, seats: int, cards: Cards) -> State:
    """Give everybody a first deck; nothing is shuffled yet."""
    if seats not in PLAYERS:
        raise RuleError("seats", low=PLAYERS[0], high=MOST, got=seats)
    first, shared, spare = _piles(cards, seats)
    return State(
        cards,
        players=(Player(first),) * seats,
        deck=shared,
        goal_deck=tuple(range(len(cards.goals))),
        spare=spare,
        news=(message("news.start", count=len(first)),),
        version=VERSION,
    )


@lru_cache(maxsize=64)
def _piles(cards: Cards, seats: int) -> tuple[Pile, Pile, Pile]:
    """Everybody's first deck, the shared one, and the modifiers that nobody plays with."""
    kinds = list(enumerate(cards.modifiers))
    first = tuple(at for at, kind in kinds for _ in range(kind.start))
    shared = tuple(at for at, kind in kinds if not kind.start for _ in range(kind.count))
    spare = tuple(
        at for at, kind in kinds if kind.start for _ in range(kind.count - seats * kind.start)
    )
    return first, shared, spare


@cache_last
def need(state: State) -> Need:
    """What the step of the match takes: a roll, or an answer of everybody it concerns."""
    return _NEEDS[state.step](state)


def apply(state: State, event: Event) -> State:
    """Take in what came, or refuse it."""
    check_event(need(state), event)
    return quick_apply(state, event, News())


def quick_need(state: State) -> Need:
    """What is needed, without words."""
    return _BARE[state.step](state)


def quick_apply(state: State, event: Event, news: News = SILENCE) -> State:
    """Take in what is known to be right; unless there are news to fill, nobody is told."""
    if type(event) is Move:
        after = _ANSWERS[state.step](state, event.seat, event.answer, news)
    elif type(event) is TimeUp:
        news.say("news.late", seat=event.seat)
        answer = _default(state, event.seat)
        after = _ANSWERS[state.step](state, event.seat, answer, news)
    else:
        after = _rolled(state, event, news)
    if after.step == "claimed":
        after = _after_claims(after, news)
    return replace(after, news=tuple(news)) if news or after.news else after


def scores(state: State) -> tuple[int, ...]:
    """Everybody's tokens."""
    return tuple([player.tokens for player in state.players])


def invariant(state: State) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Every modifier and every goal, wherever it lies."""
    modifiers = [*state.deck, *state.spare, *state.market]
    goals = [*state.goal_deck, *state.goals, *state.gone, *state.blind]
    for player in state.players:
        modifiers += player.deck + player.hand + player.discards
        for stack in player.stacks:
            modifiers += stack
        goals += player.specials
    return tuple(sorted(modifiers)), tuple(sorted(goals))


def presser(state: State) -> int:
    """Who presses the button for everybody's dice: another seat in every phase."""
    return (state.phase - 1) % len(state.players)


def _need_shuffle(state: State) -> Need:
    sizes = [len(player.deck) for player in state.players]
    return deck_roll("roll.shuffle", (*sizes, len(state.deck), len(state.goal_deck)))


def _need_roll(state: State) -> Need:
    counts = tuple((seat, DICE) for seat in range(len(state.players)))
    return dice_roll("roll.all", presser(state), counts)


def _need_draw(state: State) -> Need:
    sizes = tuple(len(state.players[seat].discards) for seat in phase.new_deck_seats(state))
    return deck_roll("roll.reshuffle", sizes)


def _need_place(state: State) -> Need:
    forms = {
        seat: place_form(state.cards, player.hand, player.dice)
        for seat, player in enumerate(state.players)
        if not player.plan
    }
    return Ask(forms, hidden=True)


def _need_declare(state: State) -> Need:
    forms = {
        seat: declare_form(state.cards, player.specials)
        for seat, player in enumerate(state.players)
        if player.specials and player.declares is None
    }
    return Ask(forms, hidden=True)


def _need_reroll(state: State) -> Need:
    rerolls = phase.rerolls(state)
    counts = tuple((seat, len(places)) for seat, places in rerolls.items())
    roll = dice_roll("roll.reroll", counts[0][0], counts)
    # Everybody's dice lie in a row, seat after seat.
    places = tuple(seat * DICE + at for seat, own in rerolls.items() for at in own)
    faces = [face for player in state.players for face in player.dice]
    on_table = [None if at in places else die_seen(face) for at, face in enumerate(faces)]
    return replace(roll, on_table=tuple(on_table), places=places) if any(on_table) else roll


def _need_pick(state: State) -> Need:
    forms = {
        seat: pick_form(state.players[seat].dice, places)
        for seat, places in phase.picks(state).items()
        if state.players[seat].picks is None
    }
    return Ask(forms, hidden=True)


def _need_order(state: State) -> Need:
    return dice_roll("roll.order", None, tuple((seat, 1) for seat in selecting.tied(state)))


def _need_select(state: State) -> Need:
    ((seat,), *_) = state.queue
    take = selecting.share(state)
    return Ask({seat: select_form(state.cards, state.market, bool(state.blind), take)})


def _need_decide(state: State) -> Need:
    counts = tuple((seat, 1) for seat in state.leaders)
    return dice_roll("roll.decide", state.leaders[0], counts)


def _need_nothing(state: State) -> Need:
    return Over(state.leaders, message("over"))


_NEEDS: dict[str, Callable[[State], Need]] = {
    "shuffle": _need_shuffle,
    "roll": _need_roll,
    "draw": _need_draw,
    "place": _need_place,
    "declare": _need_declare,
    "reroll": _need_reroll,
    "pick": _need_pick,
    "order": _need_order,
    "select": _need_select,
    "decide": _need_decide,
    "over": _need_nothing,
}


def _bare_draw(state: State) -> Need:
    sizes = [len(state.players[seat].discards) for seat in phase.new_deck_seats(state)]
    return Roll(None, bare.NO_WORDS, shuffles=tuple(sizes))


def _bare_place(state: State) -> Need:
    forms = {}
    for seat, player in enumerate(state.players):
        if not player.plan:
            forms[seat] = bare_ask.PLACE
    return Ask(forms)


def _bare_declare(state: State) -> Need:
    forms = {}
    for seat, player in enumerate(state.players):
        if player.specials and player.declares is None:
            forms[seat] = bare_ask.declare_form(state.cards, player.specials)
    return Ask(forms)


def _bare_pick(state: State) -> Need:
    forms = {}
    for seat, places in phase.picks(state).items():
        if state.players[seat].picks is None:
            forms[seat] = bare_ask.pick_form(places)
    return Ask(forms)


def _bare_select(state: State) -> Need:
    (seat,) = state.queue[0]
    take = selecting.share(state)
    return Ask({seat: bare_ask.select_form(len(state.market), bool(state.blind), take)})


_BARE: dict[str, Callable[[State], Need]] = _NEEDS | {
    "roll": lambda state: bare.dice(DICE * len(state.players), FACES),
    "place": _bare_place,
    "declare": _bare_declare,
    "draw": _bare_draw,
    "reroll": lambda state: bare.dice(sum(map(len, phase.rerolls(state).values())), FACES),
    "pick": _bare_pick,
    "order": lambda state: bare.dice(len(selecting.tied(state)), FACES),
    "select": _bare_select,
}


def _default(state: State, seat: int) -> Answer:
    """Choose for a seat whose time is up, as RULES.md tells: change nothing, give nothing away."""
    if state.step == "place":
        return {"cards": {AWAY: CARD_KEYS}}
    if state.step == "declare":
        return {"goals": ()}
    if state.step == "pick":
        dice = state.players[seat].dice
        return {DIE_KEYS[at]: dice[at] for at in phase.picks(state)[seat]}
    cards = [f"card{at}" for at in range(1, len(state.market) + 1)]
    return {"take": [*cards, "special"][: selecting.share(state)]}


_ANSWERS: dict[str, Callable[[State, int, Answer, News], State]] = {
    "place": phase.place,
    "declare": phase.declare,
    "pick": phase.pick,
    "select": selecting.select,
}


def _rolled(state: State, rolled: Rolled, news: News) -> State:
    if state.step == "shuffle":
        return _shuffled(state, rolled.orders, news)
    if state.step == "draw":
        return phase.refill(state, rolled.orders, news)
    return _DICE[state.step](state, rolled.faces, news)


def _shuffled(state: State, orders: tuple[tuple[int, ...], ...], news: News) -> State:
    *own, shared, goals = orders
    state = replace(
        state,
        players=tuple(
            replace(player, deck=phase.shuffled(player.deck, order))
            for player, order in zip(state.players, own, strict=True)
        ),
        deck=phase.shuffled(state.deck, shared),
        goal_deck=phase.shuffled(state.goal_deck, goals),
        step="roll",
    )
    return selecting.open_goals(state, news)


def _after_claims(state: State, news: News) -> State:
    """Go on to deck selecting, or after the last phase to the end."""
    if state.phase < PHASES:
        return selecting.lay_out(selecting.open_goals(state, news), news)
    most = max(scores(state))
    leaders = [seat for seat, tokens in enumerate(scores(state)) if tokens == most]
    return _lead(replace(state, leaders=tuple(leaders), ties=0), news)


def _decide(state: State, faces: tuple[int, ...], news: News) -> State:
    """Those who lead have rolled a die each; the highest wins, equal ones roll again (RM-R13)."""
    for seat, face in zip(state.leaders, faces, strict=True):
        news.say("news.tie_roll", seat=seat, face=face)
    high = max(faces)
    leaders = [seat for seat, face in zip(state.leaders, faces, strict=True) if face == high]
    return _lead(replace(state, leaders=tuple(leaders), ties=state.ties + 1), news)


def _lead(state: State, news: News) -> State:
    leaders = list(state.leaders)
    told: dict[str, Any] = {"seats": leaders, "count": len(leaders)}
    tokens = state.players[leaders[0]].tokens
    if len(leaders) > 1 and state.ties < TIE_ROLLS:
        news.say("news.tied", tokens=tokens, **told)
        return replace(state, step="decide")
    news.say("news.won", tokens=tokens, **told)
    return replace(state, step="over")


_DICE: dict[str, Callable[[State, tuple[int, ...], News], State]] = {
    "roll": phase.take_dice,
    "reroll": phase.reroll,
    "order": selecting.break_ties,
    "decide": _decide,
}
