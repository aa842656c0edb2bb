"""Dice that were rolled are counted as they fell, and judged as statistics judges them."""

from __future__ import annotations

import csv
import io
import random
from collections import Counter
from collections.abc import AsyncIterator
from itertools import groupby, product
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from dicehost.journal.events import Opened, RollOutcome, read_event
from dicehost.journal.store import Journal
from dicehost.link.noise_log import Health
from dicehost.link.session import Hello
from dicehost.link.tower import State, Tower
from dicehost.past import history, plot
from dicehost.past.fairness import chi_square, judge, longest_below, run_range, tail, upper_gamma
from dicehost.past.ledger import Die, Ledger, Wish, read, tally
from dicehost.web.past import _csv
from dicehost.wording import host_words
from dicerules import games
from dicerules.core import Roll
from dicerules.words import sentence
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Raw
from msgspec.structs import replace
from scipy import special, stats

from tests.kept import Clerk, keep_match


@pytest.fixture
async def journal(tmp_path: Path) -> AsyncIterator[Journal]:
    journal = Journal(tmp_path / "journal.sqlite")
    yield journal
    journal.close()


@pytest.fixture
def ledger(journal: Journal, tmp_path: Path) -> Ledger:
    return Ledger(tmp_path / "ledger.sqlite", journal)


@given(st.floats(0.5, 60), st.floats(0, 400))
def test_the_gamma_function_is_the_known_one(a: float, x: float) -> None:
    assert upper_gamma(a, x) == pytest.approx(special.gammaincc(a, x), rel=1e-9, abs=1e-14)


@given(st.lists(st.integers(0, 5000), min_size=2, max_size=20))
def test_chi_square_and_its_probability_are_those_of_scipy(counts: list[int]) -> None:
    if sum(counts):
        known = stats.chisquare(counts)
        assert chi_square(counts) == pytest.approx(known.statistic)
        assert tail(chi_square(counts), len(counts) - 1) == pytest.approx(known.pvalue, abs=1e-12)


@pytest.mark.parametrize(("rolls", "faces"), [(6, 6), (7, 4), (12, 2)])
def test_longest_runs_are_as_probable_as_counting_every_row_of_dice_says(
    rolls: int, faces: int
) -> None:
    every = Counter(
        max(len(list(same)) for _, same in groupby(row))
        for row in product(range(faces), repeat=rolls)
    )
    for most in range(1, rolls + 1):
        share = sum(count for run, count in every.items() if run <= most) / faces**rolls
        assert longest_below(most, rolls, faces) == pytest.approx(share, abs=0.02)


def test_nine_of_ten_fair_towers_have_their_longest_run_in_the_range_told() -> None:
    chance, held = random.Random(3), 0
    low, high = run_range(600, 6)
    for _ in range(400):
        fallen = [chance.randint(1, 6) for _ in range(600)]
        held += low <= tally(6, "simulated", "", fallen).run <= high
    assert held / 400 > 0.87
    assert run_range(0, 6) == (0, 0)
    assert run_range(1, 6) == (1, 1)


@pytest.mark.parametrize(
    ("counts", "said"),
    [
        (
            (4, 5, 5, 5, 5, 5),
            "29 dice so far. That is too few to judge dice with 6 faces: you need",
        ),
        ((1, 0, 0, 0, 0, 0), "1 die so far."),
        ((994, 991, 1060, 982, 959, 1014), "With 6000 dice, differences like these or larger come"),
        ((994, 991, 1060, 982, 959, 1014), "in 31 of 100 fair towers. Nothing suggests that these"),
        ((900, 1000, 1000, 1000, 1000, 1100), "fewer than 1 of 100 fair towers. If new rolls show"),
        ((100, 120, 100, 80, 100, 124), "in 3 of 100 fair towers. That happens by chance"),
        (
            (10000, 10000),
            "With 20\u202f000 dice, differences like these or larger come up in 99 of 100",
        ),
    ],
)
def test_the_sentence_says_how_many_and_is_honest(counts: tuple[int, ...], said: str) -> None:
    told = sentence(judge_counts(counts).said, host_words(), [])
    assert said in told
    assert "{" not in told


def judge_counts(counts: tuple[int, ...]):  # type: ignore[no-untyped-def]
    fallen = [face for face, count in enumerate(counts, 1) for _ in range(count)]
    return judge(tally(len(counts), "simulated", "51b0", fallen))


@pytest.mark.parametrize("faces", [2, 6, 20, 100])
def test_the_drawing_is_well_formed_and_as_tall_as_the_counts(faces: int) -> None:
    verdict = judge_counts(tuple(range(20, 20 + faces)))
    drawn = ElementTree.fromstring(plot.file(verdict, "<told> & drawn"))
    bars = [float(node.get("height", "")) for node in drawn.iter() if node.get("class") == "count"]
    assert len(bars) == faces
    share = bars[0] / bars[-1]
    assert share == pytest.approx(verdict.counts[0] / verdict.counts[-1], abs=0.01)
    assert "<told> & drawn" in [node.text for node in drawn.iter()]


