"""The history page: matches found by words, and what each player has played and won."""

from __future__ import annotations

from collections.abc import Iterable

from dicerules import games
from msgspec import Struct

from dicehost.past.ledger import Result


class Counted(Struct, frozen=True):
    """Matches played and won of one game. A shared win counts for each of its winners."""

    game: str
    matches: int
    wins: int


class Player(Struct, frozen=True):
    """One player: finished matches, wins and time used, in all and by game."""

    name: str
    matches: int
    wins: int
    spent_ms: int
    games: tuple[Counted, ...]


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
        if not result.over:
            continue
        for seat, name in enumerate(result.names):
            who = name.strip().casefold()
            shown.setdefault(who, name.strip())
            spent[who] = spent.get(who, 0) + result.spent_ms[seat]
            count = tables.setdefault(who, {}).setdefault(result.game, [0, 0])
            count[0] += 1
            count[1] += seat in result.winners
    known = [_player(shown[who], spent[who], table) for who, table in tables.items()]
    return sorted(known, key=lambda player: (-player.matches, player.name.casefold()))


def _player(name: str, spent: int, table: dict[str, list[int]]) -> Player:
    by_game = [Counted(game, matches, wins) for game, (matches, wins) in sorted(table.items())]
    matches, wins = sum(one.matches for one in by_game), sum(one.wins for one in by_game)
    return Player(name, matches, wins, spent, tuple(by_game))
