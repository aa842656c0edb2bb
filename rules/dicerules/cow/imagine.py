"""What a seat of Don't Have a Cow can imagine: the secret bets of the others. All else is open."""

from __future__ import annotations

from msgspec.structs import replace

from dicerules.core import RandBelow
from dicerules.cow.ask import bettor_form
from dicerules.cow.state import Aim, Bet, State
from dicerules.forms import fill


def imagine(state: State, seat: int, randbelow: RandBelow) -> State:
    """Place the bets anew that lie hidden: any side, any number of chips."""
    aim = state.aim
    # The last bet opens all of them.
    if aim is None or state.open_bets or None not in aim.bets:
        return state
    bets = list(aim.bets)
    for other, bet in enumerate(aim.bets):
        if bet is not None and other not in (seat, state.roller):
            has = state.chips[other]
            asked = (state.cards, state.roller, aim.portrait, state.cubes)
            answer = fill(bettor_form(*asked, min(state.most, has), has), randbelow)
            bets[other] = Bet(answer["side"], answer["bet"])
    return replace(state, aim=Aim(aim.portrait, tuple(bets)))
