"""What a screen can want done: the one list of commands. Does nothing."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

Do = Literal[
    "move",
    "press",
    "ask_back",
    "agree_back",
    "refuse_back",
    "pause",
    "resume",
    "help_open",
    "help_close",
    "ask_hand",
    "agree_hand",
    "refuse_hand",
    "type_in",
    "let_in",
    "turn_away",
    "bot_plays",
    "bot_stops",
    "pace",
]


class Command(Struct, frozen=True):
    """What a screen wants done. Sending the same id again is doing it once.

    ``answer`` is a filled form for "move", ``{"roll": id}`` for "press": the roll it is meant for,
    so that a press that comes late does not roll the next one, and ``{"number": …}`` for "let_in"
    and "turn_away": the number of the device that waits. ``{"seat": …, "level": …}`` is for
    "bot_plays", ``{"seat": …}`` for "bot_stops", ``{"pace": …}`` for "pace", ``{"device": …}`` for
    "ask_hand" by a program that reads dice. ``question`` is the
    number of the question that a "move" answers, so that a late answer is not taken for an answer
    to the next question. ``bot`` is the level of the bot that moves; a screen cannot say it.
    """

    id: str
    do: Do
    answer: dict[str, Any] | None = None
    question: int | None = None
    bot: str = ""
