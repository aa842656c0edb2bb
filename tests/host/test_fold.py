"""A match as its journal tells it: take-backs, walls, and replays to the byte."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from dicehost.errors import TableError
from dicehost.fold import Fold, unfold
from dicehost.journal import Entry, Journal
from dicehost.lines import Happened, Opened, Outcome, Withdrawn
from dicerules import games
from dicerules.cards import read_own
from dicerules.core import Ask, Game, Move, Need, Roll, Rolled, encode
from dicerules.forms import fill
from msgspec import Raw, Struct
from msgspec.structs import replace

COW = games()["cow"]


class Book:
    """A match written and folded line by line, with the real journal below."""

    def __init__(self, journal: Journal, seats: int = 3, game: Game = COW) -> None:
        self.journal = journal
        self.seats = seats
        self.game = game

    async def open(self) -> Fold:
        state = COW.start(COW.options(), self.seats, read_own(COW))
        names = ["Ed", "Chris", "Donna", "Al"][: self.seats]
        opened = Opened("cow", COW.version, names, ["cyan"] * self.seats, {}, Raw(encode(state)))
        self.fold = Fold(self.game, await self.journal.append("aa", 1, "opened", encode(opened)))
        return self.fold

    async def add(self, kind: str, body: Struct) -> Entry:
        entry = await self.journal.append("aa", self.fold.seq + 1, kind, encode(body))
        self.fold.take(entry)
        return entry

    async def move(self, seat: int, **answer: Any) -> None:
        await self.add("moved", Happened(Move(seat, answer), f"c{self.fold.seq}"))

    async def roll(self, *faces: int) -> None:
        await self.add("rolled", Outcome(self.fold.roll_id, Rolled(faces), "simulated", "ab"))


@pytest.fixture
async def book(tmp_path: Path):
    journal = Journal(tmp_path / "journal.sqlite")
    book = Book(journal)
    await book.open()
    yield book
    journal.close()


def pick_first(fold: Fold) -> dict[str, Any]:
    assert isinstance(fold.need, Ask)
    (form,) = fold.need.forms.values()
    return fill(form, lambda n: 0)


async def test_a_roll_keeps_its_id_until_the_position_changes(book: Book) -> None:
    await book.move(0, **pick_first(book.fold))
    before = book.fold.roll_id
    await book.move(1, side="yes", bet=1)
    assert book.fold.roll_id != before
    await book.move(2, side="no", bet=2)
    assert isinstance(book.fold.need, Roll)
    again = unfold(COW, book.journal.lines("aa"))
    assert again.roll_id == book.fold.roll_id


async def test_a_choice_nobody_answered_can_be_taken_back(book: Book) -> None:
    start = book.fold.body()
    await book.move(0, **pick_first(book.fold))
    of = book.fold.last_move(0)
    assert of == 2
    await book.add("withdrawn", Withdrawn(0, of))
    assert book.fold.body() == start
    assert unfold(COW, book.journal.lines("aa")).body() == start


async def test_a_choice_others_answered_cannot_be_taken_back_by_itself(book: Book) -> None:
    await book.move(0, **pick_first(book.fold))
    await book.move(1, side="yes", bet=1)
    with pytest.raises(TableError, match=r"back\.built_on"):
        book.fold.without(2)


async def test_a_hidden_bet_can_be_taken_back_while_others_think(book: Book) -> None:
    await book.move(0, **pick_first(book.fold))
    before = book.fold.body()
    await book.move(1, side="yes", bet=1)
    await book.add("withdrawn", Withdrawn(1, 3))
    assert book.fold.body() == before


async def test_no_bet_can_be_taken_back_once_all_are_open(book: Book) -> None:
    await book.move(0, **pick_first(book.fold))
    await book.move(1, side="yes", bet=1)
    await book.move(2, side="no", bet=1)
    assert book.fold.last_move(1) is None
    assert book.fold.last_move(2) is None
    with pytest.raises(TableError, match=r"back\.too_late"):
        book.fold.without(3)


async def test_nothing_before_a_roll_can_be_taken_back(book: Book) -> None:
    await book.move(0, **pick_first(book.fold))
    await book.move(1, side="yes", bet=1)
    await book.move(2, side="no", bet=1)
    assert isinstance(book.fold.need, Roll)
    await book.roll(*[1] * book.fold.need.casts[0].count)
    assert [book.fold.last_move(seat) for seat in range(3)] == [None, None, None]


def all_open(state: Any) -> Need:
    need = COW.need(state)
    return replace(need, hidden=False) if isinstance(need, Ask) else need


async def test_a_roll_alone_is_a_wall_though_nothing_was_hidden(tmp_path: Path) -> None:
    book = Book(Journal(tmp_path / "journal.sqlite"), game=replace(COW, need=all_open))
    await book.open()
    await book.move(0, **pick_first(book.fold))
    await book.move(1, side="yes", bet=1)
    await book.move(2, side="no", bet=1)
    assert book.fold.last_move(2) == 4, "open choices can be taken back until the dice roll"
    assert isinstance(book.fold.need, Roll)
    await book.roll(*[1] * book.fold.need.casts[0].count)
    with pytest.raises(TableError, match=r"back\.too_late"):
        book.fold.without(4)
    book.journal.close()


async def test_every_prefix_of_a_journal_folds_to_the_state_that_was_played(book: Book) -> None:
    chance = random.Random(5)
    played = {1: book.fold.body()}
    while book.fold.winners is None and book.fold.seq < 120:
        need = book.fold.need
        if isinstance(need, Ask):
            seat = chance.choice(sorted(need.forms))
            await book.move(seat, **fill(need.forms[seat], chance.randrange))
        elif isinstance(need, Roll):
            await book.roll(
                *[chance.randint(1, c.faces) for c in need.casts for _ in range(c.count)]
            )
        played[book.fold.seq] = book.fold.body()
    entries = book.journal.lines("aa")
    for length, body in played.items():
        assert unfold(COW, entries[:length]).body() == body
