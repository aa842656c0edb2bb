"""Promises about secrets: no screen learns a hidden answer or a hidden roll.

Two positions that differ only in the secret are compared screen by screen, byte for byte. A game
marks its secrets with ``hidden``; the kit needs to know no more.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from dicerules.bots.tape import Tape
from dicerules.core import Ask, Event, Game, Move, Over, Roll, Rolled, encode, single_dice
from dicerules.errors import KitError
from dicerules.forms import Form, RandBelow, fill
from dicerules.simulate import draw, random_event
from dicerules.views import TABLE

TRIES = 20
FAR = 30
"""Events for which two positions that nobody can tell apart are played on and compared."""


def check_hidden_answers(game: Game, state: Any, ask: Ask, randbelow: RandBelow) -> None:
    """Refuse a game where somebody can tell a seat's hidden answer before all have answered."""
    for seat, form in ask.forms.items():
        one, two = _two_answers(form, randbelow)
        others = [other for other in ask.forms if other != seat]
        # The last answer opens all of them, so there is no secret after it.
        if one == two or not others:
            continue
        left, right = _step(game, state, Move(seat, one)), _step(game, state, Move(seat, two))
        _hold_answer(game, left, right, seat, randbelow)
        for other in others[:-1]:
            move = Move(other, fill(ask.forms[other], randbelow))
            left, right = _step(game, left.after, move), _step(game, right.after, move)
            _hold_answer(game, left, right, seat, randbelow)


def _two_answers(form: Form, randbelow: RandBelow) -> tuple[Any, Any]:
    one = two = fill(form, randbelow)
    for _ in range(TRIES):
        if one != two:
            break
        two = fill(form, randbelow)
    return one, two


def _hold_answer(game: Game, left: _Step, right: _Step, seat: int, randbelow: RandBelow) -> None:
    tell = _who_can_tell(game, left, right)
    for viewer in tell:
        if viewer != seat:
            raise KitError(f"{_name(viewer)} can tell what seat {seat} has answered in secret")
    _hold_imagined(game, left, right, [*tell, seat], randbelow)


def _hold_imagined(
    game: Game, left: _Step, right: _Step, tell: list[int], randbelow: RandBelow
) -> None:
    """What somebody imagines who cannot tell two positions apart is the same in both."""
    blind = [viewer for viewer in _viewers(game, left.after) if viewer not in (TABLE, *tell)]
    if game.imagine is None or not blind:
        return
    # One viewer is enough for a secret: there are many secrets.
    viewer = blind[randbelow(len(blind))]
    tape = Tape(randbelow)
    one = game.imagine(left.after, viewer, tape)
    tape.rewind()
    two = game.imagine(right.after, viewer, tape)
    if encode(one) != encode(two) and not _same_looks(game, one, two, randbelow):
        raise KitError(f"what is hidden from {_name(viewer)} changes what it imagines")


def _same_looks(game: Game, one: Any, two: Any, randbelow: RandBelow) -> bool:
    """Whether two positions differ in copies only: played on alike, the table sees the same.

    A seat's own form and cards are not compared: they may name a copy by its number.
    """
    for _ in range(FAR):
        if encode(game.view(one, TABLE)) != encode(game.view(two, TABLE)):
            return False
        need, other = game.need(one), game.need(two)
        if isinstance(need, Over) or isinstance(other, Over):
            return need == other
        tape = Tape(randbelow)
        one = game.apply(one, random_event(need, tape))
        tape.rewind()
        two = game.apply(two, random_event(other, tape))
    return True


def check_hidden_rolls(game: Game, state: Any, roll: Roll, randbelow: RandBelow) -> None:
    """Refuse a hidden die or card that some can tell: nobody, one seat or everybody may know it."""
    rolled = draw(roll, randbelow)
    left = _step(game, state, rolled)
    changes = list(_changes(roll, rolled))
    opened = 0
    for what, owners, other in changes:
        right = _step(game, state, other)
        tell = _hold_secret(game, left, right, what, owners)
        opened += TABLE in tell
        _hold_imagined(game, left, right, tell, randbelow)
    if changes and opened == len(changes):
        raise KitError("a hidden roll is open to the table as a whole")
    if changes:
        what, owners, other = changes[randbelow(len(changes))]
        _follow(game, left, _step(game, state, other), what, owners, randbelow)


