"""Bots at the seats of a match: who may seat one, and which face it has. Writes nothing."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Literal, get_args

from dicerules.bots import levels
from dicerules.core import Game
from dicerules.views import TABLE
from dicerules.words import Message, message
from msgspec import Struct

from dicehost.errors import TableError
from dicehost.journal.events import Bot, BotLeft, BotSeated

Level = Literal["random", "steady", "sharp"]
FaceName = Literal["bolt", "luna", "otto", "pip", "mina", "rex"]
FACES: tuple[FaceName, ...] = get_args(FaceName)
"""The faces that pages can draw, in the order they are given out."""


class BotShown(Struct, frozen=True):
    """The bot at a seat, as every screen shows it."""

    level: str
    face: str


class Seating(Struct, frozen=True):
    """What seating a bot depends on: the game, how many seats there are, and who is a bot."""

    game: Game
    seats: int
    bots: dict[int, Bot]
    over: bool


def tell(bot: Bot) -> Message:
    """Say that a bot plays, and how strong it is."""
    level = bot.level if bot.level in get_args(Level) else "random"
    return message(f"host.bot.seated.{level}", seat=bot.seat)


def check_bots(game: Game, bots: Collection[Bot], seats: int) -> None:
    """Refuse bots at seats that are not there, or at a level that the game does not have."""
    for bot in bots:
        if not 0 <= bot.seat < seats or sum(bot.seat == other.seat for other in bots) > 1:
            raise TableError("bot.seat", most=seats - 1, got=repr(bot.seat))
        _check_level(game, bot.level)
        if bot.face not in FACES:
            raise TableError("bot.face", expected=", ".join(FACES), got=repr(bot.face)[:40])


def sit_down(table: Seating, viewer: int, command: str, said: Any) -> BotSeated:
    """Let a bot play a seat, as that seat or the table asks."""
    seat = _seat(table, viewer, said)
    level = _check_level(table.game, said.get("level") or usual_level(table.game))
    known = table.bots.get(seat)
    face = known.face if known else free_face(seat, table.bots.values())
    return BotSeated(Bot(seat, level, face), viewer, command)


def stand_up(table: Seating, viewer: int, command: str, said: Any) -> BotLeft | None:
    """Let a person play a seat again; nothing if a person plays it already."""
    seat = _seat(table, viewer, said)
    return BotLeft(seat, viewer, command) if seat in table.bots else None


def usual_level(game: Game) -> str:
    """The level of a bot that nobody has chosen one for: in the middle."""
    known = levels(game)
    return known[len(known) // 2]


def free_face(seat: int, bots: Collection[Bot]) -> str:
    """A face that no other bot of the match has, as long as there is one."""
    taken = {bot.face for bot in bots}
    free = [face for face in FACES if face not in taken]
    return free[0] if free else FACES[seat % len(FACES)]


def _seat(table: Seating, viewer: int, said: Any) -> int:
    seat = (said or {}).get("seat")
    # A bool is an int in Python, and no seat.
    if type(seat) is not int or not 0 <= seat < table.seats:
        raise TableError("bot.seat", most=table.seats - 1, got=repr(seat)[:40])
    if viewer not in (seat, TABLE):
        raise TableError("bot.not_yours")
    if table.over:
        raise TableError("bot.over")
    return seat


def _check_level(game: Game, level: Any) -> str:
    for known in levels(game):
        if known == level:
            return known
    expected, got = ", ".join(levels(game)), repr(level)[:40]
    raise TableError("bot.level", game=game.name, expected=expected, got=got)
