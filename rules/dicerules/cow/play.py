"""The rules of Don't Have a Cow: what is asked, and what follows from what came.

The rulings (SD-R1 and so on) are in RULES.md. What a screen sees of it is in ``show``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec.structs import replace

from dicerules import bare
from dicerules.core import (
    Answer,
    Ask,
    DiceGroup,
    Event,
    Message,
    Move,
    Need,
    Over,
    Roll,
    RuleError,
    TimeUp,
    cache_last,
    check_event,
)
from dicerules.cow.ask import (
    bare_bettor_form,
    bare_roller_form,
    bettor_form,
    cubes_roll,
    open_portraits,
    roller_form,
)
from dicerules.cow.cards import CUBES, FACES, Cards, Portrait, spell
from dicerules.cow.state import Aim, Bet, Options, State, Throw
from dicerules.words import SILENCE, News, message

TURNS = 500
"""The last turn, so that a match ends even if nobody ever takes a risk (SD-R17)."""

MAX_EVENTS = 1 + TURNS * CUBES * 5 + 1
"""A match has fewer events: a throw has five at most, and one that goes on takes a cube away."""

BANK = -1
"""The bank's place among the purses: behind the seats' own."""


def start(options: Options, seats: int, cards: Cards) -> State:
    """Deal everybody's chips out of the bank."""
    stakes = next((row for row in cards.stakes if row.players == seats), None)
    if stakes is None:
        raise RuleError("seats", low=2, high=4, got=seats)
    bank = cards.blue * cards.worth + options.red_chips - seats * stakes.start
    if bank < 1:
        raise RuleError("bank", start=stakes.start, got=bank)
    news = News()
    news.say("news.start", count=stakes.start, bank=bank)
    chips = (stakes.start,) * seats
    state = State(cards, stakes.most, bank, chips, news=tuple(news), open_bets=options.open_bets)
    return state if options.first_roller == "random" else _begin_turn(state, 0, news)


@cache_last
def need(state: State) -> Need:
    """A portrait from the roller, then a bet from each of the others, then the roll."""
    if state.ended is not None:
        return Over(leaders(state), state.ended)
    aim, roller, cubes = state.aim, state.roller, state.cubes
    if state.turn == 0:
        return Roll(None, message("roll.first"), (DiceGroup(1, len(state.chips)),))
    if aim is None:
        has = state.chips[roller]
        return Ask(
            {roller: roller_form(state.cards, state.matched, cubes, min(state.most, has), has)}
        )
    portrait = aim.portrait
    forms = {
        seat: bettor_form(state.cards, roller, portrait, cubes, min(state.most, has), has)
        for seat, (bet, has) in enumerate(zip(aim.bets, state.chips, strict=True))
        if bet is None
    }
    if forms:
        return Ask(forms, hidden=not state.open_bets)
    return cubes_roll(roller, portrait.name, cubes)


def apply(state: State, event: Event) -> State:
    """Take in what came, or refuse it."""
    check_event(need(state), event)
    return quick_apply(state, event, News())


def quick_need(state: State) -> Need:
    """What is needed, without words."""
    if state.ended is not None or state.turn == 0:
        return need(state)
    aim, most = state.aim, state.most
    if aim is None:
        roller = state.roller
        bet = min(most, state.chips[roller])
        return Ask({roller: bare_roller_form(state.cards, state.matched, state.cubes, bet)})
    if None not in aim.bets:
        return bare.dice(state.cubes, FACES)
    bets, chips = aim.bets, state.chips
    return Ask(
        {
            seat: bare_bettor_form(min(chips[seat], most))
            for seat, bet in enumerate(bets)
            if bet is None
        }
    )


def quick_apply(state: State, event: Event, news: News = SILENCE) -> State:
    """Take in what is known to be right; unless there are news to fill, nobody is told."""
    if type(event) is Move:
        return _answered(state, event.seat, event.answer, news)
    if type(event) is TimeUp:
        news.say("news.late", seat=event.seat)
        return _answered(state, event.seat, _default(state), news)
    # The one roll without an aim draws the first roller.
    if state.aim is None:
        return _begin_turn(state, event.faces[0] - 1, news)
    return _throw(state, state.aim, event.faces, news)


def scores(state: State) -> tuple[int, ...]:
    """Everybody's chips."""
    return state.chips


def leaders(state: State) -> tuple[int, ...]:
    """Who has the most chips; more than one share the lead, and at the end the win (SD-R13)."""
    most = max(state.chips)
    return tuple(seat for seat, chips in enumerate(state.chips) if chips == most)


def match(cards: Cards, portrait: Portrait, faces: tuple[int, ...]) -> tuple[int, ...]:
    """Places of the cubes that cover the portrait, or none if they cannot.

    A cube with the right face goes before a wild one; only their number matters (SD-R15).
    """
    missing = list(portrait.need)
    kept = []
    for place, face in enumerate(faces):
        if face in missing:
            missing.remove(face)
            kept.append(place)
    for place, face in enumerate(faces):
        if missing and face in cards.wild:
            missing.pop()
            kept.append(place)
    return () if missing else tuple(sorted(kept))


@lru_cache(maxsize=4096)
def _portrait(cards: Cards, key: str) -> Portrait:
    return next(portrait for portrait in cards.portraits if portrait.key == key)


def _default(state: State) -> Answer:
    """Choose for a seat whose time is up, as RULES.md tells: little to lose, nothing to exploit."""
    if state.aim is not None:
        return {"side": "yes", "bet": 1}
    portraits = open_portraits(state.cards, state.matched, state.cubes)
    easiest = min(portraits, key=lambda portrait: portrait.size)
    return {"portrait": easiest.key, "bet": 1, "cubes": state.cubes}


