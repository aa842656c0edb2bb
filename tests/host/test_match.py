"""A match as its journal tells it: what can be taken back, and replays to the byte."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from dicehost.errors import TableError
from dicehost.journal.entry import Entry
from dicehost.journal.events import JournalEvent, Moved, Opened, RollOutcome, TakenBack
from dicehost.journal.store import Journal
from dicehost.match.record import Match, replay_match
from dicerules import games
from dicerules.cards import default_cards
from dicerules.core import Ask, Game, Move, Roll, Rolled, encode, single_dice
from dicerules.forms import fill
from msgspec import Raw

COW = games()["cow"]


class Book:
    """A match written to a real journal and replayed line by line."""

    def __init__(self, journal: Journal, seats: int = 3, game: Game = COW) -> None:
        self.journal = journal
        self.seats = seats
        self.game = game

    async def open(self, open_bets: bool = False) -> Match:
        state = COW.start(COW.options(open_bets=open_bets), self.seats, default_cards(COW))
        names = ["Ed", "Chris", "Donna", "Al"][: self.seats]
        opened = Opened("cow", COW.version, names, ["cyan"] * self.seats, {}, Raw(encode(state)))
        self.match = Match(self.game, await self.journal.append("aa", 1, opened))
        return self.match

    async def add(self, event: JournalEvent) -> Entry:
        entry = await self.journal.append("aa", self.match.seq + 1, event)
        self.match.take(entry)
        return entry

    async def move(self, seat: int, **answer: Any) -> None:
        await self.add(Moved(Move(seat, answer), f"c{self.match.seq}"))

    async def roll(self, *faces: int) -> None:
        await self.add(RollOutcome(self.match.roll_id, Rolled(faces), "simulated", "ab"))


@pytest.fixture
async def book(tmp_path: Path):
    journal = Journal(tmp_path / "journal.sqlite")
    book = Book(journal)
    await book.open()
    yield book
    journal.close()


def pick_first(match: Match) -> dict[str, Any]:
    assert isinstance(match.need, Ask)
    (form,) = match.need.forms.values()
    return fill(form, lambda n: 0)


async def test_a_roll_keeps_its_id_until_the_position_changes(book: Book) -> None:
    await book.move(0, **pick_first(book.match))
    before = book.match.roll_id
    await book.move(1, side="yes", bet=1)
    assert book.match.roll_id != before
    await book.move(2, side="no", bet=2)
    assert isinstance(book.match.need, Roll)
    again = replay_match(COW, book.journal.lines("aa"))
    assert again.roll_id == book.match.roll_id


async def test_a_choice_nobody_answered_can_be_taken_back(book: Book) -> None:
    start = book.match.body()
    await book.move(0, **pick_first(book.match))
    of = book.match.last_move(0)
    assert of == 2
    await book.add(TakenBack(0, of))
    assert book.match.body() == start
    assert replay_match(COW, book.journal.lines("aa")).body() == start


async def test_a_choice_others_answered_cannot_be_taken_back_by_itself(book: Book) -> None:
    await book.move(0, **pick_first(book.match))
    await book.move(1, side="yes", bet=1)
    with pytest.raises(TableError, match=r"back\.built_on"):
        book.match.without(2)


async def test_a_hidden_bet_can_be_taken_back_while_others_think(book: Book) -> None:
    await book.move(0, **pick_first(book.match))
    before = book.match.body()
    await book.move(1, side="yes", bet=1)
    await book.add(TakenBack(1, 3))
    assert book.match.body() == before


async def test_no_bet_can_be_taken_back_once_all_are_open(book: Book) -> None:
    await book.move(0, **pick_first(book.match))
    await book.move(1, side="yes", bet=1)
    await book.move(2, side="no", bet=1)
    assert book.match.last_move(1) is None
    assert book.match.last_move(2) is None
    with pytest.raises(TableError, match=r"back\.too_late"):
        book.match.without(3)


async def test_nothing_before_a_roll_can_be_taken_back(book: Book) -> None:
    await book.move(0, **pick_first(book.match))
    await book.move(1, side="yes", bet=1)
    await book.move(2, side="no", bet=1)
    assert isinstance(book.match.need, Roll)
    await book.roll(*[1] * book.match.need.dice[0].count)
    assert [book.match.last_move(seat) for seat in range(3)] == [None, None, None]


async def test_nothing_before_a_roll_can_be_taken_back_even_if_nothing_was_hidden(
    tmp_path: Path,
) -> None:
    book = Book(Journal(tmp_path / "journal.sqlite"))
    await book.open(open_bets=True)
    await book.move(0, **pick_first(book.match))
    await book.move(1, side="yes", bet=1)
    await book.move(2, side="no", bet=1)
    assert book.match.last_move(2) == book.match.seq, (
        "open choices can be taken back until the dice roll"
    )
    assert isinstance(book.match.need, Roll)
    await book.roll(*[1] * book.match.need.dice[0].count)
    with pytest.raises(TableError, match=r"back\.too_late"):
        book.match.without(book.match.seq - 1)
    book.journal.close()


async def test_every_prefix_of_a_journal_replays_to_the_state_that_was_played(book: Book) -> None:
    chance = random.Random(5)
    played = {1: book.match.body()}
    while book.match.winners is None and book.match.seq < 120:
        need = book.match.need
        if isinstance(need, Ask):
            seat = chance.choice(sorted(need.forms))
            await book.move(seat, **fill(need.forms[seat], chance.randrange))
        elif isinstance(need, Roll):
            await book.roll(*[chance.randint(1, die.faces) for die in single_dice(need)])
        played[book.match.seq] = book.match.body()
    entries = book.journal.lines("aa")
    for length, body in played.items():
        assert replay_match(COW, entries[:length]).body() == body
