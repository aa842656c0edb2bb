"""Sentences and rules for people, by language: the host's own, those all share, each game's."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from dicerules import games
from dicerules.core import Game
from dicerules.errors import RuleError
from dicerules.words import read_catalogue, sentence

from dicehost.errors import HostError


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


def game_rules(game: Game, language: str = "en") -> str:
    """A game's rules for players, in Markdown; English where a language is missing."""
    own = game.folder.joinpath(f"RULES.{language}.md")
    known = language.isalpha() and own.is_file()
    return (own if known else game.folder.joinpath("RULES.md")).read_text(encoding="utf-8")


def told(refusal: HostError | RuleError) -> dict[str, Any]:
    """A refusal as screens and programs are told it."""
    return {
        "code": refusal.code,
        "message": sentence(refusal.words, host_words(), [f"Seat {n}" for n in range(1, 13)]),
        "say": refusal.words,
    }


def _pick(folder: Traversable, language: str) -> list[Traversable]:
    # English first, so that a sentence a language lacks is still a sentence.
    words = folder.joinpath("words")
    wanted = [words.joinpath("en.toml")]
    own = words.joinpath(f"{language}.toml")
    if language != "en" and language.isalpha() and own.is_file():
        wanted.append(own)
    return wanted
