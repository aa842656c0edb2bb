"""Prices: each from two people's pages or an estimate, and the totals are worked out from them."""

from __future__ import annotations

import csv
import io
import re

import pytest

from hardware.make import prices, rules, tables
from hardware.make.source import SOURCE, Source, parse, read

TEXT = SOURCE.read_text(encoding="utf-8")
BUTTON = '{ page = "history", shop = "Adafruit", price = 2.50, what = "Adafruit 3489" }'


def changed(old: str, new: str) -> Source:
    assert TEXT.count(old) == 1, f"{old!r} is there {TEXT.count(old)} times"
    return parse(TEXT.replace(old, new))


def test_every_part_thing_and_tool_has_two_sources_or_is_marked_as_an_estimate() -> None:
    source = read()
    for name, it in prices.offers(source):
        assert (len(it.sources) >= 2) == (it.estimate is None), name
    lines = tables.parts_markdown(source).split("# Where")[0].splitlines()
    for line in tables.shopping(source):
        cell = line.cost.text()
        assert ("(estimate)" in cell) == (line.cost.estimated > 0)
        assert any(row.endswith(f"| {cell} |") and line.cells[2] in row for row in lines)
    told = sum(it.estimate is None for _, it in prices.offers(source))
    assert told > len(prices.offers(source)) / 2


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (BUTTON + ",\n", "", "SW1: expected 2 sources or an estimate; got 1"),
        (
            'refs = ["SW1"]\n',
            'refs = ["SW1"]\nestimate = 4\n',
            "SW1: has 2 sources, so it needs no estimate",
        ),
        ('refs = ["SW1"]', 'refs = ["SW1", "F1"]', "F1 has 2 prices; expected 1"),
        ('refs = ["R4"]', 'refs = ["R99"]', "R4 has 0 prices; expected 1"),
        ('refs = ["R4"]', 'refs = ["R99"]', "R99 has 1 prices; expected 0"),
        ('key = "history"', 'key = "story"', "page history is not told"),
        ('key = "history"', 'key = "story"', "page story is told, but no price is from it"),
        ("profjohnharney/historybots", "Microsoft/another", "SW1: each source must be on a page"),
        ('dated = "2021-06-09"', 'dated = "June"', "page history: expected a day or 'undated'"),
        ("USD = 0.9\n", "", "page history: [euros] does not tell what a USD is counted for"),
        (BUTTON, BUTTON.replace("2.50", "0"), "SW1: a price and its pieces are greater"),
    ],
)
def test_a_price_without_two_people_behind_it_is_told(old: str, new: str, told: str) -> None:
    assert any(fault.startswith(told) for fault in rules.judge(changed(old, new)))


def test_a_price_goes_from_the_cheaper_to_the_dearer_source_of_each_piece() -> None:
    source = changed(BUTTON, BUTTON.replace("2.50", "20"))
    cost = prices.part(source, "SW1")
    assert cost.low == pytest.approx(11.88 / 5 * source.euros["USD"])
    assert cost.high == pytest.approx(20 * source.euros["USD"])
    assert cost.text() == "2.14 to 18.00"


def test_a_dearer_source_raises_the_total_by_as_much() -> None:
    was = prices.total(line.cost for line in tables.shopping(read()))
    source = changed(BUTTON, BUTTON.replace("2.50", "102.50"))
    now = prices.total(line.cost for line in tables.shopping(source))
    assert now.high - was.high == pytest.approx(90)
    assert f"to {now.high:.0f} €" in tables.parts_markdown(source)


def test_the_total_is_the_sum_of_the_spreadsheet() -> None:
    source = read()
    rows = list(csv.DictReader(io.StringIO(tables.parts_csv(source))))
    low, high = (sum(float(row[f"€ {end}"]) for row in rows) for end in ("from", "to"))
    guessed = sum(float(row["€ to"]) for row in rows if row["estimate"])
    found = re.search(
        r"Together (\d+) to (\d+) €, of which (\d+) € are", tables.parts_markdown(source)
    )
    assert found is not None
    for told, worked_out in zip(found.groups(), (low, high, guessed), strict=True):
        assert abs(int(told) - worked_out) < 0.6


def test_a_source_stands_in_the_page_and_in_the_spreadsheet_with_day_and_address() -> None:
    source = read()
    page, sheet = tables.parts_markdown(source), tables.parts_csv(source)
    for _, it in prices.offers(source):
        for offer in it.sources:
            told = prices.page(source, offer)
            assert f"| {offer.shop} | {told.dated} | [{told.name}]({told.address}) |" in page
    assert "2.50 USD Adafruit 3489 (Adafruit, 2021-06-09, https://" in sheet
