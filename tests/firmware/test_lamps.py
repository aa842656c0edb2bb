"""Lamps: what is lit, how bright, and that it tells only what may be told."""

from __future__ import annotations

import itertools

import pytest
from dicehost.simulated.board import StandIn
from hypothesis import given
from hypothesis import strategies as st
from tower.colours import COLOURS, by_letter
from tower.lamps import HEIGHT, WIDTH, Lamps
from tower.pictures import MARKS
from tower.run import Tower
from tower.scenes import PIPS, Scene
from tower.stage import RESTS
from tower.wire import Frame, encode

from tests.firmware.conversation import Table

LIGHTS = [light for _, light in COLOURS.values()]
WITHOUT_DICE = (*RESTS, "armed", "lost")
USB, PSU = (250, 32), (2200, 96)


def dice(
    faces: tuple[int, ...],
    name: str = "show",
    count: int = 0,
    first: int = 0,
    masks: tuple[int, ...] = (),
) -> Scene:
    return Scene(name, 0, count=count or len(faces)).put("a", first, faces, masks)


def lit(pixels: bytearray) -> frozenset[tuple[int, int]]:
    places = itertools.product(range(WIDTH), range(HEIGHT))
    return frozenset((x, y) for x, y in places if any(pixels[3 * (y * WIDTH + x) :][:3]))


def spare(place: tuple[int, int]) -> bool:
    return place[0] % 4 == 3 or place[1] % 4 == 3


scenes = st.one_of(
    st.builds(
        Scene, st.sampled_from([*WITHOUT_DICE, "tumble"]), st.just(0), st.sampled_from(LIGHTS)
    ),
    st.builds(
        lambda name, masks, lights: Scene(name, 0, (255, 255, 255), 400).put(
            "a", 0, (100,) * 8, tuple(masks), tuple(lights)
        ),
        st.sampled_from(["show", "plain"]),
        st.lists(st.integers(0, 0x1FF), min_size=8, max_size=8),
        st.lists(st.sampled_from([*LIGHTS, (255, 255, 255)]), min_size=8, max_size=8),
    ),
)


@given(scenes, st.integers(0, 20_000), st.sampled_from([USB, PSU, (250, 255), (20, 255)]))
def test_no_frame_draws_more_than_the_supply_gives(
    scene: Scene, now: int, supply: tuple[int, int]
) -> None:
    budget, level = supply
    pixels = Lamps(budget, level).draw(scene, now)
    assert sum(pixels) * 20 / 255 <= budget
    assert max(pixels) <= level


@pytest.mark.parametrize("supply", [USB, PSU])
def test_the_worst_frame_stays_in_budget_and_is_not_dark(supply: tuple[int, int]) -> None:
    scene = Scene("show", 0).put("a", 0, (9,) * 8, (), ((255, 255, 255),) * 8)
    pixels = Lamps(*supply).draw(scene, 5000)
    assert supply[0] * 0.6 < sum(pixels) * 20 / 255 <= supply[0]
    assert len(lit(pixels)) == 72


def test_pips_lie_as_on_dice() -> None:
    assert [pips.bit_count() for pips in PIPS] == list(range(10))
    pixels = Lamps(*USB).draw(dice((5, 6)), 5000)
    five = {(0, 0), (2, 0), (1, 1), (0, 2), (2, 2)}
    six = {(4 + x, y) for x in (0, 2) for y in (0, 1, 2)}
    assert lit(pixels) == five | six


def test_a_picture_is_nine_lamps_row_by_row() -> None:
    pixels = Lamps(*USB).draw(dice((1,), masks=(0b110_000_001,)), 5000)
    assert lit(pixels) == {(0, 0), (1, 0), (2, 2)}


def test_the_fifth_die_lies_below_the_first() -> None:
    pixels = Lamps(*USB).draw(dice((1,), masks=(0,)).put("a", 0, (1,) * 5), 5000)
    assert (1, 5) in lit(pixels)


def test_numbers_above_nine_are_told_in_figures() -> None:
    # Drawn by hand: a 1 and a 6, and the dot below for the first die.
    sixteen = [".#.###", "##.#..", ".#.###", ".#.#.#", "######"]
    want = {
        (x + (x > 2), y + 1)
        for y, row in enumerate(sixteen)
        for x, dot in enumerate(row)
        if dot == "#"
    }
    assert lit(Lamps(*USB).draw(dice((16,)), 5000)) == want | {(0, 7)}


