"""What a choice in The Morty Zone comes to once where no exact chance tells: Rick and bonus cards.

Everybody plays on by ``steady``. A Rick card is judged after the toss, by the points that the rows
will have on average; a bonus card at the end of the round.
"""

from __future__ import annotations

from dicerules.core import Answer, Quick, RandBelow
from dicerules.morty_zone.odds import expected, final
from dicerules.morty_zone.play import quick_apply, quick_need, scores
from dicerules.morty_zone.state import State
from dicerules.morty_zone.steady import steady
from dicerules.sampling import sample_choices
from dicerules.words import message
from dicerules.worth import Amount, Worth


def sample(state: State, seat: int, answer: Answer, randbelow: RandBelow) -> tuple[Worth, ...]:
    """Whether and how to use a Rick card, and whether to score a bonus card now."""
    if state.phase not in ("rick", "bonus"):
        return ()
    rick, before = state.phase == "rick", scores(state)[seat]

    def is_settled(after: State) -> bool:
        if len(after.sheets) > len(state.sheets):
            return True
        return rick and after.phase not in ("rick", "again", "check")

    def amounts(after: State) -> tuple[Amount, ...]:
        if rick:
            return (Amount(message("weigh.rows"), _rows(after, seat), "count"),)
        return (Amount(message("weigh.round"), scores(after)[seat] - before, "gain"),)

    return sample_choices(
        Quick(quick_need, quick_apply), steady, state, seat, answer, randbelow, is_settled, amounts
    )


def _rows(state: State, seat: int) -> float:
    """The points that all rows of a board will have, each by itself."""
    fate = state.fates[seat]
    locked = [bool(fate.locked >> colour & 1) for colour in range(len(fate.rows))]
    return sum(
        final(row) if shut else expected(row) for row, shut in zip(fate.rows, locked, strict=True)
    )
