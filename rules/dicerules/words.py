"""Messages and their words: rules say a key and facts, words files say the sentence."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from msgspec import Struct


class Message(Struct, frozen=True, gc=False, omit_defaults=True):
    """A sentence by its key in the words files, and the facts that fill its blanks.

    A fact named ``seat``, or ending in ``_seat``, is a seat's number and is shown as that player's
    name; a list of seats is shown as a list of names. A fact may be a message itself.
    """

    key: str
    facts: dict[str, int | str | list[int] | Message] = {}


Fact = int | str | list[int] | Message


def message(key: str, **facts: int | str | list[int] | Message) -> Message:
    """Make a ``Message`` with facts as keyword arguments."""
    return Message(key, facts)


class News(list[Message]):
    """What an event did, sentence after sentence."""

    silent = False
    """Whether nobody listens; then facts that take long to find need not be found."""

    def say(self, key: str, /, **facts: Fact) -> None:
        """Add a sentence by its key and facts."""
        self.append(Message(key, facts))


class Silence(News):
    """News that nobody listens to: whatever is said, it stays empty."""

    silent = True

    def say(self, key: str, /, **facts: Fact) -> None:
        """Say nothing."""

    def append(self, told: Message, /) -> None:
        """Say nothing."""


SILENCE = Silence()
"""For playing on where nobody reads the news."""

Catalogue = Mapping[str, str]

_BLANK = re.compile(r"\{(\w+)(?::([^|{}]*)\|([^{}]*))?\}")


def read_catalogue(*files: Traversable) -> dict[str, str]:
    """Read words files into one flat catalogue; a later file wins over an earlier one."""
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


def sentence(what: Message, words: Catalogue, names: Sequence[str]) -> str:
    """Fill the blanks of a message; a key without words is said as it is.

    ``{count}`` is the fact; ``{count:chip|chips}`` is the first word if it is 1, else the second.
    """

    def fill(match: re.Match[str]) -> str:
        name, one, many = match.groups()
        fact = what.facts.get(name, match.group())
        if one is not None:
            return one if fact == 1 else many
        return _fact(name, fact, words, names)

    return _BLANK.sub(fill, words.get(what.key, what.key))


def _fact(name: str, fact: Fact, words: Catalogue, names: Sequence[str]) -> str:
    if isinstance(fact, Message):
        return sentence(fact, words, names)
    if isinstance(fact, list):
        return join([_name(seat, names) for seat in fact], words)
    if isinstance(fact, int) and (name == "seat" or name.endswith("_seat")):
        return _name(fact, names)
    return str(fact)


def _name(seat: int, names: Sequence[str]) -> str:
    # A refusal may be about a seat that is not there.
    return names[seat] if 0 <= seat < len(names) else str(seat)


def blanks(template: str) -> set[str]:
    """The names of the facts that a sentence has blanks for."""
    return {match.group(1) for match in _BLANK.finditer(template)}


def join(parts: Sequence[str], words: Catalogue) -> str:
    """Join names as a person would: "Ann, Bo and Cy"."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {words.get('and', 'and')} {parts[-1]}"
