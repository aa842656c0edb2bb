"""The row of dice on the lamps: places, pages, and what stands still."""

from __future__ import annotations

from dicehost.link import dice_row as row
from dicehost.link.requests import Lit
from dicerules.core import DiceGroup, Face, Roll, Rolled
from dicerules.views import Die
from dicerules.words import message

STARS = {"star": (Face("one", "1", 0o020), Face("two", "2", 0o401))}
TEN = Roll(0, message("x"), (DiceGroup(10),))


def test_without_dice_that_lie_there_all_tumble_side_by_side() -> None:
    assert row.still(TEN, 0) == 0
    assert row.busiest(TEN) == 0
    faces = (1, 2, 3, 4, 5, 6, 1, 2, 3, 4)
    assert [die.value for die in row.fallen(TEN, Rolled(faces), {})] == list(faces)


def test_rolled_dice_go_to_their_places_and_empty_ones_stay_dark() -> None:
    on_table = (Die(2, "star", "red"), None, None, Die(1, "star", "red"))
    roll = Roll(0, message("x"), (DiceGroup(1, 2, "star", "blue"),), on_table=on_table, places=(2,))
    assert row.still(roll, 0) == 0b11011111
    fallen = row.fallen(roll, Rolled((2,)), STARS)
    star = Lit(2, 0o401, "red"), row.EMPTY, Lit(2, 0o401, "blue"), Lit(1, 0o020, "red")
    assert fallen == star
    assert row.agree(row.on_table(roll, STARS), fallen, row.still(roll, 0))
    assert not row.agree(row.on_table(roll, STARS), fallen, 0xFF)


def test_of_a_die_rolled_twice_the_last_face_lies_there() -> None:
    on_table = (*(Die(1) for _ in range(8)), None, None)
    roll = Roll(0, message("x"), (DiceGroup(3),), on_table=on_table, places=(8, 8, 9))
    assert row.busiest(roll) == 1
    assert row.still(roll, 1) == 0b00111111
    page = row.on_page(row.fallen(roll, Rolled((6, 3, 5)), {}), 1)
    assert [die.value for die in page] == [3, 5]
