"""Promises about a game's folder: its files, its options and presets, and its words."""

from __future__ import annotations

import re
import tomllib
from typing import Any

from msgspec import ValidationError as ShapeError
from pydantic import BaseModel, ValidationError

from dicerules.cards import default_cards
from dicerules.core import Game
from dicerules.errors import CardError, KitError
from dicerules.intro import read_intro
from dicerules.kit_lamps import check_lamps
from dicerules.kit_table import check_drawable, check_keys
from dicerules.kit_trial import parts
from dicerules.kit_words import check_headlines, check_language, check_source, check_words
from dicerules.limits import COLOURS, MOST_SEATS
from dicerules.presets import read_presets
from dicerules.views import TABLE
from dicerules.words import Catalogue, read_catalogue, words_for

_KEY = re.compile(r"[a-z][a-z0-9_]{0,23}")
_STEPS = range(4, 7)
"""Steps of an introduction: what fits into a minute."""


def check_folder(game: Game) -> None:
    """Hold that a game has its files, options that can be set, and words for all it can say."""
    try:
        _check_folder(game)
    except KitError as error:
        raise KitError(f"{game.key}: {error}") from error.__cause__


def _check_folder(game: Game) -> None:
    _check_game(game)
    _read_toml(game, "words/en.toml")
    words = words_for(game.folder)
    rules = _read(game, "RULES.md")
    if not rules.startswith("# "):
        raise KitError("expected RULES.md to begin with a heading")
    _check_cards(game, words)
    _check_options(game)
    _check_presets(game, words)
    _check_intro(game, words)
    check_lamps(game)
    check_source(game, words)
    check_headlines(words, rules)
    _check_languages(game, words)


def _check_game(game: Game) -> None:
    if not _KEY.fullmatch(game.key):
        raise KitError(
            f"expected a game's key of 1 to 24 lower-case letters, digits and _, got {game.key!r}"
        )
    seats = game.seats
    if not seats or seats.step != 1 or seats[0] < 1 or seats[-1] > MOST_SEATS:
        raise KitError(f"expected seats like range(2, 5), within 1 to {MOST_SEATS}, got {seats}")
    unknown = sorted(game.dice_colours - set(COLOURS))
    if unknown:
        known = ", ".join(COLOURS)
        raise KitError(f"expected dice_colours among the tower's colours ({known}), got {unknown}")


def _read(game: Game, file: str) -> str:
    found = game.folder.joinpath(*file.split("/"))
    if not found.is_file():
        raise KitError(f"expected a file {file} in the game's folder, got none")
    return found.read_text(encoding="utf-8")


def _read_toml(game: Game, file: str) -> dict[str, Any]:
    try:
        return tomllib.loads(_read(game, file))
    except tomllib.TOMLDecodeError as error:
        raise KitError(f"expected TOML in {file}, got a mistake: {error}") from None


def _check_cards(game: Game, words: Catalogue) -> None:
    if game.read_cards is None:
        if game.folder.joinpath("cards.toml").is_file():
            raise KitError("expected read_cards for cards.toml, got none")
        return
    _read(game, "cards.toml")
    cards = default_cards(game)
    try:
        game.read_cards("[", "bad.toml")
    except CardError as error:
        if "bad.toml" not in str(error):
            raise KitError(f"expected CardError to name the file, got {error}") from None
    else:
        raise KitError("expected CardError for a file that is not TOML")
    listed = list(parts(game.card_list(cards)))
    check_words(words, listed)
    check_keys(listed)


def _check_options(game: Game) -> None:
    for name, field in game.options.model_fields.items():
        if not field.title or not field.description or field.is_required():
            raise KitError(f"option {name} needs a title, a description, a default")
    _check_start(game, "the usual options", game.options())


def _check_presets(game: Game, words: Catalogue) -> None:
    if game.folder.joinpath("presets.toml").is_file():
        _read_toml(game, "presets.toml")
    for name, options in read_presets(game).items():
        if not name or any(map(str.isspace, name)):
            raise KitError(f"expected a preset's name without blanks, got {name!r}")
        missing = {f"preset.{name}.name", f"preset.{name}.how"} - set(words)
        if missing:
            raise KitError(f"expected words for {sorted(missing)}, got none")
        unknown = sorted(set(options) - set(game.options.model_fields))
        if unknown:
            raise KitError(f"preset {name} sets options that are not there: {unknown}")
        try:
            chosen = game.options.model_validate(options)
        except ValidationError as error:
            raise KitError(f"preset {name} is no set of options: {error}") from None
        _check_start(game, f"preset {name}", chosen)


def _check_intro(game: Game, words: Catalogue) -> None:
    if not game.folder.joinpath("intro.toml").is_file():
        return
    _read_toml(game, "intro.toml")
    try:
        steps = read_intro(game)
    except ShapeError as error:
        raise KitError(f"expected steps in intro.toml, got a mistake: {error}") from None
    if len(steps) not in _STEPS:
        low, high = _STEPS[0], _STEPS[-1]
        raise KitError(f"expected {low} to {high} steps in intro.toml, got {len(steps)}")
    pictures = game.faces(game.start(game.options(), game.seats[0], default_cards(game)))
    for step in steps:
        if not step.picture:
            raise KitError(f"expected a picture for the step {step.text.key!r}, got none")
        shown = list(parts(step))
        check_words(words, shown)
        check_keys(shown)
        check_drawable(pictures, shown)


def _check_start(game: Game, what: str, options: BaseModel) -> None:
    """Start at every number of seats, and look at what is needed and seen then."""
    cards = default_cards(game)
    for seats in game.seats:
        try:
            state = game.start(options, seats, cards)
            game.need(state)
            for viewer in (TABLE, *range(seats)):
                game.view(state, viewer)
        except Exception as error:
            raise KitError(f"{what} cannot be played by {seats}: expected no {error!r}") from error


def _check_languages(game: Game, words: Catalogue) -> None:
    for file in game.folder.joinpath("words").iterdir():
        if file.name.endswith(".toml") and file.name != "en.toml":
            name = f"words/{file.name}"
            _read_toml(game, name)
            check_language(words, read_catalogue(file), name)
