"""No take-back crosses what somebody has newly seen, in any game, though no game marks such moves.

What is hidden is written here once more, by hand: the host finds it by comparing screens.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count, islice
from typing import Any

import pytest
from dicehost.errors import TableError
from dicehost.journal.events import Moved, TakenBack, read_event
from dicehost.match.record import Match, replay_match
from dicehost.match.take_backs import Step, Walls
from dicerules.core import Move, Over, encode
from dicerules.errors import RuleError
from msgspec.structs import replace

from tests.kept import Clerk


def took_one(before: tuple[int, ...], after: tuple[int, ...]) -> bool:
    """Whether a card left a face-down pile, and nobody could know which one it was."""
    return len(before) > len(after) and len(before) > 1


def seen_in_morty_zone(before: Any, after: Any) -> bool:
    """A round has ended, so its crystals lie open."""
    return len(after.sheets) > len(before.sheets)


def seen_in_ricemarll(before: Any, after: Any) -> bool:
    """A goal was taken that lay face down."""
    return len(before.blind) > len(after.blind)


def seen_in_ryb(before: Any, after: Any) -> bool:
    """A card came out of a hand, off the deck, or into an offer."""
    hidden = (before.hands, before.deck, before.trade)
    return hidden != (after.hands, after.deck, after.trade)


def seen_in_zorro(before: Any, after: Any) -> bool:
    """The market was filled up, or a feat was drawn."""
    return any(
        took_one(getattr(before, pile), getattr(after, pile))
        for pile in ("feats", "common", "premium")
    )


SEEN: dict[str, Callable[[Any, Any], bool]] = {
    "morty_zone": seen_in_morty_zone,
    "ricemarll": seen_in_ricemarll,
    "ryb": seen_in_ryb,
    "zorro": seen_in_zorro,
}
ENOUGH = 4
"""Moves that showed something, and moves that did not: then a game has proved it."""
MOST = 3000


def may_be_taken_back(match: Match) -> bool:
    """Whether the last line can be taken back by whoever moved."""
    seats = range(len(match.names))
    last = match.seq in [match.last_move(seat) for seat in seats]
    return last and match.may_withdraw(match.seq)


def moves(game: str) -> Iterator[tuple[Clerk, Any]]:
    """Matches played at random: after each move the match, and the position before the move."""
    for number in count():
        clerk = Clerk(f"{game}{number}", game, ["Ann", "Bo", "Cy"])
        clerk.open()
        while not isinstance(clerk.match.need, Over):
            before = clerk.match.state
            clerk.step("simulated", "ab")
            if clerk.entries[-1].kind == "moved":
                yield clerk, before


@pytest.mark.parametrize("game", SEEN)
def test_a_move_that_showed_something_new_cannot_be_taken_back(game: str) -> None:
    seen = harmless = 0
    for clerk, before in islice(moves(game), MOST):
        if SEEN[game](before, clerk.match.state):
            seen += 1
            assert not may_be_taken_back(clerk.match), clerk.entries[-1].body
        elif harmless < ENOUGH:
            harmless += may_be_taken_back(clerk.match)
        if seen >= ENOUGH and harmless >= ENOUGH:
            return
    raise AssertionError(f"{seen} moves showed something, {harmless} can be taken back")


@pytest.mark.parametrize("game", SEEN)
def test_a_stored_take_back_of_such_a_move_still_replays(game: str) -> None:
    for clerk, before in islice(moves(game), MOST):
        match, of = clerk.match, clerk.match.seq
        move = read_event(clerk.entries[-1])
        assert isinstance(move, Moved)
        if not SEEN[game](before, match.state):
            continue
        try:
            match.without(of)
        except TableError:
            continue  # a wall before moves were compared, too
        clerk.write(TakenBack(move.event.seat, of))
        assert encode(clerk.match.state) == encode(before)
        assert encode(replay_match(clerk.game, clerk.entries).state) == encode(before)
        return
    raise AssertionError("no such move was found")


def test_what_others_have_seen_since_is_a_wall_for_earlier_moves() -> None:
    for clerk, _ in islice(moves("ricemarll"), MOST):
        match = clerk.match
        open_before = [match.last_move(seat) for seat in range(3)]
        if not any(open_before):
            continue
        line = next(line for line in open_before if line)
        before = match.state
        clerk.step("simulated", "ab")
        if seen_in_ricemarll(before, match.state):
            with pytest.raises(TableError, match=r"back\.too_late"):
                match.withdrawn(line)
            return
    raise AssertionError("no such move was found")


def test_what_looks_otherwise_once_in_forty_times_is_found_before_it_is_taken_back() -> None:
    found = (clerk for clerk, _ in moves("zorro") if may_be_taken_back(clerk.match))
    match = next(found).match
    line, imagined = match.seq, count(1)

    def imagine(state: Any, seat: int, randbelow: Any) -> Any:
        if next(imagined) % 40:
            return state
        raise RuleError("zorro.other")  # this move cannot be made there

    match._walls._game = replace(match.game, imagine=imagine)
    match._walls.forget()
    assert match.may_withdraw(line), "a screen offers it after a quick look"
    with pytest.raises(TableError, match=r"back\.too_late"):
        match.withdrawn(line)
    assert not match.may_withdraw(line), "and offers it no more"


def test_a_game_that_cannot_imagine_takes_nothing_back_once_cards_were_dealt_in_secret() -> None:
    clerk, before = next(moves("zorro"))
    walls = Walls(replace(clerk.game, imagine=None), "aa")
    step = Step(3, Move(0, {}), before, clerk.match.state)
    assert not walls.is_wall(step), "nothing is hidden: every move can be taken back"
    walls.secrets = True
    walls.forget()
    assert walls.is_wall(step)
