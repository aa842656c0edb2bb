"""What a screen may see of The Morty Zone. It decides nothing: the rules are in ``play``.

Two things are not open: a seat's crystal until the round ends, and what a seat does with the totals
until all have decided (MZ-R13).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Literal

from msgspec.structs import replace

from dicerules.core import Ask, Message, Over, View
from dicerules.morty_zone import rows as row_of
from dicerules.morty_zone.card_views import bonus_card, crystal_card, rick_card, smith_card
from dicerules.morty_zone.dice import COLOURS, DICE, OUT, die_seen, listed, name, totals
from dicerules.morty_zone.play import need
from dicerules.morty_zone.rounds import leaders, points
from dicerules.morty_zone.score import smith_of, tell_sheet
from dicerules.morty_zone.state import State
from dicerules.views import TABLE, Board, Card, Cards, Chips, Dice, Die, Item, Note, Space, Track
from dicerules.words import message


def view(state: State, viewer: int) -> View:
    """Build up what the viewer may know."""
    scores = points(state)
    return View(
        headline=_headline(state, viewer),
        turn=state.active if _playing(state) else None,
        centre=_centre(state, viewer),
        boards=tuple(_board(state, seat, viewer, score) for seat, score in enumerate(scores)),
        news=state.news,
    )


def _playing(state: State) -> bool:
    return len(state.sheets) < state.round


def _headline(state: State, viewer: int) -> Message:
    """What is waited for; a seat that is asked reads "you" instead of its own name."""
    now = need(state)
    if isinstance(now, Over):
        winners = list(leaders(state))
        return message("headline.over", why=now.why, seats=winners, count=len(winners))
    if not isinstance(now, Ask):
        return now.why
    seats = list(now.forms)
    you = "_you" if viewer in seats else ""
    if state.phase == "rick":
        assert state.rick is not None
        return message(f"headline.rick{you}", seat=seats[0], card=state.cards.rick[state.rick].name)
    if state.phase == "first":
        return message(f"headline.next_round{you}", seat=seats[0], number=state.round + 1)
    return message(f"headline.{state.phase}{you}", seats=seats, count=len(seats))


def _centre(state: State, viewer: int) -> tuple[Item, ...]:
    items: list[Item] = []
    if any(state.dice):
        items.append(Dice("dice", message("dice"), tuple(map(_die, range(DICE), state.dice))))
    if state.rick is not None and state.phase != "toss":
        card = rick_card(state.cards.rick[state.rick], "rick")
        items.append(replace(card, name=message("card.rick", name=card.name), state="chosen"))
    if any(state.dice):
        items += [
            Chips(COLOURS[colour], name(colour), total, COLOURS[colour])
            for colour, total in enumerate(totals(state.dice))
        ]
    cards = tuple(
        _bonus(state, seat, place, f"bonus{seat}", owned=True)
        for seat, fate in enumerate(state.fates)
        if seat != viewer
        for place in range(len(fate.bonus))
    )
    if cards:
        items.append(Cards("bonus", message("label.bonus"), cards))
    if viewer == TABLE and state.round:
        items.append(_smith(state, range(len(state.fates))))
    if _playing(state):
        items.append(Note("round", _where_we_are(state), "quiet"))
    return tuple(items)


def _where_we_are(state: State) -> Message:
    return message(
        "where",
        number=state.round,
        of=state.rounds,
        toss=state.toss,
        count=len(state.deck),
    )


def _die(place: int, face: int) -> Die:
    colour = COLOURS[place // 2]
    return Die(face, colour, colour, "out") if face == OUT else die_seen(colour, face)


def _bonus(state: State, seat: int, place: int, key: str, owned: bool) -> Card:
    held = state.fates[seat].bonus[place]
    card = state.cards.bonus[held.card]
    return bonus_card(card, f"{key}{place}", seat if owned else None, held.points)


def _board(state: State, seat: int, viewer: int, score: int) -> Board:
    fate = state.fates[seat]
    items: list[Item] = []
    if state.round:
        items += [
            _track(colour, fate.rows[colour], fate.locked >> colour & 1) for colour in range(4)
        ]
    if state.phase == "check" and viewer == seat and state.plans[seat].stage == "done":
        items.append(Note("plan", _plan(state, seat)))
    if state.sheets:
        items += _sheets(state, seat)
    if any(state.opening) and state.opening[seat]:
        pair = tuple(Die(face, seat=seat) for face in state.opening[seat])
        items.append(Dice("opening", message("opening"), pair))
    if seat == viewer and fate.bonus:
        cards = tuple(
            _bonus(state, seat, place, "mine", owned=False) for place in range(len(fate.bonus))
        )
        items.append(Cards("bonus", message("label.mine"), cards))
    crystal = _crystal(state, seat, viewer)
    if crystal is not None:
        items.append(crystal)
    if seat == viewer and state.round:
        items.append(_smith(state, (seat,)))
    return Board(seat, score, tuple(items))


@cache
def _track(colour: int, row: int, locked: int) -> Track:
    """A row of the Fate Board: ten numbers, how many are checked, and whether it is locked."""
    free: Literal["", "closed"] = "closed" if locked else ""
    spaces = (
        Space(str(number), "marked" if row >> (number - 1) & 1 else free)
        for number in row_of.NUMBERS
    )
    count = f"{row.bit_count()}+10" if row == row_of.FULL else str(row.bit_count())
    # A score that is written down, here as on cards, has a sign before it.
    value = f"={count}" if locked else count
    return Track(COLOURS[colour], name(colour), tuple(spaces), COLOURS[colour], value)


def _plan(state: State, seat: int) -> Message:
    checks = state.plans[seat].checks
    red, blue, green, black = [row_of.spell(check) or "-" for check in checks]
    return message("plan.mine", red=red, blue=blue, green=green, black=black)


def _sheets(state: State, seat: int) -> Iterator[Note]:
    """The rounds so far; when one has just ended, what it is made of."""
    sheets = [sheets[seat] for sheets in state.sheets]
    rounds = [
        message("sheet.round", number=at, total=one.total) for at, one in enumerate(sheets, 1)
    ]
    yield Note("rounds", listed(rounds), "quiet")
    if not _playing(state):
        yield Note("sheet", tell_sheet(sheets[-1]))


def _crystal(state: State, seat: int, viewer: int) -> Card | None:
    """The crystal: to its own seat while the round is on, and to all once it is over."""
    crystal = state.fates[seat].crystal
    if crystal is None or (_playing(state) and seat != viewer):
        return None
    prize = state.cards.crystals[crystal]
    mark: Literal["", "done", "closed"] = ""
    if not _playing(state):
        mark = "done" if state.sheets[-1][seat].crystal else "closed"
    return crystal_card(prize, mark)


def _smith(state: State, seats: Sequence[int]) -> Cards:
    """The Smith bonuses of one seat on its phone, or of all seats by name on the tablet."""
    earned = {seat: smith_of(state.cards, state.fates[seat].rows) for seat in seats}
    cards = tuple(
        smith_card(prize, [seat for seat in seats if prize in earned[seat]], len(seats) > 1)
        for prize in state.cards.smith
    )
    return Cards("smith", message("label.smith"), cards)
