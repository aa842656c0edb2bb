"""A sensible player of The Morty Zone: marks so that rows will have the most numbers at the end.

How many numbers an open row will have is worked out exactly, for every row there can be. On top of
that come points for prizes, as far as they are reached. Cards with gifts are used when they save
more than a little.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from dicerules.core import Answer, RandBelow, check_asked
from dicerules.forms import fill
from dicerules.morty_zone import rows as row_of
from dicerules.morty_zone.ask import KEEP
from dicerules.morty_zone.cards import Cards, Goal
from dicerules.morty_zone.check import plan_form
from dicerules.morty_zone.dice import COLOURS, Dice, Totals, totals
from dicerules.morty_zone.odds import expected, final
from dicerules.morty_zone.play import quick_need
from dicerules.morty_zone.rick import act
from dicerules.morty_zone.rows import FULL, ways
from dicerules.morty_zone.state import Fate, Held, Plan, State

TRIES = 10
"""Ways to use a Rick card that are looked at."""
WORTH_A_CARD = 1.5
"""Points that a gift must bring; a card kept may bring them later."""
LATE = 6
"""From this toss on a card that counts is scored for whatever it is worth."""


def steady(state: State, seat: int, randbelow: RandBelow) -> Answer:
    """Answer what the phase asks."""
    if state.phase == "first":
        return {"go": "go"}
    if state.phase == "rick":
        return _rick(state, seat, randbelow)
    if state.phase == "bonus":
        return _bonus(state, seat)
    plan = state.plans[seat]
    return _gifts(state, seat, plan) if plan.stage == "gifts" else _checks(state, seat, plan)


def value(cards: Cards, fate: Fate, rows: tuple[int, ...], locked: int) -> float:
    """What a board is worth to its owner: numbers to come, and prizes as far as reached."""
    return _value(cards, fate.bonus, fate.crystal, rows, locked)


# A search comes to the same boards again and again.
@lru_cache(maxsize=1 << 15)
def _value(
    cards: Cards,
    bonus: tuple[Held, ...],
    crystal: int | None,
    rows: tuple[int, ...],
    locked: int,
) -> float:
    points = 0.0
    for colour, row in enumerate(rows):
        points += final(row) if locked >> colour & 1 else expected(row)
    for goal, prize in _prizes(cards, bonus, crystal):
        points += prize * _reached(goal, rows, locked) ** 2
    return points


def _prizes(
    cards: Cards, bonus: tuple[Held, ...], crystal: int | None
) -> Iterator[tuple[Goal, int]]:
    """Goals on the board that the seat can still score, and their points."""
    for prize in cards.smith:
        yield prize.when, prize.points
    if crystal is not None:
        yield cards.crystals[crystal].when, cards.crystals[crystal].points
    for held in bonus:
        card = cards.bonus[held.card]
        if held.points is None and card.when is not None and card.points:
            yield card.when, card.points


def _reached(goal: Goal, rows: tuple[int, ...], locked: int) -> float:
    """Which part of a goal is there, from 0 to 1; 0 if it cannot be reached, or is another kind."""
    if goal.what == "column":
        has = can = 0
        for at, row in enumerate(rows):
            if row >> goal.number - 1 & 1:
                has += 1
            elif not locked >> at & 1:
                can += 1
        return min(1.0, has / goal.count) if has + can >= goal.count else 0.0
    if goal.what == "row_has":
        wanted = goal.numbers.bit_count()
        parts = [
            (row & goal.numbers).bit_count() / wanted
            for at, row in enumerate(rows)
            if goal.colour in (None, at) and (not locked >> at & 1 or not goal.numbers & ~row)
        ]
        count = goal.count if goal.colour is None else 1
        return sum(sorted(parts)[-count:]) / count if len(parts) >= count else 0.0
    if goal.what in ("checks", "rows_min"):
        counts = [row.bit_count() for row in rows]
        return min(1.0, (sum(counts) if goal.what == "checks" else min(counts)) / goal.count)
    return 0.0


def _best_way(cards: Cards, fate: Fate, plan: Plan, colour: int) -> tuple[int, float]:
    """The best way to mark a colour's total, 0 if it locks, and what the board is worth then."""
    found = ways(plan.rows[colour], plan.totals[colour])
    if not found:
        return 0, value(cards, fate, plan.rows, fate.locked | 1 << colour)
    worth = {way: value(cards, fate, _with(plan.rows, colour, way), fate.locked) for way in found}
    best = max(found, key=lambda way: worth[way])
    return best, worth[best]


def _with(rows: Sequence[int], colour: int, way: int) -> tuple[int, ...]:
    return (*rows[:colour], rows[colour] | way, *rows[colour + 1 :])