def test_larger_numbers_take_turns_two_at_a_time() -> None:
    scene = dice((12, 15, 20, 1, 7))
    seen = [lit(Lamps(*USB).draw(scene, now)) for now in range(1000, 10_000, 100)]
    dots = [{x // 2 for x, y in places if y == HEIGHT - 1} for places in seen]
    assert {frozenset(places) for places in dots} == {
        frozenset({0, 1}),
        frozenset({2, 3}),
        frozenset({4}),
    }


def test_a_hundred_has_the_lamps_to_itself() -> None:
    seen = lit(Lamps(*USB).draw(dice((100, 2)), 5000))
    assert len([place for place in seen if place[1] == HEIGHT - 1]) == 1


def test_pages_are_told_apart_at_the_edge() -> None:
    first = Lamps(*USB).draw(dice((1,) * 8, count=16), 5000)
    second = Lamps(*USB).draw(dice((1,) * 8, count=16, first=8), 5000)
    bar = [{place for place in lit(page) if place[0] == WIDTH - 1} for page in (first, second)]
    assert bar == [{(15, y) for y in range(4)}, {(15, y) for y in range(4, 8)}]


def test_no_scene_can_be_taken_for_dice() -> None:
    for name, now in itertools.product(WITHOUT_DICE, range(0, 6000, 50)):
        pixels = Lamps(*USB).draw(Scene(name, 0, (255, 255, 255)), now)
        assert any(map(spare, lit(pixels))), f"{name} at {now} ms uses only places of pips"


def test_every_scene_has_a_shape_of_its_own() -> None:
    # In one colour: what differs is where light is, not what light.
    faces = tuple(range(1, 9))
    shapes = {
        name: {lit(Lamps(*USB).draw(scene, now)) for now in range(1000, 7000, 50)}
        for name in (*WITHOUT_DICE, "tumble", "show", "plain")
        for scene in [dice(faces, name) if name in ("show", "plain") else Scene(name, 0)]
    }
    for one, other in itertools.combinations(shapes, 2):
        assert not shapes[one] & shapes[other], f"{one} can look like {other}"


def test_nothing_flashes_more_than_three_times_a_second() -> None:
    for name in (*WITHOUT_DICE, "tumble"):
        scene = Scene(name, 0, (255, 255, 255))
        frames = [bytes(Lamps(2200, 255).draw(scene, now)) for now in range(0, 4000, 20)]
        for lamp in range(0, len(frames[0]), 3):
            bright = [frame[lamp] > 127 for frame in frames]
            for second in range(150):
                window = bright[second : second + 51]
                rises = sum(b and not a for a, b in itertools.pairwise(window))
                assert rises <= 3, f"{name}, lamp {lamp // 3}"


def test_tumbling_dice_know_nothing_of_the_outcome() -> None:
    films = []
    for noise in ("one evening", "another evening"):
        table, film = Table(noise), []
        table.happens("power up")
        lamps = Lamps(*USB)
        for frame in (
            Frame("hello", 1, ("proto", "1.0")),
            Frame("arm", 2, ("id", "a"), ("d", "8x6"), ("c", "p")),
            Frame("roll", 3, ("id", "a"), ("d", "8x6"), ("at", "0")),
        ):
            table.hears(encode(frame)[:-1])
            answer = table.says()
            for _ in range(100):
                table.happens("17 ms pass")
                film.append(bytes(lamps.draw(table.desk.scene(table.now), table.now)))
        films.append((answer, film))
    (one, first), (other, second) = films
    assert one != other, "the outcomes differ"
    assert first == second, "and the lamps do not"


def test_dice_come_to_rest_from_left_to_right() -> None:
    scene = dice((9,) * 4)
    nines = [{(4 * die + x, y) for x in range(3) for y in range(3)} for die in range(4)]
    whole = []
    for now in range(0, 1000, 20):
        seen = lit(Lamps(*USB).draw(scene, now))
        whole.append(sum(nine <= seen for nine in nines))
    assert whole == sorted(whole)
    assert set(whole) == {0, 1, 2, 3, 4}


def test_an_unknown_colour_is_ivory() -> None:
    assert by_letter("?") == by_letter("") == COLOURS["ivory"][1]


def test_in_calm_mode_nothing_moves_but_one_fade() -> None:
    lamps = Lamps(*USB)
    lamps.calm = True
    for name in (*WITHOUT_DICE, "tumble"):
        if name not in ("time", "test"):
            frames = {bytes(lamps.draw(Scene(name, 0), now)) for now in range(0, 6000, 50)}
            assert len(frames) == 1, name
    scene = dice((5, 6, 1))
    films = [bytes(lamps.draw(scene, now)) for now in range(0, 6000, 20)]
    assert len(set(films[:15])) > 5, "it fades"
    assert len(set(films[15:])) == 1, "and is still after 300 ms"


def test_calm_scenes_are_told_apart_as_well() -> None:
    lamps = Lamps(*USB)
    lamps.calm = True
    shapes = [lit(lamps.draw(Scene(name, 0), 3000)) for name in (*WITHOUT_DICE, "tumble", "choose")]
    assert len(set(shapes)) == len(shapes)


def test_groups_are_told_by_marks_in_the_spare_lamps() -> None:
    shapes = []
    for group in range(len(MARKS)):
        scene = Scene("show", 0, count=1).put("a", 0, (9,), (), (), (group,))
        seen = lit(Lamps(*USB).draw(scene, 5000))
        assert {place for place in seen if not spare(place)} == {
            (x, y) for x in range(3) for y in range(3)
        }
        shapes.append(seen)
    assert len(set(shapes)) == len(MARKS)


def test_digits_for_those_who_cannot_count_pips_but_not_for_pictures() -> None:
    lamps = Lamps(*USB)
    lamps.digits = True
    assert lit(lamps.draw(dice((6,)), 5000)) != lit(Lamps(*USB).draw(dice((6,)), 5000))
    picture = dice((6,), masks=(0b110_000_001,))
    assert lit(lamps.draw(picture, 5000)) == {(0, 0), (1, 0), (2, 2)}


def test_sand_runs_out_in_the_time_told() -> None:
    scene = Scene("time", 0).runs_out(100, 100, False)
    seen = [grains(scene, now) for now in range(0, 12_000, 500)]
    assert seen == sorted(seen, reverse=True)
    assert (seen[0], seen[10], seen[-1]) == (128, 64, 1)


def grains(scene: Scene, now: int, calm: bool = False) -> int:
    lamps = Lamps(*USB)
    lamps.calm = calm
    return len(lit(lamps.draw(scene, now)))


def test_the_longest_time_runs_out_to_its_end_and_begins_anywhere() -> None:
    hours = Scene("time", 0).runs_out(99_999, 99_999, False)
    assert [grains(hours, now) for now in (0, 5_000_000, 9_999_900, 20_000_000)] == [128, 64, 1, 1]
    begun = Scene("time", 0).runs_out(450, 1800, False)
    assert [grains(begun, now) for now in (0, 22_500, 44_000, 45_000)] == [32, 16, 1, 1]


def test_calm_sand_goes_row_by_row() -> None:
    scene = Scene("time", 0).runs_out(100, 100, False)
    seen = [grains(scene, now, calm=True) for now in range(0, 12_000, 100)]
    assert [count for count, _ in itertools.groupby(seen)] == [*range(128, 0, -16), 1]


@pytest.mark.parametrize("calm", [False, True])
def test_sand_that_is_held_stands_and_looks_unlike_sand_that_runs(calm: bool) -> None:
    lamps = Lamps(*USB)
    lamps.calm = calm
    running = Scene("time", 0).runs_out(128, 128, False)
    shapes = {lit(lamps.draw(running, now)) for now in range(0, 20_000, 100)}
    shapes |= {lit(lamps.draw(Scene(name, 0), 500)) for name in WITHOUT_DICE}
    stood = []
    for left in range(0, 129, 16):
        held = Scene("time", 0).runs_out(left, 128, True)
        films = {bytes(lamps.draw(held, now)) for now in range(0, 20_000, 500)}
        assert len(films) == 1, "it stands"
        stood.append(lit(lamps.draw(held, 0)))
    assert not shapes & set(stood)
    assert [len(shape) for shape in stood] == sorted(len(shape) for shape in stood)
    assert len(set(stood)) > 6, "how much is left can be seen"


def test_kept_dice_are_lit_and_still_while_others_tumble() -> None:
    lay = dice((9, 9, 9))
    tumble = Scene("tumble", 0, count=3).stand(0b0100_0000, lay)
    kept = {(4 + x, y) for x in range(3) for y in range(3)}
    for now in range(0, 2000, 20):
        seen = lit(Lamps(*USB).draw(tumble, now))
        assert kept <= seen
        assert len(seen) <= 9 + 2 * 3


def test_a_supply_that_is_switched_back_limits_the_very_next_frame() -> None:
    seen: list[bytes] = []
    board = StandIn("51b0000000000001", "seed", {}, lambda frame: None, seen.append)
    board.rail(True)
    tower = Tower(board)
    tower.noise.start()
    tower.desk.stage.rest("win", "w", 0)
    for own in (True, False):
        board.own = own
        tower.frame(100)
    strong, weak = (sum(pixels) * 20 / 255 for pixels in seen)
    assert 250 < strong <= 2200
    assert weak <= 250
