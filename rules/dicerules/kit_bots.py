"""Promises about bots: what they are handed looks real, and what they do is sensible form-filling.

That a secret never changes what is imagined is held in ``secrecy``, where secrets are changed.
"""

from __future__ import annotations

from dicerules.bots.tape import Tape
from dicerules.core import Ask, encode
from dicerules.errors import KitError
from dicerules.kit_trial import Position, Trial
from dicerules.previews import is_complete
from dicerules.secrecy import screen


def imagines_what_the_seat_sees(trial: Trial, now: Position) -> None:
    """An imagined position is a whole one, and looks to its seat exactly as the real one does."""
    game, state = trial.game, now.state
    if game.imagine is None:
        return
    # One seat is enough for a position: there are many positions.
    seat = trial.randbelow(trial.seats)
    body = encode(state)
    imagined = game.imagine(state, seat, trial.randbelow)
    if encode(state) != body:
        raise KitError("imagining a position changed the real one")
    if game.invariant(imagined) != game.invariant(state):
        raise KitError(f"seat {seat} imagines a position with another invariant")
    if screen(game, imagined, seat) != screen(game, state, seat):
        raise KitError(f"seat {seat} can tell an imagined position from the real one")


def plays_steadily(trial: Trial, now: Position) -> None:
    """The steady bot's answer is one of the form's, and the same whatever it imagines."""
    game, need = trial.game, now.need
    if game.steady is None or game.imagine is None or not isinstance(need, Ask):
        return
    asked = list(need.forms)
    seat = asked[trial.randbelow(len(asked))]
    tape = Tape(trial.randbelow)
    answers = []
    for _ in range(2):
        tape.rewind()
        imagined = game.imagine(now.state, seat, trial.randbelow)
        answers.append(dict(game.steady(imagined, seat, tape)))
    if not is_complete(need.forms[seat], answers[0]):
        raise KitError(f"steady gives seat {seat} an answer that its form refuses: {answers[0]}")
    if answers[0] != answers[1]:
        raise KitError(f"steady looks at what is hidden from seat {seat}: {answers}")
