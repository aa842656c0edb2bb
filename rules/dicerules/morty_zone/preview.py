"""What a choice in The Morty Zone would do: to the dice, to one's rows, to one's points.

It looks at what lies open and at the seat's own plan and crystal; nobody else's plan.
"""

from __future__ import annotations

from msgspec.structs import replace

from dicerules.core import Answer, Ask, Form, Say
from dicerules.morty_zone import rows as row_of
from dicerules.morty_zone.cards import Cards
from dicerules.morty_zone.check import carry_out, go_on
from dicerules.morty_zone.dice import (
    COLOURS,
    OUT,
    Totals,
    die_seen,
    listed,
    name,
    spell,
    totals,
)
from dicerules.morty_zone.goals import Sight, met
from dicerules.morty_zone.play import need
from dicerules.morty_zone.rick import act
from dicerules.morty_zone.score import sheet_of, smith_of
from dicerules.morty_zone.state import Fate, Held, Plan, State
from dicerules.previews import is_whole, percent, so_far
from dicerules.views import Dice, Die, Item, Note
from dicerules.words import say

TWO_DICE = 36
"""In so many ways two dice can fall."""


def preview(state: State, seat: int, answer: Answer) -> tuple[Item, ...]:
    """Tell what the seat's answer so far would do."""
    asked = need(state)
    form = asked.forms.get(seat) if isinstance(asked, Ask) else None
    if form is None:
        return ()
    right = so_far(form, answer)
    if state.phase == "rick":
        return _use_rick(state, form, right)
    if state.phase == "bonus":
        return _score_cards(state, seat, right)
    if state.phase != "check":
        return ()
    if state.plans[seat].stage == "gifts":
        return _use_gifts(state, seat, right)
    return _check(state, seat, form, right)


def _use_rick(state: State, form: Form, right: Answer) -> tuple[Item, ...]:
    """The dice and totals after the card, and whose colours they would lock."""
    if right.get("rick") != "use" or not is_whole(form, right):
        return _come_to(state, state.dice)
    assert state.rick is not None
    dice, again = act(state.cards.rick[state.rick], state.dice, right)
    seen = tuple(_die(place, face, place in again) for place, face in enumerate(dice))
    lying = Dice("after", say("preview.dice"), seen)
    if again:
        return (lying, Note("again", say("preview.again", count=len(again))))
    return (lying, *_come_to(state, dice))