def _changes(roll: Roll, rolled: Rolled) -> Iterator[tuple[str, int, Rolled]]:
    """Every outcome with one die turned, or two neighbouring cards of a deck exchanged.

    Each with what was changed, and how many seats may know of it.
    """
    faces, orders = rolled.faces, rolled.orders
    sides = [group.faces for group in single_dice(roll)]
    for at, face in enumerate(faces):
        turned = face % sides[at] + 1
        yield f"die {at + 1}", 1, Rolled((*faces[:at], turned, *faces[at + 1 :]), orders)
    for deck, order in enumerate(orders):
        for at in range(len(order) - 1):
            swapped = (*order[:at], order[at + 1], order[at], *order[at + 2 :])
            what = f"cards {at + 1} and {at + 2} of deck {deck + 1}"
            yield what, 2, Rolled(faces, (*orders[:deck], swapped, *orders[deck + 1 :]))


def _hold_secret(game: Game, left: _Step, right: _Step, what: str, owners: int) -> list[int]:
    tell = _who_can_tell(game, left, right)
    everybody = _viewers(game, left.after)
    if tell == everybody:
        return tell
    if TABLE in tell:
        missing = [viewer for viewer in everybody if viewer not in tell]
        raise KitError(f"the table can tell {what} of a hidden roll, and seats {missing} cannot")
    if len(tell) > owners:
        raise KitError(f"seats {tell} can tell {what} of a hidden roll: expected {owners} at most")
    return tell


def _follow(
    game: Game, left: _Step, right: _Step, what: str, owners: int, randbelow: RandBelow
) -> None:
    """Play both positions on until somebody can tell them apart, and check who it is."""
    for _ in range(FAR):
        told = _hold_secret(game, left, right, what, owners)
        need = game.need(left.after)
        if told or isinstance(need, Over):
            return
        event = random_event(need, randbelow)
        left, right = _step(game, left.after, event), _step(game, right.after, event)


class _Step(Struct, frozen=True):
    """Two positions with one event between them."""

    before: Any
    after: Any


def _step(game: Game, state: Any, event: Event) -> _Step:
    return _Step(state, game.apply(state, event))


def _who_can_tell(game: Game, left: _Step, right: _Step) -> list[int]:
    """The viewers whose screens differ. Beats tell nobody more than the view that they lead to."""
    found = []
    for viewer in _viewers(game, left.after):
        if screen(game, left.after, viewer) != screen(game, right.after, viewer):
            found.append(viewer)
        elif _beats(game, left, viewer) != _beats(game, right, viewer):
            raise KitError(f"beats tell {_name(viewer)} a secret that the view does not tell")
    return found


def _viewers(game: Game, state: Any) -> list[int]:
    return [TABLE, *range(len(game.scores(state)))]


def _beats(game: Game, step: _Step, viewer: int) -> bytes:
    return encode(game.beats(step.before, step.after, viewer))


def screen(game: Game, state: Any, viewer: int) -> bytes:
    """What a screen is sent of a position: its view, its form, who else is asked, or the roll.

    A form comes with its previews and with what its choices are worth: for an empty answer, and for
    a complete one.
    """
    need = game.need(state)
    if not isinstance(need, Ask):
        return encode((game.view(state, viewer), need, game.scores(state)))
    form = need.forms.get(viewer)
    answers = [] if form is None else [{}, fill(form, lambda n: n // 2)]
    previews = [game.preview(state, viewer, answer) for answer in answers]
    weigh = game.weigh
    worths = [] if weigh is None else [weigh(state, viewer, answer) for answer in answers]
    now = (list(need.forms), form, previews, worths)
    return encode((game.view(state, viewer), now, game.scores(state)))


def _name(viewer: int) -> str:
    return "the table" if viewer == TABLE else f"seat {viewer}"
