"""The prints: sound meshes, room for everything, and holes where the source says."""

from __future__ import annotations

from itertools import combinations
from math import cos, radians, sin

import numpy as np
import pytest
import trimesh

from hardware.make import fittings, mesh
from hardware.make.enclosure import PARTS, Faces, placed, turned, unpack
from hardware.make.source import read
from hardware.make.works import MADE, ROOT

SOURCE = read()
PRINTS = {part: placed(part, unpack((ROOT / MADE / f"{part}.stl").read_bytes())) for part in PARTS}
BOUGHT = fittings.blocks(SOURCE)
FRONT = SOURCE.box["wall"] / 2
REAR = SOURCE.box["depth"] - SOURCE.box["wall"] / 2


def solid(part: str, *points: tuple[float, float, float]) -> list[bool]:
    return mesh.contains(PRINTS[part], list(points))


@pytest.mark.parametrize("part", PARTS)
def test_a_print_is_one_watertight_body_that_fits_the_bed(part: str) -> None:
    shape = mesh.joined(turned(part, PRINTS[part]))
    assert shape.is_watertight
    assert shape.is_winding_consistent
    assert shape.body_count == 1
    assert shape.volume > 0
    assert max(shape.extents) <= SOURCE.box["bed"]


def engraved(part: str) -> np.ndarray:
    """Faces between the lines of a word in an outside: ridges 0.6 mm high, which bear nothing."""
    outside = {"back": SOURCE.box["depth"], "tray": -0.2 - SOURCE.tray["depth"]}
    if part not in outside:
        return np.zeros(len(PRINTS[part]), bool)
    ends = np.sort(abs(PRINTS[part][:, :, 1] - outside[part]), axis=1)
    return (ends[:, 0] < 0.01) & (abs(ends[:, 2] - 0.6) < 0.01)


@pytest.mark.parametrize("part", PARTS)
def test_a_print_needs_no_supports(part: str) -> None:
    # Round holes, slots and the strokes of words are bridged; nothing else may hang over.
    patches = mesh.overhangs(turned(part, PRINTS[part]), 50)
    wide = [
        np.round([*points.min(axis=0), *points.max(axis=0)], 1).tolist()
        for points in patches
        if min(np.ptp(points[:, :2], axis=0)) > 1 and max(np.ptp(points[:, :2], axis=0)) > 7
    ]
    assert wide == []


def test_a_ceiling_that_hangs_free_is_found() -> None:
    table = trimesh.creation.box(bounds=[(0, 0, 20), (40, 30, 22)]).triangles
    leg = trimesh.creation.box(bounds=[(0, 0, 0), (3, 30, 20.5)]).triangles
    (patch,) = mesh.overhangs(np.concatenate([table, leg]), 50)
    assert sorted(np.ptp(patch[:, :2], axis=0)) == [30, 40]


@pytest.mark.parametrize("part", PARTS)
def test_no_wall_of_a_print_is_thinner_than_the_source_allows(part: str) -> None:
    thin, where = mesh.thinnest(PRINTS[part], but=engraved(part))
    assert thin >= SOURCE.box["thin"] - 0.01, f"{part} is {thin:.2f} mm thin at {where}"


def test_a_wall_that_is_too_thin_is_found() -> None:
    box = trimesh.creation.box(bounds=[(0, 0, 0), (40, 30, 20)])
    hollow = trimesh.creation.box(bounds=[(2, 2, 2), (38, 29.2, 18)])
    hollow.invert()
    faces: Faces = np.concatenate([box.triangles, hollow.triangles])
    thin, where = mesh.thinnest(faces)
    assert thin == pytest.approx(0.8, abs=0.01)
    assert where[1] == pytest.approx(30, abs=0.9)


def test_no_two_parts_share_a_place_and_everything_bought_has_room() -> None:
    whole = PRINTS | BOUGHT
    clashes = [
        f"{one} and {two} share {shared:.1f} mm3"
        for one, two in combinations(whole, 2)
        if (shared := mesh.overlap(whole[one], whole[two])) > 0.1
    ]
    assert clashes == []


