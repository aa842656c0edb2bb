"""The next round: how many tables of how many, who has a bye, and who sits with whom.

What is decided here is what a good round is; finding it is left to kept libraries, which are loaded
when they are first needed: networkx for tables of two, HiGHS for larger ones. The same tournament
always gives the same round.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from msgspec import Struct
from msgspec.structs import replace

from dicehost.errors import TournamentError
from dicehost.journal.tournament_events import RoundPaired
from dicehost.tournament.standings import lot, order
from dicehost.tournament.state import Pair, Tournament, check_next_round

LARGEST_TABLE = 6
_BYE = -1


class Sizes(Struct, frozen=True):
    """How many sit at each table, the larger tables first, and how many have a bye."""

    tables: tuple[int, ...]
    byes: int


def next_round(tournament: Tournament) -> RoundPaired:
    """Pair the next round; refused if there is none to pair."""
    check_next_round(tournament)
    opened = tournament.opened
    sizes = table_sizes(len(tournament.active), opened.seats, opened.size)
    try:
        if max(sizes.tables) > 2:
            paired = _seat_groups(tournament, sizes)
        elif opened.mode == "round_robin":
            paired = _everybody_once(tournament)
        else:
            paired = _pair_neighbours(tournament, sizes)
    except ModuleNotFoundError:
        raise TournamentError("tournament.extra") from None
    tables = tuple(_begin_in_turn(tournament, table) for table in paired.tables)
    return replace(paired, tables=tables)


def _begin_in_turn(tournament: Tournament, players: Sequence[int]) -> tuple[int, ...]:
    # Who sits first begins, so it is whoever has begun least; the lot decides between equals.
    first = [table.players[0] for played in tournament.rounds for table in played.tables]
    mixed = sorted(players, key=lambda player: lot(tournament, player, len(tournament.rounds)))
    return tuple(sorted(mixed, key=first.count))


def table_sizes(count: int, seats: tuple[int, int], size: int) -> Sizes:
    """Split players into tables: as few byes as the game allows, then sizes close to ``size``."""
    low, high = seats
    for byes in range(count + 1):
        playing = count - byes
        splits = [
            tuple(playing // tables + (at < playing % tables) for at in range(tables))
            for tables in range(-(-playing // high), playing // low + 1)
        ]
        if splits := [split for split in splits if split]:
            best = min(splits, key=lambda split: (sum(abs(one - size) for one in split), split))
            return Sizes(best, byes)
    raise TournamentError("tournament.few", expected=low, got=count)


def byes_due(tournament: Tournament, byes: int) -> tuple[set[int], set[int]]:
    """Who must have a bye this round, and who else may, so that byes stay even."""
    if not byes:
        return set(), set()
    had = {player: tournament.byes(player) for player in tournament.active}
    level = sorted(had.values())[byes - 1]
    must = {player for player, count in had.items() if count < level}
    return must, {player for player, count in had.items() if count == level}


def _pair_neighbours(tournament: Tournament, sizes: Sizes) -> RoundPaired:
    # Swiss: never twice the same pair while it can be helped, then neighbours in the standings.
    ranked, met = order(tournament), tournament.met()
    _, may = byes_due(tournament, sizes.byes)
    place = {player: at for at, player in enumerate(ranked)}
    again = len(ranked) ** 3 + 1  # more than all distances together
    costs = {
        frozenset(pair): (place[pair[0]] - place[pair[1]]) ** 2 + again * met[frozenset(pair)]
        for pair in combinations(ranked, 2)
    }
    if sizes.byes:
        costs |= {frozenset((player, _BYE)): (len(ranked) - place[player]) ** 2 for player in may}
    return _round(_match({pair: -cost for pair, cost in costs.items()}), ranked)


def _everybody_once(tournament: Tournament) -> RoundPaired:
    # Round robin of two: as many new pairs as can be, first for those who have most to play. While
    # nobody comes or goes, the rounds of a Berger table are such; one of them is preferred.
    unmet, count = tournament.unmet(), len(tournament.players)
    to_play = {player: sum(player in pair for pair in unmet) for player in tournament.active}
    colours = {pair: _berger(pair, count + count % 2) for pair in unmet}
    left = list(colours.values())
    fullest = max(set(left), key=lambda colour: (left.count(colour), -colour))
    weights = {
        pair: (count + 1) * sum(to_play[player] for player in pair) + (colours[pair] == fullest)
        for pair in unmet
    }
    ranked = sorted(tournament.active, key=lambda player: lot(tournament, player))
    return _round(_match(weights), ranked)


def _berger(pair: Pair, even: int) -> int:
    one, other = sorted(pair)
    return (2 * one if other == even - 1 else one + other) % (even - 1)


def _match(weights: dict[Pair, int]) -> list[Pair]:
    # Sorted, because the library may choose between equals by the order that it was told in.
    import networkx

    graph = networkx.Graph()
    graph.add_weighted_edges_from(
        (*sorted(pair), weight) for pair, weight in sorted(weights.items(), key=_sorted_pair)
    )
    chosen = networkx.max_weight_matching(graph, maxcardinality=True)
    return [frozenset(pair) for pair in chosen]


def _sorted_pair(weighed: tuple[Pair, int]) -> list[int]:
    return sorted(weighed[0])


def _round(pairs: Sequence[Pair], ranked: Sequence[int]) -> RoundPaired:
    # The best players sit at table 1.
    place = {player: at for at, player in enumerate(ranked)}
    tables = [tuple(sorted(pair, key=place.__getitem__)) for pair in pairs if _BYE not in pair]
    tables.sort(key=lambda table: [place[player] for player in table])
    seated = {player for table in tables for player in table}
    return RoundPaired(tuple(tables), tuple(one for one in ranked if one not in seated))


def _seat_groups(tournament: Tournament, sizes: Sizes) -> RoundPaired:
    from dicehost.tournament.groups import seat_groups

    swiss = tournament.opened.mode == "swiss"
    ranked = (
        order(tournament)
        if swiss
        else sorted(tournament.active, key=lambda player: lot(tournament, player))
    )
    must, may = byes_due(tournament, sizes.byes)
    past = [table.players for played in tournament.rounds for table in played.tables]
    groups = seat_groups(ranked, sizes, past, must, may)
    return RoundPaired(tuple(groups[:-1]), groups[-1])
