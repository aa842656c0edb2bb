"""What a choice in R.Y.B. comes to once where no exact chance tells: points in one's next turn.

Everybody plays on by ``steady`` until the seat's turn, this one or the next, is over.
"""

from __future__ import annotations

from dicerules.core import Answer, Quick, RandBelow
from dicerules.ryb.play import quick_apply, quick_need, scores
from dicerules.ryb.state import State
from dicerules.ryb.steady import steady
from dicerules.sampling import sample_choices
from dicerules.words import message
from dicerules.worth import Amount, Worth

PHASES = ("draft", "refill", "play", "recycle", "window", "swap", "rover", "give", "trade")
"""What has no exact chance. Attempts, banking and some cards do: see ``weigh``."""


def sample(state: State, seat: int, answer: Answer, randbelow: RandBelow) -> tuple[Worth, ...]:
    """The points that each choice brings by the end of the turn, and the dice left then."""
    if state.phase not in PHASES:
        return ()
    before, last = scores(state)[seat], _last_turn(state, seat)

    def amounts(after: State) -> tuple[Amount, ...]:
        gained = scores(after)[seat] - before
        return (
            Amount(message("weigh.next_turn"), gained, "gain"),
            Amount(message("weigh.dice_then"), sum(after.pools[seat]), "count"),
        )

    return sample_choices(
        Quick(quick_need, quick_apply),
        steady,
        state,
        seat,
        answer,
        randbelow,
        lambda after: after.turn > last,
        amounts,
    )


def _last_turn(state: State, seat: int) -> int:
    """The number of the seat's turn that is under way or comes next; the first before the deal."""
    seats = len(state.pools)
    if not state.turn:
        return seats
    return state.turn + (seat - state.active) % seats
