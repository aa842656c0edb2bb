"""Tables of three to six as a mixed-integer programme, which HiGHS solves.

Everybody sits at one table or has a bye. People who have sat together are put apart first of all;
then everybody sits as near as can be to the table that their standing gives them.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

import highspy

from dicehost.errors import TournamentError

if TYPE_CHECKING:
    from dicehost.tournament.pairing import Sizes

MOST_NODES = 1000
"""Branches looked at: it bounds the work and, unlike a time, gives the same round again."""
NEAR_ENOUGH = 0.02
"""How much further than necessary, of one, people may sit from their own table."""


def seat_groups(
    ranked: Sequence[int],
    sizes: Sizes,
    past: Sequence[tuple[int, ...]],
    must: Collection[int],
    may: Collection[int],
) -> list[tuple[int, ...]]:
    """The players of each table, the best table first, and last those who have a bye.

    ``past`` are all tables of the rounds before.
    """
    solver: highspy.Highs = highspy.Highs()  # type: ignore[no-untyped-call]
    solver.silent()
    solver.setOptionValue("random_seed", 1)
    solver.setOptionValue("threads", 1)
    solver.setOptionValue("mip_max_nodes", MOST_NODES)
    solver.setOptionValue("mip_rel_gap", NEAR_ENOUGH)
    blocks = [*sizes.tables, sizes.byes]
    seats = {player: [solver.addBinary() for _ in blocks] for player in ranked}
    for own in seats.values():
        solver.addConstr(solver.qsum(own) == 1)
    for at, size in enumerate(blocks):
        solver.addConstr(solver.qsum(own[at] for own in seats.values()) == size)
    for player, own in seats.items():
        if player in must:
            solver.addConstr(own[-1] == 1)
        elif player not in may:
            solver.addConstr(own[-1] == 0)
    distances = _distances(len(ranked), blocks)
    # More than all distances together could be, so that no distance is worth a repeat.
    again = 1 + sum(max(row) for row in distances)
    cost = [
        distances[at][block] * seats[player][block]
        for at, player in enumerate(ranked)
        for block in range(len(blocks))
        if distances[at][block]
    ]
    for table in past:
        here = [seats[player] for player in table if player in seats]
        for block in range(len(sizes.tables)):
            # Of k people who sit together again, k - 1 are too many: they cost 1, 2, 3 and so on,
            # which together is the number of their pairs.
            most = min(len(here), sizes.tables[block]) - 1
            if most > 0:
                extra = [solver.addVariable(0, 1) for _ in range(most)]
                solver.addConstr(solver.qsum(own[block] for own in here) - solver.qsum(extra) <= 1)
                cost += [again * (number + 1) * one for number, one in enumerate(extra)]
    if cost:
        solver.minimize(solver.qsum(cost))
    else:
        solver.run()
    return _read(solver, ranked, seats, len(blocks))


def _read(
    solver: highspy.Highs,
    ranked: Sequence[int],
    seats: dict[int, list[highspy.highs.highs_var]],
    blocks: int,
) -> list[tuple[int, ...]]:
    values = solver.getSolution().col_value
    if not values:
        raise TournamentError("tournament.unsolved", why=str(solver.getModelStatus()))
    return [
        tuple(player for player in ranked if values[seats[player][block].index] > 0.5)
        for block in range(blocks)
    ]


def _distances(count: int, blocks: Sequence[int]) -> list[list[int]]:
    # How far a place in the standings is from each table's places, squared.
    found, first = [list[int]() for _ in range(count)], 0
    for size in blocks:
        last = first + size - 1
        for at, row in enumerate(found):
            row.append(max(first - at, at - last, 0) ** 2 if size else 0)
        first += size
    return found
