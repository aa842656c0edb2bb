"""Help from the rules: why something is not offered, and where the present phase is told."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from dicerules import games
from dicerules.core import Ask, Game
from dicerules.forms import Form, PickOne, PickSome, Unavailable
from dicerules.simulate import play
from dicerules.words import words_for

MATCHES = 12
# What random play meets only with a foe or a variant of the rules that it seldom comes to.
SELDOM = {"closed.doomed", "closed.stuck", "closed.gone", "closed.for_good"}
SELDOM |= {"closed.denied", "closed.recycle"}
# What a Variable may be is open, so that all of it is met.
FREE: dict[str, dict[str, Any]] = {"ryb": {"variable": "decided_each_time", "old_trade": True}}


def forms(game: Game) -> Iterator[Form]:
    """Every form of some matches of random play."""
    randbelow = random.Random(7).randrange
    for number in range(MATCHES):
        seats = game.seats[number % len(game.seats)]
        options = game.options(**FREE.get(game.key, {}))
        for step in play(game, seats, randbelow, options):
            if isinstance(step.need, Ask):
                yield from step.need.forms.values()


def fields(form: Form) -> Iterator[PickOne | PickSome]:
    asked: list[Any] = list(form.fields)
    for field in asked:
        if isinstance(field, PickOne | PickSome):
            yield field
            for option in field.options:
                asked += option.fields


@pytest.mark.parametrize("key", sorted(games()))
def test_a_game_says_why_a_choice_is_not_offered(key: str) -> None:
    game = games()[key]
    told: set[str] = set()
    for form in forms(game):
        unavailable: list[Unavailable] = list(form.unavailable)
        for field in fields(form):
            unavailable += field.unavailable
            offered = {option.key for option in field.options}
            if isinstance(field, PickSome):
                assert set(field.picked) <= offered
                assert len(field.picked) <= field.most
        told |= {row.why.key for row in unavailable}
    reasons = {word for word in words_for(game.folder) if word.startswith("closed.")}
    assert told <= reasons
    assert reasons - told <= SELDOM, "a reason that no form gives"


@pytest.mark.parametrize("key", sorted(games()))
def test_every_headline_has_its_chapter_in_the_rules(key: str) -> None:
    game = games()[key]
    page = game.folder.joinpath("RULES.md").read_text(encoding="utf-8")
    chapters = set(re.findall(r"^## (.+)$", page, re.MULTILINE))
    words = words_for(game.folder)
    headlines = {word for word in words if word.startswith(("headline.", "roll."))}
    told = {word.removeprefix("chapter."): at for word, at in words.items() if "chapter." in word}
    assert set(told) == headlines
    assert set(told.values()) <= chapters


@pytest.mark.parametrize("key", sorted(games()))
def test_every_ruling_that_a_sentence_names_has_a_line_in_the_rules(key: str) -> None:
    game = games()[key]
    page = game.folder.joinpath("RULES.md").read_text(encoding="utf-8")
    for sentence in words_for(game.folder).values():
        for ruling in re.findall(r"\b[A-Z]{2}-[A-Z]\d+", sentence):
            assert f"**{ruling}**" in page, ruling


@pytest.mark.parametrize("key", sorted(games()))
def test_every_question_says_beforehand_what_is_done_when_time_is_up(key: str) -> None:
    game = games()[key]
    words = words_for(game.folder)
    asked = {word for word in words if word.startswith("headline.")} - {"headline.over"}
    late = {word for word in words if word.startswith("late.")}
    assert {word.replace("headline.", "late.") for word in asked} == late
