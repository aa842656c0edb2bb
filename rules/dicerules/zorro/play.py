"""The rules of The Zorro Dice Game: what is asked, and what follows from what came.

The rulings (ZD-R1 and so on) are told in RULES.md. Dice are ``attempt``'s affair, spoils
``collect``'s, foes ``fights``'; here it is decided what comes after what.
"""

from __future__ import annotations

from msgspec.structs import replace

from dicerules.core import (
    Answer,
    Ask,
    Cast,
    Event,
    Move,
    Need,
    Over,
    Roll,
    RuleError,
    Say,
    TimeUp,
    check_asked,
    check_move,
    check_rolled,
    remembered,
)
from dicerules.words import say
from dicerules.zorro import attempt as attempts
from dicerules.zorro.ask import (
    act_form,
    dice_roll,
    discard_form,
    hand_form,
    helper_form,
    offer_form,
    places_of,
    prepare_form,
    toll_form,
    travel_form,
)
from dicerules.zorro.cards import HERO_DICE, MARKET, PLAYERS, Cards, sides, spell
from dicerules.zorro.collect import discard, excess, overladen, settle, take_feat
from dicerules.zorro.default import default_answer
from dicerules.zorro.fights import DUEL_ROUNDS, emerge, fought
from dicerules.zorro.state import Attempt, Due, Hand, Options, Slot, State

TURNS = 300
"""After so many turns the Villain comes by himself (ZD-R19)."""

_SEATS = PLAYERS[-1]
_ATTEMPT = 2 + 3 * (attempts.ROLLS + 4) + 4 + 2 * attempts.REROLLS
_ATTEMPTS = TURNS + 7 * _SEATS + DUEL_ROUNDS * _SEATS
BOUND = 3 + _ATTEMPTS * (_ATTEMPT + 1 + _SEATS + 2)
"""A match has fewer events.

An attempt has at most two pieces that give two ROLLs more, three events a ROLL, four for the
helper, and two for each re-roll; a turn adds travelling, offers and two discards. Six Scoundrels
and the Villain are fought once by everybody.
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
        news=(say("news.start", count=len(cards.feats)),),
    )


@remembered
def need(state: State) -> Need:
    """What the stage of the turn, or of the attempt in it, asks for."""
    cards, seat, stage = state.cards, state.seat, state.stage
    if stage == "attempt":
        assert state.attempt is not None
        return _need_of(state, state.attempt)
    if stage == "travel":
        return Ask({seat: travel_form(cards, state.market)})
    if stage == "offer":
        form = offer_form(seat, _aimed_at(state))
        return Ask({other: form for other in others(state) if state.offers[other] is None})
    if stage == "pick":
        hands = tuple((other, state.hands[other]) for other in others(state) if state.offers[other])
        declined = tuple(other for other in others(state) if not state.offers[other])
        return Ask({seat: helper_form(cards, hands, declined)})
    if stage == "discard":
        owner = overladen(state)
        assert owner is not None
        return Ask({owner: discard_form(cards, excess(cards, state.hands[owner].gear))})
    if stage == "shuffle":
        common = sum(not piece.premium for piece in cards.equipment)
        sizes = (len(cards.feats), common, len(cards.equipment) - common)
        return Roll(None, say("roll.shuffle"), shuffles=sizes, hidden=True)
    if stage == "first":
        return Roll(None, say("roll.first"), (Cast(1, len(state.hands)),))
    return Over(state.winners, say("over"))


def _need_of(state: State, attempt: Attempt) -> Need:
    cards = state.cards
    if attempt.stage == "roll":
        seat = attempt.helper if attempt.fourth else attempt.seat
        assert seat is not None
        if not attempt.is_roll:
            return dice_roll(cards, attempt, seat, "roll.again", 0)
        why = "roll.fourth" if attempt.fourth else "roll.dice"
        return dice_roll(cards, attempt, seat, why, attempt.rolls + 1)
    if attempt.stage == "act":
        seat = attempt.helper if attempt.fourth else attempt.seat
        assert seat is not None
        return Ask({seat: act_form(cards, attempt)})
    if attempt.stage == "toll":
        return Ask({attempt.seat: toll_form(cards, attempt)})
    if attempt.stage == "hand":
        return Ask({attempt.seat: hand_form(cards, attempt)})
    pieces = attempts.pieces_to_name(cards, attempt)
    preset = attempts.lead_kit(cards, attempt).preset
    return Ask({attempt.seat: prepare_form(cards, pieces, preset)})


def apply(state: State, event: Event) -> State:
    """Take in what came, or refuse it."""
    asked = need(state)
    if isinstance(event, Move):
        check_move(asked, event)
        return _answered(state, event.seat, event.answer, [])
    if isinstance(event, TimeUp):
        check_asked(asked, event.seat)
        news = [say("news.late", seat=event.seat)]
        return _answered(state, event.seat, default_answer(state), news)
    check_rolled(asked, event)
    if state.attempt is not None:
        return _rolled(state, state.attempt, event.faces)
    if event.orders:
        return _deal(state, event.orders)
    news = [say("news.first", seat=event.faces[0] - 1)]
    return replace(state, stage="shuffle", seat=event.faces[0] - 1, news=tuple(news))


def standing(state: State) -> tuple[int, ...]:
    """Everybody's feats; whoever may still become Zorro goes before all others."""
    upright = state.fight.standing if state.fight else ()
    ahead = len(state.cards.feats)
    return tuple(
        len(hand.feats) + (ahead if seat in upright else 0) for seat, hand in enumerate(state.hands)
    )


