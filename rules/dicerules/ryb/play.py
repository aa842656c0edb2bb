"""The rules of R.Y.B.: which phase asks, and what follows from what came.

Phases that ask nothing (``_STEPS``) are gone through at once. The rulings (RY-R1 and so on) are
told in RULES.md. What a screen sees is in ``show``.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from dicerules.core import (
    Answer,
    Ask,
    Event,
    Message,
    Move,
    Need,
    Over,
    Roll,
    RuleError,
    TimeUp,
    cache_last,
    check_asked,
    check_event,
)
from dicerules.forms import Form, fill
from dicerules.ryb import actions, attempt, bare_ask, reactions, reroll, rolling, trade, turn
from dicerules.ryb.cards import DICE, EACH, HAND, PLAYERS, Cards, find, with_old_values
from dicerules.ryb.menu import FUNCTIONS, card_menu, read_act
from dicerules.ryb.reactions import react
from dicerules.ryb.state import NO_DICE, VERSION, Act, Goal, Options, Pool, Rules, State
from dicerules.ryb.tally import leaders, worth
from dicerules.ryb.tell import card_name, name_act
from dicerules.words import SILENCE, News, message

MAX_EVENTS = 1 + 6 * PLAYERS[-1] + 2 + turn.TURNS * 3000
"""A match has fewer events: a die drawn, the draft, the deal, and turns of fewer than 3,000.

Whatever happens again in a turn takes something away: a re-roll one of 200 cards or goals (at most
7 events), an offer or a pause one of the 20 that a Trade has (at most 7); all else comes once.
"""


def start(options: Options, seats: int, cards: Cards) -> State:
    """Lay out dice and rules; the cards are dealt once they are shuffled."""
    if seats not in PLAYERS:
        raise RuleError("seats", low=PLAYERS[0], high=PLAYERS[-1], got=seats)
    rules = _agree(options, seats)
    if len(cards.deck) < seats * rules.hand:
        raise RuleError("deck", expected=seats * rules.hand, got=len(cards.deck))
    drafts = rules.draft != "none"
    own: Pool = (EACH, EACH, EACH)
    news = [message("news.start_draft" if drafts else "news.start")]
    drawn = drafts or options.first_player == "random"
    all_dice: Pool = (EACH * seats, EACH * seats, EACH * seats)
    return State(
        cards=with_old_values(cards) if options.values == "historic" else cards,
        rules=rules,
        phase="first" if drawn else "deal",
        middle=all_dice if drafts else NO_DICE,
        pools=(NO_DICE if drafts else own,) * seats,
        hands=((),) * seats,
        treasure=((),) * seats,
        function=rules.variable if rules.variable in FUNCTIONS else "",
        news=tuple(news),
        version=VERSION,
    )


def _agree(options: Options, seats: int) -> Rules:
    """Make rules of the options, or refuse what cannot be played together."""
    trades = ("trade", "first_to_play_decides", "decided_each_time")
    if options.old_trade and options.variable not in trades:
        raise RuleError("old_trade", got=message(f"function.{options.variable}"))
    return Rules(
        variable=options.variable,
        trade="equalizer" if options.old_trade else "trade",
        friendly=options.friendly,
        draft=options.draft,
        reroll=options.reroll,
        cancel=options.cancel,
        hand=options.hand or HAND[seats],
        bank_min=options.bank_min,
    )


@cache_last
def need(state: State) -> Need:
    """What the phase asks or rolls."""
    if state.ended is not None:
        return Over(leaders(state), state.ended)
    now = _NEEDS[state.phase](state)
    # The time of a Trade runs on through everything that is asked in the turn.
    return replace(now, limit=trade.limit(state)) if state.trade and isinstance(now, Ask) else now


def apply(state: State, event: Event) -> State:
    """Take in what came, or refuse it, and go through all that follows without a question."""
    check_event(need(state), event)
    return quick_apply(state, event, News())


def quick_need(state: State) -> Need:
    """What is needed, without words."""
    ask = _BARE.get(state.phase)
    return (ask(state) if ask else None) or need(state)


def quick_apply(state: State, event: Event, news: News = SILENCE) -> State:
    """Take in what is known to be right; unless there are news to fill, nobody is told."""
    if type(event) is Move:
        state = _TAKES[state.phase](state, event.seat, event.answer, news)
    elif type(event) is TimeUp:
        state = _time_up(state, event, check_asked(need(state), event.seat), news)
    else:
        outcome = event.orders[0] if event.orders else event.faces
        state = _ROLLS[state.phase](state, outcome, news)
    while step := _STEPS.get(state.phase):
        state = step(state, news)
    return replace(state, news=tuple(news)) if news or state.news else state


def scores(state: State) -> tuple[int, ...]:
    """The worth of everybody's treasure."""
    return tuple([worth(state.cards, treasure) for treasure in state.treasure])


def _time_up(state: State, event: TimeUp, form: Form, news: News) -> State:
    """End a trade whose three minutes are over; for a late seat choose what stands first."""
    if state.trade is not None and event.by != "clock":
        return trade.time_up(state, news)
    news.say("news.late", seat=event.seat)
    return _TAKES[state.phase](state, event.seat, fill(form, lambda randbelow: 0), news)


