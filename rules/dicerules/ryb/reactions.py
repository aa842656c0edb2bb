"""Reactions in R.Y.B.: De-nied! and cancelling. Says who is asked and whose reaction counts.

Who is asked follows from what everybody knows; only a seat's own form shows whether it holds the
card. All answer in secret, so that nobody learns who could have reacted.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from msgspec.structs import replace

from dicerules.core import Answer, Ask, Form, Message
from dicerules.forms import Option, PickOne
from dicerules.hints import Actions
from dicerules.ryb.cards import Cards, find
from dicerules.ryb.menu import TARGETED
from dicerules.ryb.state import Act, State
from dicerules.ryb.tally import clockwise
from dicerules.ryb.tell import act_name, card_name, name_act
from dicerules.ryb.turn import with_hand, without
from dicerules.words import News, message


def react(state: State, act: Act) -> State:
    """Give everybody who might a chance to react, before the action has its effect."""
    window: list[str | None] = ["pass"] * len(state.pools)
    # What nobody can cancel, only its target can stop.
    for seat in range(len(window)) if _cancellable(state, act) else _target(act):
        if _might_react(state, act, seat):
            window[seat] = None
    phase = "window" if None in window else "effect"
    return replace(state, act=act, window=tuple(window), phase=phase)


def _target(act: Act) -> tuple[int, ...]:
    return () if act.target is None else (act.target,)


def _might_react(state: State, act: Act, seat: int) -> bool:
    if seat == state.active or not state.hands[seat]:
        return False
    if _cancellable(state, act) and _might_hold(state, act, seat, act.card):
        return True
    return _deniable(state, act, seat) and _might_hold(state, act, seat, _denial(state))


def was_asked(state: State, seat: int) -> bool:
    """Whether the seat is one of those who may react to the action being played."""
    return state.act is not None and _might_react(state, state.act, seat)


def _cancellable(state: State, act: Act) -> bool:
    # The exchange is the second half of a Swap that nobody has cancelled.
    return state.rules.cancel and act.does != "exchange"


def _deniable(state: State, act: Act, seat: int) -> bool:
    if act.target != seat or act.does not in TARGETED:
        return False
    return state.function == "denied" or not state.function


def _denial(state: State) -> int:
    return find(state.cards, "variable")


def _might_hold(state: State, act: Act, seat: int, card: int) -> bool:
    """Whether the seat could hold the card, as far as the others know."""
    if state.rules.friendly:
        return card in state.hands[seat]
    seen = state.discards.count(card) + (act.card == card)
    seen += sum(swiss.card == card for goal in state.goals for swiss in goal.swiss)
    if state.trade is not None:
        seen += state.trade.card == card
    return state.cards.kinds[card].copies > seen


def ask_window(state: State) -> Ask:
    """Ask everybody who has not answered yet; anybody may pass."""
    forms = {seat: _form(state, seat) for seat, said in enumerate(state.window) if said is None}
    return Ask(forms, hidden=True)


def _form(state: State, seat: int) -> Form:
    act, hand = state.act, state.hands[seat]
    assert act is not None
    cancel = _cancellable(state, act) and act.card in hand
    deny = _deniable(state, act, seat) and _denial(state) in hand
    target = "you" if act.target == seat else act.target
    return _window_form(state.cards, state.active, act.card, act.does, target, cancel, deny)


@lru_cache(maxsize=4096)
def _window_form(
    cards: Cards,
    seat: int,
    card: int,
    does: str,
    target: int | Literal["you"] | None,
    cancel: bool,
    deny: bool,
) -> Form:
    options = [Option("pass", message("form.pass"), icon="skip")]
    name = card_name(cards, card)
    if cancel:
        options.append(Option("cancel", message("form.cancel", card=name), icon="discards"))
    if deny:
        options.append(Option("deny", message("form.deny"), hint=message("hint.deny"), icon="stop"))
    told: dict[str, int | Message] = {"seat": seat, "card": act_name(cards, card, does)}
    if target is None:
        title = message("form.react", **told)
    elif target == "you":
        title = message("form.react_you", **told)
    else:
        title = message("form.react_target", to_seat=target, **told)
    choice = PickOne("do", message("form.reaction"), tuple(options), draw=Actions())
    return Form(title, (choice,))


def take_window(state: State, seat: int, answer: Answer, news: News) -> State:
    """Keep an answer; after the last one the first reaction clockwise counts (RY-R33)."""
    window = (*state.window[:seat], answer["do"], *state.window[seat + 1 :])
    if None in window:
        return replace(state, window=window)
    state = replace(state, window=())
    for other in clockwise(state.active, len(window)):
        said = window[other]
        if said in ("cancel", "deny"):
            return _stop(state, other, said, news)
    return replace(state, phase="effect")


def _stop(state: State, seat: int, how: str, news: News) -> State:
    """Discard both cards; the stopped action counts as played (RY-R22)."""
    act = state.act
    assert act is not None
    card = act.card if how == "cancel" else _denial(state)
    news.say(f"news.{how}", seat=seat, card=name_act(state.cards, act))
    function = state.function
    if how == "deny" and state.rules.variable == "first_to_play_decides" and not function:
        function = "denied"
        news.say("news.fixed", function=message("function.denied"))
    return replace(
        state,
        function=function,
        hands=with_hand(state, seat, without(state.hands[seat], card)),
        discards=(*state.discards, act.card, card),
        act=None,
        phase="bank" if act.does == "do_over" else "aim",
    )
