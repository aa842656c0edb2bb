"""A random match in sentences: every question, answer and roll, the news and the scores.

For people to read and for tests to compare. It shows secrets that no screen would show.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from pydantic import BaseModel

from dicerules.core import Ask, Form, Game, Move, Need, Over, Roll, Rolled, single_dice
from dicerules.forms import (
    Field,
    Number,
    Offer,
    Option,
    PickOne,
    PickSome,
    Place,
    RandBelow,
    check_answer,
)
from dicerules.simulate import Step, begin, play_on
from dicerules.views import TABLE
from dicerules.words import Message, join, message, sentence, words_for

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")


def playthrough(
    game: Game,
    seats: int,
    randbelow: RandBelow,
    options: BaseModel | None = None,
    cards: Any = None,
    names: Sequence[str] = NAMES,
) -> str:
    """Play a match at random and write it down."""
    options = options or game.options()
    state = begin(game, seats, options, cards)
    writer = _Writer(game, names[:seats])
    lines = [*writer.opening(options, state)]
    for number, step in enumerate(play_on(game, state, randbelow), 1):
        lines += writer.step(number, step)
        state = step.after
    lines += writer.closing(state)
    return "\n".join(lines) + "\n"


class _Writer:
    """Writes down one match."""

    def __init__(self, game: Game, names: Sequence[str]) -> None:
        self._game = game
        self._names = names
        self._words = words_for(game.folder)
        self._asked: dict[int, Form] = {}
        self._scores: tuple[int, ...] = ()

    def opening(self, options: BaseModel, state: Any) -> Iterator[str]:
        yield f"Playthrough of {self._game.name}"
        yield f"At the table: {join(self._names, self._words)}"
        for name, value in options.model_dump().items():
            yield f"{self._game.options.model_fields[name].title}: {value}"
        yield ""
        yield from self._news(state, "")
        yield from self._scores_if_new(state, "")

    def step(self, number: int, step: Step) -> Iterator[str]:
        headline = self._game.view(step.before, TABLE).headline
        yield ""
        yield f"{number}. {self._say(headline)}"
        yield from self._asks(step.need)
        if isinstance(step.event, Move):
            yield f"   {self._names[step.event.seat]} answers: {self._answer(step)}"
        elif isinstance(step.event, Rolled):
            yield f"   The tower shows: {', '.join(self._outcome(step, step.event))}"
        yield from self._news(step.after, "   - ")
        yield from self._scores_if_new(step.after, "   ")

    def closing(self, state: Any) -> Iterator[str]:
        over = self._game.need(state)
        assert isinstance(over, Over)
        yield ""
        yield f"Over: {self._say(over.why)}"
        yield f"Winners: {join([self._names[seat] for seat in over.winners], self._words)}"

    def _asks(self, need: Need) -> Iterator[str]:
        forms = need.forms if isinstance(need, Ask) else {}
        for seat, form in forms.items():
            # A seat that is still being asked is not asked again.
            if self._asked.get(seat) != form:
                secretly = "secretly " if isinstance(need, Ask) and need.hidden else ""
                yield f"   {self._names[seat]} is {secretly}asked: {self._say(form.title)}"
        self._asked = forms

    def _say(self, what: Message) -> str:
        return sentence(what, self._words, self._names)

    def _news(self, state: Any, indent: str) -> Iterator[str]:
        for news in self._game.view(state, TABLE).news:
            yield indent + self._say(news)

    def _scores_if_new(self, state: Any, indent: str) -> Iterator[str]:
        scores = self._game.scores(state)
        if scores != self._scores:
            self._scores = scores
            told = zip(self._names, scores, strict=True)
            yield f"{indent}Scores: {', '.join(f'{name} {score}' for name, score in told)}"

    def _answer(self, step: Step) -> str:
        assert isinstance(step.need, Ask)
        assert isinstance(step.event, Move)
        answer = step.event.answer
        fields = check_answer(step.need.forms[step.event.seat], answer)
        told = (f"{self._say(field.label)}: {self._filled(field, answer)}" for field in fields)
        return "; ".join(told)

    def _filled(self, field: Field, answer: dict[str, Any]) -> str:
        value = answer[field.key]
        if isinstance(field, Number):
            return str(value)
        if isinstance(field, PickOne):
            return self._labels(field.options, [value])
        if isinstance(field, PickSome):
            return self._labels(field.options, value)
        if isinstance(field, Place):
            slots = {slot.key: self._say(slot.label) for slot in field.slots}
            return ", ".join(
                f"{self._labels(field.cards, cards)} on {slots[slot]}"
                for slot, cards in value.items()
            )
        return self._offer(field, value)

    def _offer(self, field: Offer, value: dict[str, Any]) -> str:
        party = next(party for party in field.parties if party.seat == value["to"])
        give, take = self._labels(field.mine, value["give"]), self._labels(party.has, value["take"])
        return f"to {self._names[party.seat]}, giving {give}, taking {take}"

    def _labels(self, options: Sequence[Option], keys: Sequence[str]) -> str:
        labels = {option.key: self._say(option.label) for option in options}
        return join([labels[key] for key in keys], self._words) or "nothing"

    def _outcome(self, step: Step, rolled: Rolled) -> Iterator[str]:
        assert isinstance(step.need, Roll)
        pictures = self._game.faces(step.before)
        for group, face in zip(single_dice(step.need), rolled.faces, strict=True):
            faces = pictures.get(group.kind)
            yield self._say(message(faces[face - 1].name)) if faces else str(face)
        for order in rolled.orders:
            yield f"a deck in the order {' '.join(map(str, order))}"