async def test_every_die_of_every_game_is_counted_with_its_source(
    journal: Journal, ledger: Ledger
) -> None:
    rolled = 0
    for number, key in enumerate(games()):
        source = ("simulated", "tower", "hand")[number % 3]
        keep_match(journal, f"aa{number}", key, ["Ann", "Bo"], source=source, tower="e660")
        for line in journal.lines(f"aa{number}"):
            event = read_event(line)
            if isinstance(event, RollOutcome):
                rolled += len(event.event.faces)
    ledger.bring_up()
    assert rolled == len(ledger.dice(Wish())) == sum(sum(t.counts) for t in ledger.tallies(Wish()))
    assert {tally.source for tally in ledger.tallies(Wish())} == {"simulated", "tower", "hand"}
    anns = ledger.dice(Wish(player="Ann", source="tower", match="aa1"))
    assert anns
    assert {(die.player, die.source, die.match) for die in anns} == {("Ann", "tower", "aa1")}
    assert ledger.tallies(Wish(player="Zoe")) == []
    assert ledger.choices().players == ("Ann", "Bo")
    assert {one.match for one in ledger.choices().matches} == {
        f"aa{n}" for n in range(len(games()))
    }


def test_hidden_dice_of_a_match_that_goes_on_are_not_counted() -> None:
    def need(state: Any) -> Any:
        asked = games()["cow"].need(state)
        return replace(asked, hidden=True) if isinstance(asked, Roll) else asked

    secret = replace(games()["cow"], need=need)
    clerk = Clerk("aa", "cow", ["Ann", "Bo"])
    clerk.open()
    clerk.play()
    going = clerk.entries[:-1]
    assert read(clerk.game, going)[1] != []
    assert read(secret, going)[1] == []
    assert read(secret, clerk.entries)[1] == read(clerk.game, clerk.entries)[1]


async def test_the_ledger_follows_the_journal_and_can_be_thrown_away(
    journal: Journal, ledger: Ledger, tmp_path: Path
) -> None:
    clerk = Clerk("aa", "cow", ["Ann", "Bo"])
    clerk.open()
    await journal.adopt(clerk.entries)
    ledger.bring_up()
    (result,) = ledger.results()
    assert (result.over, result.winners) == (False, ())
    before = len(clerk.entries)
    clerk.play()
    await journal.adopt(clerk.entries[before:])
    ledger.bring_up()
    (result,) = ledger.results()
    assert (result.over, result.winners) == (True, clerk.match.winners)
    dice = ledger.dice(Wish())
    ledger.close()
    (tmp_path / "ledger.sqlite").write_bytes(b"no such thing")
    anew = Ledger(tmp_path / "ledger.sqlite", journal)
    anew.bring_up()
    assert (anew.results(), anew.dice(Wish())) == ([result], dice)
    anew.close()


async def test_players_are_found_and_summed_up_by_name_and_game(
    journal: Journal, ledger: Ledger
) -> None:
    cow = keep_match(journal, "aa", "cow", ["Ann", "Bo"])
    keep_match(journal, "bb", "zorro", ["ann ", "Cleo"])
    going = Clerk("cc", "cow", ["Ann", "Dan"])
    going.open()
    await journal.adopt(going.entries)
    ledger.bring_up()
    results = ledger.results()
    ann, *others = history.players(results)
    assert (ann.name.casefold(), ann.matches) == ("ann", 2)
    assert {one.game: one.matches for one in ann.games} == {"cow": 1, "zorro": 1}
    assert ann.wins + sum(one.wins for one in others) == sum(len(r.winners) for r in results)
    bo = next(one for one in others if one.name == "Bo")
    assert bo.spent_ms == cow.match.account.spent[1]
    assert [r.match for r in history.find(results, "COW bo")] == ["aa"]
    assert {r.match for r in history.find(results, "ann")} == {"aa", "bb", "cc"}
    assert [r.match for r in history.find(results, "have a cow dan")] == ["cc"]
    assert history.find(results, "nobody") == []


async def test_a_match_that_cannot_be_read_is_told_and_hides_no_other(
    journal: Journal, ledger: Ledger
) -> None:
    keep_match(journal, "aa")
    await journal.append("bb", 1, Opened("chess", 1, ["Ann", "Bo"], [], {}, Raw(b"{}")))
    ledger.bring_up()
    assert [result.match for result in ledger.results()] == ["aa"]
    assert "chess" in sentence(ledger.unread["bb"], host_words(), [])


def test_health_is_kept_in_spans_and_a_pulled_plug_leaves_a_gap(tmp_path: Path) -> None:
    tower, health = Tower(None), Health(tmp_path / "health.sqlite")
    health.note(tower)
    assert health.spans() == []
    tower.hello = Hello("e660", "0.1.0", "b1", 8, frozenset({"roll"}))
    tower.state, tower.health = State.READY, "ok"
    health.note(tower)
    health.note(tower)
    tower.health, tower.trips = "trip", 1
    health.note(tower)
    tower.state = State.SEARCHING
    health.note(tower)
    tower.state, tower.health, tower.trips = State.READY, "ok", 0
    health.note(tower)
    health.close()
    health.note(tower)
    again = Health(tmp_path / "health.sqlite")
    told = [(span.tower, span.source, span.state, span.trips) for span in again.spans()]
    again.close()
    assert told == [
        ("e660", "tower", "ok", 0),
        ("e660", "tower", "trip", 1),
        ("e660", "tower", "ok", 0),
    ]


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1+1", "\r=1+1", " =1+1"])
def test_no_spreadsheet_works_out_what_somebody_called_themselves(text: str) -> None:
    die = Die("aa", 1, 0, "2030-01-01", text, text, 6, text, 4, text, text)
    _, (match, line, _, _, *rest) = csv.reader(io.StringIO(_csv([die]), newline=""))
    assert (match, line) == ("aa", "1")
    assert [cell for cell in rest if cell == text] == []
    assert rest[0] == f"'{text}"
