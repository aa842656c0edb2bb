"""A table of R.Y.B., in words that tests can be read in. Proves nothing itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dicerules.cards import default_cards
from dicerules.core import Ask, Form, Move, Over, Roll, Rolled
from dicerules.forms import Option, PickOne, PickSome
from dicerules.ryb import GAME
from dicerules.ryb.cards import find
from dicerules.ryb.state import Goal, Options, Pool, State
from dicerules.words import sentence, words_for
from msgspec.structs import replace

CARDS = default_cards(GAME)
WORDS = words_for(GAME.folder)
NAMES = ("Al", "Bruce", "Catherine", "Dee", "Eve")
AL, BRUCE, CATHERINE, DEE, EVE = range(5)
RED, YELLOW, BLUE = range(3)

Hands = Mapping[int, Sequence[str]]


def card(key: str) -> int:
    return find(CARDS, key)


def cards(*keys: str) -> tuple[int, ...]:
    return tuple(sorted(card(key) for key in keys))


def goal(key: str, banked: int = 0) -> Goal:
    return Goal(card(key), banked)


def table(
    seats: int = 3,
    phase: str = "play",
    hands: Hands | None = None,
    pools: Mapping[int, Pool] | None = None,
    goals: Sequence[Goal] = (),
    treasure: Mapping[int, Sequence[str]] | None = None,
    discards: Sequence[str] = (),
    options: Mapping[str, Any] | None = None,
) -> State:
    """A position in Al's turn; who is given no hand has none. All other cards are in the deck."""
    state = GAME.start(Options.model_validate(options or {}), seats, CARDS)
    everyone = range(seats)
    held = tuple(cards(*(hands or {}).get(seat, ())) for seat in everyone)
    owned = tuple(tuple(goal(key) for key in (treasure or {}).get(seat, ())) for seat in everyone)
    thrown = tuple(card(key) for key in discards)
    deck = list(CARDS.deck)
    out = [one for hand in held for one in hand]
    out += [one.card for row in (goals, *owned) for one in row]
    for gone in (*out, *thrown):
        deck.remove(gone)
    return replace(
        state,
        phase=phase,
        turn=1,
        middle=(0, 0, 0),
        pools=tuple((pools or {}).get(seat, (2, 2, 2)) for seat in everyone),
        hands=held,
        treasure=owned,
        deck=tuple(deck),
        discards=thrown,
        goals=tuple(goals),
        news=(),
    )


def do(state: State, seat: int, **answer: Any) -> State:
    return GAME.apply(state, Move(seat, answer))


def play(state: State, key: str, **answer: Any) -> State:
    """Al plays a card."""
    return do(state, state.active, card=key, **answer)


def roll(state: State, *faces: int) -> State:
    return GAME.apply(state, Rolled(faces))


def shuffled(state: State) -> State:
    """The deck comes as it lay."""
    need = GAME.need(state)
    assert isinstance(need, Roll)
    return GAME.apply(state, Rolled((), tuple(tuple(range(size)) for size in need.shuffles)))


def asked(state: State) -> dict[int, Form]:
    need = GAME.need(state)
    assert isinstance(need, Ask), need
    return need.forms


def options(state: State, seat: int) -> dict[str, Option]:
    """What a seat is offered by the first field of its form."""
    field = asked(state)[seat].fields[0]
    assert isinstance(field, PickOne | PickSome)
    return {option.key: option for option in field.options}


def offered(state: State, seat: int) -> list[str]:
    return list(options(state, seat))


def inside(option: Option, key: str) -> dict[str, Option]:
    """The options of a field that comes with an option."""
    (field,) = [field for field in option.fields if field.key == key]
    assert isinstance(field, PickOne | PickSome)
    return {inner.key: inner for inner in field.options}


def to_roll(state: State) -> dict[str, int]:
    """The dice that the tower is asked for, by colour."""
    need = GAME.need(state)
    assert isinstance(need, Roll), need
    return {group.colour: group.count for group in need.dice}


def everybody(state: State, **answer: Any) -> State:
    """All who are asked answer alike."""
    for seat in asked(state):
        state = do(state, seat, **answer)
    return state


def news(state: State) -> list[str]:
    return [sentence(item, WORDS, NAMES) for item in state.news]


def winners(state: State) -> tuple[int, ...]:
    need = GAME.need(state)
    assert isinstance(need, Over), need
    return need.winners


def names(state: State, held: Sequence[int]) -> list[str]:
    """The keys of cards, in the order of the card file."""
    return [state.cards.kinds[one].key for one in sorted(held)]