def conserved(state: State) -> tuple[object, ...]:
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


def _aimed_at(state: State) -> str:
    assert state.aim is not None
    feat = state.market[state.aim].feat
    assert feat is not None
    return state.cards.feats[feat].name


def others(state: State) -> tuple[int, ...]:
    """The other seats, in turn order."""
    return (*range(state.seat + 1, len(state.hands)), *range(state.seat))


def _deal(state: State, orders: tuple[tuple[int, ...], ...]) -> State:
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
    return _begin_turn(state, state.seat, [say("news.deal")])


def _begin_turn(state: State, seat: int, news: list[Say]) -> State:
    news.append(say("news.turn", seat=seat))
    return replace(
        state,
        stage="travel",
        seat=seat,
        turn=state.turn + 1,
        aim=None,
        offers=(),
        news=tuple(news),
    )


def _answered(state: State, seat: int, answer: Answer, news: list[Say]) -> State:
    if state.stage == "attempt":
        assert state.attempt is not None
        return _acted(state, state.attempt, answer, news)
    if state.stage == "travel":
        return _travel(state, answer["feat"], news)
    if state.stage == "offer":
        return _offer(state, seat, answer["help"] == "yes", news)
    if state.stage == "pick":
        helper = answer["helper"]
        return _set_out(state, None if helper == "alone" else int(helper[5:]), news)
    state = discard(state, seat, int(answer["gear"][1:]), news)
    return _go_on(state, news)


def _travel(state: State, key: str, news: list[Say]) -> State:
    feats = state.cards.feats
    aim = next(
        at
        for at, slot in enumerate(state.market)
        if slot.feat is not None and feats[slot.feat].key == key
    )
    state = replace(state, aim=aim)
    news.append(say("news.travel", seat=state.seat, feat=_aimed_at(state)))
    if not state.helpful:
        return _set_out(state, None, news)
    return replace(state, stage="offer", offers=(None,) * len(state.hands), news=tuple(news))


def _offer(state: State, seat: int, offers: bool, news: list[Say]) -> State:
    """A seat has answered; once all have, the lead chooses among those who offer (ZD-R16)."""
    news.append(say("news.offers" if offers else "news.no_offer", seat=seat))
    answers = (*state.offers[:seat], offers, *state.offers[seat + 1 :])
    state = replace(state, offers=answers, news=tuple(news))
    if any(answers[other] is None for other in others(state)):
        return state
    if True in answers:
        return replace(state, stage="pick")
    return _set_out(state, None, news)


def _set_out(state: State, helper: int | None, news: list[Say]) -> State:
    """Begin the attempt at the feat, alone or with a helper."""
    seat = state.seat
    if helper is None:
        news.append(say("news.alone", seat=seat))
    else:
        news.append(say("news.together", seat=seat, helper_seat=helper))
    return _advance(replace(state, stage="attempt", offers=()), company(state, helper), news)


def company(state: State, helper: int | None) -> Attempt:
    """The attempt at the feat travelled to, alone or with a helper, as it begins."""
    assert state.aim is not None
    number = state.market[state.aim].feat
    assert number is not None
    hand = state.hands[state.seat]
    attempt = Attempt(state.seat, state.cards.feats[number].need, None, hand.gear, (), (), 0)
    if helper is not None:
        attempt = replace(
            attempt,
            helper=helper,
            helper_gear=state.hands[helper].gear,
            helper_heroes=attempts.hero_kinds(state.hands[helper].heroes),
            lead_free=state.lead_free,
        )
    return attempts.begin(state.cards, attempt, hand.heroes)


