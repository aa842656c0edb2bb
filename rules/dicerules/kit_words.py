"""Promises about words: every sentence that a game can say is in ``words/en.toml``.

What a match says is checked as it is played; what the source can say is found by looking; and the
host asks for words that no line of the source names: the chapter of the rules for a headline, and
what is done when time is up.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from msgspec import Struct

from dicerules.core import Ask, Game, Over
from dicerules.errors import KitError
from dicerules.kit_source import ANY, Sentence, sentences
from dicerules.kit_trial import Position, Trial
from dicerules.views import TABLE
from dicerules.words import Catalogue, Message, blanks

OVER = "headline.over"
"""The headline of a match that has ended; all others beginning so are questions."""


def check_words(words: Catalogue, values: Iterable[Struct]) -> None:
    """Refuse a sentence without words, or with a blank that no fact fills."""
    for message in values:
        if isinstance(message, Message):
            template = words.get(message.key)
            if template is None:
                raise KitError(f"expected words for {message.key!r}, got none in words/en.toml")
            empty = blanks(template) - set(message.facts)
            if empty:
                raise KitError(f"expected facts for {sorted(empty)} in {template!r}, got {message}")


def finds_its_words(trial: Trial, now: Position) -> None:
    """Every sentence in a need or a view has words, and a fact for each of its blanks."""
    check_words(trial.words, now.parts)


def has_a_headline(trial: Trial, now: Position) -> None:
    """The key of the table's headline says which kind of moment it is, so that help finds it."""
    key = now.views[TABLE].headline.key
    if isinstance(now.need, Over):
        right, expected = key == OVER, f"is {OVER}"
    elif isinstance(now.need, Ask):
        right, expected = key.startswith("headline.") and key != OVER, "begins with headline."
    else:
        right, expected = key.startswith("roll."), "begins with roll."
    if not right:
        kind = type(now.need).__name__
        raise KitError(f"expected a headline whose key {expected} while {kind}, got {key!r}")


def check_source(game: Game, words: Catalogue) -> None:
    """Refuse a sentence that the game's source can say and that has no words."""
    for said in sentences(game.folder):
        where = f"{said.file}, line {said.line}"
        template = words.get(said.key)
        if template is None and not _fits_any(said, words):
            raise KitError(f"{where}: expected words for {said.key!r}, got none in words/en.toml")
        if template is None or said.facts is None:
            continue
        empty = sorted(blanks(template) - said.facts)
        if empty:
            got = sorted(said.facts)
            raise KitError(f"{where}: expected facts for {empty} in {template!r}, got {got}")


def _fits_any(said: Sentence, words: Catalogue) -> bool:
    pattern = re.compile(".+".join(map(re.escape, said.key.split(ANY))))
    return ANY in said.key and any(pattern.fullmatch(key) for key in words)


def check_headlines(words: Catalogue, rules: str) -> None:
    """Hold that each headline has a chapter of the rules, and each question words for time up."""
    headlines = {key for key in words if key.startswith(("headline.", "roll."))}
    _check_pairs(words, {f"chapter.{key}": key for key in headlines}, "chapter.", "")
    asked = {key for key in headlines if key.startswith("headline.")} - {OVER}
    late = {key.replace("headline.", "late.", 1): key for key in asked}
    _check_pairs(words, late, "late.", "headline.")
    chapters = set(re.findall(r"^## (.+?)\s*$", rules, re.MULTILINE))
    for key, chapter in words.items():
        if key.startswith("chapter.") and chapter not in chapters:
            raise KitError(f"expected a chapter '## {chapter}' in RULES.md for {key!r}, got none")


def _check_pairs(words: Catalogue, wanted: Mapping[str, str], prefix: str, becomes: str) -> None:
    for key in sorted(wanted):
        if key not in words:
            raise KitError(f"expected words for {key!r}, got none in words/en.toml")
    for key in sorted(words):
        if key.startswith(prefix) and key not in wanted:
            headline = becomes + key.removeprefix(prefix)
            raise KitError(f"expected words for {headline!r}, as there are some for {key!r}")


def check_language(words: Catalogue, other: Catalogue, file: str) -> None:
    """Hold that another language says what English says, with the same blanks or fewer."""
    for key, template in other.items():
        if key not in words:
            raise KitError(
                f"expected words for {key!r} in words/en.toml, as {file} has some, got none"
            )
        known = blanks(words[key])
        extra = blanks(template) - known
        if extra:
            raise KitError(
                f"expected blanks {sorted(known)} at most in {key!r} of {file}, got {sorted(extra)}"
            )
