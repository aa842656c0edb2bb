"""The conformance kit: holds anybody's game to what every game promises. It judges no strategy.

    from random import Random
    from dicerules.kit import check

    check(GAME, seats=3, below=Random(1).randrange)

plays random matches and raises ``KitError`` where a promise is broken. Each promise is a function
of its own, held against one position after the other; its first line says what is promised.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from msgspec import Struct
from pydantic import BaseModel, ValidationError

from dicerules.cards import read_own
from dicerules.core import (
    Ask,
    Cast,
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
from dicerules.errors import CardError, KitError, RuleError
from dicerules.forms import Below, Closed, Form, Option, Spot, fill
from dicerules.minutes import minutes
from dicerules.presets import read_presets
from dicerules.secrecy import keep_answers, keep_rolls
from dicerules.simulate import begin, draw, play, play_on
from dicerules.spoil import wrong_answers, wrong_rolls
from dicerules.views import TABLE, Die
from dicerules.words import Catalogue, Say, blanks, words_for

COLOURS = (
    *("ivory", "red", "yellow", "blue", "green", "black"),
    *("white", "cyan", "plum", "grey", "peach", "pink"),
)
"""What the tower can light; a die of an option that is named by one of them has plain pips."""


class Trial(Struct, frozen=True):
    """A game on trial at a table of so many seats."""

    game: Game
    seats: int
    below: Below
    words: Catalogue


def check(
    game: Game,
    seats: int,
    below: Below,
    matches: int = 10,
    options: BaseModel | None = None,
    cards: Any = None,
) -> None:
    """Play matches at random and hold every promise against every position in them."""
    check_folder(game)
    trial = Trial(game, seats, below, words_for(game.folder))
    cards = cards or read_own(game)
    for match in range(1, matches + 1):
        where = f"{game.key}, {seats} seats, match {match}"
        try:
            for number in _check_match(trial, begin(game, seats, options, cards)):
                where = f"{game.key}, {seats} seats, match {match}, after {number} events"
        except Exception as error:
            told = str(error) if isinstance(error, KitError) else f"expected no {error!r}"
            raise KitError(f"{where}: {told}") from error


def _check_match(trial: Trial, first: Any) -> Iterator[int]:
    """Hold the promises against a match; before each position say how many events it is in."""
    game, states = trial.game, [first]
    events: list[Event] = []
    yield 0
    _check_position(trial, first)
    for step in play_on(game, first, trial.below):
        states.append(step.after)
        events.append(step.event)
        yield len(events)
        kept, now = game.conserved(step.before), game.conserved(step.after)
        if kept != now:
            raise KitError(f"{step.event} changed what is conserved: expected {kept}, got {now}")
        _check_position(trial, step.after)
    again = msgspec.json.decode(encode(first), type=game.state)
    for event in events:
        again = game.apply(again, read_event(encode(event)))
    if encode(again) != encode(states[-1]):
        raise KitError("the same events from the same start came to another end")
    # Last, as secrets are followed beyond their position and so rely on all the rest.
    for number, state in enumerate(states):
        yield number
        keeps_secrets(trial, state, game.need(state))


def _check_position(trial: Trial, state: Any) -> None:
    need = trial.game.need(state)
    for promise in PROMISES:
        promise(trial, state, need)


def needs_something(trial: Trial, state: Any, need: Need) -> None:
    """A position asks seats of the table, rolls something, or is over and has winners."""
    if isinstance(need, Ask):
        seats, what = list(need.forms), all(form.fields for form in need.forms.values())
    elif isinstance(need, Roll):
        seats, what = [need.seat or 0], bool(need.casts or need.shuffles)
    else:
        seats, what = list(need.winners), True
    if not what or not seats or not set(seats) <= set(range(trial.seats)):
        raise KitError(f"expected a need that {trial.seats} seats can meet, got {need}")
    if len(trial.game.standing(state)) != trial.seats:
        raise KitError(f"expected a standing of {trial.seats}, got {trial.game.standing(state)}")


def takes_what_it_offers(trial: Trial, state: Any, need: Need) -> None:
    """Whatever is offered is taken, and taking it leaves the position it came from alone."""
    for event in _right_events(need, trial.below):
        refusal = _try(trial, state, event)
        if refusal is not None:
            raise KitError(f"{event} was offered, and refused: {refusal}")


def refuses_the_rest(trial: Trial, state: Any, need: Need) -> None:
    """Whatever is not offered is refused with a code, in a sentence there are words for."""
    for event in _wrong_events(trial, need):
        refusal = _try(trial, state, event)
        if refusal is None:
            raise KitError(f"{event} was not offered, and taken")
        _check_words(trial, refusal.words)


def reads_back(trial: Trial, state: Any, need: Need) -> None:
    """A position written as JSON reads back as an equal one, with equal bytes."""
    body = encode(state)
    again = msgspec.json.decode(body, type=trial.game.state)
    if again != state:
        raise KitError(f"expected the position to read back, got {again} for {state}")
    if encode(again) != body:
        raise KitError(f"expected equal bytes for equal positions, got {encode(again)!r}")


def keeps_secrets(trial: Trial, state: Any, need: Need) -> None:
    """No screen can tell a hidden answer or a hidden roll that is not its own."""
    if isinstance(need, Ask) and need.hidden:
        keep_answers(trial.game, state, need, trial.below)
    if isinstance(need, Roll) and need.hidden:
        keep_rolls(trial.game, state, need, trial.below)


def finds_its_words(trial: Trial, state: Any, need: Need) -> None:
    """Every sentence in a need or a view has words, and a fact for each of its blanks."""
    _check_words(trial, need)
    for viewer in (TABLE, *range(trial.seats)):
        _check_words(trial, trial.game.view(state, viewer))


def foresees(trial: Trial, state: Any, need: Need) -> None:
    """Every half-filled form has a preview with words and pictures; a wrong one may be refused."""
    forms = need.forms if isinstance(need, Ask) else {}
    before = encode(state)
    for seat, form in forms.items():
        whole = fill(form, trial.below)
        left_out = list(whole)[trial.below(len(whole))]
        half = {key: value for key, value in whole.items() if key != left_out}
        for answer in ({}, half, whole):
            _check_preview(trial, state, trial.game.preview(state, seat, answer))
        # One of them is enough for a position, as there are many positions.
        wrong = [each for each in wrong_answers(form, whole) if isinstance(each, dict)]
        try:
            spoilt = trial.game.preview(state, seat, wrong[trial.below(len(wrong))])
        except RuleError as refusal:
            _check_words(trial, refusal.words)
        else:
            _check_preview(trial, state, spoilt)
    if encode(state) != before:
        raise KitError("a preview changed the position it looked at")


def _check_preview(trial: Trial, state: Any, items: Any) -> None:
    encode(items)
    _check_words(trial, items)
    _check_dice(trial, state, items)


def knows_its_dice(trial: Trial, state: Any, need: Need) -> None:
    """Every die asked for or shown has plain pips, or faces that the game has pictures of."""
    _check_dice(trial, state, (need, trial.game.view(state, TABLE)))


def _check_dice(trial: Trial, state: Any, value: Any) -> None:
    pictures = trial.game.faces(state)
    for part in _parts(value):
        for kind, face in _dice(part):
            if kind != "pips" and not 0 <= face <= len(pictures.get(kind, ())):
                raise KitError(f"expected a picture of face {face} of {kind!r}, got none")


def lets_lie_what_is_seen(trial: Trial, state: Any, need: Need) -> None:
    """Dice that lie still while others are rolled are on the table's view; the rest has places."""
    if not isinstance(need, Roll) or not (need.lying or need.places):
        return
    view = trial.game.view(state, TABLE)
    seen = Counter((die.kind, die.colour, die.value) for die in _parts(view) if type(die) is Die)
    lying = Counter((die.kind, die.colour, die.value) for die in need.lying if die is not None)
    if need.hidden or lying - seen or any(value == 0 for _, _, value in lying):
        raise KitError(f"expected dice that the table sees to lie there, got {need.lying}")
    taken = {place for place, die in enumerate(need.lying) if die is not None}
    if taken & set(need.places) or len(need.places) != sum(cast.count for cast in need.casts):
        raise KitError(f"expected a free place for every die rolled, got {need.places}")


