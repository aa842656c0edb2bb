"""The simulated circuits are the tower: no element, value or join that ``tower.toml`` has not."""

from __future__ import annotations

import re

import pytest

from hardware.make import decks
from hardware.make.source import SOURCE, Source, parse, read

TEXT = SOURCE.read_text(encoding="utf-8")
TOWER = read()
CIRCUITS = decks.circuits(TOWER)
NOISE = {ref for ref, _, _ in TOWER.noise_board.split()}
CABLES = {cable.ref for cable in TOWER.cables}


def elements(deck: str) -> list[list[str]]:
    """Name and nodes of each element of a deck."""
    body = deck.partition(".control")[0].splitlines()[1:]
    return [line.split() for line in body if line and not line.startswith((".", "*"))]


def owner(name: str, source: Source) -> str | None:
    """The part that an element stands for: R4 is R4, MQ1 is Q1, BU1EN is U1."""
    known = {part.ref for part in source.parts} | NOISE | CABLES
    for text in (name, name[1:], name[2:]):
        found = re.match(r"[A-Z]+\d+", text)
        if found and found[0] in known:
            return found[0]
    return None


@pytest.mark.parametrize("name", CIRCUITS)
def test_every_part_of_a_circuit_is_a_part_of_the_tower(name: str) -> None:
    strangers = [
        element[0]
        for element in elements(CIRCUITS[name])
        if element[0] not in decks.OUTSIDE and owner(element[0], TOWER) is None
    ]
    assert strangers == []


@pytest.mark.parametrize("name", CIRCUITS)
def test_every_resistor_and_capacitor_of_a_circuit_has_the_towers_value_and_joins(
    name: str,
) -> None:
    refs = {part.ref for part in TOWER.parts} - NOISE
    for ref, one, two, value in (row[:4] for row in elements(CIRCUITS[name]) if len(row) == 4):
        if ref not in refs or ref == "C1" or ref[0] == "D":
            continue
        assert value.strip("{}").partition("*")[0] == decks.spelt(TOWER.part(ref).name)
        assert [one, two] == [decks.node(TOWER, f"{ref}.{leg}") for leg in (1, 2)]


def test_a_bleeder_that_nobody_solders_would_be_told() -> None:
    bleeder = elements("* title\nRBLEED nled_5v 0 10k\n.control")[0][0]
    assert owner(bleeder, TOWER) is None


def test_a_part_taken_out_of_the_tower_is_missed_by_the_circuits() -> None:
    without = parse(TEXT.replace('"R8.1", ', "").replace('"R8.2", ', ""))
    with pytest.raises(ValueError, match="R8"):
        decks.circuits(without)


def test_the_fuses_resistance_is_in_every_circuit_that_is_fed() -> None:
    for name, deck in CIRCUITS.items():
        names = {row[0] for row in elements(deck)}
        if "VUSB" in names:
            assert "RF1" in names, name
        if "VOTHER" in names:
            assert "RF2" in names, name
