"""Patterns: what a host may let the lamps play, and what no pattern can do."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tower.lamps import Lamps
from tower.patterns import (
    APART,
    KEPT,
    LEAST,
    LEAST_MOVING,
    LONGEST,
    MOST_STEPS,
    MOST_TIMES,
    Pattern,
    Patterns,
    read,
)
from tower.refusals import DeskError
from tower.scenes import Scene
from tower.wire import Frame, decode, encode

from tests.firmware.conversation import Table
from tests.firmware.test_lamps import PSU, USB, dice, lit, spare

FRAME = 20
BRIGHT = (2500, 255)
ROWS = "ffff0000ffff0000ffff0000ffff0000"


def steps() -> st.SearchStrategy[str]:
    def step(shape: str, move: str, level: int, ticks: int) -> str:
        least = LEAST if move == "." else LEAST_MOVING
        return f"{shape}{move}{level:x}{least + ticks:02x}"

    one = st.builds(
        step,
        st.sampled_from("arcksdb"),
        st.sampled_from(".udlr"),
        st.sampled_from([0, 0, 7, 15, 15]),
        st.sampled_from([0, 0, 0, 1, 9, 50]),
    )
    return st.lists(one, min_size=1, max_size=MOST_STEPS).map("".join)


def told(p: str, key: str = "k", **fields: str) -> Frame:
    return Frame("play", 2, ("id", key), ("p", p), *fields.items())


def pattern(p: str, now: int = 0, **fields: str) -> Pattern:
    return read(told(p, c="w", d="a5", b=ROWS, **fields), now)


def swings(light: list[int]) -> list[int]:
    """When a lamp turned from brighter to darker or back, by a tenth of full light or more."""
    turned, up, extreme = list[int](), True, light[0]
    for frame, level in enumerate(light):
        if (level > extreme) is up:
            extreme = level
        elif abs(level - extreme) > 25:
            turned.append(frame)
            up, extreme = not up, level
    return turned


@given(steps())
@settings(max_examples=100)
def test_no_lamp_flashes_more_than_three_times_a_second(p: str) -> None:
    lamps, scene = Lamps(*BRIGHT), Scene("idle", 0, (0, 0, 0))
    played = pattern(p, n=str(max(min(LONGEST // pattern(p).whole, MOST_TIMES), 1)))
    film = [
        bytes(lamps.draw(scene, now, played)[1::3])
        for now in range(0, min(played.lasts, 4000), FRAME)
    ]
    for light in zip(*film, strict=True):
        turned = swings(list(light))
        for first in turned:
            assert len([at for at in turned if first <= at < first + 1000 // FRAME]) <= 6


@given(steps(), st.integers(0, 3000), st.sampled_from([USB, PSU, (20, 255)]))
def test_no_pattern_draws_more_than_the_supply_gives(
    p: str, now: int, supply: tuple[int, int]
) -> None:
    for scene in (dice((6,) * 8), Scene("win", 0)):
        pixels = Lamps(*supply).draw(scene, now, pattern(p))
        assert sum(pixels) * 20 / 255 <= supply[0]
        assert max(pixels) <= supply[1]


@given(steps(), st.integers(0, 3000), st.lists(st.integers(1, 9), min_size=1, max_size=8))
def test_no_pattern_changes_a_face(p: str, now: int, faces: list[int]) -> None:
    scene = dice(tuple(faces))
    bare = bytes(Lamps(*BRIGHT).draw(scene, now + 5000))
    played = bytes(Lamps(*BRIGHT).draw(scene, now + 5000, pattern(p, 5000)))
    pips = [at for at in range(128) if not spare((at % 16, at // 16))]
    assert [any(bare[3 * at : 3 * at + 3]) for at in pips] == [
        any(played[3 * at : 3 * at + 3]) for at in pips
    ]


@pytest.mark.parametrize(
    "scene",
    [Scene(name, 0) for name in ("tumble", "lost", "fault", "test", "choose")] + [dice((12, 20))],
    ids=lambda scene: scene.name,
)
def test_what_must_be_seen_is_seen_as_ever(scene: Scene) -> None:
    bare = bytes(Lamps(*USB).draw(scene, 1500))
    assert bytes(Lamps(*USB).draw(scene, 1500, pattern("a.f64"))) == bare


def test_steps_fade_into_one_another_and_shapes_move_a_lamp_in_300_ms() -> None:
    lamps, dark = Lamps(*BRIGHT), Scene("idle", 0, (0, 0, 0))
    played = pattern("k.f19k.019cr028crf28")
    seen = [max(lamps.draw(dark, now, played)) for now in (0, 250, 500, 750, 1000)]
    assert seen[0] == seen[4] == 0
    assert 50 < seen[1] < 80
    assert seen[2] > 250
    played = pattern("crf7d")
    columns = [{x for x, _ in lit(lamps.draw(dark, now, played))} for now in (1200, 1500)]
    assert columns == [{3, 7, 11, 15}, {0, 4, 8, 12}]


def test_when_it_is_over_the_lamps_are_as_before() -> None:
    table = Table()
    table.happens("power up")
    table.hears(encode(Frame("hello", 1, ("proto", "1.4"))))
    table.hears(encode(told("a.f0aa.00a", n="3", **{"in": "100"})))
    desk, began = table.desk, table.now
    seen = [now for now in range(began, began + 4000, FRAME) if desk.patterns.at(now)]
    assert seen[0] - began in range(100, 100 + FRAME)
    assert seen[-1] - began in range(1300 - FRAME, 1300)


@pytest.mark.parametrize(
    ("field", "fields"),
    [
        ("p", {"p": ""}),
        ("p", {"p": "a.f0"}),
        ("p", {"p": "a.f09"}),
        ("p", {"p": "auf27"}),
        ("p", {"p": "x.f0a"}),
        ("p", {"p": "axf0a"}),
        ("p", {"p": "a.g0a"}),
        ("p", {"p": "a.F0a"}),
        ("p", {"p": "a.f0ad"}),
        ("p", {"p": "d.f0a"}),
        ("p", {"p": "b.f0a"}),
        ("p", {"p": "a.f0a" * 7}),
        ("d", {"p": "d.f0a", "d": "a"}),
        ("d", {"p": "d.f0a", "d": "a55"}),
        ("b", {"p": "b.f0a", "b": ROWS[1:]}),
        ("b", {"p": "b.f0a", "b": ROWS[:-1] + "g"}),
        ("n", {"p": "a.f0a", "n": "10"}),
        ("n", {"p": "a.fff" * 3, "n": "1"}),
        ("in", {"p": "a.f0a", "in": "60001"}),
        ("in", {"p": "a.f0a", "in": "-1"}),
        ("id", {"p": "a.f0a", "id": ""}),
        ("id", {"p": "a.f0a", "id": "k" * 25}),
    ],
)
def test_what_cannot_be_played_is_refused(field: str, fields: dict[str, str]) -> None:
    told = {"id": "k", **fields}
    with pytest.raises(DeskError) as refused:
        read(Frame("play", 1, *[(key, value) for key, value in told.items() if value]), 0)
    assert dict(refused.value.fields)["code"] == "field"
    assert dict(refused.value.fields)["want"] == field


@given(st.text(alphabet="arcksdb.ul0f19!=", max_size=40), st.text(max_size=3), st.text(max_size=34))
def test_no_text_makes_it_stumble(p: str, dice: str, picture: str) -> None:
    try:
        made = read(Frame("play", 1, ("id", "k"), ("p", p), ("d", dice), ("b", picture)), 0)
    except DeskError:
        return
    assert 0 < made.lasts <= LONGEST


def test_a_pattern_is_played_once_and_four_are_kept() -> None:
    patterns = Patterns()
    for now in (0, 5000, 10_000):
        patterns.add(pattern("a.f32", now))
    assert patterns.at(400) is not None
    assert patterns.at(5400) is None, "the same id again"
    for name in range(2 * KEPT):
        patterns.add(read(told("a.f32", f"{name}", **{"in": str(1000 * name)}), 20_000))
    assert [patterns.at(20_000 + 1000 * name) is not None for name in range(2 * KEPT)] == (
        [False] * KEPT + [True] * KEPT
    )


def test_patterns_begin_half_a_second_apart_however_fast_they_are_sent() -> None:
    patterns, begun = Patterns(), set[int]()
    for now in range(0, 3000, FRAME):
        patterns.add(read(told("a.f0aa.00a", str(now)), now))
        if now % 400 == 0:
            patterns.clear()
        playing = patterns.at(now)
        if playing is not None:
            begun.add(playing.since)
    times = sorted(begun)
    assert all(later - sooner >= APART for sooner, later in itertools.pairwise(times))


@pytest.mark.parametrize("how", ["press", "roll"])
def test_a_press_or_a_new_roll_ends_what_belonged_to_the_roll_before(how: str) -> None:
    table = Table()
    table.happens("power up")
    table.hears(encode(Frame("hello", 0, ("proto", "1.4"))))
    table.hears(encode(Frame("arm", 1, ("id", "a"), ("d", "2x6"))))
    table.hears(encode(told("a.f64")))
    assert table.desk.patterns.at(table.now + 100) is not None
    if how == "press":
        table.happens("the button is pressed")
    else:
        table.hears(encode(Frame("roll", 3, ("id", "a"), ("d", "2x6"), ("at", "0"))))
    assert table.desk.patterns.at(table.now + 100) is None


def test_a_pattern_changes_no_roll_and_no_scene() -> None:
    table = Table()
    table.happens("power up")
    table.hears(encode(Frame("hello", 0, ("proto", "1.4"))))
    table.hears(encode(Frame("arm", 1, ("id", "a"), ("d", "2x6"))))
    scene = table.desk.scene(table.now)
    table.hears(encode(told("a.f64")))
    assert table.desk.scene(table.now) is scene
    table.happens("the button is pressed")
    assert table.desk.stage.state == "pressed"


def test_in_calm_mode_one_shape_comes_and_goes_once() -> None:
    lamps, dark = Lamps(*BRIGHT), Scene("idle", 0, (0, 0, 0))
    lamps.calm = True
    played = pattern("sr528a.f32cr028", n="3")
    film = [bytes(lamps.draw(dark, now, played)) for now in range(0, played.lasts, FRAME)]
    bright = [max(frame) for frame in film]
    assert {len(lit(bytearray(frame))) for frame in film} == {0, 128}
    assert len(swings(bright)) == 1


def test_time_that_is_turned_back_moves_no_pattern() -> None:
    patterns = Patterns()
    patterns.add(pattern("a.f64", 500_000))
    patterns.turn_back(480_000)
    assert patterns.at(19_999) is None
    assert patterns.at(20_000) is not None


def test_an_answer_to_a_pattern_names_it() -> None:
    table = Table()
    table.happens("power up")
    for frame in (Frame("hello", 1, ("proto", "1.4")), told("a.f64"), Frame("play", 3)):
        table.hears(encode(frame))
    said = [decode(table.says() or b"") for _ in range(3)]
    assert [frame.verb for frame in said] == ["hello", "played", "no"]
    assert said[1].get("id") == "k"
