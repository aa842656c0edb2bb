"""What a screen may see of The Morty Zone. It decides nothing: the rules are in ``play``.

Two things are not open: a seat's crystal until the round ends, and what a seat does with the totals
until all have decided (MZ-R13).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Literal

from msgspec.structs import replace

from dicerules.core import Ask, Over, Say, View
from dicerules.morty_zone import rows as row_of
from dicerules.morty_zone.cards import Bonus
from dicerules.morty_zone.dice import COLOURS, DICE, OUT, die_seen, listed, name, totals
from dicerules.morty_zone.goals import tell_bonus, tell_goal
from dicerules.morty_zone.play import need
from dicerules.morty_zone.rick import tell
from dicerules.morty_zone.rounds import leaders, points
from dicerules.morty_zone.score import smith_of
from dicerules.morty_zone.state import Fate, State
from dicerules.views import Board, Card, Cards, Chips, Dice, Die, Item, Note, Space, Track
from dicerules.words import say


def view(state: State, viewer: int) -> View:
    """Build up what the viewer may know."""
    scores = points(state)
    return View(
        headline=_headline(state),
        turn=state.active if _playing(state) else None,
        centre=_centre(state, viewer),
        boards=tuple(_board(state, seat, viewer, score) for seat, score in enumerate(scores)),
        news=state.news,
    )


def _playing(state: State) -> bool:
    return len(state.sheets) < state.round


def _headline(state: State) -> Say:
    now = need(state)
    if isinstance(now, Over):
        winners = list(leaders(state))
        return say("headline.over", why=now.why, seats=winners, count=len(winners))
    if not isinstance(now, Ask):
        return now.why
    seats = list(now.forms)
    if state.phase == "rick":
        assert state.rick is not None
        return say("headline.rick", seat=seats[0], card=state.cards.rick[state.rick].name)
    if state.phase == "first":
        return say("headline.next_round", seat=seats[0], number=state.round + 1)
    return say(f"headline.{state.phase}", seats=seats, count=len(seats))


def _centre(state: State, viewer: int) -> tuple[Item, ...]:
    items: list[Item] = []
    if any(state.dice):
        items.append(Dice("dice", say("dice"), tuple(map(_die, range(DICE), state.dice))))
    if state.rick is not None and state.phase != "toss":
        card = state.cards.rick[state.rick]
        items.append(Card("rick", say("card.rick", name=card.name), tell(card), state="chosen"))
    if any(state.dice):
        items += [
            Chips(COLOURS[colour], name(colour), total, COLOURS[colour])
            for colour, total in enumerate(totals(state.dice))
        ]
    cards = tuple(
        _bonus(state, seat, place)
        for seat, fate in enumerate(state.fates)
        if seat != viewer
        for place in range(len(fate.bonus))
    )
    if cards:
        items.append(Cards("bonus", say("label.bonus"), cards))
    if _playing(state):
        items.append(Note("round", _where_we_are(state), "quiet"))
    return tuple(items)


def _where_we_are(state: State) -> Say:
    return say(
        "where",
        number=state.round,
        of=state.rounds,
        toss=state.toss,
        count=len(state.deck),
    )


def _die(place: int, face: int) -> Die:
    colour = COLOURS[place // 2]
    return Die(face, colour, colour, "out") if face == OUT else die_seen(colour, face)


def _bonus(state: State, seat: int, place: int) -> Card:
    held = state.fates[seat].bonus[place]
    card = state.cards.bonus[held.card]
    text = say("card.owned", seat=seat, what=tell_bonus(card))
    shown = _bonus_card(card, f"bonus{seat}{place}", text, held.points)
    return replace(shown, short=say("card.of", seat=seat))


def _bonus_card(card: Bonus, key: str, text: Say, scored: int | None) -> Card:
    if scored is None:
        points = "+?" if card.counts else f"+{card.points}"
        return Card(key, say("name", name=card.name), text, value=points)
    return Card(key, say("name", name=card.name), text, value=f"={scored}", state="done")


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
        pair = tuple(Die(face, COLOURS[seat], COLOURS[seat]) for face in state.opening[seat])
        items.append(Dice("opening", say("opening"), pair))
    if seat == viewer and fate.bonus:
        cards = tuple(
            _bonus_card(
                state.cards.bonus[held.card],
                f"mine{place}",
                tell_bonus(state.cards.bonus[held.card]),
                held.points,
            )
            for place, held in enumerate(fate.bonus)
        )
        items.append(Cards("bonus", say("label.mine"), cards))
    crystal = _crystal(state, seat, viewer)
    if crystal is not None:
        items.append(crystal)
    if seat == viewer and state.round:
        items.append(Cards("smith", say("label.smith"), _smith(state, fate)))
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
    label = say(f"letter.{COLOURS[colour]}")
    return Track(COLOURS[colour], label, tuple(spaces), COLOURS[colour], value)


def _plan(state: State, seat: int) -> Say:
    checks = state.plans[seat].checks
    red, blue, green, black = [row_of.spell(check) or "-" for check in checks]
    return say("plan.mine", red=red, blue=blue, green=green, black=black)


def _sheets(state: State, seat: int) -> Iterator[Note]:
    """The rounds so far; when one has just ended, what it is made of."""
    sheets = [sheets[seat] for sheets in state.sheets]
    rounds = [say("sheet.round", number=at, total=one.total) for at, one in enumerate(sheets, 1)]
    yield Note("rounds", listed(rounds), "quiet")
    if not _playing(state):
        last = sheets[-1]
        parts = {
            "rows": sum(last.rows),
            "full": last.full,
            "smith": last.smith,
            "crystal": last.crystal,
            "bonus": last.bonus,
        }
        told = [say(f"sheet.{part}", count=count) for part, count in parts.items() if count]
        yield Note("sheet", listed(told or [say("sheet.nothing")]))


def _crystal(state: State, seat: int, viewer: int) -> Card | None:
    """The crystal: to its own seat while the round is on, and to all once it is over."""
    crystal = state.fates[seat].crystal
    if crystal is None or (_playing(state) and seat != viewer):
        return None
    prize = state.cards.crystals[crystal]
    mark: Literal["", "done", "closed"] = ""
    if not _playing(state):
        mark = "done" if state.sheets[-1][seat].crystal else "closed"
    return Card(
        "crystal", say("card.crystal"), tell_goal(prize.when), value=f"+{prize.points}", state=mark
    )


def _smith(state: State, fate: Fate) -> tuple[Card, ...]:
    earned = smith_of(state.cards, fate.rows)
    return tuple(
        Card(
            prize.key,
            say("name", name=prize.name),
            tell_goal(prize.when),
            value=f"+{prize.points}",
            state="done" if prize in earned else "",
        )
        for prize in state.cards.smith
    )
