"""Zorro's preview: what a choice leaves open, and its exact chance."""

from __future__ import annotations

from random import Random
from typing import Any

from dicerules.core import Ask, Move, Rolled, encode
from dicerules.forms import Option, PickOne, fill
from dicerules.simulate import begin, play_on
from dicerules.views import Note, Track
from dicerules.words import sentence
from dicerules.zorro import GAME
from dicerules.zorro.odds import best_saving, chance_if_saved, chance_now
from dicerules.zorro.preview import preview
from dicerules.zorro.state import State
from msgspec.structs import replace

from tests.rules.zorro_table import (
    ANA,
    BETO,
    CARLA,
    EASY,
    NAMES,
    WORDS,
    give,
    table,
)


def foreseen(state: State, seat: int, **answer: Any) -> list[str]:
    items = preview(state, seat, answer)
    told = [sentence(item.text, WORDS, NAMES) for item in items if isinstance(item, Note)]
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in told]


def first_feat(state: State) -> str:
    number = state.market[0].feat
    assert number is not None
    return state.cards.feats[number].key


def percent(told: str) -> int:
    return int(told.rpartition(": ")[2].removesuffix(" %"))


def test_who_travels_sees_the_chance_alone_and_with_everybody_who_might_help() -> None:
    state = give(table(), CARLA, heroes={0: 3})
    assert foreseen(state, ANA) == []
    alone, beto, carla = foreseen(state, ANA, feat=first_feat(state))
    assert alone.startswith("Alone: ")
    assert beto.startswith("With Beto: ")
    assert carla.startswith("With Carla: ")
    assert percent(alone) < percent(beto) < percent(carla)


def test_helpers_who_bring_the_same_are_told_together() -> None:
    state = table()
    assert len(foreseen(state, ANA, feat=first_feat(state))) == 2
    assert foreseen(state, ANA, feat=first_feat(state))[1].startswith("With Beto and Carla: ")
    state = table(helper_min_players=7)
    assert len(foreseen(state, ANA, feat=first_feat(state))) == 1


def test_who_may_help_and_who_is_helped_see_what_it_would_change() -> None:
    state = table()
    travelled = GAME.apply(state, Move(ANA, {"feat": first_feat(state)}))
    alone, together = foreseen(state, ANA, feat=first_feat(state))
    helped = percent(together)
    assert foreseen(travelled, BETO) == [alone, f"With your help: {helped} %"]
    answered = GAME.apply(travelled, Move(BETO, {"help": "yes"}))
    offered = GAME.apply(answered, Move(CARLA, {"help": "no"}))
    (chances,) = preview(offered, ANA, {})
    assert isinstance(chances, Track)
    options = offered_to(offered)
    assert [space.label for space in chances.spaces] == [f"{percent(alone)} %", f"{helped} %"]
    assert [option.seat for option in options] == [None, BETO]


def offered_to(state: State) -> tuple[Option, ...]:
    need = GAME.need(state)
    assert isinstance(need, Ask)
    (field,) = need.forms[ANA].fields
    assert isinstance(field, PickOne)
    return field.options


def test_what_is_told_of_a_choice_at_the_dice_comes_true() -> None:
    """The position after the move has the very chance that the preview had told."""
    chance, seen = Random(4), set()
    for _ in range(3):
        for step in play_on(GAME, begin(GAME, 3, None, EASY), chance.randrange):
            before, asked = step.before, GAME.need(step.before)
            trying = before.attempt
            if trying is None or trying.need is None or not isinstance(asked, Ask):
                continue
            ((seat, form),) = asked.forms.items()
            answer = fill(form, chance.randrange)
            told = foreseen(before, seat, **answer)
            after = GAME.apply(before, Move(seat, answer)).attempt
            # Where nothing is left to roll, the next one is at the dice already.
            if len(told) < 2 or after is None or after.seat != trying.seat or not after.cup:
                continue
            part = chance_now(EASY, after)
            assert part is not None
            seen.add(trying.stage)
            if 0.01 <= part <= 0.99 or part in (0, 1):
                assert percent(told[1]) == round(100 * part)
    assert {"act", "hand"} <= seen


def test_the_best_saving_is_told_the_best_chance() -> None:
    state = table(2, helper_min_players=7)
    state = GAME.apply(state, Move(ANA, {"feat": first_feat(state)}))
    state = GAME.apply(state, Rolled((1, 1, 2, 3, 4, 6)))
    assert state.attempt is not None
    best = best_saving(state.cards, state.attempt)
    part = chance_if_saved(state.cards, state.attempt, best)
    assert part is not None
    keys = [f"d{at + 1}" for at in best]
    still, told = foreseen(state, ANA, save=keys)
    assert still.startswith("Still needed then: ")
    assert percent(told) == round(100 * part)
    _, worse = foreseen(state, ANA, save=[])
    assert percent(worse) < percent(told)


def test_nothing_depends_on_the_order_of_the_decks() -> None:
    state = table()
    other = replace(state, feats=state.feats[::-1], common=state.common[::-1])
    answer = {"feat": first_feat(state)}
    assert encode(preview(other, ANA, answer)) == encode(preview(state, ANA, answer))
