"""The conformance kit: checks that a game keeps what every game promises. It judges no strategy.

    from random import Random
    from dicerules.kit import check

    check(GAME, seats=3, randbelow=Random(1).randrange)

looks through the game's folder, plays random matches and raises ``KitError`` where a promise is
broken. Each promise is a function, called for one position after the other; the first line of its
docstring is the promise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from pydantic import BaseModel

from dicerules.cards import default_cards
from dicerules.core import (
    Ask,
    Event,
    Game,
    Move,
    Need,
    Roll,
    Rolled,
    TimeUp,
    encode,
    read_event,
)
from dicerules.errors import KitError, RuleError
from dicerules.forms import Form, RandBelow, fill
from dicerules.invalid_events import wrong_answers, wrong_rolls
from dicerules.kit_beats import has_beats_to_perform
from dicerules.kit_bots import imagines_what_the_seat_sees, plays_steadily
from dicerules.kit_folder import check_folder
from dicerules.kit_hints import gives_hints_that_can_be_drawn
from dicerules.kit_quick import plays_the_same_quickly
from dicerules.kit_table import (
    check_drawable,
    check_keys,
    has_keys_that_tell_apart,
    has_one_board_a_seat,
    rolls_what_the_tower_can,
    shows_dice_that_can_be_drawn,
    shows_dice_that_stay,
)
from dicerules.kit_trial import Position, Trial, parts
from dicerules.kit_words import check_words, finds_its_words, has_a_headline
from dicerules.kit_worth import weighs_what_is_offered
from dicerules.limits import COLOURS
from dicerules.playthrough import playthrough
from dicerules.secrecy import check_hidden_answers, check_hidden_rolls
from dicerules.simulate import begin, draw, play, play_on
from dicerules.words import words_for


def check(
    game: Game,
    seats: int,
    randbelow: RandBelow,
    matches: int = 10,
    options: BaseModel | None = None,
    cards: Any = None,
) -> None:
    """Look through the folder, play matches at random and check every position in them."""
    check_folder(game)
    trial = Trial(game, seats, randbelow, words_for(game.folder))
    cards = cards or default_cards(game)
    for match in range(1, matches + 1):
        where = f"{game.key}, {seats} seats, match {match}"
        try:
            for number in _check_match(trial, begin(game, seats, options, cards)):
                where = f"{game.key}, {seats} seats, match {match}, after {number} events"
        except Exception as error:
            told = str(error) if isinstance(error, KitError) else f"expected no {error!r}"
            raise KitError(f"{where}: {told}") from error


def _check_match(trial: Trial, first: Any) -> Iterator[int]:
    """Check a match; before each position, yield how many events led to it."""
    game, states = trial.game, [first]
    events: list[Event] = []
    yield 0
    here = _check_position(trial, first)
    for step in play_on(game, first, trial.randbelow):
        states.append(step.after)
        events.append(step.event)
        yield len(events)
        kept, now = game.invariant(step.before), game.invariant(step.after)
        if kept != now:
            raise KitError(f"{step.event} changed the invariant: expected {kept}, got {now}")
        came_from, here = here, _check_position(trial, step.after)
        has_beats_to_perform(trial, came_from, here)
    again = msgspec.json.decode(encode(first), type=game.state)
    for event in events:
        again = game.apply(again, read_event(encode(event)))
    if encode(again) != encode(states[-1]):
        raise KitError("the same events from the same start came to another end")
    # Secrets come last: they are followed beyond their position, so they rely on all the rest.
    for number, state in enumerate(states):
        yield number
        keeps_secrets(trial, state)


def _check_position(trial: Trial, state: Any) -> Position:
    now = trial.look(state)
    for promise in PROMISES:
        promise(trial, now)
    return now


def needs_something(trial: Trial, now: Position) -> None:
    """A position asks seats of the table, rolls something, or is over and has winners."""
    need = now.need
    if isinstance(need, Ask):
        seats, what = list(need.forms), all(form.fields for form in need.forms.values())
    elif isinstance(need, Roll):
        seats, what = [need.seat or 0], bool(need.dice or need.shuffles)
    else:
        seats, what = list(need.winners), True
    if not what or not seats or not set(seats) <= set(range(trial.seats)):
        raise KitError(f"expected a need that {trial.seats} seats can meet, got {need}")
    scores = trial.game.scores(now.state)
    if len(scores) != trial.seats:
        raise KitError(f"expected {trial.seats} scores, got {scores}")


def takes_what_it_offers(trial: Trial, now: Position) -> None:
    """Everything offered is accepted, and accepting it does not change the position before it."""
    for event in _right_events(now.need, trial.randbelow):
        refusal = _try(trial, now.state, event)
        if refusal is not None:
            raise KitError(f"{event} was offered, but refused: {refusal}")


def refuses_the_rest(trial: Trial, now: Position) -> None:
    """Everything else is refused, with a code and words for it."""
    for event in _wrong_events(trial, now.need):
        refusal = _try(trial, now.state, event)
        if refusal is None:
            raise KitError(f"{event} was not offered, but accepted")
        check_words(trial.words, parts(refusal.words))


def reads_back(trial: Trial, now: Position) -> None:
    """A position written as JSON reads back as an equal one, with equal bytes."""
    body = encode(now.state)
    again = msgspec.json.decode(body, type=trial.game.state)
    if again != now.state:
        raise KitError(f"expected the position to read back, got {again} for {now.state}")
    if encode(again) != body:
        raise KitError(f"expected equal bytes for equal positions, got {encode(again)!r}")


def previews_every_answer(trial: Trial, now: Position) -> None:
    """Every half-filled form has a preview with words and pictures; a wrong one may be refused."""
    game, state = trial.game, now.state
    forms = now.need.forms if isinstance(now.need, Ask) else {}
    before = encode(state)
    for seat, form in forms.items():
        whole = fill(form, trial.randbelow)
        left_out = list(whole)[trial.randbelow(len(whole))]
        half = {key: value for key, value in whole.items() if key != left_out}
        for answer in ({}, half, whole):
            _check_preview(trial, state, game.preview(state, seat, answer))
        # One is enough for a position: there are many positions.
        wrong = [each for each in wrong_answers(form, whole) if isinstance(each, dict)]
        try:
            items = game.preview(state, seat, wrong[trial.randbelow(len(wrong))])
        except RuleError as refusal:
            check_words(trial.words, parts(refusal.words))
        else:
            _check_preview(trial, state, items)
    if encode(state) != before:
        raise KitError("a preview changed the position it looked at")


def _check_preview(trial: Trial, state: Any, items: Any) -> None:
    encode(items)
    found = list(parts(items))
    check_words(trial.words, found)
    check_drawable(trial.game.faces(state), found)
    check_keys(found)


PROMISES: tuple[Callable[[Trial, Position], None], ...] = (
    needs_something,
    rolls_what_the_tower_can,
    shows_dice_that_can_be_drawn,
    shows_dice_that_stay,
    has_one_board_a_seat,
    has_keys_that_tell_apart,
    gives_hints_that_can_be_drawn,
    has_a_headline,
    finds_its_words,
    takes_what_it_offers,
    refuses_the_rest,
    reads_back,
    previews_every_answer,
    imagines_what_the_seat_sees,
    plays_steadily,
    weighs_what_is_offered,
    plays_the_same_quickly,
)


def keeps_secrets(trial: Trial, state: Any) -> None:
    """No screen learns a hidden answer or a hidden roll that is not its own."""
    need = trial.game.need(state)
    if isinstance(need, Ask) and need.hidden:
        check_hidden_answers(trial.game, state, need, trial.randbelow)
    if isinstance(need, Roll) and need.hidden:
        check_hidden_rolls(trial.game, state, need, trial.randbelow)


def _try(trial: Trial, state: Any, event: Event) -> RuleError | None:
    """Apply an event; return the refusal if it was refused."""
    body = encode(state)
    try:
        trial.game.apply(state, event)
        refusal = None
    except RuleError as error:
        refusal = error
    except Exception as error:
        raise KitError(f"{event} was neither accepted nor refused: {error!r}") from error
    if encode(state) != body:
        raise KitError(f"{event} changed the position that it was applied to")
    return refusal


def _right_events(need: Need, randbelow: RandBelow) -> Iterator[Event]:
    """The first and the last answer that is offered, and two at random."""
    chances: list[RandBelow] = [lambda n: 0, lambda n: n - 1, randbelow, randbelow]
    if isinstance(need, Roll):
        yield from (draw(need, chance) for chance in chances)
    elif isinstance(need, Ask):
        for seat, form in need.forms.items():
            yield from (Move(seat, fill(form, chance)) for chance in chances)
            yield from (TimeUp(seat), TimeUp(seat, "clock"))


def _wrong_events(trial: Trial, need: Need) -> Iterator[Event]:
    forms: dict[int, Form] = need.forms if isinstance(need, Ask) else {}
    answer: dict[str, Any] = {}
    for seat, form in forms.items():
        answer = fill(form, trial.randbelow)
        for wrong in wrong_answers(form, answer):
            yield Move(seat, wrong)
    for seat in range(-1, trial.seats + 1):
        if seat not in forms:
            yield Move(seat, answer)
            yield TimeUp(seat)
    if isinstance(need, Roll):
        yield from wrong_rolls(need, draw(need, trial.randbelow))
    else:
        yield Rolled()
        yield Rolled((1,))


__all__ = [
    "COLOURS",
    "PROMISES",
    "KitError",
    "Trial",
    "check",
    "check_folder",
    "play",
    "playthrough",
]
