"""The electrical rules: the tower keeps them, and each one notices when it is broken."""

from __future__ import annotations

import pytest

from hardware.make import prices, rules
from hardware.make.source import SOURCE, Source, SourceError, parse, read

TEXT = SOURCE.read_text(encoding="utf-8")


def broken(*changes: tuple[str, str]) -> Source:
    text = TEXT
    for old, new in changes:
        assert text.count(old) == 1, f"{old!r} is there {text.count(old)} times"
        text = text.replace(old, new)
    return parse(text)


def test_the_tower_keeps_every_rule() -> None:
    assert rules.judge(read()) == []


@pytest.mark.parametrize(
    ("rule", "changes", "told"),
    [
        (
            rules.every_pin_once,
            [('joins = ["U1.5", "SW1.1", "C3.1"]', 'joins = ["U1.5", "SW1.1", "C3.1", "BM1.3"]')],
            "BM1.3 (OUT) belongs on 1 net; it is on 2",
        ),
        (
            rules.every_pin_once,
            [('joins = ["R1.2", "P1.3"]', 'joins = ["R1.2"]')],
            "P1.3 (DIN) belongs on 1 net; it is on 0",
        ),
        (prices.told_by_two, [('refs = ["R4"]', 'refs = ["R99"]')], "R4 has 0 prices"),
        (rules.every_pin_once, [("gpio = 4\n", "gpio = 3\n")], "GPIO 3 is there 2 times"),
        (
            rules.every_gpio_on_its_leg,
            [("gpio = 2\n", "gpio = 9\n")],
            "net LED_DATA: GP9 is leg U1.12",
        ),
        (rules.every_gpio_on_its_leg, [("gpio = 2\n", "gpio = 0\n")], "GP0 is not for use"),
        (
            rules.one_driver,
            [('joins = ["U2.3", "R1.1"]', 'joins = ["U2.3", "R1.1", "P1.4"]')],
            "net LED_5V is driven by U2.3 and P1.4",
        ),
        (
            rules.one_driver,
            [('joins = ["P1.4", "P2.3"]', 'joins = ["P2.4", "P2.3"]')],
            "net LED_CHAIN: nothing drives P2.3",
        ),
        (
            rules.volts_fit,
            [('joins = ["U1.6", "BM1.3"]', 'joins = ["U1.6", "U2.3"]')],
            "U2.3 puts 5 V on U1.6, 3.3 V",
        ),
        (
            rules.volts_fit,
            [('"U1.36", "BM1.1"', '"U1.36", "P1.1", "BM1.1"')],
            "P1.1 needs 5 V and gets 3.3 V",
        ),
        (
            rules.data_is_lifted,
            [('joins = ["U1.4", "U2.2"]', 'joins = ["U1.4", "P1.3"]')],
            "LED_DATA does not go to the level shifter",
        ),
        (
            rules.data_is_lifted,
            [('joins = ["U2.3", "R1.1"]', 'joins = ["U2.3", "P1.3"]')],
            "series resistor",
        ),
        (
            rules.data_is_lifted,
            [('joins = ["R1.2", "P1.3"]', 'joins = ["R1.2", "P1.3", "U2.6"]')],
            "R1 is bridged",
        ),
        (rules.decoupled, [('"C1.1", "C2.1", ', '"C1.1", ')], "U2.14 has no 100 nF to ground"),
        (rules.decoupled, [('"C1.1", "C2.1", ', '"C2.1", ')], "P1.1 has no 1000 µF to ground"),
        (
            rules.rail_off_by_default,
            [('"U1.10", "R5.1", "R6.1"', '"U1.10", "R5.1"')],
            "LED_EN: no resistor to GND",
        ),
        (
            rules.rail_off_by_default,
            [('"SW2.2", "Q1.2", "R4.1"', '"SW2.2", "Q1.2"')],
            "Q1: no resistor from gate to source",
        ),
        (rules.converters_only, [("gpio = 26\n", "gpio = 22\n")], "GP22 has no converter"),
        (rules.slices_differ, [("gpio = 8\n", "gpio = 22\n")], "share PWM slice 3"),
        (rules.grounds_joined, [('"P1.2", "P2.2"', '"P1.2"')], "P2.2 (GND) is not on GND"),
        (
            rules.cables_follow_nets,
            [('"LED_DIN GN 3"', '"LED_DIN GN 4"')],
            "W1: P1.4 is on LED_CHAIN, not on LED_DIN",
        ),
        (rules.cables_follow_nets, [('"BUZZ_R WH 1", ', "")], "LS1.1 (a) has 0 wires"),
    ],
)
def test_a_rule_notices_when_it_is_broken(
    rule: object, changes: list[tuple[str, str]], told: str
) -> None:
    assert callable(rule)
    assert any(told in fault for fault in rule(broken(*changes)))


def test_every_rule_was_broken_at_least_once() -> None:
    marks = test_a_rule_notices_when_it_is_broken.pytestmark  # type: ignore[attr-defined]
    assert {case[0] for mark in marks for case in mark.args[1]} == set(rules.RULES)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('"4 GP2 out 3.3"', '"4 GP2 sometimes 3.3"', "U1 has '4 GP2 sometimes 3.3'"),
        ('joins = ["R1.2", "P1.3"]', 'joins = ["R1.9", "P1.3"]', "R1 has no pin 9"),
        ('joins = ["R1.2", "P1.3"]', 'joins = ["R99.2", "P1.3"]', "got R99"),
        ("revision = 2", 'revision = "two"', "revision"),
    ],
)
def test_a_source_that_makes_no_sense_is_refused_by_place(old: str, new: str, told: str) -> None:
    with pytest.raises(SourceError, match=told):
        rules.judge(broken((old, new)))