def _open(fate: Fate, shown: Totals) -> list[int]:
    return [at for at, total in enumerate(shown) if total and not fate.locked >> at & 1]


def _checks(state: State, seat: int, plan: Plan) -> Answer:
    """Mark each colour in its best way; save or reopen the colour with the most to come."""
    cards, fate = state.cards, state.fates[seat]
    answer: dict[str, str] = {}
    for field in plan_form(cards, fate, plan).fields:
        if field.key in COLOURS:
            way, _ = _best_way(cards, fate, plan, COLOURS.index(field.key))
            answer[field.key] = row_of.spell(way, "+") or "lock"
        else:
            keys = [option.key for option in getattr(field, "options", ()) if option.key != KEEP]
            answer[field.key] = _most_to_come(plan.rows, keys)
    return answer


def _most_to_come(rows: Sequence[int], colours: Sequence[str]) -> str:
    """The colour that would get most numbers if it were open, or keep the card."""
    gain = {key: _to_come(rows[COLOURS.index(key)]) for key in colours}
    best = max(colours, key=lambda key: gain[key])
    return best if gain[best] >= WORTH_A_CARD else KEEP


def _to_come(row: int) -> float:
    return expected(row) - final(row)


def _gifts(state: State, seat: int, plan: Plan) -> Answer:
    """Change a total if that keeps a row open; mark a free number where it brings most."""
    cards, fate = state.cards, state.fates[seat]
    now = {colour: _best_way(cards, fate, plan, colour)[1] for colour in _open(fate, plan.totals)}
    board = value(cards, fate, plan.rows, fate.locked)
    answer: dict[str, str] = {}
    for field in plan_form(cards, fate, plan).fields:
        gains: dict[str, float] = {}
        number: dict[str, str] = {}
        for option in getattr(field, "options", ()):
            if option.key == KEEP:
                continue
            if field.key == "nudge":
                name = option.key.rstrip("0123456789")
                colour, total = COLOURS.index(name), int(option.key.removeprefix(name))
                shown = tuple(total if at == colour else old for at, old in enumerate(plan.totals))
                changed = Plan("check", plan.rows, shown)
                gains[option.key] = _best_way(cards, fate, changed, colour)[1] - now[colour]
            else:
                colour = COLOURS.index(option.key)
                worth = {
                    at: value(cards, fate, _with(plan.rows, colour, row_of.bits(at)), fate.locked)
                    for at in row_of.numbers(FULL & ~plan.rows[colour])
                }
                best = max(worth, key=lambda at: worth[at])
                gains[option.key], number[option.key] = worth[best] - board, str(best)
        choice = max(gains, key=lambda key: gains[key])
        answer[field.key] = choice if gains[choice] >= WORTH_A_CARD else KEEP
        if answer[field.key] in number:
            answer["number"] = number[choice]
    return answer


def _rick(state: State, seat: int, randbelow: RandBelow) -> Answer:
    """Use the card if some way of using it makes better totals than the dice as they lie."""
    assert state.rick is not None
    card, form = state.cards.rick[state.rick], check_asked(quick_need(state), seat)
    best: Answer = {"rick": "decline"}
    worth = _after(state, seat, state.dice)
    for _ in range(TRIES):
        answer = fill(form, randbelow)
        if answer["rick"] == "decline":
            continue
        dice, again = act(card, state.dice, answer)
        for place in again:
            dice = (*dice[:place], 1 + randbelow(6), *dice[place + 1 :])
        got = _after(state, seat, dice)
        if got > worth:
            best, worth = answer, got
    return best


def _after(state: State, seat: int, dice: Dice) -> float:
    """What these dice bring the seat, less half of what they bring the others on average."""
    shown = totals(dice)
    gains = []
    for fate in state.fates:
        # What everybody sees of a seat: not its crystal.
        seen = Fate(fate.rows, fate.locked, fate.bonus)
        plan = Plan("check", fate.rows, shown)
        before = value(state.cards, seen, fate.rows, fate.locked)
        worth = [_best_way(state.cards, seen, plan, at)[1] for at in _open(fate, shown)]
        gains.append(sum(worth) - before * len(worth))
    others = [gain for at, gain in enumerate(gains) if at != seat]
    return gains[seat] - sum(others) / len(others) / 2


def _bonus(state: State, seat: int) -> Answer:
    """Score a card that counts once it is worth something, or it is late."""
    late = state.toss >= LATE or state.fates[seat].locked.bit_count() >= 3
    return {
        f"card{place + 1}": "score" if points >= 2 or late else KEEP
        for place, points in state.offers[seat]
    }
