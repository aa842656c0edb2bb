"""What a choice in The Morty Zone would do: to the dice, to one's rows, to one's points.

It looks at what lies open and at the seat's own plan and crystal; nobody else's plan.
"""

from __future__ import annotations

from msgspec.structs import replace

from dicerules.core import Answer, Ask, Form, Message
from dicerules.morty_zone import rows as row_of
from dicerules.morty_zone.cards import Cards
from dicerules.morty_zone.check import carry_out, go_on, savers
from dicerules.morty_zone.dice import (
    COLOURS,
    OUT,
    Totals,
    die_seen,
    either,
    listed,
    name,
    spell,
    totals,
)
from dicerules.morty_zone.goals import Sight, met
from dicerules.morty_zone.odds import survives
from dicerules.morty_zone.play import need
from dicerules.morty_zone.rick import act
from dicerules.morty_zone.score import name_prize, sheet_of, smith_of
from dicerules.morty_zone.state import Fate, Held, Plan, State
from dicerules.previews import is_complete, percent, valid_part
from dicerules.views import Dice, Die, Item, Note
from dicerules.words import SILENCE, message


def preview(state: State, seat: int, answer: Answer) -> tuple[Item, ...]:
    """Tell what the seat's answer so far would do."""
    asked = need(state)
    form = asked.forms.get(seat) if isinstance(asked, Ask) else None
    if form is None:
        return ()
    right = valid_part(form, answer)
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
    if right.get("rick") != "use" or not is_complete(form, right):
        return _come_to(state, state.dice)
    assert state.rick is not None
    dice, again = act(state.cards.rick[state.rick], state.dice, right)
    seen = tuple(_die(place, face, place in again) for place, face in enumerate(dice))
    on_table = Dice("after", message("preview.dice"), seen)
    if again:
        return (on_table, Note("again", message("preview.again", count=len(again))))
    return (on_table, *_come_to(state, dice))


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
            who = "locks_you" if seat == state.active else "locks_for"
            cards = savers(state.cards, fate, shown, lost)
            text = _tell_locks(who, lost, cards, seat)
            items.append(Note(f"locks{seat}", text, "bad" if seat == state.active else ""))
    return tuple(items)


def _tell_locks(who: str, lost: list[int], cards: list[str], seat: int = 0) -> Message:
    """Say what locks, or which cards could still keep it open."""
    if not cards:
        return message(f"preview.{who}", seat=seat, colours=_names(lost))
    return message(f"preview.{who}_unless", seat=seat, colours=_names(lost), cards=either(cards))


def _lost(locked: int, rows: tuple[int, ...], shown: Totals) -> list[int]:
    return [
        colour
        for colour, total in enumerate(shown)
        if total and not locked >> colour & 1 and not row_of.ways(rows[colour], total)
    ]


def _names(colours: list[int]) -> Message:
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
        cards_left = savers(cards, replace(fate, rows=plan.rows), plan.totals, lost, right)
        items.append(Note("locks", _tell_locks("locks", lost, cards_left), "bad"))
    else:
        items.append(Note("locks", message("preview.locks_none"), "good"))
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
    after = carry_out(alone, SILENCE)
    (board,), (offers,) = after.fates, after.offers
    lost = [at for at in range(len(COLOURS)) if board.locked & ~fate.locked & 1 << at]
    items: list[Item] = []
    if lost:
        cards_left = savers(cards, fate, shown, lost, {"nudge", *right})
        items.append(Note("locks", _tell_locks("locks", lost, cards_left), "bad"))
    items += [*_rows(board, plan), *_points(cards, fate, board)]
    items += [
        Note(
            f"offer{place}", message("preview.offer", card=_card(cards, fate, place), count=points)
        )
        for place, points in offers
    ]
    return (*items, *_crystal(cards, board))


def _rows(after: Fate, plan: Plan) -> list[Item]:
    """How likely each row that is checked in is to survive the next roll."""
    safe = {at: percent(survives(row)) for at, row in enumerate(after.rows) if plan.checks[at]}
    if not safe:
        return []
    if len(safe) == 1:
        ((at, chance),) = safe.items()
        return [Note("safe", message("preview.next_one", colour=name(at), percent=chance))]
    rows = [message("preview.safe", colour=name(at), percent=chance) for at, chance in safe.items()]
    return [Note("safe", message("preview.next", rows=listed(rows)))]


def _points(cards: Cards, before: Fate, after: Fate) -> list[Item]:
    """What is new on a board: Smith bonuses, cards that score, and points in all."""
    items: list[Item] = []
    known = smith_of(cards, before.rows)
    for prize in smith_of(cards, after.rows):
        if prize not in known:
            text = message("preview.scores", card=name_prize(prize), count=prize.points)
            items.append(Note(prize.key, text, "good"))
    for place, (had, has) in enumerate(zip(before.bonus, after.bonus, strict=True)):
        if had.points is None and has.points:
            text = message("preview.scores", card=_card(cards, after, place), count=has.points)
            items.append(Note(f"bonus{place}", text, "good"))
    was, now = sheet_of(cards, before).total, sheet_of(cards, after).total
    if was != now:
        items.append(Note("points", message("preview.points", was=was, now=now)))
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
        Note("crystal", message("preview.crystal", card=crystal.name, count=crystal.points), "good")
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
    return (Note("points", message("preview.points", was=was, now=now)),) if was != now else ()
