"""The rules of The Zorro Dice Game: what is asked, and what follows from what came.

The rulings (ZD-R1 and so on) are told in RULES.md. Dice are ``attempt``'s affair, spoils
``collect``'s, foes ``fights``'; here it is decided what comes after what.
"""

from __future__ import annotations

from msgspec.structs import replace

from dicerules.core import (
    Answer,
    Event,
    Move,
    RuleError,
    TimeUp,
    check_event,
)
from dicerules.words import SILENCE, News, message
from dicerules.zorro import acting
from dicerules.zorro import attempt as attempts
from dicerules.zorro.cards import HERO_DICE, MARKET, PLAYERS, Cards
from dicerules.zorro.collect import discard, foe_to_come, overladen, settle, take_feat
from dicerules.zorro.default import default_answer
from dicerules.zorro.dice import hero_kinds, met, met_by_dice
from dicerules.zorro.fights import DUEL_ROUNDS, emerge, fought
from dicerules.zorro.limits import REROLLS
from dicerules.zorro.needs import aimed_at, need
from dicerules.zorro.state import (
    VERSION,
    Attempt,
    Due,
    Hand,
    Options,
    Slot,
    State,
    equipment_is_optional,
)

TURNS = 300
"""After this turn the Villain comes anyway (ZD-R19)."""

_SEATS = PLAYERS[-1]
_ATTEMPT = 3 + 3 * (attempts.ROLLS + 4) + 4 + 2 * REROLLS
_ATTEMPTS = TURNS + 7 * _SEATS + DUEL_ROUNDS * _SEATS
MAX_EVENTS = 3 + _ATTEMPTS * (_ATTEMPT + 1 + _SEATS + 2)
"""A match has fewer events.

An attempt has at most two pieces that give two ROLLs more, three events a ROLL, four for the
helper, two for each re-roll, and one for leaving equipment unused. A turn adds travelling, offers
and two discards. Six Scoundrels and the Villain are fought once by everybody.
"""


def start(options: Options, seats: int, cards: Cards) -> State:
    """Lay a Hero Die on every foe; the decks are still to be shuffled."""
    if seats not in PLAYERS:
        raise RuleError("seats", low=PLAYERS[0], high=PLAYERS[-1], got=seats)
    places = len(cards.locations)
    return State(
        cards,
        hands=(Hand((0,) * places),) * seats,
        hero_dice=(HERO_DICE,) * places,
        helpful=seats >= options.helper_min_players,
        lead_free=options.lead_free_symbols_in_4th_roll,
        stage="first" if options.first_player == "random" else "shuffle",
        news=(message("news.start", count=len(cards.feats)),),
        version=VERSION,
    )


def apply(state: State, event: Event) -> State:
    """Take in what came, or refuse it."""
    check_event(need(state), event)
    return quick_apply(state, event, News())


def quick_apply(state: State, event: Event, news: News = SILENCE) -> State:
    """Take in what is known to be right; unless there are news to fill, nobody is told."""
    if type(event) is Move:
        return _answered(state, event.seat, event.answer, news)
    if type(event) is TimeUp:
        news.say("news.late", seat=event.seat)
        return _answered(state, event.seat, default_answer(state), news)
    if state.attempt is not None:
        attempt = acting.rolled(state.cards, state.attempt, event.faces, news)
        return _advance(state, attempt, news)
    if event.orders:
        return _deal(state, event.orders, news)
    news.say("news.first", seat=event.faces[0] - 1)
    return replace(state, stage="shuffle", seat=event.faces[0] - 1, news=tuple(news))


def scores(state: State) -> tuple[int, ...]:
    """Everybody's feats; those who may still become Zorro go before all others."""
    upright = state.fight.standing if state.fight else ()
    ahead = len(state.cards.feats)
    return tuple(
        len(hand.feats) + (ahead if seat in upright else 0) for seat, hand in enumerate(state.hands)
    )


def invariant(state: State) -> tuple[object, ...]:
    """Every card is in one place and no other, and so is every Hero Die."""
    heroes = [*state.hero_dice]
    if not state.market:
        return [*range(len(state.cards.feats))], [*range(len(state.cards.equipment))], heroes
    feats, gear = [*state.feats], [*state.common, *state.premium]
    for slot in state.market:
        feats += [] if slot.feat is None else [slot.feat]
        gear += [] if slot.gear is None else [slot.gear]
    for hand in state.hands:
        feats += hand.feats
        gear += hand.gear
        heroes = [left + has for left, has in zip(heroes, hand.heroes, strict=True)]
    return sorted(feats), sorted(gear), heroes


def _deal(state: State, orders: tuple[tuple[int, ...], ...], news: News) -> State:
    """The decks are shuffled: lay out four feats, each on a piece of equipment."""
    feats, common, premium = orders
    market = tuple(
        Slot(feats[at], common[at] if at < len(common) else None) for at in range(MARKET)
    )
    state = replace(
        state,
        market=market,
        feats=feats[MARKET:],
        common=common[MARKET:],
        premium=tuple(len(common) + card for card in premium),
    )
    news.say("news.deal")
    return _begin_turn(state, state.seat, news)


def _begin_turn(state: State, seat: int, news: News) -> State:
    news.say("news.turn", seat=seat)
    return replace(
        state,
        stage="travel",
        seat=seat,
        turn=state.turn + 1,
        aim=None,
        offers=(),
        news=tuple(news),
    )


