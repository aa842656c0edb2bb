"""What a screen may see of Don't Have a Cow. It decides nothing: the rules are in ``play``.

Everything is open but one thing: until the last bet is in, a bet is known to its own seat only,
unless the match is played with open bets (SD-R8).
"""

from __future__ import annotations

from typing import Literal

from dicerules.core import Ask, Message, Over, View
from dicerules.cow.cards import CUBE_COLOUR, CUBES, FACES, Portrait, spell
from dicerules.cow.cards import Cards as Box
from dicerules.cow.odds import chance
from dicerules.cow.play import leaders, need
from dicerules.cow.state import Aim, State
from dicerules.views import Board, Card, Cards, Chips, Dial, Dice, Die, Item, Note
from dicerules.words import message


def view(state: State, viewer: int) -> View:
    """Build up what the viewer may know."""
    return View(
        headline=_headline(state, viewer),
        turn=state.roller if _playing(state) else None,
        centre=_centre(state),
        boards=tuple(_board(state, seat, viewer) for seat in range(len(state.chips))),
        news=state.news,
    )


def _playing(state: State) -> bool:
    return state.turn > 0 and state.ended is None


def _headline(state: State, viewer: int) -> Message:
    now = need(state)
    if isinstance(now, Over):
        winners = list(leaders(state))
        return message("headline.over", why=now.why, seats=winners, count=len(winners))
    if not isinstance(now, Ask):
        return message(f"{now.why.key}_you", **now.why.facts) if now.seat == viewer else now.why
    you = "_you" if viewer in now.forms else ""
    if state.aim is None:
        key = "headline.go_on" if state.matched else "headline.begin"
        return message(key + you, seat=state.roller, count=state.cubes)
    return message(
        f"headline.bets{you}",
        seats=list(now.forms),
        count=len(now.forms),
        seat=state.roller,
        portrait=state.aim.portrait.name,
    )


def _centre(state: State) -> tuple[Item, ...]:
    items: list[Item] = []
    if state.aim is not None:
        items.append(_aim(state, state.aim))
        items.append(Dice("throw", message("dice.cup"), (_cube(0),) * state.cubes))
        likely = chance(state.cards, state.aim.portrait, state.cubes)
        items.append(Dial("chance", message("chance"), round(100 * likely, 1)))
    elif state.last is not None:
        faces, kept = state.last.faces, state.last.kept
        dice = tuple(_cube(face, place in kept) for place, face in enumerate(faces))
        items.append(Dice("throw", message("dice.last"), dice))
    album = tuple(_portrait(state, portrait) for portrait in state.cards.portraits)
    items.append(Cards("album", message("album"), album))
    items.append(Chips("bank", message("bank"), state.bank, "blue"))
    if _playing(state):
        items.append(Note("cubes", _where_cubes_are(state), "quiet"))
    return tuple(items)


def _aim(state: State, aim: Aim) -> Card:
    bet = aim.bets[state.roller]
    assert bet is not None
    return Card(
        "aim",
        message("name", name=aim.portrait.name),
        text=message("aim", seat=state.roller, count=bet.chips, cubes=state.cubes),
        dice=_dice(aim.portrait),
        value=str(bet.chips),
        state="chosen",
        house=aim.portrait.house,
    )


def _portrait(state: State, portrait: Portrait) -> Card:
    name, mark = message("name", name=portrait.name), _mark(state, portrait)
    return Card(portrait.key, name, dice=_dice(portrait), state=mark, house=portrait.house)


def _mark(state: State, portrait: Portrait) -> Literal["", "chosen", "done", "closed"]:
    if state.aim is not None and state.aim.portrait == portrait:
        return "chosen"
    if portrait.key in state.matched or portrait.key == _last_matched(state):
        return "done"
    return "" if portrait.size <= state.cubes else "closed"


def _last_matched(state: State) -> str | None:
    """The portrait matched by the throw that ended the match, if it matched one.

    ``matched`` has only those the roller went on from, so the last one is known from its news.
    """
    if state.ended is None:
        return None
    keys = [told.facts["portrait_key"] for told in state.news if told.key == "news.matched"]
    return str(keys[0]) if keys else None


def _dice(portrait: Portrait) -> tuple[Die, ...]:
    return tuple(_cube(face) for face in portrait.need)


def _cube(face: int, kept: bool = False) -> Die:
    return Die(face, "cube", CUBE_COLOUR, "kept" if kept else "")


def _where_cubes_are(state: State) -> Message:
    matched = sum(row.size for row in state.cards.portraits if row.key in state.matched)
    out = CUBES - state.cubes - matched
    return message("cubes", count=state.cubes, matched=matched, out=out)


def _board(state: State, seat: int, viewer: int) -> Board:
    chips = state.chips[seat]
    items = () if state.aim is None else (_bet(state, state.aim, seat, viewer),)
    return Board(seat, chips, items)


def _bet(state: State, aim: Aim, seat: int, viewer: int) -> Note:
    bet = aim.bets[seat]
    if bet is None:
        return Note("bet", message("bet.own_missing" if seat == viewer else "bet.missing"), "quiet")
    if seat == viewer:
        return Note("bet", message(f"bet.own_{bet.side}", count=bet.chips))
    if state.open_bets or seat == state.roller or None not in aim.bets:
        return Note("bet", message(f"bet.{bet.side}", count=bet.chips))
    return Note("bet", message("bet.hidden"))


def card_list(cards: Box) -> tuple[Item, ...]:
    """The faces of the cubes and every portrait, for the help page."""
    faces = tuple(_cube(face) for face in range(1, FACES + 1))
    return (
        Dice("cube", message("list.cube", count=CUBES), faces),
        Cards(
            "portraits",
            message("list.portraits"),
            tuple(_listed(cards, at) for at in cards.portraits),
        ),
    )


def _listed(cards: Box, portrait: Portrait) -> Card:
    text = message("form.hint", count=portrait.size, faces=spell(cards, portrait.need))
    name = message("name", name=portrait.name)
    return Card(portrait.key, name, text, _dice(portrait), house=portrait.house)
