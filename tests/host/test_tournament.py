"""Tournaments as values: whatever happens, rounds are fair, and a journal gives them again."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest
from dicehost.errors import TournamentError
from dicehost.journal.tournament_events import (
    LineTakenBack,
    Mode,
    PlayerEntered,
    PlayerLeft,
    PlayerReturned,
    ResultGiven,
    RoundPaired,
    TableStarted,
    TournamentEnded,
    TournamentEvent,
    TournamentOpened,
)
from dicehost.tournament.pairing import next_round, table_sizes
from dicehost.tournament.standings import points_of, standings
from dicehost.tournament.state import Record, replay
from dicehost.tournament.worker import answer
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import json

CAREFULLY = settings(
    max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)


def opened(mode: Mode = "swiss", size: int = 2, rounds: int = 5, seed: int = 7) -> TournamentOpened:
    seats = (2, 2) if size == 2 else (max(2, size - 1), size + 1)
    points = (2, 0) if size == 2 else (10, 6, 4, 3, 2, 1)
    return TournamentOpened("Cup", "cow", mode, seats, size, rounds, points, seed)


def begun(first: TournamentOpened, count: int) -> Record:
    return replay([first, *(PlayerEntered(f"P{number}") for number in range(count))])


def played(record: Record, choose: st.DataObject | None = None) -> Record:
    """The round that is paired, with results at every table."""
    number = len(record.tournament.rounds) - 1
    for at, table in enumerate(record.tournament.rounds[-1].tables):
        ranks = tuple(range(1, len(table.players) + 1))
        if choose is not None:
            ranks = tuple(choose.draw(st.permutations(ranks)))
        record = record.take(ResultGiven(number, at, ranks))
    return record


def meetings(record: Record) -> list[int]:
    return list(record.tournament.met().values())


@CAREFULLY
@given(st.integers(4, 11), st.sampled_from([2, 3]), st.integers(0, 9), st.data())
def test_whoever_comes_and_goes_everybody_plays_each_round_and_byes_stay_even(
    count: int, size: int, seed: int, data: st.DataObject
) -> None:
    record = begun(opened(size=size, rounds=5, seed=seed), count)
    first = set(range(count))
    while not record.tournament.is_over:
        before = record.tournament
        record = record.take(next_round(before))
        now = record.tournament.rounds[-1]
        seated = [player for table in now.tables for player in table.players]
        assert sorted([*seated, *now.byes]) == list(before.active)
        low, high = before.opened.seats
        assert all(low <= len(table.players) <= high for table in now.tables)
        assert len(now.byes) < low, "a bye only for those who fit at no table"
        byes = [record.tournament.byes(player) for player in first & {*before.active}]
        assert not byes or max(byes) - min(byes) <= 1
        record = played(record, data)
        if record.tournament.is_over:
            break
        if data.draw(st.booleans()):
            record = record.take(PlayerEntered(f"Late {record.length}"))
        if len(record.tournament.active) > 4 and data.draw(st.booleans()):
            gone = data.draw(st.sampled_from(record.tournament.active))
            record, first = record.take(PlayerLeft(gone)), first - {gone}
    assert len(record.tournament.rounds) == 5


@pytest.mark.parametrize(("count", "rounds"), [(6, 3), (7, 4), (8, 5), (13, 6)])
def test_nobody_meets_the_same_opponent_twice_while_that_can_be_helped(
    count: int, rounds: int
) -> None:
    record = begun(opened(rounds=rounds), count)
    while not record.tournament.is_over:
        record = played(record.take(next_round(record.tournament)))
    assert max(meetings(record)) == 1


def test_when_all_have_met_the_fewest_meet_again() -> None:
    record = begun(opened(rounds=6), 4)
    while not record.tournament.is_over:
        record = played(record.take(next_round(record.tournament)))
    assert meetings(record) == [2] * 6, "three rounds let four meet, three more let them meet again"


def test_sixteen_at_tables_of_four_meet_nobody_twice_in_three_rounds() -> None:
    record = begun(opened(size=4, rounds=3), 16)
    while not record.tournament.is_over:
        record = played(record.take(next_round(record.tournament)))
    assert all(len(table.players) == 4 for one in record.tournament.rounds for table in one.tables)
    assert max(meetings(record)) == 1


def test_neighbours_in_the_standings_are_paired() -> None:
    record = played(begun(opened(), 8).take(next_round(begun(opened(), 8).tournament)))
    second = next_round(record.tournament)
    points = {one.player: one.points for one in standings(record.tournament)}
    assert all(points[one] == points[other] for one, other in second.tables)


@pytest.mark.parametrize("count", [2, 5, 6, 9])
def test_a_round_robin_lets_everybody_meet_everybody_once(count: int) -> None:
    record = begun(opened("round_robin", rounds=0), count)
    while not record.tournament.is_over:
        record = played(record.take(next_round(record.tournament)))
    assert meetings(record) == [1] * (count * (count - 1) // 2)
    assert len(record.tournament.rounds) == count - 1 + count % 2
    assert all(record.tournament.byes(player) == count % 2 for player in range(count))


@CAREFULLY
@given(st.integers(3, 8), st.integers(1, 3), st.integers(0, 3))
def test_a_round_robin_takes_in_who_comes_late_and_forgets_who_left(
    count: int, after: int, seed: int
) -> None:
    record = begun(opened("round_robin", rounds=0, seed=seed), count)
    for number in range(100):
        if record.tournament.is_over:
            break
        record = played(record.take(next_round(record.tournament)))
        if number + 1 == after:
            record = record.take(PlayerEntered("Late")).take(PlayerLeft(0))
    assert record.tournament.is_over
    assert set(meetings(record)) == {1}
    everybody = {frozenset(pair) for pair in combinations(record.tournament.active, 2)}
    assert everybody <= record.tournament.met().keys()


def test_larger_tables_of_a_round_robin_go_on_until_all_have_met() -> None:
    record = begun(opened("round_robin", size=4, rounds=0), 8)
    while not record.tournament.is_over:
        record = played(record.take(next_round(record.tournament)))
    assert len(record.tournament.met()) == 28
    assert len(record.tournament.rounds) <= 8


@CAREFULLY
@given(st.integers(4, 9), st.sampled_from([2, 3]), st.integers(1, 12), st.data())
def test_a_take_back_gives_the_state_before_and_the_same_round_again(
    count: int, size: int, steps: int, data: st.DataObject
) -> None:
    record, before = begun(opened(size=size), count), list[Record]()
    events = [line.event for line in record.lines]
    for _ in range(steps):
        before.append(record)
        event = anything(record, data)
        events.append(event)
        record = record.take(event)
        if data.draw(st.integers(0, 3)) == 0:
            back = LineTakenBack(record.lines[-1].number)
            events.append(back)
            record = record.take(back)
            assert record.tournament == before[-1].tournament
    again = replay(json.decode(json.encode(event), type=type(event)) for event in events)
    assert again == record
    if not record.tournament.is_paired and not record.tournament.is_over:
        assert next_round(again.tournament) == next_round(record.tournament)


def anything(record: Record, data: st.DataObject) -> TournamentEvent:
    """Something that may happen next."""
    now = record.tournament
    if data.draw(st.integers(0, 4)) == 0:
        return PlayerEntered(f"Late {record.length}")
    if len(now.active) > 4 and data.draw(st.integers(0, 4)) == 0:
        return PlayerLeft(data.draw(st.sampled_from(now.active)))
    if not now.is_paired and not now.is_over:
        return next_round(now)
    if not now.is_paired:
        return TournamentEnded() if not now.ended else ResultGiven(0, 0, (1, 2))
    tables = now.rounds[-1].tables
    at = next(at for at, table in enumerate(tables) if not table.ranks)
    ranks = tuple(data.draw(st.permutations(range(1, len(tables[at].players) + 1))))
    return ResultGiven(len(now.rounds) - 1, at, ranks)


def test_only_the_last_line_that_counts_is_taken_back() -> None:
    record = begun(opened(), 2)
    with pytest.raises(TournamentError, match="not_last"):
        record.take(LineTakenBack(2))
    record = record.take(LineTakenBack(3)).take(LineTakenBack(2))
    assert record.tournament.players == ()
    with pytest.raises(TournamentError, match="nothing"):
        record.take(LineTakenBack(1))


def test_who_shares_a_rank_shares_the_points_of_its_places() -> None:
    assert points_of((1, 2, 2, 4), (10, 6, 4, 3)) == [10, 5, 5, 3]
    assert points_of((1, 1), (2, 0)) == [1, 1]
    assert points_of((1, 1, 1), (10, 6, 4)) == [Fraction(20, 3)] * 3
    assert points_of((1, 2, 3), (5,)) == [5, 0, 0]


def test_standings_say_what_decided() -> None:
    # P3 and P4 have lost to P2 and P1, and had a bye; those have lost to the leader or before him.
    record = begun(opened(rounds=3), 5)
    record = record.take(RoundPaired(((0, 1), (2, 3)), (4,)))
    record = record.take(ResultGiven(0, 0, (1, 2))).take(ResultGiven(0, 1, (1, 2)))
    record = record.take(RoundPaired(((0, 2), (1, 4)), (3,)))
    record = record.take(ResultGiven(1, 0, (1, 2))).take(ResultGiven(1, 1, (1, 2)))
    told = standings(record.tournament)
    assert [one.points for one in told] == [4, 2, 2, 2, 2]
    assert [one.place for one in told] == [1, 2, 2, 4, 4]
    assert [one.decided for one in told] == ["", "points", "level", "opponents", "level"]
    assert {told[1].player, told[2].player} == {1, 2}
    # A draw at table 1 leaves all three criteria to look at.
    drawn = record.take(ResultGiven(0, 0, (1, 1)))
    points = {one.player: one for one in standings(drawn.tournament)}
    assert (points[0].points, points[1].points, points[2].points) == (3, 3, 2)
    assert points[0].opponents == Fraction(5, 2) == points[1].opponents
    assert (points[0].beaten, points[1].beaten) == (Fraction(7, 4), Fraction(7, 4))


def test_a_late_entry_is_not_the_next_to_have_a_bye_because_of_being_new() -> None:
    record = played(begun(opened(), 3).take(next_round(begun(opened(), 3).tournament)))
    record = played(record.take(next_round(record.tournament)))
    record = played(record.take(next_round(record.tournament)))
    record = record.take(PlayerEntered("Late")).take(PlayerEntered("Later"))
    assert record.tournament.byes(3) == 1
    assert record.tournament.players[3].since == 3


@pytest.mark.parametrize(
    ("count", "seats", "size", "tables", "byes"),
    [
        (9, (2, 6), 4, (5, 4), 0),
        (7, (3, 4), 4, (4, 3), 0),
        (5, (3, 4), 4, (4,), 1),
        (6, (2, 6), 4, (3, 3), 0),
        (7, (2, 2), 2, (2, 2, 2), 1),
        (11, (4, 4), 4, (4, 4), 3),
        (3, (2, 6), 6, (3,), 0),
    ],
)
def test_tables_are_as_even_as_the_game_allows(
    count: int, seats: tuple[int, int], size: int, tables: tuple[int, ...], byes: int
) -> None:
    split = table_sizes(count, seats, size)
    assert (split.tables, split.byes) == (tables, byes)


def test_what_cannot_be_is_refused_with_a_code() -> None:
    record = begun(opened(), 4)
    paired = record.take(next_round(record.tournament))
    for before, event, code in (
        (record, PlayerEntered(" p0 "), "name_taken"),
        (record, PlayerLeft(9), "player"),
        (record, PlayerReturned(1), "takes_part"),
        (record, RoundPaired(((0, 1),)), "paired"),
        (record, RoundPaired(((0, 1, 2, 3),)), "seats"),
        (record, TableStarted(0, "m"), "unpaired"),
        (record, ResultGiven(0, 0, (1, 2)), "unpaired"),
        (record, opened(), "opened"),
        (paired, RoundPaired(((0, 1), (2, 3))), "round_open"),
        (paired, ResultGiven(0, 0, (1, 3)), "ranks"),
        (paired, ResultGiven(0, 2, (1, 2)), "table"),
        (record.take(TournamentEnded()), PlayerEntered("Eve"), "over"),
    ):
        with pytest.raises(TournamentError) as refused:
            before.take(event)
        assert refused.value.code == f"tournament.{code}"


def test_the_process_that_pairs_says_the_round_or_why_there_is_none() -> None:
    record = begun(opened(), 4)
    said = answer(json.encode(record.tournament))
    assert said.paired == next_round(record.tournament)
    paired = record.take(next_round(record.tournament))
    assert answer(json.encode(paired.tournament)).code == "tournament.round_open"
