"""Don't Have a Cow: open bets, the album at the end, whose cards are ours, and who is spoken to."""

from __future__ import annotations

from random import Random

import pytest
from dicerules.core import Ask
from dicerules.cow import GAME
from dicerules.cow.state import State
from dicerules.kit import check
from dicerules.views import TABLE, Card, Cards, Dice
from dicerules.words import sentence
from msgspec.structs import replace

from tests.rules.cow_table import (
    BART_ALONE,
    CARDS,
    CHRIS,
    DONNA,
    ED,
    HOMER,
    HOMER_ALONE,
    LISA,
    NAMES,
    WHY_YOU,
    WORDS,
    bet,
    board_note,
    choose,
    everybody_bets,
    news,
    roll,
    table,
)


def album(state: State) -> dict[str, Card]:
    (item,) = [item for item in GAME.view(state, TABLE).centre if item.key == "album"]
    assert isinstance(item, Cards)
    return {card.key: card for card in item.cards}


def headline(state: State, viewer: int) -> str:
    return sentence(GAME.view(state, viewer).headline, WORDS, NAMES)


class TestOpenBets:
    def test_are_an_option_and_bets_are_secret_without_it(self) -> None:
        need = GAME.need(choose(table(), HOMER_ALONE, 1, 8))
        assert isinstance(need, Ask)
        assert need.hidden

    def test_are_seen_by_everybody_as_soon_as_they_are_placed(self) -> None:
        state = choose(table(open_bets=True), HOMER_ALONE, 1, 8)
        need = GAME.need(state)
        assert isinstance(need, Ask)
        assert not need.hidden
        state = bet(state, DONNA, "no", 4)
        assert news(state) == ["Donna bets 4 chips on no."]
        for viewer in (TABLE, ED, CHRIS):
            assert board_note(state, DONNA, viewer) == "bets 4 on no"
        state = bet(state, CHRIS, "yes", 1)
        assert news(state) == ["Chris bets 1 chip on yes."], "the others are known already"

    @pytest.mark.parametrize("seats", [2, 4])
    def test_keep_every_promise_of_the_kit(self, seats: int) -> None:
        options = GAME.options(open_bets=True)
        check(GAME, seats, Random(seats).randrange, matches=1, options=options)


class TestAlbum:
    def test_marks_the_portrait_whose_match_ends_the_match(self) -> None:
        state = replace(choose(table(), HOMER_ALONE, bet=5, cubes=8), bank=3)
        state = roll(everybody_bets(state), *[HOMER] * 8)
        assert state.ended is not None
        assert album(state)[HOMER_ALONE].state == "done"

    def test_beside_those_matched_earlier_in_the_turn(self) -> None:
        state = roll(everybody_bets(choose(table(), HOMER_ALONE, 1, 8)), *[HOMER] * 8)
        state = replace(choose(state, BART_ALONE, 5), bank=3)
        state = roll(everybody_bets(state), 3, *[LISA] * 6)
        assert state.ended is not None
        assert [key for key, card in album(state).items() if card.state == "done"] == [
            HOMER_ALONE,
            BART_ALONE,
        ]

    def test_marks_nothing_if_the_last_throw_missed(self) -> None:
        state = replace(table(), chips=(1, 10, 10))
        state = roll(everybody_bets(choose(state, HOMER_ALONE, 1, 1)), LISA)
        assert state.ended is not None
        assert not [card for card in album(state).values() if card.state == "done"]


class TestHouseSign:
    def test_is_on_every_portrait_but_the_two_of_the_rulebook(self) -> None:
        printed = {key for key, card in album(table()).items() if not card.house}
        assert printed == {BART_ALONE, WHY_YOU}

    @pytest.mark.parametrize(("portrait", "house"), [(HOMER_ALONE, True), (WHY_YOU, False)])
    def test_goes_with_the_portrait_that_is_bet_on(self, portrait: str, house: bool) -> None:
        view = GAME.view(choose(table(), portrait, 1, 8), TABLE)
        (aim,) = [item for item in view.centre if isinstance(item, Card)]
        assert aim.house is house

    def test_is_missing_in_a_position_stored_before_there_was_one(self) -> None:
        assert type(CARDS.portraits[0])("FP01", "Homer", (1,)).house is False

    def test_the_card_list_has_the_cube_and_every_portrait(self) -> None:
        cube, portraits = GAME.card_list(CARDS)
        assert isinstance(cube, Dice)
        assert [die.value for die in cube.dice] == [1, 2, 3, 4, 5, 6]
        assert isinstance(portraits, Cards)
        assert len(portraits.cards) == len(CARDS.portraits)
        assert sum(not card.house for card in portraits.cards) == 2
        why_you = next(card for card in portraits.cards if card.key == WHY_YOU)
        assert why_you.text is not None
        assert sentence(why_you.text, WORDS, NAMES) == "4 cubes: Homer, 3 Barts"


class TestYou:
    def test_a_phone_speaks_to_its_owner_and_names_the_others(self) -> None:
        state = table()
        assert headline(state, ED) == "Choose a portrait and how many cubes to roll."
        assert headline(state, CHRIS) == "Ed chooses a portrait and how many cubes to roll."
        state = choose(state, HOMER_ALONE, 1, 8)
        assert headline(state, CHRIS) == "Place your bet: will Ed match “Homer”?"
        assert headline(state, TABLE) == (
            "Chris and Donna, place your bets: will Ed match “Homer”?"
        )
        state = everybody_bets(state)
        assert headline(state, ED) == "Roll your 8 cubes for “Homer”."
        assert headline(state, TABLE) == "Ed rolls 8 cubes for “Homer”."
        state = roll(state, *[HOMER] * 8)
        assert headline(state, ED) == "Choose a portrait for the 7 cubes left."

    def test_ones_own_bet_is_told_to_oneself(self) -> None:
        state = choose(table(), HOMER_ALONE, 1, 8)
        assert board_note(state, CHRIS, viewer=CHRIS) == "You have not bet yet"
        state = bet(state, CHRIS, "no", 4)
        assert board_note(state, CHRIS, viewer=CHRIS) == "You bet 4 on no"


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_sentence_of_play_has_the_code_of_a_ruling(language: str) -> None:
    text = GAME.folder.joinpath("words", f"{language}.toml").read_text(encoding="utf-8")
    assert "SD-R" not in text


@pytest.mark.parametrize(
    ("file", "told"),
    [
        (
            "RULES.md",
            ("leaning", "## Who begins", "Cool, Man!", "Go For It, Dude!", "No Way, Man!"),
        ),
        (
            "RULES.de.md",
            ("lehnt", "## Wer beginnt", "Cool, Man!", "Go For It, Dude!", "No Way, Man!"),
        ),
    ],
)
def test_the_rules_tell_of_leaning_cubes_who_begins_and_what_is_printed(
    file: str, told: tuple[str, ...]
) -> None:
    rules = GAME.folder.joinpath(file).read_text(encoding="utf-8")
    assert [part for part in told if part not in rules] == []
