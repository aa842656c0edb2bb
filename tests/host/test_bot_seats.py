"""Who may seat a bot where, at which level and with which face: said in words if not."""

from __future__ import annotations

from typing import Any

import pytest
from dicehost.errors import TableError
from dicehost.journal.events import Bot
from dicehost.match.bots import (
    FACES,
    Seating,
    check_bots,
    free_face,
    sit_down,
    stand_up,
    tell,
    usual_level,
)
from dicerules import games
from dicerules.bots import levels
from dicerules.views import TABLE

COW = games()["cow"]
LEVEL = usual_level(COW)


def at(over: bool = False, **bots: str) -> Seating:
    seated = {int(seat[1:]): Bot(int(seat[1:]), LEVEL, face) for seat, face in bots.items()}
    return Seating(COW, 3, seated, over)


def test_a_bot_sits_down_at_the_level_asked_for_or_the_middle_one_with_a_free_face() -> None:
    seated = sit_down(at(s0=FACES[0]), 1, "c1", {"seat": 1, "level": levels(COW)[-1]})
    assert (seated.bot, seated.viewer, seated.command) == (
        Bot(1, levels(COW)[-1], FACES[1]),
        1,
        "c1",
    )
    assert sit_down(at(), TABLE, "", {"seat": 0}).bot.level == levels(COW)[len(levels(COW)) // 2]
    assert sit_down(at(s2=FACES[3]), 2, "", {"seat": 2}).bot.face == FACES[3], "it keeps its face"


def test_when_every_face_is_taken_seats_share_them_in_order() -> None:
    everybody = [Bot(seat, LEVEL, face) for seat, face in enumerate(FACES)]
    assert free_face(0, everybody[1:]) == FACES[0]
    assert free_face(len(FACES) + 1, everybody) == FACES[1]
    assert free_face(9, []) == FACES[0]


def test_a_person_takes_over_from_a_bot_and_from_nobody_else() -> None:
    left = stand_up(at(s1="rex"), 1, "c2", {"seat": 1})
    assert left is not None
    assert (left.seat, left.viewer, left.command) == (1, 1, "c2")
    assert stand_up(at(s1="rex"), 0, "", {"seat": 0}) is None


@pytest.mark.parametrize("seat", [-1, 3, True, False, "0", None, 1.0])
def test_a_seat_that_is_none_is_refused_and_named(seat: Any) -> None:
    for ask in (sit_down, stand_up):
        with pytest.raises(TableError, match=r"bot\.seat") as refused:
            ask(at(), TABLE, "", {"seat": seat})
        assert (refused.value.facts["most"], refused.value.facts["got"]) == (2, repr(seat))
    with pytest.raises(TableError, match=r"bot\.seat"):
        sit_down(at(), TABLE, "", None)


def test_nobody_seats_a_bot_for_somebody_else_or_after_the_end() -> None:
    with pytest.raises(TableError, match=r"bot\.not_yours"):
        sit_down(at(), 1, "", {"seat": 0})
    with pytest.raises(TableError, match=r"bot\.over"):
        sit_down(at(over=True), TABLE, "", {"seat": 0})


@pytest.mark.parametrize("level", ["genius", 7, ["steady"]])
def test_a_level_that_the_game_does_not_have_is_refused_with_those_it_has(level: Any) -> None:
    with pytest.raises(TableError, match=r"bot\.level") as refused:
        sit_down(at(), 0, "", {"seat": 0, "level": level})
    assert refused.value.facts["expected"] == ", ".join(levels(COW))


def test_bots_of_a_new_match_have_seats_of_their_own_levels_and_faces() -> None:
    check_bots(COW, [Bot(0, LEVEL, FACES[0]), Bot(2, LEVEL, FACES[0])], 3)
    wrong = {
        "bot.seat": [[Bot(3, LEVEL, "rex")], [Bot(-1, LEVEL, "rex")], [Bot(1, LEVEL, "rex")] * 2],
        "bot.level": [[Bot(1, "genius", "rex")]],
        "bot.face": [[Bot(1, LEVEL, "nobody")]],
    }
    for code, seatings in wrong.items():
        for bots in seatings:
            with pytest.raises(TableError) as refused:
                check_bots(COW, bots, 3)
            assert refused.value.code == code
    with pytest.raises(TableError) as refused:
        check_bots(COW, [Bot(3, LEVEL, "rex")], 3)
    assert refused.value.facts["most"] == 2


def test_a_bot_is_told_of_with_its_level_and_one_of_a_later_version_all_the_same() -> None:
    assert tell(Bot(2, "steady", "rex")).key == "host.bot.seated.steady"
    assert tell(Bot(2, "genius", "rex")).key == "host.bot.seated.random"
    assert tell(Bot(2, "sharp", "rex")).facts["seat"] == 2
