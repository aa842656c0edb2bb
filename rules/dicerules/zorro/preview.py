"""What a choice in The Zorro Dice Game would be worth: what it leaves open, and its exact chance.

All is open in this game but the order of the decks, and nothing here looks at them. A chance that
is not worked out in a blink is left out.
"""

from __future__ import annotations

from msgspec.structs import replace

from dicerules.core import Answer, Ask
from dicerules.previews import is_whole, percent, so_far
from dicerules.views import Item, Note
from dicerules.words import say
from dicerules.zorro import attempt as attempts
from dicerules.zorro.ask import places_of
from dicerules.zorro.cards import Cards, spell
from dicerules.zorro.odds import MOST_WORK, chance_now, question_of
from dicerules.zorro.play import company, need, others
from dicerules.zorro.question import Question, work
from dicerules.zorro.state import Attempt, State


def preview(state: State, seat: int, answer: Answer) -> tuple[Item, ...]:
    """Tell what the seat's answer so far would come to."""
    asked = need(state)
    form = asked.forms.get(seat) if isinstance(asked, Ask) else None
    if form is None:
        return ()
    right = so_far(form, answer)
    if state.stage == "travel":
        return _travel(state, right)
    if state.stage == "offer":
        return _compare(state, (seat,), seat)
    if state.stage == "pick":
        return _compare(state, tuple(other for other in others(state) if state.offers[other]), seat)
    if state.attempt is None or not is_whole(form, right):
        return ()
    return _act(state.cards, state.attempt, right)


def _travel(state: State, right: Answer) -> tuple[Item, ...]:
    feats = state.cards.feats
    for at, slot in enumerate(state.market):
        if slot.feat is not None and feats[slot.feat].key == right.get("feat"):
            there = replace(state, aim=at)
            return _compare(there, others(state) if state.helpful else (), state.seat)
    return ()


def _compare(state: State, helpers: tuple[int, ...], viewer: int) -> tuple[Item, ...]:
    """Tell the chance of the one who travels alone, and with each who might help."""
    alone, *helped = _chances(state.cards, [company(state, seat) for seat in (None, *helpers)])
    found: dict[str, list[int]] = {}
    for seat, told in zip(helpers, helped, strict=True):
        if told:
            found.setdefault(told, []).append(seat)
    items = [Note("alone", say("preview.alone", percent=alone))] if alone else []
    for told, seats in found.items():
        text = say("preview.with", seats=seats, percent=told)
        if seats == [viewer]:
            text = say("preview.with_you", percent=told)
        items.append(Note(f"with{seats[0]}", text))
    return tuple(items)


def _chances(cards: Cards, tries: list[Attempt]) -> list[str]:
    """The chance of each attempt in per cent, as many as are worked out in a blink together."""
    known: dict[Question, str] = {}
    left = MOST_WORK
    told = []
    for attempt in tries:
        question = question_of(cards, attempt)
        if question is not None and question not in known:
            takes = work(question, attempt.limit - attempt.rolls)
            if takes <= left:
                left -= takes
                known[question] = percent(chance_now(cards, attempt) or 0.0)
        told.append("" if question is None else known.get(question, ""))
    return told


def _act(cards: Cards, attempt: Attempt, right: Answer) -> tuple[Item, ...]:
    """Tell what a whole answer at the dice leaves to be rolled."""
    after = _after(cards, attempt, right)
    lying = replace(after, gone=after.gone + after.cup)
    if after.need is None:
        count, symbol = attempts.score(cards, lying), cards.symbols[cards.duel].name
        return (Note("still", say("preview.duel", symbol=symbol, count=count)),)
    shown = attempts.count_of(attempts.symbols_of(cards, lying))
    gaps = attempts.missing(after.need, attempts.kit_in_use(cards, after), shown)
    items = [Note("still", say("preview.still", need=spell(cards, gaps)))]
    (told,) = _chances(cards, [after])
    if told:
        items.append(Note("chance", say("preview.chance", percent=told)))
    return tuple(items)


def _after(cards: Cards, attempt: Attempt, right: Answer) -> Attempt:
    """The attempt once the answer is given, with nothing rolled yet."""
    if attempt.stage == "prepare":
        return attempts.prepared(cards, attempt, right)
    if attempt.stage == "toll":
        return attempts.tolled(cards, attempt, places_of([right["die"]])[0])
    if attempt.stage == "hand":
        return attempts.handed(cards, attempt, places_of(right["hand"]))
    do = right.get("do", "save")
    if do == "done":
        return attempts.stopped(attempt)
    if do == "save":
        return attempts.saved(cards, attempt, places_of(right["save"]))
    places = places_of([right["die"]] if do == "one" else right["again"])
    return attempts.reroll(attempt, places, single=do == "one")