PROMISES: tuple[Callable[[Trial, Any, Need], None], ...] = (
    needs_something,
    takes_what_it_offers,
    refuses_the_rest,
    reads_back,
    finds_its_words,
    foresees,
    knows_its_dice,
    lets_lie_what_is_seen,
)


def check_folder(game: Game) -> None:
    """Hold that a game's folder has its rules and cards, and its options words for the lobby."""
    if not game.folder.joinpath("RULES.md").read_text(encoding="utf-8").startswith("# "):
        raise KitError(f"{game.key}: expected RULES.md to begin with a heading")
    read_own(game)
    try:
        game.read_cards("[", "bad.toml")
    except CardError as error:
        if "bad.toml" not in str(error):
            raise KitError(
                f"{game.key}: expected CardError to name the file, got {error}"
            ) from None
    else:
        raise KitError(f"{game.key}: expected CardError for a file that is not TOML")
    for name, field in game.options.model_fields.items():
        if not field.title or not field.description or field.is_required():
            raise KitError(f"{game.key}: option {name} needs a title, a description, a default")
    _check_presets(game)


def _check_presets(game: Game) -> None:
    words = words_for(game.folder)
    for name, options in read_presets(game).items():
        missing = {f"preset.{name}.name", f"preset.{name}.how"} - set(words)
        if missing:
            raise KitError(f"{game.key}: expected words for {sorted(missing)}, got none")
        try:
            game.options.model_validate(options)
        except ValidationError as error:
            raise KitError(f"{game.key}: preset {name} is no set of options: {error}") from None


