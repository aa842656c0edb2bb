"""Sentences by key: what the rules say, kept apart from how a language says it. Knows no game."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from msgspec import Struct


class Say(Struct, frozen=True, omit_defaults=True):
    """A sentence to be said: its key in a catalogue, and the facts its blanks are filled with.

    A fact called ``seat`` (or ending in ``_seat``) is a seat's number and is said as that seat's
    name; one called ``seats`` is a list of them. A fact may be a sentence itself.
    """

    key: str
    facts: dict[str, int | str | list[int] | Say] = {}


Fact = int | str | list[int] | Say


def say(key: str, **facts: int | str | list[int] | Say) -> Say:
    """Write ``Say`` the short way."""
    return Say(key, facts)


Catalogue = Mapping[str, str]

_BLANK = re.compile(r"\{(\w+)(?::([^|{}]*)\|([^{}]*))?\}")


def read_catalogue(*files: Traversable) -> dict[str, str]:
    """Read TOML word files into one flat catalogue; a later file wins over an earlier one."""
    words: dict[str, str] = {}
    for file in files:
        _flatten(tomllib.loads(file.read_text(encoding="utf-8")), "", words)
    return words


def words_for(folder: Traversable, language: str = "en") -> dict[str, str]:
    """Read the words all games share and those in a game's own folder."""
    shared = files("dicerules").joinpath("words", f"{language}.toml")
    return read_catalogue(shared, folder.joinpath("words", f"{language}.toml"))


def _flatten(table: Mapping[str, Any], prefix: str, into: dict[str, str]) -> None:
    for key, value in table.items():
        if isinstance(value, str):
            into[prefix + key] = value
        else:
            _flatten(value, f"{prefix}{key}.", into)


def sentence(what: Say, words: Catalogue, names: Sequence[str]) -> str:
    """Fill a sentence's blanks; a key the catalogue lacks is said as the key itself.

    ``{count}`` is the fact, ``{count:chip|chips}`` the first word for one and the second otherwise.
    """

    def fill(match: re.Match[str]) -> str:
        name, one, many = match.groups()
        fact = what.facts.get(name, match.group())
        if one is not None:
            return one if fact == 1 else many
        return _fact(name, fact, words, names)

    return _BLANK.sub(fill, words.get(what.key, what.key))


def _fact(name: str, fact: Fact, words: Catalogue, names: Sequence[str]) -> str:
    if isinstance(fact, Say):
        return sentence(fact, words, names)
    if isinstance(fact, list):
        return join([_name(seat, names) for seat in fact], words)
    if isinstance(fact, int) and (name == "seat" or name.endswith("_seat")):
        return _name(fact, names)
    return str(fact)


def _name(seat: int, names: Sequence[str]) -> str:
    # A refusal may speak of a seat that nobody has.
    return names[seat] if 0 <= seat < len(names) else str(seat)


def blanks(template: str) -> set[str]:
    """Name the facts that a sentence of a catalogue has blanks for."""
    return {match.group(1) for match in _BLANK.finditer(template)}


def join(parts: Sequence[str], words: Catalogue) -> str:
    """Join names as a person would: "Ann, Bo and Cy"."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {words.get('and', 'and')} {parts[-1]}"
