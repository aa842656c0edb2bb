"""What a choice in The Zorro Dice Game would be worth: what it leaves open, and its exact chance.

All is open in this game but the order of the decks, and nothing here looks at them. A chance that
is not worked out in a blink is left out.
"""

from __future__ import annotations

from msgspec.structs import replace

from dicerules.core import Answer, Ask
from dicerules.previews import is_complete, percent, valid_part
from dicerules.views import Item, Note, Space, Track
from dicerules.words import SILENCE, message
from dicerules.zorro import kits
from dicerules.zorro.acting import acted
from dicerules.zorro.cards import Cards, spell
from dicerules.zorro.dice import count_of, met, missing, score, symbols_of
from dicerules.zorro.needs import need, others
from dicerules.zorro.odds import several
from dicerules.zorro.play import company
from dicerules.zorro.state import Attempt, State


def preview(state: State, seat: int, answer: Answer) -> tuple[Item, ...]:
    """Tell what the seat's answer so far would come to."""
    asked = need(state)
    form = asked.forms.get(seat) if isinstance(asked, Ask) else None
    if form is None:
        return ()
    right = valid_part(form, answer)
    if state.stage == "travel":
        return _travel(state, right)
    if state.stage == "offer":
        return _compare(state, (seat,), seat)
    if state.stage == "pick":
        helpers = tuple(other for other in others(state) if state.offers[other])
        return (_track(_with_each(state, helpers)),)
    if state.attempt is None or not is_complete(form, right):
        return ()
    return _act(state.cards, state.attempt, right)


def _travel(state: State, right: Answer) -> tuple[Item, ...]:
    feats = state.cards.feats
    there = {
        feats[slot.feat].key: replace(state, aim=at)
        for at, slot in enumerate(state.market)
        if slot.feat is not None
    }
    alone = _chances(state.cards, [company(aimed, None) for aimed in there.values()])
    chances = _track(alone)
    if right.get("feat") not in there:
        return (chances,)
    helpers = others(state) if state.helpful else ()
    return (chances, *_compare(there[right["feat"]], helpers, state.seat))


def _track(chances: list[str]) -> Track:
    """A space for each option of the form, for the screen to put the chance on it."""
    spaces = tuple(Space(f"{told} %" if told else "") for told in chances)
    return Track("chances", message("preview.chances"), spaces)


def _with_each(state: State, helpers: tuple[int, ...]) -> list[str]:
    """The chance of the one who travels alone, and with each who might help."""
    return _chances(state.cards, [company(state, seat) for seat in (None, *helpers)])


def _compare(state: State, helpers: tuple[int, ...], viewer: int) -> tuple[Item, ...]:
    """Tell the chance of the one who travels alone, and with each who might help."""
    alone, *helped = _with_each(state, helpers)
    found: dict[str, list[int]] = {}
    for seat, told in zip(helpers, helped, strict=True):
        if told:
            found.setdefault(told, []).append(seat)
    items = [Note("alone", message("preview.alone", percent=alone))] if alone else []
    for told, seats in found.items():
        text = message("preview.with", seats=seats, percent=told)
        if seats == [viewer]:
            text = message("preview.with_you", percent=told)
        items.append(Note(f"with{seats[0]}", text))
    return tuple(items)


def _chances(cards: Cards, tries: list[Attempt]) -> list[str]:
    """The chance of each attempt in per cent, as many as are worked out in a blink together."""
    return ["" if part is None else percent(part) for part in several(cards, tries)]


def _act(cards: Cards, attempt: Attempt, right: Answer) -> tuple[Item, ...]:
    """Tell what a whole answer at the dice leaves to be rolled."""
    if attempt.stage == "claim":
        return ()
    after = acted(cards, attempt, right, SILENCE)
    on_table = replace(after, gone=after.gone + after.cup)
    if after.need is None:
        count, symbol = score(cards, on_table), cards.symbols[cards.duel].name
        return (Note("still", message("preview.duel", symbol=symbol, count=count)),)
    shown = count_of(symbols_of(cards, on_table))
    gaps = missing(after.need, kits.kit_in_use(cards, after), shown)
    enough = met(cards, on_table) or not any(gaps)
    text = (
        message("preview.enough") if enough else message("preview.still", need=spell(cards, gaps))
    )
    items = [Note("still", text)]
    (told,) = _chances(cards, [after])
    if told:
        items.append(Note("chance", message("preview.chance", percent=told)))
    return tuple(items)
