"""Who is where: points by rank, and what decides between equal points. Exact fractions throughout.

In this order: points; the points of one's opponents, on average; the points of those one finished
ahead of, on average (half of those one was level with); tables won. Players who are still
level share the place, and a lot decides only the order in which they are listed and paired.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

from msgspec import Struct

from dicehost.tournament.state import Tournament

Decided = Literal["", "points", "opponents", "beaten", "wins", "level"]
"""What put somebody behind the one before them; nothing for the first."""
_CRITERIA: tuple[Decided, ...] = ("points", "opponents", "beaten", "wins")
_NONE = Fraction(0)


class Standing(Struct, frozen=True):
    """One line of the standings. ``decided`` is what put this player behind the one before."""

    place: int
    player: int
    points: Fraction
    opponents: Fraction
    beaten: Fraction
    wins: int
    decided: Decided


def standings(tournament: Tournament) -> tuple[Standing, ...]:
    """Everybody who has ever taken part, the best first."""
    points = [_points(tournament, player) for player in range(len(tournament.players))]
    found = list[Standing]()
    rows = [(_measured(tournament, player, points), player) for player in range(len(points))]
    rows.sort(key=lambda row: ([-value for value in row[0]], lot(tournament, row[1])))
    for at, (measured, player) in enumerate(rows):
        decided = _decided(rows[at - 1][0], measured) if at else ""
        place = found[-1].place if decided == "level" else at + 1
        reached, opponents, beaten, wins = measured
        found.append(Standing(place, player, reached, opponents, beaten, int(wins), decided))
    return tuple(found)


def order(tournament: Tournament) -> list[int]:
    """Who takes part, the best first: the order in which the next round is paired."""
    return [one.player for one in standings(tournament) if not tournament.players[one.player].left]


def lot(tournament: Tournament, player: int, number: int = -1) -> str:
    """A player's lot, or that of a round: the same in every replay, and no name can change it."""
    return hashlib.sha256(f"{tournament.opened.seed}.{player}.{number}".encode()).hexdigest()


def points_of(ranks: Sequence[int], points: Sequence[int]) -> list[Fraction]:
    """The points of each rank at a table. Who shares a rank shares the points of its places."""
    shared = list[Fraction]()
    for rank in ranks:
        places = range(rank - 1, rank - 1 + sum(other == rank for other in ranks))
        total = sum(points[place] for place in places if place < len(points))
        shared.append(Fraction(total, len(places)))
    return shared


def _points(tournament: Tournament, player: int) -> Fraction:
    opened, total = tournament.opened, _NONE
    for played in tournament.rounds:
        # In a round robin everybody meets everybody, so nobody needs anything for a bye.
        if player in played.byes and opened.mode == "swiss":
            total += opened.points[0]
        for table in played.tables:
            if table.ranks and player in table.players:
                total += points_of(table.ranks, opened.points)[table.players.index(player)]
    return total


def _measured(
    tournament: Tournament, player: int, points: list[Fraction]
) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    opponents, beaten, meetings, wins = _NONE, _NONE, 0, 0
    for played in tournament.rounds:
        for table in played.tables:
            if not table.ranks or player not in table.players:
                continue
            own = table.ranks[table.players.index(player)]
            wins += own == 1
            for other, rank in zip(table.players, table.ranks, strict=True):
                if other != player:
                    meetings += 1
                    opponents += points[other]
                    beaten += points[other] * (Fraction(1, 2) if rank == own else int(own < rank))
    least = max(meetings, 1)
    return points[player], opponents / least, beaten / least, Fraction(wins)


def _decided(before: Sequence[Fraction], now: Sequence[Fraction]) -> Decided:
    for name, one, other in zip(_CRITERIA, before, now, strict=True):
        if one != other:
            return name
    return "level"
