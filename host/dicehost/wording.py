"""Sentences for people: the host's own, those all games share, and each game's, by language."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from dicerules import games
from dicerules.core import Game
from dicerules.words import read_catalogue


@cache
def host_words(language: str = "en") -> dict[str, str]:
    """What the host and every game say."""
    return read_catalogue(*_pick(files("dicerules"), language), *_pick(files("dicehost"), language))


@cache
def _game_words(key: str, language: str) -> dict[str, str]:
    return host_words(language) | read_catalogue(*_pick(games()[key].folder, language))


def game_words(game: Game, language: str = "en") -> dict[str, str]:
    """What a game says, with what every game says."""
    return _game_words(game.key, language)


def _pick(folder: Traversable, language: str) -> list[Traversable]:
    # English first, so that a sentence a language lacks is still a sentence.
    words = folder.joinpath("words")
    wanted = [words.joinpath("en.toml")]
    own = words.joinpath(f"{language}.toml")
    if language != "en" and language.isalpha() and own.is_file():
        wanted.append(own)
    return wanted