def _ask_play(state: State) -> Ask:
    return Ask({state.active: Form(_PLAY, (card_menu(state, state.hands[state.active]),))})


_PLAY = message("form.play")


def _take_play(state: State, seat: int, answer: Answer, news: News) -> State:
    card = find(state.cards, answer["card"])
    hand = turn.without(state.hands[seat], card)
    state = replace(state, hands=turn.with_hand(state, seat, hand), moved=True)
    return _put_down(state, seat, card, answer, news)


def _take_recycle(state: State, seat: int, answer: Answer, news: News) -> State:
    """Play a discard in place of the Recycle, which is discarded (RY-R17)."""
    assert state.act is not None
    card = find(state.cards, answer["card"])
    discards = (*turn.without(state.discards, card), state.act.card)
    return _put_down(replace(state, discards=discards, act=None), seat, card, answer, news)


def _put_down(state: State, seat: int, card: int, answer: Answer, news: News) -> State:
    cards = state.cards
    if cards.kinds[card].colour:
        news.say("plays.goal", seat=seat, card=card_name(cards, card))
        return replace(state, goals=(*state.goals, Goal(card)), phase="aim")
    act = read_act(state, card, answer)
    if not news.silent:
        news.append(_tell_act(state, seat, act))
    if state.rules.variable == "first_to_play_decides" and "function" in answer:
        # An old Trade is a Trade by another rule, so it is the Trade that is fixed.
        fixed = "trade" if act.does == "equalizer" else act.does
        news.say("news.fixed", function=message(f"function.{act.does}"))
        state = replace(state, function=fixed)
    return react(state, act)


def _tell_act(state: State, seat: int, act: Act) -> Message:
    """Tell an action with what was chosen for it, as everybody hears it before they may react."""
    told: dict[str, int | str | Message] = {"seat": seat, "card": name_act(state.cards, act)}
    if act.does == "raid" and act.target is not None:
        goal = state.treasure[act.target][act.goal]
        told["goal"] = card_name(state.cards, goal.card)
    if act.does == "swiss_bank" and state.goals:
        told["goal"] = card_name(state.cards, state.goals[act.goal].card)
        return message("plays.swiss_bank", **told)
    if act.target is None:
        return message("plays.plain", **told)
    told |= {"to_seat": act.target, "number": act.number}
    return message(f"plays.{act.does}", colour=message(f"colour.{DICE[act.colour]}"), **told)


def _take_bank(state: State, seat: int, answer: Answer, news: News) -> State:
    """Bank, pay for another roll, play a Do-Over, or go back to trading."""
    match answer["do"]:
        case "trade":
            return replace(state, phase="trade")
        case "pay":
            return reroll.take_pay(state, seat, answer, news)
        case "bank":
            place = answer.get("place", "goal")
            return attempt.bank(state, answer["points"], place, news)
    card = find(state.cards, "do_over")
    hand = turn.without(state.hands[seat], card)
    act = Act(card, "do_over")
    news.append(_tell_act(state, seat, act))
    return react(replace(state, hands=turn.with_hand(state, seat, hand)), act)


_NEEDS: dict[str, Callable[[State], Ask | Roll]] = {
    "first": turn.need_first,
    "draft": turn.ask_draft,
    "deal": turn.need_deal,
    "refill": turn.ask_refill,
    "reshuffle": turn.need_reshuffle,
    "play": _ask_play,
    "window": reactions.ask_window,
    "recycle": actions.ask_recycle,
    "swap": rolling.ask_swap,
    "rover": rolling.ask_rover,
    "give": actions.ask_give,
    "trade": trade.ask_trade,
    "attempt": attempt.ask_attempt,
    "roll": attempt.need_roll,
    "bank": attempt.ask_bank,
    "fine": reroll.need_fine,
}

_BARE: dict[str, Callable[[State], Ask | Roll | None]] = {
    "refill": bare_ask.ask_refill,
    "play": bare_ask.ask_play,
    "attempt": bare_ask.ask_attempt,
    "roll": bare_ask.need_roll,
    "bank": bare_ask.ask_bank,
}

_TAKES: dict[str, Callable[[State, int, Answer, News], State]] = {
    "draft": turn.take_draft,
    "refill": turn.take_refill,
    "play": _take_play,
    "window": reactions.take_window,
    "recycle": _take_recycle,
    "swap": rolling.take_swap,
    "rover": rolling.take_rover,
    "give": actions.take_give,
    "trade": trade.take_trade,
    "attempt": attempt.take_attempt,
    "bank": _take_bank,
}

_ROLLS: dict[str, Callable[[State, tuple[int, ...], News], State]] = {
    "first": turn.drawn_first,
    "deal": turn.deal,
    "reshuffle": turn.reshuffle,
    "roll": attempt.roll,
    "fine": reroll.fine,
}

_STEPS: dict[str, Callable[[State, News], State]] = {
    "begin": turn.begin,
    "draw": turn.draw,
    "hand": turn.hand,
    "effect": actions.effect,
    "swapped": rolling.swapped,
    "rovered": rolling.rovered,
    "aim": attempt.aim,
    "end": turn.end,
}
