"""What a seat's dice would be worth with the cards it has in mind, and what that would claim.

It looks at what lies open for everybody and at what the seat itself holds: nobody else's secrets.
"""

from __future__ import annotations

import msgspec

from dicerules.core import Answer, Message, RuleError
from dicerules.forms import check_answer
from dicerules.ricemarll.ask import AWAY, CARD_KEYS, DIE_KEYS, WORTH, place_form
from dicerules.ricemarll.cards import DICE, FACES, Cards, Goal
from dicerules.ricemarll.goals import Values, achievers, flipped, has_effect, measure, worth
from dicerules.ricemarll.phase import picks, planned, rerolls
from dicerules.ricemarll.state import Pile, Player, State
from dicerules.ricemarll.tell import spell
from dicerules.views import Item, Note, Space, Track
from dicerules.words import message


def preview(state: State, seat: int, answer: Answer) -> tuple[Item, ...]:
    """Tell what a form would come to that is filled in so far, or raise ``RuleError``.

    Everybody else's dice count as they lie. Steps that change no die have no preview.
    """
    player = state.players[seat]
    if state.step == "place" and not player.plan:
        return expect(state, seat, _stacks(state, player, answer), {})
    if state.step == "pick":
        return expect(state, seat, player.stacks, _sides(answer))
    return ()


def _stacks(state: State, player: Player, answer: Answer) -> tuple[Pile, ...]:
    """The piles behind the dice so far: cards still in hand are none of them."""
    try:
        placed = msgspec.convert(answer.get("cards", {}), dict[str, list[str]])
    except msgspec.ValidationError as error:
        raise RuleError("form.place", field="cards", got=str(error)) from None
    down = {key for keys in placed.values() for key in keys}
    loose = [key for key in CARD_KEYS if key not in down]
    full = {**placed, AWAY: placed.get(AWAY, []) + loose}
    check_answer(place_form(state.cards, player.hand, player.dice), {"cards": full})
    return planned(player, full)[:DICE]


def _sides(answer: Answer) -> dict[int, int]:
    """The sides picked so far, by the place of their die."""
    sides = [str(face) for face in range(1, FACES + 1)]
    return {at: int(answer[key]) for at, key in enumerate(DIE_KEYS) if answer.get(key) in sides}


def expect(
    state: State, seat: int, stacks: tuple[Pile, ...], sides: dict[int, int]
) -> tuple[Item, ...]:
    """Tell what the seat's dice would be worth under these stacks, and each goal's prospects."""
    cards, player = state.cards, state.players[seat]
    rerolled = state.step == "pick"
    may = tuple(
        _may_be(cards, sides.get(at, face), stack, at in sides, rerolled)
        for at, (face, stack) in enumerate(zip(player.dice, stacks, strict=True))
    )
    seen = [_as_they_lie(cards, other, face_up(state)) for other in state.players]
    total = _span((sum(map(min, may)), sum(map(max, may))))
    spaces = tuple(Space(_span(values)) for values in may)
    goals = state.goals if face_up(state) else state.goals + player.specials
    outcomes = combined(may)
    notes = [_prospect(cards.goals[card], seen, seat, outcomes, cards.tokens) for card in goals]
    if notes and _others_may_change(state, seat):
        notes.insert(0, Note("if", message("prospect.if"), "quiet"))
    return (Track(WORTH, message("worth"), spaces, value=total), *notes)


def _others_may_change(state: State, seat: int) -> bool:
    """Whether somebody else's dice may still come to something else than they show now."""
    if not face_up(state):
        return True
    moving = {*picks(state), *(rerolls(state) if state.step == "reroll" else ())}
    return bool(moving - {seat})


def _may_be(cards: Cards, face: int, stack: Pile, picked: bool, rerolled: bool) -> Values:
    """Every value the die can come to: one, unless it is still to be rerolled or picked."""
    to_roll = not rerolled and has_effect(cards, stack, "reroll")
    to_pick = not picked and has_effect(cards, stack, "pick")
    faces = range(1, FACES + 1) if to_roll or to_pick else (face,)
    return tuple(sorted({worth(cards, flipped(cards, side, stack), stack) for side in faces}))


def face_up(state: State) -> bool:
    """Whether the cards behind the dice are face up."""
    return state.step in ("reroll", "pick")


def _as_they_lie(cards: Cards, player: Player, shown: bool) -> Values:
    """What everybody can see of somebody's dice: cards count once they are face up."""
    if not shown:
        return player.dice
    return tuple(
        worth(cards, flipped(cards, face, stack), stack)
        for face, stack in zip(player.dice, player.stacks, strict=True)
    )


def combined(may: tuple[Values, ...]) -> set[Values]:
    """All that six dice can come to together, each sorted: no goal asks which die is which."""
    outcomes: set[Values] = {()}
    for values in may:
        outcomes = {tuple(sorted((*dice, value))) for dice in outcomes for value in values}
    return outcomes


def _prospect(
    goal: Goal, table: list[Values], seat: int, outcomes: set[Values], tokens: int
) -> Note:
    shares: set[int] = set()
    for values in outcomes:
        seats = achievers(goal, [*table[:seat], values, *table[seat + 1 :]])
        shares.add(tokens // len(seats) if seat in seats else 0)
    low, high = min(shares), max(shares)
    facts: dict[str, int | str | Message] = {"goal": goal.name, "low": low, "high": high}
    if low != high:
        return Note(goal.key, message("prospect.maybe", **facts))
    if len(outcomes) == 1:
        (values,) = outcomes
        facts["got"] = spell((measure(goal, values),))
        key = "prospect.yes" if high else "prospect.no"
    else:
        key = "prospect.sure" if high else "prospect.never"
    return Note(goal.key, message(key, **facts), "good" if high else "quiet")


def _span(values: tuple[int, ...]) -> str:
    low, high = values[0], values[-1]
    return spell((low,)) if low == high else f"{spell((low,))}…{spell((high,))}"