def _answered(state: State, seat: int, answer: Answer, news: News) -> State:
    if state.aim is None:
        return _choose(state, answer, news)
    return _bet(state, state.aim, seat, answer, news)


def _choose(state: State, answer: Answer, news: News) -> State:
    """The roller has chosen a portrait, a bet, and in the first throw of a turn the cubes."""
    roller, bet = state.roller, answer["bet"]
    key, cubes = answer["portrait"], answer.get("cubes", state.cubes)
    portrait = _portrait(state.cards, key)
    bets: list[Bet | None] = [None] * len(state.chips)
    bets[roller] = Bet("yes", bet)
    news.say("news.aim", seat=roller, count=bet, portrait=portrait.name, cubes=cubes)
    if cubes < state.cubes:
        news.say("news.out", count=state.cubes - cubes)
    return replace(state, cubes=cubes, aim=Aim(portrait, tuple(bets)), news=tuple(news))


def _bet(state: State, aim: Aim, seat: int, answer: Answer, news: News) -> State:
    """Another seat has bet. Secret bets are shown together once the last one is in (SD-R8)."""
    bets = (*aim.bets[:seat], Bet(answer["side"], answer["bet"]), *aim.bets[seat + 1 :])
    shown: tuple[int, ...] = ()
    if state.open_bets:
        shown = (seat,)
    elif None in bets:
        news.say("news.has_bet", seat=seat)
    else:
        shown = clockwise(state.roller, len(bets))[1:]
    for other in shown:
        bet = bets[other]
        assert bet is not None
        news.say(f"news.bet_{bet.side}", seat=other, count=bet.chips)
    return replace(state, aim=Aim(aim.portrait, bets), news=tuple(news))


def _throw(state: State, aim: Aim, faces: tuple[int, ...], news: News) -> State:
    """Match the cubes, settle the bets, and go on: with this turn, the next one, or to the end."""
    portrait, roller = aim.portrait, state.roller
    kept = match(state.cards, portrait, faces)
    cubes = state.cubes - len(kept)
    if not news.silent:
        outcome = "news.matched" if kept else "news.missed"
        told = spell(state.cards, tuple(sorted(faces)))
        facts = {"portrait": portrait.name, "portrait_key": portrait.key}
        news.say(outcome, seat=roller, faces=told, **facts)
    purses = [*state.chips, state.bank]
    ended = settle(purses, clockwise(roller, len(aim.bets)), aim.bets, bool(kept), news)
    if ended is None and cubes == 0:
        news.say("news.bonus", seat=roller)
        ended = _pay(purses, BANK, roller, state.cards.bonus, news)
    *chips, bank = purses
    state = replace(
        state, bank=bank, chips=tuple(chips), cubes=cubes, aim=None, last=Throw(faces, kept)
    )
    if ended is not None:
        return _end(state, ended, news)
    if not kept or cubes == 0:
        return _next_turn(state, news)
    matched = (*state.matched, portrait.key)
    if not open_portraits(state.cards, matched, cubes):
        news.say("news.stuck", count=cubes)
        return _next_turn(state, news)
    news.say("news.goes_on", seat=roller, count=cubes)
    return replace(state, matched=matched, news=tuple(news))


def settle(
    purses: list[int],
    order: tuple[int, ...],
    bets: Sequence[Bet | None],
    won: bool,
    news: News,
) -> Message | None:
    """Settle bet after bet, the roller's first, until all are settled or a purse is empty.

    Bets that are not settled by then stay with their owners (SD-R4). Returns why the match is over,
    or None if it goes on.
    """
    roller = order[0]
    for settled, seat in enumerate(order, 1):
        bet = bets[seat]
        assert bet is not None
        if (bet.side == "yes") == won:
            payer, payee = BANK, seat
        else:
            payer, payee = seat, roller if won else BANK
        ended = _pay(purses, payer, payee, bet.chips, news)
        if ended is not None:
            kept = list(order[settled:])
            if kept:
                news.say("news.unsettled", seats=kept, count=len(kept))
            return ended
    return None


def _pay(purses: list[int], payer: int, payee: int, chips: int, news: News) -> Message | None:
    """Pay what the purse has at most (SD-R3); if that empties it, return why the match is over."""
    paid = min(chips, purses[payer])
    purses[payer] -= paid
    purses[payee] += paid
    if payer == BANK:
        key = "news.wins" if paid == chips else "news.wins_rest"
        news.say(key, seat=payee, count=paid)
    elif payee == BANK:
        news.say("news.loses", seat=payer, count=paid)
    else:
        news.say("news.pays", seat=payer, to_seat=payee, count=paid)
    if purses[payer] > 0:
        return None
    ended = message("over.bank") if payer == BANK else message("over.seat", seat=payer)
    news.append(ended)
    return ended


def _next_turn(state: State, news: News) -> State:
    if state.turn == TURNS:
        ended = message("over.turns", count=TURNS)
        news.append(ended)
        return _end(state, ended, news)
    return _begin_turn(state, (state.roller + 1) % len(state.chips), news)


def _begin_turn(state: State, roller: int, news: News) -> State:
    news.say("news.turn", seat=roller)
    return replace(
        state, turn=state.turn + 1, roller=roller, cubes=CUBES, matched=(), news=tuple(news)
    )


def _end(state: State, ended: Message, news: News) -> State:
    winners = list(leaders(state))
    news.say("news.won", seats=winners, count=len(winners), chips=max(state.chips))
    return replace(state, ended=ended, news=tuple(news))


@lru_cache
def clockwise(roller: int, seats: int) -> tuple[int, ...]:
    """All seats in turn, beginning with the roller."""
    return (*range(roller, seats), *range(roller))