def _rolled(state: State, attempt: Attempt, faces: tuple[int, ...]) -> State:
    seat = attempt.helper if attempt.fourth else attempt.seat
    assert seat is not None
    on, kinds = sides(state.cards), attempt.kinds
    fallen = zip(attempt.cup, faces, strict=True)
    shown = attempts.count_of([on[kinds[place]][face - 1] for place, face in fallen])
    news = [say("news.rolls", seat=seat, faces=spell(state.cards, shown))]
    return _advance(state, attempts.rolled(state.cards, attempt, faces), news)


def _acted(state: State, attempt: Attempt, answer: Answer, news: list[Say]) -> State:
    """Whoever is at the dice has decided something."""
    cards, seat = state.cards, attempt.seat
    if attempt.stage == "prepare":
        attempt = _prepared(cards, attempt, answer, news)
    elif attempt.stage == "toll":
        attempt = attempts.tolled(cards, attempt, places_of([answer["die"]])[0])
    elif attempt.stage == "hand":
        places = places_of(answer["hand"])
        assert attempt.helper is not None
        news.append(say("news.hands", seat=seat, helper_seat=attempt.helper, count=len(places)))
        attempt = attempts.handed(cards, attempt, places)
    else:
        attempt = _used(cards, attempt, answer, news)
    return _advance(state, attempt, news)


def _prepared(cards: Cards, attempt: Attempt, answer: Answer, news: list[Say]) -> Attempt:
    seat, attempt = attempt.seat, attempts.prepared(cards, attempt, answer)
    for piece, symbol in attempt.named:
        name = cards.symbols[symbol].name
        news.append(say("news.names", seat=seat, gear=cards.equipment[piece].name, symbol=name))
    if attempt.kept:
        symbols = attempts.symbols_of(cards, attempt)
        told = spell(cards, attempts.count_of(symbols[place] for place in attempt.kept))
        news.append(say("news.sets", seat=seat, faces=told))
    return attempt


def _used(cards: Cards, attempt: Attempt, answer: Answer, news: list[Say]) -> Attempt:
    seat = attempt.helper if attempt.fourth else attempt.seat
    assert seat is not None
    do = answer.get("do", "save")
    if do == "done":
        news.append(say("news.done", seat=seat))
        return attempts.stopped(attempt)
    if do == "save":
        places = places_of(answer["save"])
        symbols = attempts.symbols_of(cards, attempt)
        told = spell(cards, attempts.count_of(symbols[place] for place in places))
        key = "news.saves" if places else "news.saves_none"
        news.append(say(key, seat=seat, faces=told))
        return attempts.saved(cards, attempt, places)
    places = places_of([answer["die"]] if do == "one" else answer["again"])
    news.append(say("news.again", seat=seat, count=len(places)))
    return attempts.reroll(attempt, places, single=do == "one")


def _advance(state: State, attempt: Attempt, news: list[Say]) -> State:
    """Keep the attempt, or if it is done see what comes of it."""
    before = state.attempt
    gone = len(attempt.gone) - (len(before.gone) if before is not None else 0)
    if gone > 0:
        news.append(say("news.gone", count=gone))
    state = replace(state, attempt=attempt, news=tuple(news))
    while state.attempt is not None and state.attempt.stage == "done":
        state = _finish(state, state.attempt, news)
    return state


def _finish(state: State, attempt: Attempt, news: list[Say]) -> State:
    state = replace(state, last=attempt)
    if state.fight is not None:
        state = fought(state, state.fight, attempt, news)
        if state.stage == "over" or state.attempt is not None:
            return replace(state, news=tuple(news))
        return _go_on(state, news)
    if not attempts.met(state.cards, attempt):
        news.append(say("news.unmet", seat=attempt.seat, feat=_aimed_at(state)))
        return _go_on(replace(state, attempt=None), news)
    state = take_feat(state, attempt, news)
    return _go_on(replace(state, attempt=None), news)


def _go_on(state: State, news: list[Say]) -> State:
    """Collect what is left to collect; then a foe that is due, or the next turn."""
    state = settle(state, news)
    if overladen(state) is not None:
        return replace(state, news=tuple(news))
    if state.due is None and state.turn >= TURNS:
        feat = state.market[0].feat
        assert feat is not None
        news.append(say("news.late_villain", count=TURNS))
        state = replace(state, due=Due("villain", state.cards.feats[feat].location))
    if state.due is not None:
        state = emerge(replace(state, aim=None), state.due, news)
        return _advance_fight(state, news)
    return _begin_turn(state, (state.seat + 1) % len(state.hands), news)


def _advance_fight(state: State, news: list[Say]) -> State:
    """A fighter whose equipment alone does it needs no dice."""
    while state.attempt is not None and state.attempt.stage == "done":
        state = _finish(state, state.attempt, news)
    return replace(state, news=tuple(news))
