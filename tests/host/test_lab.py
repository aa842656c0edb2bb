"""The fairness lab: its sums are scipy's, it finds crooked dice, and it leaves fair ones alone."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from dicehost.cli import main
from dicehost.past import lab, lab_page, statistics
from dicehost.past.lab import examine_dice, examine_shuffles
from dicehost.past.lab_page import Examined
from dicehost.past.ledger import tally
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import special, stats

CLOSE = 1e-7


@given(st.floats(0.5, 5000), st.floats(0.5, 5000), st.floats(0, 1))
def test_the_beta_function_is_scipys(a: float, b: float, x: float) -> None:
    assert statistics.lower_beta(a, b, x) == pytest.approx(special.betainc(a, b, x), abs=CLOSE)


@given(st.integers(1, 20_000), st.floats(0, 1), st.floats(0.01, 0.99))
def test_binomial_tails_and_intervals_are_scipys(trials: int, part: float, chance: float) -> None:
    hits = round(part * trials)
    low, high = stats.binom.cdf(hits, trials, chance), stats.binom.sf(hits - 1, trials, chance)
    expected = min(1.0, 2 * min(low, high))
    assert statistics.binomial_tails(hits, trials, chance) == pytest.approx(expected, abs=CLOSE)
    exact = stats.binomtest(hits, trials).proportion_ci(method="exact")
    found = statistics.share_interval(hits, trials)
    assert found == pytest.approx((exact.low, exact.high), abs=CLOSE)


@settings(max_examples=30, deadline=None)
@given(st.floats(0, 300), st.integers(1, 60), st.floats(0, 200))
def test_the_noncentral_chi_square_is_scipys(chi: float, free: int, away: float) -> None:
    expected = stats.ncx2.sf(chi, free, away) if away else stats.chi2.sf(chi, free)
    assert statistics.noncentral_tail(chi, free, away) == pytest.approx(expected, abs=1e-6)


def test_power_is_what_the_noncentral_chi_square_says() -> None:
    for free in (1, 5, 9, 19):
        away = statistics.detectable(free)
        critical = stats.chi2.isf(0.05, free)
        assert stats.ncx2.sf(critical, free, away) == pytest.approx(0.8, abs=1e-6)
    assert examine_dice(6, [1, 2]).needed == pytest.approx(17_816, abs=2)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=12))
def test_holm_never_makes_a_chance_smaller_and_keeps_their_order(chances: list[float]) -> None:
    corrected = statistics.correct_many(chances)
    assert all(after >= before for before, after in zip(chances, corrected, strict=True))
    assert max(corrected) <= 1
    assert min(corrected) == pytest.approx(min(1.0, len(chances) * min(chances)))
    ranked = sorted(zip(chances, corrected, strict=True))
    assert [after for _, after in ranked] == sorted(corrected)


def test_holms_own_example() -> None:
    corrected = statistics.correct_many([0.01, 0.04, 0.03, 0.005])
    assert corrected == pytest.approx([0.03, 0.06, 0.06, 0.02])


def fair_dice(chance: random.Random, count: int = 3000) -> list[int]:
    return [chance.randint(1, 6) for _ in range(count)]


def loaded(chance: random.Random) -> list[int]:
    return [6 if chance.random() < 0.04 else chance.randint(1, 6) for _ in range(6000)]


def sticky(chance: random.Random) -> list[int]:
    fallen = [1]
    while len(fallen) < 6000:
        fallen.append(fallen[-1] if chance.random() < 0.05 else chance.randint(1, 6))
    return fallen


def swinging(chance: random.Random) -> list[int]:
    # High and low take turns a little too often, though every face is as likely.
    fallen = [1]
    while len(fallen) < 6000:
        low = fallen[-1] > 3 if chance.random() < 0.55 else fallen[-1] <= 3
        fallen.append(chance.randint(1, 3) if low else chance.randint(4, 6))
    return fallen


@pytest.mark.parametrize(
    ("make", "key"), [(loaded, "faces"), (sticky, "repeats"), (swinging, "runs")]
)
def test_crooked_dice_are_found_by_the_test_that_is_made_for_them(make, key: str) -> None:
    report = examine_dice(6, make(random.Random(5)))
    found = {test.key: test.corrected for test in report.tests}
    assert found[key] < lab_page.SELDOM
    assert lab_page.verdict(report.tests).key == "host.lab.odd"


def test_fair_dice_are_seldom_accused() -> None:
    chance = random.Random(11)
    reports = [examine_dice(6, fair_dice(chance, 1200)) for _ in range(60)]
    accused = sum(lab_page.verdict(one.tests).key == "host.lab.odd" for one in reports)
    assert accused <= stats.binom.isf(1e-4, 60, lab_page.SELDOM)
    # Intervals hold the truth as often as they say.
    for key in ("repeats", "runs", "lag1"):
        tests = [test for one in reports for test in one.tests if test.key == key]
        held = sum(test.low <= test.fair <= test.high for test in tests)
        assert held >= stats.binom.isf(1 - 1e-4, 60, 0.95), key


def full_shuffle(chance: random.Random, cards: int = 12) -> list[int]:
    return chance.sample(range(cards), cards)


def cut_only(chance: random.Random, cards: int = 12) -> list[int]:
    at = chance.randrange(cards)
    return [*range(at, cards), *range(at)]


def lazy(chance: random.Random, cards: int = 12) -> list[int]:
    order = full_shuffle(chance, cards)
    if chance.random() < 0.2:
        order.remove(0)
        order.insert(0, 0)
    return order


@pytest.mark.parametrize(("make", "key"), [(cut_only, "followed"), (lazy, "places")])
def test_poor_shuffles_are_found(make, key: str) -> None:
    chance = random.Random(3)
    report = examine_shuffles(12, [make(chance) for _ in range(600)])
    found = {test.key: test.corrected for test in report.tests}
    assert found[key] < lab_page.SELDOM


def test_good_shuffles_are_seldom_accused() -> None:
    chance = random.Random(4)
    reports = [examine_shuffles(12, [full_shuffle(chance) for _ in range(130)]) for _ in range(40)]
    assert {len(report.tests) for report in reports} == {4}
    accused = sum(lab_page.verdict(one.tests).key == "host.lab.odd" for one in reports)
    assert accused <= stats.binom.isf(1e-4, 40, lab_page.SELDOM)
    # The chances of a right test are even: as many below one half as above.
    for key in ("places", "fixed", "followed", "top"):
        low = sum(t.chance < 0.5 for one in reports for t in one.tests if t.key == key)
        assert stats.binomtest(low, 40).pvalue > 1e-4, key


@pytest.mark.parametrize("faces", [2, 3, 5, 6, 100])
@pytest.mark.parametrize("rolls", [0, 1, 2, 30])
def test_any_number_of_any_dice_can_be_looked_at(faces: int, rolls: int) -> None:
    chance = random.Random(faces)
    fallen = [chance.randint(1, faces) for _ in range(rolls)]
    report = examine_dice(faces, fallen)
    page = lab_page.build([Examined("tower", "e6", report, tally(faces, "tower", "e6", fallen))])
    assert "{" not in re.sub(r"<style>.*?</style>", "", page, flags=re.DOTALL)


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_report_is_one_page_that_needs_nothing_else(language: str) -> None:
    fallen = fair_dice(random.Random(1))
    orders: Sequence[Sequence[int]] = [full_shuffle(random.Random(n)) for n in range(130)]
    page = lab_page.build(
        [
            Examined("tower", "e6", examine_dice(6, fallen), tally(6, "tower", "e6", fallen)),
            Examined("simulated", "51", examine_shuffles(12, orders)),
        ],
        language,
    )
    assert page.count("<svg") == 3
    assert not re.search(r"https?://|<script|src=|href=", page)
    assert "host.lab" not in page


def test_one_command_rolls_and_shuffles_with_a_simulated_tower_and_writes_the_report(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "fair.html"
    asked = ["fairness", "--rolls", "450", "--shuffles", "30", "--cards", "5", "--to", str(file)]
    assert main(asked) == 0
    said = capsys.readouterr().out
    assert "450 dice with 6 faces, simulated" in said
    assert "30 shuffles of 5 cards, simulated" in said
    assert "To see a bias of 1 %" in said
    assert file.read_text().startswith("<!doctype html>")


def test_lags_and_bias_are_those_the_words_tell() -> None:
    assert lab.LAGS == (1, 2, 3)
    assert lab.BIAS == 0.01