def _try(trial: Trial, state: Any, event: Event) -> RuleError | None:
    """Apply an event; return the refusal if it was refused."""
    body = encode(state)
    try:
        trial.game.apply(state, event)
        refusal = None
    except RuleError as error:
        refusal = error
    except Exception as error:
        raise KitError(f"{event} was neither taken nor refused: {error!r}") from error
    if encode(state) != body:
        raise KitError(f"{event} changed the position it was applied to")
    return refusal


def _right_events(need: Need, below: Below) -> Iterator[Event]:
    """The least and the most of what is offered, and some between."""
    chances: list[Below] = [lambda n: 0, lambda n: n - 1, below, below]
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
        answer = fill(form, trial.below)
        for wrong in wrong_answers(form, answer):
            yield Move(seat, wrong)
    for seat in range(-1, trial.seats + 1):
        if seat not in forms:
            yield Move(seat, answer)
            yield TimeUp(seat)
    if isinstance(need, Roll):
        yield from wrong_rolls(need, draw(need, trial.below))
    else:
        yield Rolled()
        yield Rolled((1,))


def _check_words(trial: Trial, value: Any) -> None:
    for say in _parts(value):
        if isinstance(say, Say):
            template = trial.words.get(say.key)
            if template is None:
                raise KitError(f"expected words for {say.key!r}, got none in words/en.toml")
            empty = blanks(template) - set(say.facts)
            if empty:
                raise KitError(f"expected facts for {sorted(empty)} in {template!r}, got {say}")


def _parts(value: Any) -> Iterator[Struct]:
    """Every struct inside a value, itself included, in no order."""
    left = [value]
    while left:
        part = left.pop()
        if isinstance(part, list | tuple):
            left += part
        elif isinstance(part, dict):
            left += part.values()
        elif isinstance(part, Struct):
            yield part
            left += [getattr(part, name) for name in part.__struct_fields__]


def _dice(part: Struct) -> Iterator[tuple[str, int]]:
    if isinstance(part, Die):
        yield part.kind, part.value
    elif isinstance(part, Cast):
        yield part.kind, part.faces
    elif isinstance(part, Option | Closed | Spot):
        yield from (("pips" if kind in COLOURS else kind, face) for kind, face in part.dice)


__all__ = ["PROMISES", "KitError", "Trial", "check", "check_folder", "minutes", "play"]
