"""Ricemarll's versions: a change of rules is for new matches, and old ones go on as they began."""

from __future__ import annotations

import json

import msgspec
from dicerules.core import Ask, Rolled, encode
from dicerules.ricemarll import GAME
from dicerules.ricemarll.state import VERSION, State
from msgspec.structs import replace

from tests.rules.ricemarll_table import ANN, PLAIN, begun, modifiers, news, roll, rolls, table
from tests.rules.ricemarll_table import with_player as having


def six_cards_left(version: int) -> State:
    """Ann's deck has the six cards she is about to draw, and three lie in her discards."""
    deck, discards = modifiers("set1 set2 set3 set4 set5 set6"), modifiers("plus1 plus1 plus1")
    state = replace(table(), phase=2, version=version)
    return having(state, ANN, deck=deck, discards=discards)


def stored_before_versions(state: State) -> State:
    """The position as a journal holds it that was written before positions had a version."""
    fields = json.loads(encode(state))
    del fields["version"]
    return msgspec.json.decode(json.dumps(fields), type=State)


def test_a_new_match_is_played_by_the_newest_version() -> None:
    assert GAME.version == VERSION == 2
    assert begun().version == VERSION


def test_a_position_stored_without_a_version_has_version_1() -> None:
    assert stored_before_versions(begun()).version == 1


def test_r14_since_version_2_a_deck_that_empties_exactly_is_made_anew_at_once() -> None:
    state = roll(six_cards_left(version=2), *PLAIN, *PLAIN)
    assert rolls(state).shuffles == (3,)
    state = GAME.apply(state, Rolled(orders=((2, 0, 1),)))
    ann = state.players[ANN]
    assert ann.hand == modifiers("set1 set2 set3 set4 set5 set6"), "nothing more is drawn"
    assert ann.deck == modifiers("plus1 plus1 plus1"), "cards of this phase are not mixed in"
    assert ann.discards == ()
    assert "Ann shuffles 3 discards into a new deck." in news(state)


def test_r14_in_version_1_it_waited_for_the_next_draw() -> None:
    old = stored_before_versions(six_cards_left(version=2))
    state = roll(old, *PLAIN, *PLAIN)
    assert isinstance(GAME.need(state), Ask)
    assert state.players[ANN].deck == ()
    assert state.players[ANN].discards == modifiers("plus1 plus1 plus1")


def test_an_empty_deck_without_discards_is_not_shuffled() -> None:
    state = having(six_cards_left(version=2), ANN, discards=())
    assert isinstance(GAME.need(roll(state, *PLAIN, *PLAIN)), Ask)


def test_a_match_keeps_the_version_it_was_begun_with() -> None:
    state = roll(six_cards_left(version=1), *PLAIN, *PLAIN)
    assert state.version == 1
