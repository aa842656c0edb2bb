"""The quick rules that bots play by come to the same positions as the rules people play by."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from dicerules import games
from dicerules.bare import strip
from dicerules.cards import default_cards, shared, with_shared_cards
from dicerules.core import Game, Quick, encode, quick_rules
from dicerules.errors import KitError
from dicerules.kit_quick import check_match, without_news
from dicerules.morty_zone import ask
from dicerules.morty_zone.rick import can_act, choices
from dicerules.morty_zone.rows import FULL
from dicerules.presets import read_presets
from dicerules.simulate import begin, play_on, playout
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

GAMES = sorted(games())
SEED = st.integers(0, 2**32 - 1)


def options_of(game: Game) -> list[Any]:
    """The default options and those of every preset."""
    return [game.options(**preset) for preset in ({}, *read_presets(game).values())]


@pytest.mark.parametrize("key", GAMES)
@settings(max_examples=12, deadline=None)
@given(seed=SEED, data=st.data())
def test_every_position_of_a_match_is_the_same_both_ways(
    key: str, seed: int, data: st.DataObject
) -> None:
    game = games()[key]
    assert game.quick is not None
    seats = data.draw(st.sampled_from(game.seats))
    options = data.draw(st.sampled_from(options_of(game)))
    check_match(game, begin(game, seats, options), Random(seed).randrange)


@pytest.mark.parametrize("key", GAMES)
def test_the_same_chance_plays_the_same_match(key: str) -> None:
    game = games()[key]
    seats = game.seats[-1]
    steps = list(play_on(game, begin(game, seats), Random(5).randrange))
    state, events = playout(game, begin(game, seats), Random(5).randrange)
    assert events == len(steps)
    assert without_news(state) == without_news(steps[-1].after)
    assert game.scores(state) == game.scores(steps[-1].after)


@pytest.mark.parametrize("key", GAMES)
def test_nothing_is_told_in_a_playout(key: str) -> None:
    game = games()[key]
    state, _ = playout(game, begin(game, game.seats[0]), Random(2).randrange)
    assert state.news == ()


@pytest.mark.parametrize("key", GAMES)
def test_equal_cards_are_one_object_so_that_nothing_compares_them(key: str) -> None:
    game = games()[key]
    state = begin(game, game.seats[0])
    again = msgspec.json.decode(encode(state), type=game.state)
    assert again.cards is not state.cards
    read = with_shared_cards(again)
    assert read == state
    assert read.cards is state.cards is default_cards(game)


def test_cards_without_a_hash_stay_as_they_are() -> None:
    cards = {"a": 1}
    assert shared(cards) is cards


def test_a_game_without_quick_rules_is_played_by_its_own() -> None:
    game = replace(games()["cow"], quick=None)
    rules = quick_rules(game)
    assert (rules.need, rules.apply) == (game.need, game.apply)
    seats = game.seats[0]
    slow, _ = playout(game, begin(game, seats), Random(3).randrange)
    quick, _ = playout(games()["cow"], begin(game, seats), Random(3).randrange)
    assert without_news(slow) == quick


class TestAWrongQuickRuleIsFound:
    def test_that_offers_less(self) -> None:
        game = games()["cow"]
        assert game.quick is not None

        def need(state: Any) -> Any:
            asked = game.quick.need(state)  # type: ignore[union-attr]
            forms = dict(list(asked.forms.items())[:1]) if hasattr(asked, "forms") else None
            return asked if forms is None else replace(asked, forms=forms)

        wrong = replace(game, quick=Quick(need, game.quick.apply))
        with pytest.raises(KitError, match="quick rules: expected the need"):
            check_match(wrong, begin(wrong, 4), Random(1).randrange)

    def test_that_comes_to_another_position(self) -> None:
        game = games()["cow"]
        assert game.quick is not None

        def apply(state: Any, event: Any) -> Any:
            after = game.quick.apply(state, event)  # type: ignore[union-attr]
            return replace(after, bank=after.bank + 1)

        wrong = replace(game, quick=Quick(game.quick.need, apply))
        with pytest.raises(KitError, match="quick rules, after Move"):
            check_match(wrong, begin(wrong, 4), Random(1).randrange)


def test_words_do_not_count_and_the_order_of_options_does() -> None:
    game = games()["zorro"]
    first = game.need(begin(game, 2))
    assert strip(first) == strip(replace(first, why=replace(first.why, key="other")))  # type: ignore[union-attr,type-var]
    cow = games()["cow"]
    asked = cow.need(begin(cow, 2))
    ((seat, form),) = asked.forms.items()  # type: ignore[union-attr]
    (field,) = form.fields
    turned = replace(field, options=field.options[::-1])  # type: ignore[union-attr,call-arg]
    other = replace(asked, forms={seat: replace(form, fields=(turned,))})  # type: ignore[type-var]
    assert strip(asked) != strip(other)


class TestMortyKnowsWhatIsAskedBeforeItIsWrittenOut:
    ROWS = st.tuples(*[st.integers(0, FULL)] * 4)
    TOTALS = st.tuples(*[st.integers(0, 12)] * 4)
    LOCKED = st.integers(0, 15)

    @given(locked=LOCKED, rows=ROWS, totals=TOTALS, one=st.booleans(), two=st.booleans())
    def test_checks_and_gifts(
        self, locked: int, rows: tuple[int, ...], totals: tuple[int, ...], one: bool, two: bool
    ) -> None:
        names = ("one" if one else "", "two" if two else "")
        check = ask.check_form(locked, rows, totals, *names)
        assert ask.has_checks(locked, rows, totals, one, two) == (check is not None)
        gifts = ask.gifts_form(locked, rows, totals, *names)
        assert ask.has_gifts(locked, rows, totals, one, two) == (gifts is not None)

    @given(dice=st.tuples(*[st.integers(1, 6)] * 8))
    def test_a_rick_card(self, dice: tuple[int, ...]) -> None:
        for card in default_cards(games()["morty_zone"]).rick:
            assert can_act(card, dice) == (choices(card, dice) is not None), card.name
