"""What a choice in Ricemarll comes to once: a phase played to its claims in an imagined position.

Everybody plays on by ``steady`` with the hands they were imagined to have, and rerolls fall by
chance. The mean over many imagined positions is what the choice is worth. Cards taken between two
phases are worth what they bring in the next one.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from dicerules.core import Answer, Quick, RandBelow
from dicerules.ricemarll.ask import AWAY, CARD_KEYS
from dicerules.ricemarll.play import quick_apply, quick_need
from dicerules.ricemarll.state import State
from dicerules.ricemarll.steady import steady
from dicerules.sampling import sample_choices
from dicerules.words import message
from dicerules.worth import Amount, Worth


def sample(state: State, seat: int, answer: Answer, randbelow: RandBelow) -> tuple[Worth, ...]:
    """What each choice claims in this position; all meet the same luck."""
    before, later = state.players[seat].tokens, state.step == "select"
    if state.step == "place":
        answer = _placed(answer)

    def amounts(after: State) -> tuple[Amount, ...]:
        goals = sum(seat in claim.seats for claim in after.claims)
        when = "next_" if later else ""
        return (
            Amount(message(f"weigh.{when}tokens"), after.players[seat].tokens - before, "count"),
            Amount(message(f"weigh.{when}goals"), goals, "count"),
        )

    return sample_choices(
        Quick(quick_need, quick_apply),
        steady,
        _undecided(state, seat),
        seat,
        answer,
        randbelow,
        lambda after: after.phase > state.phase or after.step in ("decide", "over"),
        amounts,
    )


def _placed(answer: Answer) -> dict[str, Any]:
    """Cards that are not placed yet would be discarded."""
    placed = answer.get("cards", {})
    if not isinstance(placed, dict) or not all(isinstance(keys, list) for keys in placed.values()):
        return {}
    down = [key for keys in placed.values() for key in keys]
    loose = [key for key in CARD_KEYS if key not in down]
    return {"cards": {**placed, AWAY: [*placed.get(AWAY, []), *loose]}}


def _undecided(state: State, seat: int) -> State:
    """Nobody else has answered: who has is known, what is not, so all decide anew."""
    players = [
        player if at == seat else replace(player, plan=(), declares=None, picks=None)
        for at, player in enumerate(state.players)
    ]
    return replace(state, players=tuple(players))
