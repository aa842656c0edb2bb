"""The perforated board: every part has its holes, and the wires are the nets and nothing else."""

from __future__ import annotations

import pytest

from hardware.make import perfboard
from hardware.make.source import SOURCE, parse, read

TEXT = SOURCE.read_text(encoding="utf-8")
TOWER = read()


def test_every_part_has_its_own_holes_on_the_board() -> None:
    assert list(perfboard.faults(TOWER)) == []


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('"R1 14 20 right", ', "", "R1 has no place"),
        ('"R1 14 20 right"', '"R1 15 14 right"', "both in hole O14"),
        ('"R1 14 20 right"', '"R1 25 17 right"', "beside the board"),
        ('"X10 26 33 down"', '"X10 26 35 down"', "where a screw goes"),
        ('"R1 14 20 right"', '"R1 5 12 right"', "lies under U1"),
    ],
)
def test_a_part_in_a_wrong_place_is_told(old: str, new: str, told: str) -> None:
    assert TEXT.count(old) == 1
    assert any(told in fault for fault in perfboard.faults(parse(TEXT.replace(old, new))))


def test_the_wires_join_each_net_and_no_two_nets() -> None:
    group = {}
    for net, ends in perfboard.nets(TOWER).items():
        for leg, _ in ends:
            group[leg] = {leg}
        for wire, (one, _), (two, _) in perfboard.wires(TOWER):
            if wire == net:
                both = group[one] | group[two]
                group |= dict.fromkeys(both, both)
        assert all(group[leg] == {other for other, _ in ends} for leg, _ in ends), net


def test_every_leg_on_the_board_is_on_the_net_that_the_source_says() -> None:
    on_board = {leg: net for net, ends in perfboard.nets(TOWER).items() for leg, _ in ends}
    cabled = {cable.to for cable in TOWER.cables}
    for net in TOWER.nets:
        for join in net.joins:
            if join.partition(".")[0] not in cabled:
                assert on_board[join] == net.name
    for cable in TOWER.cables:
        for number, wire in enumerate(cable.wires, 1):
            if not cable.source:
                assert on_board[f"X{cable.ref[1:]}.{number}"] == wire.split()[0]


def test_the_pico_lies_with_its_plug_down_and_leg_one_on_the_right() -> None:
    legs = perfboard.legs(TOWER)["U1"]
    assert legs["1"][1] == legs["40"][1] < legs["20"][1] == legs["21"][1]
    assert legs["1"][0] - legs["40"][0] == 7