def test_a_part_moved_into_another_is_found() -> None:
    assert mesh.overlap(PRINTS["shaft"], PRINTS["body"] + np.array([0, 5.0, 0])) > 100


def test_grid_and_keeper_hold_the_panels_boards_not_their_lamps() -> None:
    for panel in ("panel left", "panel right"):
        whole = BOUGHT[panel]
        rear = whole[:, :, 1].max()
        front = rear - (SOURCE.panel["board"] - 0.1)
        board = whole[whole[:, :, 1].min(axis=1) > front - 0.005]
        for way, holder in ((-0.3, "grid"), (0.3, "keeper")):
            moved = board + np.array([0, way, 0])
            assert mesh.overlap(moved, PRINTS[holder]) > 10, f"{panel} rattles"


def test_the_window_shows_every_lamp_and_the_grid_parts_the_dice() -> None:
    panel = SOURCE.panel
    x0, z1 = panel["middle"][0] - panel["size"], panel["middle"][1] + panel["size"] / 2
    lamps = [
        (x0 + (column + 0.5) * panel["pitch"], z1 - (row + 0.5) * panel["pitch"])
        for column in range(16)
        for row in range(8)
    ]
    half = SOURCE.box["wall"] + panel["baffle"] / 2
    assert not any(solid("body", *((x, FRONT, z) for x, z in lamps)))
    assert not any(solid("grid", *((x, half, z) for x, z in lamps)))
    across = [(x0 + 4 * k * panel["pitch"], half, z1 - 10) for k in (1, 2, 3)]
    assert all(solid("grid", *across, (x0 + 10, half, panel["middle"][1])))


def rim(at: list[float], radius: float, y: float) -> list[tuple[float, float, float]]:
    return [
        (at[0] + radius * cos(radians(turn)), y, at[1] + radius * sin(radians(turn)))
        for turn in range(7, 360, 45)
    ]


def is_hole(part: str, at: list[float], diameter: float, y: float) -> bool:
    inner, outer = rim(at, diameter / 2 - 0.3, y), rim(at, diameter / 2 + 0.5, y)
    return not any(solid(part, (at[0], y, at[1]), *inner)) and all(solid(part, *outer))


def test_the_button_has_its_hole_where_the_source_says() -> None:
    button = SOURCE.button
    assert is_hole("body", button["at"], button["hole"] + SOURCE.box["gap"], FRONT)
    assert not is_hole("body", [button["at"][0] + 3, button["at"][1]], button["hole"], FRONT)


@pytest.mark.parametrize(
    ("part", "places", "y"),
    [
        ("back", "back", REAR),
        ("back", "shaft", REAR),
        ("keeper", "keeper", 14.7),
    ],
)
def test_screws_pass_where_the_source_says(part: str, places: str, y: float) -> None:
    for at in SOURCE.screws[places]:
        assert is_hole(part, at, SOURCE.screws["hole"], y), f"{part} at {at}"


def test_inserts_meet_their_screws() -> None:
    insert = SOURCE.screws["insert"]
    for at in SOURCE.screws["keeper"]:
        assert is_hole("body", at, insert, 11)
    for at in SOURCE.screws["back"]:
        assert is_hole("body", at, insert, SOURCE.box["depth"] - SOURCE.box["wall"] - 2)
    for at in SOURCE.screws["shaft"]:
        assert is_hole("shaft", at, insert, 82)
    for at in SOURCE.tray["screws"]:
        assert is_hole("tray", at, insert, -3)
        assert is_hole("body", at, SOURCE.screws["hole"], FRONT)
    assert is_hole("lid", SOURCE.screws["lid_back"], insert, 95)
    for y, z in SOURCE.screws["lid"]:
        assert solid("body", (149, y, z)) == [False]
        assert solid("lid", (145, y, z), (145, y, z + 3)) == [False, True]


def test_the_board_lies_on_four_posts() -> None:
    board = SOURCE.board
    (x0, z0), (wide, high), edge = board["corner"], board["size"], board["holes"]
    y = SOURCE.box["depth"] - SOURCE.box["wall"] - board["post"] / 2
    for x in (x0 + edge, x0 + wide - edge):
        for z in (z0 + edge, z0 + high - edge):
            assert is_hole("back", [x, z], board["post_hole"], y)


