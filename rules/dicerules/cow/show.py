"""What a screen may see of Don't Have a Cow. It decides nothing: the rules are in ``play``.

All is open but one thing: until the last bet is in, only its own seat knows a bet (SD-R8).
"""

from __future__ import annotations

from typing import Literal

from dicerules.core import Ask, Over, Say, View
from dicerules.cow.cards import CUBE_COLOUR, CUBES, Portrait
from dicerules.cow.play import leaders, need
from dicerules.cow.state import Aim, State
from dicerules.views import Board, Card, Cards, Chips, Dice, Die, Item, Note
from dicerules.words import say


def view(state: State, viewer: int) -> View:
    """Build up what the viewer may know."""
    return View(
        headline=_headline(state),
        turn=state.roller if _playing(state) else None,
        centre=_centre(state),
        boards=tuple(_board(state, seat, viewer) for seat in range(len(state.chips))),
        news=state.news,
    )


def _playing(state: State) -> bool:
    return state.turn > 0 and state.ended is None


def _headline(state: State) -> Say:
    now = need(state)
    if isinstance(now, Over):
        winners = list(leaders(state))
        return say("headline.over", why=now.why, seats=winners, count=len(winners))
    if not isinstance(now, Ask):
        return now.why
    if state.aim is None:
        key = "headline.go_on" if state.matched else "headline.begin"
        return say(key, seat=state.roller, count=state.cubes)
    return say(
        "headline.bets",
        seats=list(now.forms),
        count=len(now.forms),
        seat=state.roller,
        portrait=state.aim.portrait.name,
    )


def _centre(state: State) -> tuple[Item, ...]:
    items: list[Item] = []
    if state.aim is not None:
        items.append(_aim(state, state.aim))
        items.append(Dice("throw", say("dice.cup"), (_cube(0),) * state.cubes))
    elif state.last is not None:
        faces, kept = state.last.faces, state.last.kept
        dice = tuple(_cube(face, place in kept) for place, face in enumerate(faces))
        items.append(Dice("throw", say("dice.last"), dice))
    album = tuple(_portrait(state, portrait) for portrait in state.cards.portraits)
    items.append(Cards("album", say("album"), album))
    items.append(Chips("bank", say("bank"), state.bank, "blue"))
    if _playing(state):
        items.append(Note("cubes", _where_cubes_are(state), "quiet"))
    return tuple(items)


def _aim(state: State, aim: Aim) -> Card:
    bet = aim.bets[state.roller]
    assert bet is not None
    return Card(
        "aim",
        say("name", name=aim.portrait.name),
        text=say("aim", seat=state.roller, count=bet.chips, cubes=state.cubes),
        dice=_dice(aim.portrait),
        value=str(bet.chips),
        state="chosen",
    )


def _portrait(state: State, portrait: Portrait) -> Card:
    name = say("name", name=portrait.name)
    return Card(portrait.key, name, dice=_dice(portrait), state=_mark(state, portrait))


def _mark(state: State, portrait: Portrait) -> Literal["", "chosen", "done", "closed"]:
    if state.aim is not None and state.aim.portrait == portrait:
        return "chosen"
    if portrait.key in state.matched:
        return "done"
    return "" if portrait.size <= state.cubes else "closed"


def _dice(portrait: Portrait) -> tuple[Die, ...]:
    return tuple(_cube(face) for face in portrait.need)


def _cube(face: int, kept: bool = False) -> Die:
    return Die(face, "cube", CUBE_COLOUR, "kept" if kept else "")


def _where_cubes_are(state: State) -> Say:
    matched = sum(row.size for row in state.cards.portraits if row.key in state.matched)
    out = CUBES - state.cubes - matched
    return say("cubes", count=state.cubes, matched=matched, out=out)


def _board(state: State, seat: int, viewer: int) -> Board:
    chips = state.chips[seat]
    items = () if state.aim is None else (_bet(state, state.aim, seat, viewer),)
    return Board(seat, chips, items)


def _bet(state: State, aim: Aim, seat: int, viewer: int) -> Note:
    bet = aim.bets[seat]
    if bet is None:
        return Note("bet", say("bet.missing"), "quiet")
    if seat in (viewer, state.roller) or None not in aim.bets:
        return Note("bet", say(f"bet.{bet.side}", count=bet.chips))
    return Note("bet", say("bet.hidden"))
