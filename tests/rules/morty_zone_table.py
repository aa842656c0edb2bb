"""A table of The Morty Zone, in words that tests can be read in. Proves nothing itself."""

from __future__ import annotations

from typing import Any

from dicerules.cards import default_cards
from dicerules.core import Ask, Form, Move, Over, Rolled, TimeUp
from dicerules.forms import Field, PickOne
from dicerules.morty_zone import GAME
from dicerules.morty_zone.cards import Cards
from dicerules.morty_zone.dice import COLOURS
from dicerules.morty_zone.rows import bits
from dicerules.morty_zone.state import Fate, Held, State
from dicerules.words import sentence, words_for
from msgspec.structs import replace

CARDS: Cards = default_cards(GAME)
WORDS = words_for(GAME.folder)
NAMES = ("Ann", "Bo", "Cy", "Di")
ANN, BO, CY, DI = range(4)
RED, BLUE, GREEN, BLACK = range(4)
ALL = tuple(range(1, 11))
LOCKED = 0b1111

PLAIN = ("PB04", "PB06", "PB09")
"""Bonus cards that seldom score, for those whom a test is not about."""


def place(cards: tuple[Any, ...], key: str) -> int:
    return [card.key for card in cards].index(key)


def fate(
    bonus: tuple[str, ...] = PLAIN,
    crystal: str = "DC02",
    locked: tuple[str, ...] = (),
    **rows: tuple[int, ...],
) -> Fate:
    """A board with these numbers checked, and cards by their keys."""
    return Fate(
        rows=tuple(bits(*rows.get(colour, ())) for colour in COLOURS),
        locked=sum(1 << COLOURS.index(colour) for colour in locked),
        bonus=tuple(Held(place(CARDS.bonus, key)) for key in bonus),
        crystal=place(CARDS.crystals, crystal),
    )


DONE = fate(locked=COLOURS)
"""Somebody who is locked everywhere and whom nothing asks any more."""


def table(*fates: Fate, rick: str = "RC01", rounds: int = 1, toss: int = 0) -> State:
    """A round in which Ann is about to toss and this Rick card is on top."""
    start: State = GAME.start(GAME.options(rounds=rounds), len(fates), CARDS)
    top = place(CARDS.rick, rick)
    rest = tuple(card for card in start.deck if card != top)
    return replace(start, phase="toss", round=1, toss=toss, fates=fates, deck=(top, *rest))


def toss(
    state: State,
    red: tuple[int, int] = (1, 2),
    blue: tuple[int, int] = (3, 4),
    green: tuple[int, int] = (5, 6),
    black: tuple[int, int] = (2, 4),
) -> State:
    after: State = GAME.apply(state, Rolled((*red, *blue, *green, *black)))
    return after


def roll(state: State, *faces: int) -> State:
    after: State = GAME.apply(state, Rolled(faces))
    return after


def use(state: State, **how: Any) -> State:
    return answer(state, state.active, rick="use", **how)


def decline(state: State) -> State:
    """Leave the dice alone; a card that can do nothing does not even ask."""
    return answer(state, state.active, rick="decline") if state.phase == "rick" else state


def tossed(state: State, **dice: tuple[int, int]) -> State:
    """Toss and leave the dice as they are."""
    return decline(toss(state, **dice))


def answer(state: State, seat: int, **fields: Any) -> State:
    after: State = GAME.apply(state, Move(seat, fields))
    return after


def rest_check(state: State) -> State:
    """Everybody who is still asked checks what is safest, and keeps cards."""
    while state.phase == "check":
        need = GAME.need(state)
        assert isinstance(need, Ask)
        state = GAME.apply(state, TimeUp(next(iter(need.forms))))
    return state


def asked(state: State) -> tuple[int, ...]:
    need = GAME.need(state)
    return tuple(need.forms) if isinstance(need, Ask) else ()


def form(state: State, seat: int) -> Form:
    need = GAME.need(state)
    assert isinstance(need, Ask)
    return need.forms[seat]


def fields(state: State, seat: int) -> dict[str, Field]:
    return {field.key: field for field in form(state, seat).fields}


def offered(state: State, seat: int) -> dict[str, list[str]]:
    """The keys a seat may pick in each field of its form."""
    return {key: keys(field) for key, field in fields(state, seat).items()}


def keys(field: Field) -> list[str]:
    assert isinstance(field, PickOne)
    return [option.key for option in field.options]


def checked(state: State, seat: int, colour: int) -> tuple[int, ...]:
    row = state.fates[seat].rows[colour]
    return tuple(number for number in ALL if row & bits(number))


def is_locked(state: State, seat: int, colour: int) -> bool:
    return bool(state.fates[seat].locked >> colour & 1)


def news(state: State) -> list[str]:
    return [sentence(item, WORDS, NAMES) for item in state.news]


def winners(state: State) -> tuple[int, ...]:
    need = GAME.need(state)
    assert isinstance(need, Over), need
    return need.winners
