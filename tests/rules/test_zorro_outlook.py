"""How The Zorro Dice Game judges a match for bots: everybody's chance to win as it stands."""

from __future__ import annotations

from math import sqrt
from random import Random
from typing import Any

import pytest
from dicerules.bots.budget import Budget
from dicerules.bots.playout import play_out, steady_answer, to_the_end
from dicerules.bots.sharp import Look
from dicerules.bots.tape import Tape
from dicerules.core import Ask, Move, Outlook, Over
from dicerules.simulate import begin, draw
from dicerules.words import SILENCE
from dicerules.zorro import GAME
from dicerules.zorro.fights import emerge
from dicerules.zorro.outlook import is_settled, outlook
from dicerules.zorro.state import Due, State
from msgspec.structs import replace

from tests.rules.zorro_table import ANA, BETO, FARM, PLAZA, give, table

LUCK = 4
"""Standard errors that a part which was counted may be away from its chance."""


def before_the_villain(state: State, location: int) -> State:
    """The Villain of a location has just emerged."""
    return emerge(state, Due("villain", location), SILENCE)


def steady_match(seats: int, seed: int) -> Any:
    """All positions of a match of steady players."""
    chance, state = Random(seed).randrange, begin(GAME, seats)
    while not isinstance(need := GAME.need(state), Over):
        yield state
        if isinstance(need, Ask):
            seat = next(iter(need.forms))
            state = GAME.apply(state, Move(seat, steady_answer(GAME, state, seat, chance)))
        else:
            state = GAME.apply(state, draw(need, chance))


@pytest.mark.parametrize("seats", [2, 4])
def test_somebody_wins_so_all_chances_add_up_to_one(seats: int) -> None:
    asked = [state for state in steady_match(seats, seed=8) if state.hands and state.market]
    for state in asked[::4]:
        assert sum(outlook(state)) == pytest.approx(1)


def test_with_equal_hands_all_chances_are_equal() -> None:
    assert outlook(table(3)) == pytest.approx((1 / 3, 1 / 3, 1 / 3))


@pytest.mark.parametrize("piece", ["Dagger", "Black Stallion", "Silk Cape", "Master's Rapier"])
def test_equipment_that_helps_in_the_final_battle_is_worth_something(piece: str) -> None:
    ana, beto = outlook(give(table(2), ANA, piece))
    assert ana > beto + 0.02


def test_a_hero_die_counts_most_where_its_symbol_is_needed() -> None:
    on_the_farm = before_the_villain(give(table(2), ANA, heroes={FARM: 1}), FARM)
    on_the_plaza = before_the_villain(give(table(2), ANA, heroes={FARM: 1}), PLAZA)
    assert outlook(on_the_farm)[ANA] > outlook(on_the_plaza)[ANA] > 0.5


def test_one_who_has_failed_wins_only_if_nobody_beats_the_villain() -> None:
    state = before_the_villain(give(table(2), BETO, "Dagger"), FARM)
    assert state.fight is not None
    first = state.fight.queue[0]
    failed = replace(state, fight=replace(state.fight, queue=state.fight.queue[1:]))
    beaten = replace(failed, fight=replace(state.fight, queue=(), standing=(first,)))
    assert outlook(failed)[first] < outlook(state)[first] < outlook(beaten)[first] == 1


def test_steady_players_win_about_as_often_as_it_says() -> None:
    """A duel is judged roughly, so this is no proof of a formula."""
    hands = give(table(2), ANA, "Dagger", "Rope", heroes={FARM: 1})
    state, chance = before_the_villain(give(hands, BETO, "Chalk"), FARM), Random(2).randrange
    assert is_settled(state)
    count = 300
    won = 0.0
    for _ in range(count):
        _, need = play_out(GAME, state, Tape(chance), Tape(chance), to_the_end)
        assert isinstance(need, Over)
        won += (ANA in need.winners) / len(need.winners)
    said = outlook(state)[ANA]
    assert abs(won / count - said) < LUCK * sqrt(said * (1 - said) / count)


def test_it_is_settled_only_while_somebody_is_about_to_fight_the_villain() -> None:
    told = [(is_settled(state), state) for state in steady_match(2, seed=3)]
    assert any(settled for settled, _ in told)
    for settled, state in told:
        fight = state.fight
        villain = fight is not None and fight.kind == "villain"
        assert settled == (villain and state.attempt is not None and not state.attempt.rolls)


def test_sharp_ends_a_playout_once_it_is_settled_and_judges_it_by_the_outlook() -> None:
    state = next(state for state in steady_match(2, seed=3) if state.stage == "travel")
    game = replace(GAME, outlook=Outlook(lambda state: (0.3, 0.7), lambda state: True))
    look = Look(game, BETO, Budget())
    assert look(state, GAME.need(state))
    assert look.value(state, GAME.need(state)) == 0.7