def _die(place: int, face: int, again: bool) -> Die:
    colour = COLOURS[place // 2]
    return Die(0, colour, colour, "out") if face == OUT else die_seen(colour, 0 if again else face)


def _come_to(state: State, dice: tuple[int, ...]) -> tuple[Item, ...]:
    """The totals, and whose colours no check could keep open with them."""
    shown = totals(dice)
    items = [Note("totals", spell("news.totals", shown))]
    for seat, fate in enumerate(state.fates):
        lost = _lost(fate.locked, fate.rows, shown)
        if lost:
            text = say("preview.locks_for", seat=seat, colours=_names(lost))
            items.append(Note(f"locks{seat}", text, "bad" if seat == state.active else ""))
    return tuple(items)


def _lost(locked: int, rows: tuple[int, ...], shown: Totals) -> list[int]:
    return [
        colour
        for colour, total in enumerate(shown)
        if total and not locked >> colour & 1 and not row_of.ways(rows[colour], total)
    ]


def _names(colours: list[int]) -> Say:
    return listed([name(colour) for colour in colours])


def _use_gifts(state: State, seat: int, right: Answer) -> tuple[Item, ...]:
    """The totals after the seat's gifts, and what they would lock."""
    cards, fate = state.cards, state.fates[seat]
    known = dict(right)
    if "number" not in known:
        known.pop("free_check", None)
    plan = go_on(cards, fate, state.plans[seat], known)
    items: list[Item] = [Note("totals", spell("preview.totals", plan.totals))]
    lost = _lost(fate.locked, plan.rows, plan.totals)
    if lost:
        items.append(Note("locks", say("preview.locks", colours=_names(lost)), "bad"))
    else:
        items.append(Note("locks", say("preview.locks_none"), "good"))
    return (*items, *_points(cards, fate, replace(fate, rows=plan.rows)))


def _check(state: State, seat: int, form: Form, right: Answer) -> tuple[Item, ...]:
    """The seat's board after its checks; colours not decided on yet stay as they are."""
    cards, fate = state.cards, state.fates[seat]
    plan = go_on(cards, fate, state.plans[seat], right)
    # A colour that nothing can be checked in locks without being asked about.
    undecided = {field.key for field in form.fields if field.key not in right}
    undecided -= {COLOURS[at] for at in _lost(fate.locked, plan.rows, plan.totals)}
    shown = tuple(0 if COLOURS[at] in undecided else total for at, total in enumerate(plan.totals))
    # Only this seat: what the others plan is theirs until all have.
    alone = replace(state, fates=(fate,), plans=(replace(plan, totals=shown),))
    after = carry_out(alone, [])
    (board,), (offers,) = after.fates, after.offers
    items = [*_rows(fate, board, plan), *_points(cards, fate, board)]
    items += [
        Note(f"offer{place}", say("preview.offer", card=_card(cards, fate, place), count=points))
        for place, points in offers
    ]
    return (*items, *_crystal(cards, board))


def _rows(before: Fate, after: Fate, plan: Plan) -> list[Item]:
    """What locks, and how likely the rows checked in are to stay open in the next toss."""
    items: list[Item] = []
    lost = [at for at in range(len(COLOURS)) if after.locked & ~before.locked & 1 << at]
    if lost:
        items.append(Note("locks", say("preview.locks", colours=_names(lost)), "bad"))
    safe = [
        say("preview.safe", colour=name(at), percent=percent(row_of.safety(row) / TWO_DICE))
        for at, row in enumerate(after.rows)
        if plan.checks[at]
    ]
    if safe:
        items.append(Note("safe", say("preview.next", rows=listed(safe))))
    return items


def _points(cards: Cards, before: Fate, after: Fate) -> list[Item]:
    """What is new on a board: Smith bonuses, cards that score, and points in all."""
    items: list[Item] = []
    known = smith_of(cards, before.rows)
    for prize in smith_of(cards, after.rows):
        if prize not in known:
            text = say("preview.scores", card=prize.name, count=prize.points)
            items.append(Note(prize.key, text, "good"))
    for place, (had, has) in enumerate(zip(before.bonus, after.bonus, strict=True)):
        if had.points is None and has.points:
            text = say("preview.scores", card=_card(cards, after, place), count=has.points)
            items.append(Note(f"bonus{place}", text, "good"))
    was, now = sheet_of(cards, before).total, sheet_of(cards, after).total
    if was != now:
        items.append(Note("points", say("preview.points", was=was, now=now)))
    return items


def _card(cards: Cards, fate: Fate, place: int) -> str:
    return cards.bonus[fate.bonus[place].card].name


def _crystal(cards: Cards, board: Fate) -> list[Item]:
    """Whether the seat's own crystal would be reached if the round ended so."""
    assert board.crystal is not None
    crystal = cards.crystals[board.crystal]
    if not met(crystal.when, Sight(board.rows, row_of.ALL_LOCKED)):
        return []
    return [
        Note("crystal", say("preview.crystal", card=crystal.name, count=crystal.points), "good")
    ]


def _score_cards(state: State, seat: int, right: Answer) -> tuple[Item, ...]:
    """The seat's points with the cards that are to score now."""
    cards, fate = state.cards, state.fates[seat]
    bonus = list(fate.bonus)
    for place, points in state.offers[seat]:
        if right.get(f"card{place + 1}") == "score":
            bonus[place] = Held(bonus[place].card, points)
    was = sheet_of(cards, fate).total
    now = sheet_of(cards, replace(fate, bonus=tuple(bonus))).total
    return (Note("points", say("preview.points", was=was, now=now)),) if was != now else ()
