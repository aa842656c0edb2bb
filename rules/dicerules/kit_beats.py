"""Promises about beats: a screen can perform them, from one position to the next."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from dicerules.beats import Award, Beat, Change, Flip, Reveal, Title, Transfer, Verdict
from dicerules.core import Roll, encode
from dicerules.errors import KitError
from dicerules.kit_table import check_drawable, check_keys
from dicerules.kit_trial import Position, Trial, parts
from dicerules.kit_words import check_words
from dicerules.limits import COLOURS
from dicerules.views import View

_BEATS: msgspec.json.Decoder[tuple[Beat, ...]] = msgspec.json.Decoder(tuple[Beat, ...])


def has_beats_to_perform(trial: Trial, before: Position, after: Position) -> None:
    """The beats of a step can be sent and drawn, and say where it happens, for every viewer."""
    for viewer in before.views:
        beats = trial.game.beats(before.state, after.state, viewer)
        _check_sent(beats)
        found = list(parts(beats))
        check_words(trial.words, found)
        check_drawable(trial.game.faces(after.state), found)
        check_keys(found)
        places = _places(before.views[viewer]) | _places(after.views[viewer])
        for beat in beats:
            _check_beat(beat, trial.seats, places)
            if isinstance(beat, Verdict):
                _check_dice(beat, before)
        if beats != trial.game.beats(before.state, after.state, viewer):
            raise KitError(f"expected the same beats of the same step, got others than {beats}")


def _check_sent(beats: tuple[Beat, ...]) -> None:
    try:
        again = _BEATS.decode(encode(beats))
    except (msgspec.MsgspecError, TypeError) as error:
        raise KitError(f"expected beats that can be sent, got {beats}: {error}") from None
    if again != beats:
        raise KitError(f"expected a tuple of beats that read back, got {again} for {beats}")


def _check_beat(beat: Beat, seats: int, places: set[str]) -> None:
    for seat in _seats(beat):
        if not 0 <= seat < seats:
            raise KitError(f"expected a seat below {seats}, got {beat}")
    for place in _named(beat):
        # A card of an item may have gone by now; the item is where a screen looks then.
        parts = place.split("/")
        item = "/".join(parts[: 3 if parts[0] == "seat" else 2])
        if item not in places:
            raise KitError(f"expected a place that the viewer sees, got {place!r} in {beat}")
    if isinstance(beat, Transfer) and (beat.count < 1 or beat.colour not in (*COLOURS, "")):
        raise KitError(f"expected one thing or more in a colour of the tower, got {beat}")
    if isinstance(beat, Award) and not {*beat.winners} <= {one.seat for one in beat.figures}:
        raise KitError(f"expected a figure of everybody who is awarded something, got {beat}")


def _check_dice(verdict: Verdict, before: Position) -> None:
    need = before.need
    rolled = sum(group.count for group in need.dice) if isinstance(need, Roll) else 0
    places = max(rolled, len(need.on_table)) if isinstance(need, Roll) else 0
    if any(not 0 <= place < places for place in verdict.dice):
        raise KitError(f"expected places of the dice that were rolled, got {verdict}")


def _seats(beat: Beat) -> Iterator[int]:
    if isinstance(beat, Verdict | Title | Reveal) and beat.seat is not None:
        yield beat.seat
    elif isinstance(beat, Award):
        yield from beat.winners
        yield from (figure.seat for figure in beat.figures)


def _named(beat: Beat) -> Iterator[str]:
    if isinstance(beat, Transfer):
        yield from (beat.source, beat.target)
    elif isinstance(beat, Flip):
        yield from beat.places
    elif isinstance(beat, Change):
        yield beat.place


def _places(view: View) -> set[str]:
    found = {f"centre/{item.key}" for item in view.centre}
    for board in view.boards:
        found.add(f"seat/{board.seat}")
        found |= {f"seat/{board.seat}/{item.key}" for item in board.items}
    return found
