"""Sentences and rules for people, by language: the host's own, those all share, each game's."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from html import escape
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Literal

from dicerules import games
from dicerules.core import Game
from dicerules.errors import RuleError
from dicerules.words import Message, read_catalogue, sentence
from msgspec import Struct

from dicehost.errors import HostError

if TYPE_CHECKING:
    from markdown_it.token import Token


# Anybody may ask for any language: only those that there are words for are looked up and kept.


def host_words(language: str = "en") -> dict[str, str]:
    """What the host and every game say; English where a language is missing."""
    return _host_words(language if language in _host_languages() else "en")


@cache
def _host_words(language: str) -> dict[str, str]:
    return read_catalogue(*(file for folder in _HOST for file in _pick(folder, language)))


@cache
def _game_words(key: str, language: str) -> dict[str, str]:
    return host_words(language) | read_catalogue(*_pick(games()[key].folder, language))


def game_words(game: Game, language: str = "en") -> dict[str, str]:
    """What a game says, with what every game says; English where a language is missing."""
    known = language in _host_languages() or language in _languages(game.folder)
    return _game_words(game.key, language if known else "en")


Part = Literal["all", "play", "options"]
_SELDOM = ("host.", "refusal.")
"""What all games share and a screen says on few evenings; a page fetches it when it has to."""
_ELSEWHERE = ("about", "chapter.", "intro.", "late.", "preset.")
"""What a game says on other pages, in its rules, and when clocks run out."""


def words_of(game: Game, language: str, part: Part) -> dict[str, str]:
    """Those of a game's sentences that a part of the pages needs."""
    words = game_words(game, language)
    if part == "play":
        shared = host_words(language)
        return {
            key: said
            for key, said in words.items()
            if not key.startswith(_ELSEWHERE) and not (key in shared and key.startswith(_SELDOM))
        }
    if part == "options":
        return {key: said for key, said in words.items() if key.startswith(("option.", "preset."))}
    return words


def game_languages(game: Game) -> list[str]:
    """The languages that a game has words in."""
    return sorted(_languages(game.folder))


def game_rules(game: Game, language: str = "en") -> str:
    """A game's rules for players, in Markdown; English where a language is missing."""
    own = f"RULES.{language}.md"
    known = any(file.name == own for file in game.folder.iterdir())
    return game.folder.joinpath(own if known else "RULES.md").read_text(encoding="utf-8")


_HOST = (files("dicerules"), files("dicehost"))


@cache
def _host_languages() -> frozenset[str]:
    return frozenset[str]().union(*map(_languages, _HOST))


def _languages(folder: Traversable) -> frozenset[str]:
    named = (file.name.rpartition(".") for file in folder.joinpath("words").iterdir())
    return frozenset(name for name, _, kind in named if kind == "toml")


@lru_cache(maxsize=64)
def rules_html(markdown: str) -> str:
    """Rules in Markdown as HTML for the help page. HTML in them stays text, and so do links.

    The title is an ``h2`` and its chapters ``h3``, as they lie in a page that has a heading. The
    entry of a ruling has the ruling's name as its id.
    """
    # Imported here because it is slow, and most evenings nobody reads the rules.
    from markdown_it import MarkdownIt

    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    # A tablet on the table has no way back from another site.
    for kind in ("link_open", "link_close"):
        reader.add_render_rule(kind, lambda *_: "")
    reader.add_render_rule("image", lambda _, tokens, at, *__: escape(tokens[at].content))
    tokens = reader.parse(markdown)
    for at, token in enumerate(tokens):
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(int(token.tag[1]) + 1, 4)}"
        elif token.type == "list_item_open" and (ruling := _ruling(tokens[at : at + 3])):
            token.attrSet("id", ruling)
    page: str = reader.renderer.render(_without_empty_heads(tokens), reader.options, {})
    return page


_RULING = re.compile(r"\*\*([A-Z]{2}-[A-Z]\d+)\*\*")


def _ruling(tokens: list[Token]) -> str:
    # An entry of a list, the paragraph in it, and the words of that.
    words = tokens[2].content if len(tokens) == 3 and tokens[2].type == "inline" else ""
    found = _RULING.match(words)
    return found[1] if found else ""


def _without_empty_heads(tokens: list[Token]) -> list[Token]:
    # Markdown has no table without a head; one that says nothing is left out.
    kept: list[Token] = []
    for token in tokens:
        kept.append(token)
        if token.type == "thead_close":
            start = max(at for at, one in enumerate(kept) if one.type == "thead_open")
            if not any(one.content for one in kept[start:]):
                del kept[start:]
    return kept


class Refusal(Struct, frozen=True):
    """A refusal as screens and programs are told it: a stable code and an English sentence.

    ``say`` is the sentence's key and facts, for programs that speak another language.
    """

    code: str
    message: str
    say: Message


def told(refusal: HostError | RuleError) -> Refusal:
    """Put a refusal into words."""
    seats = [f"Seat {n}" for n in range(1, 13)]
    return Refusal(refusal.code, sentence(refusal.words, host_words(), seats), refusal.words)


def _pick(folder: Traversable, language: str) -> list[Traversable]:
    # English first, so that a sentence a language lacks is still a sentence.
    words = folder.joinpath("words")
    wanted = [words.joinpath("en.toml")]
    if language != "en" and language in _languages(folder):
        wanted.append(words.joinpath(f"{language}.toml"))
    return wanted
