"""A little game that keeps every promise, for the kit to be tried on: High Star, one round long.

It has one of everything: a hidden deal, a hidden ask with a field that belongs to a choice, picture
dice, coins that no event makes or loses. ``test_kit`` breaks one promise of it at a time.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

from dicerules.core import (
    Ask,
    CardError,
    DiceGroup,
    Event,
    Face,
    Game,
    Message,
    Move,
    Need,
    Over,
    Roll,
    Rolled,
    View,
    check_asked,
    check_move,
    check_rolled,
)
from dicerules.forms import Form, Number, Option, PickOne
from dicerules.views import Board, Chips, Dice, Die, Item, Note
from dicerules.words import message
from msgspec import Struct
from msgspec.structs import replace
from pydantic import BaseModel, ConfigDict, Field

STARS = tuple(Face(f"{n} stars", str(n), n) for n in range(1, 7))


class Options(BaseModel):
    model_config = ConfigDict(extra="forbid")

    bank: int = Field(20, ge=10, le=99, title="Bank", description="Coins in the bank.")


class Guess(Struct, frozen=True):
    side: str
    stake: int


class State(Struct, frozen=True):
    deck: int
    bank: int
    coins: tuple[int, ...]
    cards: tuple[int, ...] = ()
    guesses: tuple[Guess | None, ...] = ()
    face: int = 0
    news: tuple[Message, ...] = ()


def read_cards(text: str, file: str) -> int:
    try:
        return int(tomllib.loads(text)["deck"])
    except (ValueError, KeyError) as error:
        raise CardError(f"{file}: {error}") from None


def start(options: Options, seats: int, cards: int) -> State:
    return State(cards, options.bank, (0,) * seats)


def form() -> Form:
    stake = (Number("stake", message("stake"), 1, 3),)
    options = (
        Option("high", message("high"), dice=(("star", 6),), fields=stake),
        Option("low", message("low")),
    )
    return Form(message("guess"), (PickOne("side", message("guess"), options),))


def need(state: State) -> Need:
    if not state.cards:
        return Roll(None, message("roll.deal"), shuffles=(state.deck,), hidden=True)
    forms = {seat: form() for seat, guess in enumerate(state.guesses) if guess is None}
    if forms:
        return Ask(forms, hidden=True)
    if not state.face:
        return Roll(0, message("roll.star"), (DiceGroup(1, 6, "star"),))
    best = max(state.coins)
    return Over(
        tuple(seat for seat, coins in enumerate(state.coins) if coins == best), message("over")
    )


def apply(state: State, event: Event) -> State:
    now = need(state)
    if isinstance(event, Rolled):
        check_rolled(now, event)
        return _deal(state, event) if event.orders else _star(state, event.faces[0])
    if isinstance(event, Move):
        check_move(now, event)
        guess = Guess(event.answer["side"], event.answer.get("stake", 1))
    else:
        check_asked(now, event.seat)
        guess = Guess("low", 1)
    guesses = (*state.guesses[: event.seat], guess, *state.guesses[event.seat + 1 :])
    return replace(state, guesses=guesses, news=(message("news.guessed", seat=event.seat),))


def _deal(state: State, event: Rolled) -> State:
    nobody = (None,) * len(state.coins)
    return replace(state, cards=event.orders[0], guesses=nobody, news=(message("news.dealt"),))


def _star(state: State, face: int) -> State:
    right = "high" if face > 3 else "low"
    won = [guess.stake if guess and guess.side == right else 0 for guess in state.guesses]
    coins = tuple(had + more for had, more in zip(state.coins, won, strict=True))
    news = (message("news.star", face=face),)
    return replace(state, bank=state.bank - sum(won), coins=coins, face=face, news=news)


def view(state: State, viewer: int) -> View:
    seats = len(state.coins)
    centre: list[Item] = [Chips("bank", message("coins"), state.bank)]
    if state.cards:
        centre.append(Note("up", message("up", card=state.cards[seats])))
    if state.face:
        centre.append(Dice("star", message("star"), (Die(state.face, "star"),)))
    waiting = sum(guess is None for guess in state.guesses)
    return View(
        headline=_headline(state, waiting),
        turn=None,
        centre=tuple(centre),
        boards=tuple(_board(state, seat, viewer == seat) for seat in range(seats)),
        news=state.news,
    )


def _headline(state: State, waiting: int) -> Message:
    now = need(state)
    if isinstance(now, Roll):
        return now.why
    if isinstance(now, Over):
        return message("headline.over")
    return message("headline.guess", count=waiting)


def _board(state: State, seat: int, own: bool) -> Board:
    items: list[Item] = []
    if state.cards and own:
        items.append(Note("card", message("card", card=state.cards[seat])))
    return Board(seat, state.coins[seat], tuple(items))


GAME = Game(
    key="star",
    name="High Star",
    version=1,
    seats=range(2, 5),
    playing_time=(1, 2),
    folder=Path(__file__).parent / "little_box",
    options=Options,
    state=State,
    read_cards=read_cards,
    start=start,
    need=need,
    apply=apply,
    view=view,
    scores=lambda state: state.coins,
    faces=lambda state: {"star": STARS},
    invariant=lambda state: state.bank + sum(state.coins),
    max_events=20,
)
