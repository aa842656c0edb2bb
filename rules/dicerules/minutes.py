"""Minutes of a match: every ask, answer and roll, what came of it, and the standing, in sentences.

For people to read and for tests to compare; they tell secrets that no screen would.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from pydantic import BaseModel

from dicerules.core import Ask, Form, Game, Move, Need, Over, Roll, Rolled
from dicerules.forms import Below, Field, Number, Offer, Option, PickOne, PickSome, Place, judge
from dicerules.simulate import Step, begin, play_on
from dicerules.views import TABLE
from dicerules.words import Say, join, sentence, words_for

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")


def minutes(
    game: Game,
    seats: int,
    below: Below,
    options: BaseModel | None = None,
    cards: Any = None,
    names: Sequence[str] = NAMES,
) -> str:
    """Play a match at random and write its minutes."""
    options = options or game.options()
    state = begin(game, seats, options, cards)
    clerk = _Clerk(game, names[:seats])
    lines = [*clerk.opening(options, state)]
    for number, step in enumerate(play_on(game, state, below), 1):
        lines += clerk.step(number, step)
        state = step.after
    lines += clerk.closing(state)
    return "\n".join(lines) + "\n"


class _Clerk:
    """Writes down what happens at one table."""

    def __init__(self, game: Game, names: Sequence[str]) -> None:
        self._game = game
        self._names = names
        self._words = words_for(game.folder)
        self._asked: dict[int, Form] = {}
        self._standing: tuple[int, ...] = ()

    def opening(self, options: BaseModel, state: Any) -> Iterator[str]:
        yield f"Minutes of {self._game.name}"
        yield f"At the table: {join(self._names, self._words)}"
        for name, value in options.model_dump().items():
            yield f"{self._game.options.model_fields[name].title}: {value}"
        yield ""
        yield from self._news(state, "")
        yield from self._standing_if_new(state, "")

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
        yield from self._standing_if_new(step.after, "   ")

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

    def _say(self, what: Say) -> str:
        return sentence(what, self._words, self._names)

    def _news(self, state: Any, indent: str) -> Iterator[str]:
        for news in self._game.view(state, TABLE).news:
            yield indent + self._say(news)

    def _standing_if_new(self, state: Any, indent: str) -> Iterator[str]:
        standing = self._game.standing(state)
        if standing != self._standing:
            self._standing = standing
            told = zip(self._names, standing, strict=True)
            yield f"{indent}Standing: {', '.join(f'{name} {score}' for name, score in told)}"

    def _answer(self, step: Step) -> str:
        assert isinstance(step.need, Ask)
        assert isinstance(step.event, Move)
        answer = step.event.answer
        fields = judge(step.need.forms[step.event.seat], answer)
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
            spots = {spot.key: self._say(spot.label) for spot in field.spots}
            return ", ".join(
                f"{self._labels(field.cards, cards)} on {spots[spot]}"
                for spot, cards in value.items()
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
        kinds = [cast.kind for cast in step.need.casts for _ in range(cast.count)]
        for kind, face in zip(kinds, rolled.faces, strict=True):
            yield pictures[kind][face - 1].name if kind in pictures else str(face)
        for order in rolled.orders:
            yield f"a deck in the order {' '.join(map(str, order))}"