def test_the_beam_is_recessed_and_crosses_what_slides_off_the_lower_ramp() -> None:
    beam, shaft = SOURCE.beam, SOURCE.shaft
    front, back = shaft["front"], shaft["front"] + shaft["inside"]
    holes = (
        ("screen", front - beam["emitter_recess"] + 0.3),
        ("screen", front - 1),
        ("shaft", back - 2),
        ("shaft", back + 2),
    )
    for part, y in holes:
        assert is_hole(part, beam["at"], beam["tunnel"], y)
    # Above the edge from which every die tips into the way out; what was simulated is in drops.md.
    edge = shaft["left"] + shaft["inside"] - shaft["ramp_span"]
    assert abs(beam["at"][0] - edge) < 3
    assert 16 < beam["at"][1] - shaft["ramp_ends"][1] < 20


def test_dice_find_room_between_the_ramps() -> None:
    # The diagonal of a 16 mm die.
    shaft, die = SOURCE.shaft, 16 * 3**0.5
    upper, lower = shaft["ramp_ends"]
    # Two side by side pass a ramp: they would wedge in a gap of just their width.
    assert shaft["inside"] - shaft["ramp_span"] > 2 * 16 + 2
    assert shaft["inside"] - shaft["ramp_span"] > die
    assert (upper - lower) * cos(radians(shaft["ramp_angle"])) > die
    assert shaft["mouth"] - shaft["slope"][0] / 2 > die
    middle = shaft["front"] + shaft["inside"] / 2
    free = [(shaft["left"] + 15, middle, upper - 20), (shaft["left"] + 45, middle, upper)]
    assert not any(solid("shaft", *free))


def test_cables_leave_through_the_back() -> None:
    x, z, wide, high = SOURCE.back["cable"]
    assert solid("back", (x, REAR, z + high / 2), (x + wide, REAR, z + high / 2)) == [False, True]
    x, z, *_ = SOURCE.back["supply"]
    assert solid("back", (x, REAR, z)) == [False]
    x, z, hole = SOURCE.back["switch"]
    assert is_hole("back", [x, z], hole, REAR)


Step = tuple[float, float, float]


def straight(start: Step, end: Step, steps: int = 9) -> list[Step]:
    return [(float(x), float(y), float(z)) for x, y, z in np.linspace(start, end, steps).tolist()]


@pytest.mark.parametrize(
    ("moved", "way", "there"),
    [
        # From above, behind the bosses, then forward.
        (
            ["grid"],
            straight((0, 20, 95), (0, 20, 0)) + straight((0, 20, 0), (0, 0, 0), 5),
            ["body"],
        ),
        (
            ["keeper"],
            straight((0, 20, 95), (0, 20, 0)) + straight((0, 20, 0), (0, 0, 0), 5),
            ["body", "grid"],
        ),
        # From behind, a finger's breadth to the right of its place, past the bosses, then left.
        (
            ["shaft", "screen", "emitter", "receiver"],
            straight((10, 100, 0), (10, 0, 0)) + straight((10, 0, 0), (0, 0, 0), 5),
            ["body", "grid", "keeper", "button"],
        ),
        (["screen"], straight((0, 0, 100), (0, 0, 0)), ["shaft"]),
        (
            ["back", "board", "on the board", "switch", "supply's board"],
            straight((0, 60, 0), (0, 0, 0)),
            ["body", "shaft", "button", "receiver"],
        ),
        (["lid"], straight((0, 0, 40), (0, 0, 0)), ["body", "shaft", "screen", "back", "keeper"]),
        (["tray"], straight((0, -40, 0), (0, 0, 0), 3), ["body", "button ring"]),
    ],
    ids=["grid", "keeper", "shaft", "screen", "back", "lid", "tray"],
)
def test_a_part_goes_in_the_way_the_guide_says(
    moved: list[str], way: list[Step], there: list[str]
) -> None:
    whole = PRINTS | BOUGHT
    for step in way:
        for part in moved:
            for other in there:
                shared = mesh.overlap(whole[part] + np.array(step), whole[other])
                assert shared < 0.1, f"{part} meets {other} at {step}"
