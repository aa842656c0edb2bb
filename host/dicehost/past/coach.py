"""What the choices in a stored position are worth, as the seat that was asked could know it.

Where a form has options, each is weighed. Where it is filled in other ways, by placing cards or
taking some of the dice, there are too many ways: a sensible answer and others near it are weighed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from dicerules.bots import STEADY, Budget, choose
from dicerules.bots.candidates import candidates
from dicerules.core import Game, Move, quick_rules
from dicerules.forms import Answer, Form, PickOne, RandBelow
from dicerules.kit_trial import parts
from dicerules.words import Message, message, sentence
from dicerules.worth import Amount, Worth, can_weigh, estimate, exact
from msgspec import Struct

from dicehost.errors import HostError
from dicehost.journal.entry import Entry
from dicehost.match.decisions import asks
from dicehost.match.record import Match
from dicehost.past.answers import tell_answer
from dicehost.past.replay import ReplayError
from dicehost.wording import game_words

Clock = Callable[[], Callable[[], bool]]
"""Starts a clock for one answer, which says whether its time is up."""


class CoachError(HostError, ValueError):
    """There is no such position, or nothing to be said about it."""


class Choice(Struct, frozen=True):
    """Something that could be chosen, in words, and what it is worth."""

    label: tuple[Message, ...]
    amounts: tuple[Amount, ...]


def position(game: Game, entries: Sequence[Entry], line: int | None) -> Match:
    """A finished match as it stood after a line; without one, at the last in which a seat chose."""
    if not can_weigh(game):
        raise CoachError("coach.game", game=game.name)
    played = Match(game, entries[0])
    last = played.seq
    for entry in entries[1:]:
        last = played.seq if asks(played.need) else last
        played.take(entry)
    if not played.closed:
        raise ReplayError("after.open", match=played.id)
    wanted = last if line is None else line
    if not 1 <= wanted <= len(entries):
        raise CoachError("coach.line", most=len(entries), got=wanted)
    played = Match(game, entries[0])
    for entry in entries[1:wanted]:
        played.take(entry)
    if not asks(played.need):
        raise CoachError("coach.nobody", line=wanted, last=last)
    return played


def check_seat(match: Match, seat: int | None) -> int:
    """The seat to be coached: the one named, or the first that is asked."""
    asked = sorted(asks(match.need))
    if seat is None:
        return asked[0]
    if seat not in asked:
        raise CoachError("coach.seat", expected=", ".join(map(str, asked)), got=seat)
    return seat


def weigh(match: Match, seat: int, randbelow: RandBelow, start_clock: Clock) -> list[Choice]:
    """Every choice that something can be said about, the best first."""
    game, state, form = match.game, match.state, asks(match.need)[seat]
    first = choose(game, STEADY, state, seat, randbelow, Budget(0))
    by_option: dict[tuple[str, str], Worth] = {}
    whole: list[Choice] = []
    for answer in (
        {},
        *_different(game, state, seat, candidates(form, first, randbelow), randbelow),
    ):
        worths = exact(game, state, seat, answer, randbelow)
        if game.sample is not None and answer and not worths:
            worths = estimate(game, state, seat, answer, randbelow, start_clock())
        for worth in worths:
            if worth.option:
                by_option.setdefault((worth.field, worth.option), worth)
            elif answer:
                whole.append(Choice(tell_answer(form, dict(answer)), worth.amounts))
    options = [Choice(_option(form, worth), worth.amounts) for worth in by_option.values()]
    return [*_best_first(options), *_best_first(whole)]


def _different(
    game: Game, state: Any, seat: int, answers: Sequence[Answer], randbelow: RandBelow
) -> Iterator[Answer]:
    """Each choice once: dice or cards that are named in another order are often the same choice."""
    assert game.imagine is not None
    # Where hidden cards happen to be equal must not be told.
    imagined, seen = game.imagine(state, seat, randbelow), list[Any]()
    for answer in answers:
        after = quick_rules(game).apply(imagined, Move(seat, dict(answer)))
        if after not in seen:
            seen.append(after)
            yield answer


def _best_first(choices: list[Choice]) -> list[Choice]:
    return sorted(choices, key=lambda choice: -choice.amounts[0].value)


def _option(form: Form, worth: Worth) -> tuple[Message, ...]:
    for field in parts(form):
        if isinstance(field, PickOne) and field.key == worth.field:
            for option in field.options:
                if option.key == worth.option:
                    return (message("host.after.field", field=field.label, value=option.label),)
    return ()


def tell(match: Match, seat: int, choices: Sequence[Choice]) -> Iterator[str]:
    """The choices in sentences."""
    words, names = game_words(match.game), match.names
    form = asks(match.need)[seat]
    yield f"{match.game.name}, match {match.id}, after line {match.seq}"
    yield f"{names[seat]} is asked: {sentence(form.title, words, names)}"
    if not choices:
        yield "Nothing can be said about these choices."
    for choice in choices:
        yield "  " + "; ".join(sentence(part, words, names) for part in choice.label)
        for amount in choice.amounts:
            yield f"      {spell(amount)} {sentence(amount.what, words, names)}"


def spell(amount: Amount) -> str:
    """An amount as people write it: exactly so much, or about so much with its standard error."""
    scale, digits, unit = (100, 1, " %") if amount.unit == "chance" else (1, 2, "")
    value = f"{scale * amount.value:{'+' if amount.unit == 'gain' else ''}.{digits}f}"
    if amount.error is None:
        return f"exactly {value}{unit}"
    return f"about {value} ± {scale * amount.error:.{digits}f}{unit}"
