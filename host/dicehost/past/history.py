"""The history page: matches found by words, and what each player has played and won."""

from __future__ import annotations

from collections.abc import Iterable

from dicerules import games
from msgspec import Struct

from dicehost.past.ledger import Result


class Counted(Struct, frozen=True):
    """Matches played and won of one game. A shared win counts for each of its winners.

    Matches in which a bot has played are counted apart.
    """

    game: str
    matches: int
    wins: int
    bot_matches: int = 0
    bot_wins: int = 0


class Player(Struct, frozen=True):
    """One player: finished matches, wins and time used, in all and by game.

    ``matches`` and ``wins`` are those among people; ``bot_matches`` and ``bot_wins`` those in which
    a bot has played.
    """

    name: str
    matches: int
    wins: int
    spent_ms: int
    games: tuple[Counted, ...]
    bot_matches: int = 0
    bot_wins: int = 0


def find(results: Iterable[Result], words: str) -> list[Result]:
    """The matches where each word is part of a player's name or of the game's name."""
    wanted = words.casefold().split()

    def fits(result: Result) -> bool:
        known = games().get(result.game)
        texts = [*result.names, result.game, known.name if known else ""]
        return all(any(word in text.casefold() for text in texts) for word in wanted)

    return [result for result in results if fits(result)]


def players(results: Iterable[Result]) -> list[Player]:
    """Everybody who finished a match, those with the most matches first."""
    shown: dict[str, str] = {}
    tables: dict[str, dict[str, list[int]]] = {}
    spent: dict[str, int] = {}
    for result in results:
        if not result.over or result.abandoned:
            continue
        for seat, name in enumerate(result.names):
            if seat in result.bots:
                continue  # it is not this person who won or lost
            who = name.strip().casefold()
            shown.setdefault(who, name.strip())
            spent[who] = spent.get(who, 0) + result.spent_ms[seat]
            count = tables.setdefault(who, {}).setdefault(result.game, [0, 0, 0, 0])
            kind = 2 if result.bots else 0
            count[kind] += 1
            count[kind + 1] += seat in result.winners
    known = [_player(shown[who], spent[who], table) for who, table in tables.items()]
    return sorted(
        known, key=lambda player: (-player.matches, -player.bot_matches, player.name.casefold())
    )


def _player(name: str, spent: int, table: dict[str, list[int]]) -> Player:
    by_game = tuple(Counted(game, *counts) for game, counts in sorted(table.items()))
    matches, wins, bot_matches, bot_wins = map(sum, zip(*table.values(), strict=True))
    return Player(name, matches, wins, spent, by_game, bot_matches, bot_wins)