def _answered(state: State, seat: int, answer: Answer, news: News) -> State:
    if state.stage == "attempt":
        assert state.attempt is not None
        return _advance(state, acting.acted(state.cards, state.attempt, answer, news), news)
    if state.stage == "travel":
        return _travel(state, answer["feat"], news)
    if state.stage == "offer":
        return _offer(state, seat, answer["help"] == "yes", news)
    if state.stage == "pick":
        helper = answer["helper"]
        return _set_out(state, None if helper == "alone" else int(helper[5:]), news)
    state = discard(state, seat, int(answer["gear"][1:]), news)
    return _go_on(state, news)


def _travel(state: State, key: str, news: News) -> State:
    feats = state.cards.feats
    keys = [feats[slot.feat].key if slot.feat is not None else "" for slot in state.market]
    state = replace(state, aim=keys.index(key))
    if not news.silent:
        news.say("news.travel", seat=state.seat, feat=aimed_at(state))
    if not state.helpful:
        return _set_out(state, None, news)
    return replace(state, stage="offer", offers=(None,) * len(state.hands), news=tuple(news))


def _offer(state: State, seat: int, offers: bool, news: News) -> State:
    """A seat has answered; once all have, the lead chooses among those who offer (ZD-R16)."""
    news.say("news.offers" if offers else "news.no_offer", seat=seat)
    answers = list(state.offers)
    answers[seat] = offers
    state = replace(state, offers=tuple(answers), news=tuple(news))
    # The lead is not asked.
    if answers.count(None) > 1:
        return state
    if True in answers:
        return replace(state, stage="pick")
    return _set_out(state, None, news)


def _set_out(state: State, helper: int | None, news: News) -> State:
    """Begin the attempt at the feat, alone or with a helper."""
    seat = state.seat
    if helper is None:
        news.say("news.alone", seat=seat)
    else:
        news.say("news.together", seat=seat, helper_seat=helper)
    return _advance(replace(state, stage="attempt", offers=()), company(state, helper), news)


def company(state: State, helper: int | None) -> Attempt:
    """The attempt at the feat travelled to, alone or with a helper, as it begins."""
    assert state.aim is not None
    number = state.market[state.aim].feat
    assert number is not None
    hand = state.hands[state.seat]
    attempt = Attempt(state.seat, state.cards.feats[number].need, None, hand.gear, (), (), 0)
    if helper is not None:
        theirs = state.hands[helper]
        attempt = replace(
            attempt,
            helper=helper,
            helper_gear=theirs.gear,
            helper_heroes=hero_kinds(theirs.heroes),
            lead_free=state.lead_free,
        )
    return attempts.begin(state.cards, attempt, hand.heroes)


def _advance(state: State, attempt: Attempt, news: News) -> State:
    """Keep the attempt, or if it is done see what comes of it."""
    if attempt.gone:
        before = state.attempt
        gone = len(attempt.gone) - (len(before.gone) if before is not None else 0)
        if gone > 0:
            news.say("news.gone", count=gone)
    if attempt.stage != "done":
        return replace(state, attempt=attempt, news=tuple(news))
    if _can_decline(state, attempt):
        return replace(state, attempt=replace(attempt, stage="claim"), news=tuple(news))
    state = replace(state, attempt=attempt)
    while state.attempt is not None and state.attempt.stage == "done":
        state = _finish(state, state.attempt, news)
    return state


def _can_decline(state: State, attempt: Attempt) -> bool:
    """Whether a feat is done only thanks to equipment, and doing it brings a foe (ZD-R24)."""
    if state.fight is not None or not equipment_is_optional(state):
        return False
    if state.attempt is not None and state.attempt.stage == "claim":
        return False
    if not met(state.cards, attempt) or met_by_dice(state.cards, attempt):
        return False
    return bool(foe_to_come(state, attempt.seat))


def _finish(state: State, attempt: Attempt, news: News) -> State:
    fight = state.fight
    state = replace(state, attempt=None, last=attempt)
    if fight is not None:
        state = fought(state, fight, attempt, news)
        if state.stage == "over" or state.attempt is not None:
            return replace(state, news=tuple(news))
        return _go_on(state, news)
    if attempt.declined or not met(state.cards, attempt):
        news.say("news.unmet", seat=attempt.seat, feat=aimed_at(state))
        return _proceed(state, news)
    return _go_on(take_feat(state, attempt, news), news)


def _go_on(state: State, news: News) -> State:
    """Collect what is left to collect; then go on."""
    state = settle(state, news)
    if overladen(state) is not None:
        return replace(state, news=tuple(news))
    return _proceed(state, news)


def _proceed(state: State, news: News) -> State:
    """All is collected: a foe that is due, or the next turn."""
    if state.due is None and state.turn >= TURNS:
        feat = state.market[0].feat
        assert feat is not None
        news.say("news.late_villain", count=TURNS)
        state = replace(state, due=Due("villain", state.cards.feats[feat].location))
    if state.due is not None:
        state = emerge(replace(state, aim=None), state.due, news)
        return _advance_fight(state, news)
    return _begin_turn(state, (state.seat + 1) % len(state.hands), news)


def _advance_fight(state: State, news: News) -> State:
    """A fighter whose equipment alone does it needs no dice."""
    while state.attempt is not None and state.attempt.stage == "done":
        state = _finish(state, state.attempt, news)
    return replace(state, news=tuple(news))
