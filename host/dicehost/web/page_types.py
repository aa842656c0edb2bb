"""Writes the types of everything the host sends its pages as a TypeScript declaration file.

    python -m dicehost.web.page_types [--check]

The pages are JavaScript that is checked against this file, so a page that reads a field the host
does not send fails ``make check``. ``--check`` writes nothing and fails if the file is out of date.
"""

from __future__ import annotations

import sys
import types
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields as dataclass_fields
from dataclasses import is_dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from dicerules.beats import Beat
from dicerules.core import Face
from dicerules.forms import Field
from dicerules.views import Item
from dicerules.worth import Worth
from pydantic import BaseModel

from dicehost.house.care import CheckFound, PanelSeen
from dicehost.house.listing import MatchListed, SeatsOffered
from dicehost.link.noise_log import Span
from dicehost.match.bots import FaceName
from dicehost.match.commands import Do
from dicehost.outside.facts import TableFacts
from dicehost.outside.room import RoomShown
from dicehost.past.archive import Taken
from dicehost.past.fairness import Verdict
from dicehost.past.finale import Finale
from dicehost.past.hindsight import HindsightSeen
from dicehost.past.history import Player
from dicehost.past.ledger import Choices, Result
from dicehost.past.proof import Checked
from dicehost.past.replay import Head, Seen
from dicehost.screens.message import Screen
from dicehost.screens.reactions import Reaction
from dicehost.web.models import ClockListed, CodeLink, Done, GameListed, TrustShown
from dicehost.web.room import RoomFairness
from dicehost.web.tower_models import TowerListed
from dicehost.web.towers import TowerCare
from dicehost.wording import Refusal

FILE = Path(__file__).parents[1] / "pages" / "lib" / "messages.d.ts"

ROOTS: dict[str, Any] = {
    "Screen": Screen,
    "Item": Item,
    "Field": Field,
    "Face": Face,
    "Do": Do,
    "Reaction": Reaction,
    "FaceName": FaceName,
    "MatchListed": MatchListed,
    "SeatsOffered": SeatsOffered,
    "GameListed": GameListed,
    "ClockListed": ClockListed,
    "TowerListed": TowerListed,
    "TowerCare": TowerCare,
    "PanelSeen": PanelSeen,
    "CheckFound": CheckFound,
    "Done": Done,
    "CodeLink": CodeLink,
    "Refusal": Refusal,
    "Taken": Taken,
    "Head": Head,
    "Seen": Seen,
    "Checked": Checked,
    "Finale": Finale,
    "HindsightSeen": HindsightSeen,
    "Result": Result,
    "Player": Player,
    "Verdict": Verdict,
    "Choices": Choices,
    "Span": Span,
    "Beat": Beat,
    "Worth": Worth,
    "TableFacts": TableFacts,
    "TrustShown": TrustShown,
    "RoomShown": RoomShown,
    "RoomFairness": RoomFairness,
}
"""What pages are sent, by the names that pages use."""

HEADER = """\
// Written by `python -m dicehost.web.page_types` from the host's own types. Do not edit.

declare namespace Host {
"""

_PLAIN = {int: "number", float: "number", str: "string", bool: "boolean", Any: "any"}


class _Writer:
    """Turns Python types into TypeScript, and collects the classes it meets on the way."""

    def __init__(self) -> None:
        self._names: dict[type, str] = {}
        self._waiting: list[type] = []

    def text(self) -> str:
        parts = []
        for name, root in ROOTS.items():
            if isinstance(root, type):
                self._name(root)
            else:
                parts.append(f"  type {name} = {self._type(root)};\n")
        while self._waiting:
            parts.append(self._declare(self._waiting.pop(0)))
        return HEADER + "\n".join(parts) + "}\n"

    def _name(self, kind: type) -> str:
        if kind not in self._names:
            name = kind.__name__
            if name in self._names.values():  # two modules may use one word
                name = kind.__module__.rpartition(".")[2].title().replace("_", "") + name
            self._names[kind] = name
            self._waiting.append(kind)
        return self._names[kind]

    def _declare(self, kind: type) -> str:
        name = self._names[kind]
        parts = list(_fields(kind))
        if issubclass(kind, msgspec.Struct) and kind.__struct_config__.array_like:
            items = ", ".join(f"{part}: {self._type(of)}" for part, of, _ in parts)
            return f"  type {name} = [{items}];\n"
        lines = [
            f"    {part}{'?' if left_out else ''}: {self._type(of)};\n"
            for part, of, left_out in parts
        ]
        return f"  interface {name} {{\n{''.join(lines)}  }}\n"

    def _type(self, of: Any) -> str:
        if of is None or of is type(None):
            return "null"
        if of in _PLAIN:
            return _PLAIN[of]
        origin, args = get_origin(of), get_args(of)
        if origin is Annotated:
            return self._type(args[0])
        if origin is Literal:
            return " | ".join(f'"{value}"' for value in args)
        if origin in (Union, types.UnionType):
            return " | ".join(dict.fromkeys(self._type(arg) for arg in args))
        if isinstance(origin, type) and issubclass(origin, Mapping):
            return f"Record<string, {self._type(args[1])}>"
        if origin is tuple and args[-1] is not Ellipsis:
            return f"[{', '.join(self._type(arg) for arg in args)}]"
        if isinstance(origin, type) and issubclass(origin, Sequence):
            inner = self._type(args[0])
            return f"({inner})[]" if " " in inner else f"{inner}[]"
        if not isinstance(of, type):
            raise TypeError(f"pages cannot be sent {of!r}: teach page_types how to write it")
        return self._name(of)


def _fields(kind: type) -> Iterator[tuple[str, Any, bool]]:
    """Each field as JSON has it: its name, its type, and whether it may be left out."""
    hints = get_type_hints(kind, include_extras=True)
    if issubclass(kind, msgspec.Struct):
        config = kind.__struct_config__
        if config.tag is not None:
            yield config.tag_field or "type", Literal[config.tag], False
        for field in msgspec.structs.fields(kind):
            yield field.encode_name, hints[field.name], config.omit_defaults and not field.required
    elif issubclass(kind, BaseModel):
        for name in kind.model_fields:
            yield name, hints[name], False
    elif is_dataclass(kind):
        for part in dataclass_fields(kind):
            yield part.name, hints[part.name], False
    else:
        raise TypeError(f"pages cannot be sent a {kind.__name__}: teach page_types how to write it")


def declarations() -> str:
    """The whole declaration file."""
    return _Writer().text()


def main() -> None:
    """Write the file, or with ``--check`` only compare it."""
    text = declarations()
    if "--check" not in sys.argv[1:]:
        FILE.write_text(text, encoding="utf-8")
    elif not FILE.is_file() or FILE.read_text(encoding="utf-8") != text:
        sys.exit(
            "The pages' types are out of date: what the host sends has changed.\n"
            "Run: python -m dicehost.web.page_types"
        )


if __name__ == "__main__":
    main()
