"""Dice dropped through the shipped prints by a physics engine: noticed or not, out or stuck.

``python -m hardware.make.drops`` simulates and writes a page; it needs pybullet, which is large.
A test tells when the page is of other prints, or a figure is beyond its limit.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import trimesh
from msgspec import Struct

from hardware.make import enclosure, mesh, tables, works
from hardware.make.source import Source, read

_PARTS = ("body", "back", "shaft", "screen", "lid", "tray")
_SCALE = 0.1  # the engine is at its best with centimetres
_STEP = 1 / 2000  # seconds
_LONGEST = 3.0
_NOTICED = 0.002  # seconds in the beam, of which the sensor is sure
_ROUND = 1.2  # mm: how far a die's corners are rounded
_DENSITY = 1.2e-3  # g/mm³, of acrylic
_BOUNCE = 0.45
_APART = 1.75  # sizes between dice in the hand: their corners cannot touch
_REST = 15.0  # mm/s: slower than that for a tenth of a second is lying still


class Case(Struct, frozen=True):
    """What is thrown how often: the dice's number and size in mm, and how slippery they are."""

    dice: int
    size: float
    friction: float
    throws: int


class Outcome(Struct, frozen=True):
    """Of one throw: dice that were noticed, dice that stayed inside, seconds until all lay."""

    noticed: int
    inside: int
    seconds: float


class Figures(Struct, frozen=True):
    """Of one case: throws and dice that were noticed, throws that left a die inside."""

    case: Case
    throws: int
    dice: int
    stuck: int


CASES = (
    Case(1, 16, 0.25, 200),
    Case(1, 16, 0.35, 200),
    Case(1, 12, 0.25, 200),
    Case(5, 16, 0.25, 100),
    Case(5, 16, 0.35, 100),
    Case(5, 12, 0.35, 100),
)


class Tower:
    """The tower's prints in pybullet, into which dice can be thrown. Millimetres and grams."""

    def __init__(self, source: Source, folder: Path, case: Case) -> None:
        import pybullet

        self._source, self._case, self._bullet = source, case, pybullet
        self._world = pybullet.connect(pybullet.DIRECT)
        pybullet.setGravity(0, 0, -9810 * _SCALE, self._world)
        pybullet.setPhysicsEngineParameter(
            fixedTimeStep=_STEP, numSolverIterations=60, physicsClientId=self._world
        )
        for part in _PARTS:
            stl = (works.ROOT / works.MADE / f"{part}.stl").read_bytes()
            solid = mesh.joined(enclosure.placed(part, enclosure.unpack(stl)))
            solid.vertices = solid.vertices * _SCALE
            solid.export(folder / f"{part}.obj")
            self._body(folder / f"{part}.obj", pybullet.GEOM_FORCE_CONCAVE_TRIMESH, 0)
        table = trimesh.creation.box(bounds=[(-2000, -2000, -50), (2000, 2000, 0)])
        table.vertices = table.vertices * _SCALE
        table.export(folder / "table.obj")
        self._body(folder / "table.obj", 0, 0)
        half = case.size / 2 - _ROUND
        ball = trimesh.creation.icosphere(1, _ROUND).vertices
        signs = np.array(np.meshgrid((-1, 1), (-1, 1), (-1, 1))).reshape(3, -1).T
        corners = np.concatenate([ball + sign * half for sign in signs])
        trimesh.convex.convex_hull(corners * _SCALE).export(folder / "die.obj")
        weight = case.size**3 * _DENSITY
        self._dice = [self._body(folder / "die.obj", 0, weight) for _ in range(case.dice)]

    def close(self) -> None:
        """Take the world away."""
        self._bullet.disconnect(self._world)

    def _body(self, file: Path, flags: int, weight: float) -> int:
        bullet: Any = self._bullet
        shape = bullet.createCollisionShape(
            bullet.GEOM_MESH, fileName=str(file), flags=flags, physicsClientId=self._world
        )
        body: int = bullet.createMultiBody(weight, shape, physicsClientId=self._world)
        # Of two that touch, the engine multiplies these.
        bullet.changeDynamics(
            body,
            -1,
            lateralFriction=self._case.friction**0.5,
            restitution=_BOUNCE**0.5,
            contactProcessingThreshold=0,
            linearDamping=0,
            angularDamping=0,
            ccdSweptSphereRadius=_ROUND * _SCALE,
            maxJointVelocity=1e4,  # the engine's own limit is one metre a second
            physicsClientId=self._world,
        )
        return body

    def throw(self, seed: int) -> Outcome:
        """Let all dice fall from a hand above the funnel."""
        bullet, world, shaft = self._bullet, self._world, self._source.shaft
        chance = np.random.default_rng(seed)
        for number, die in enumerate(self._dice):
            x, y = (
                shaft[low] + chance.uniform(8, shaft["inside"] - 2) for low in ("left", "front")
            )
            height = self._source.box["height"] + 12 + number * self._case.size * _APART
            turn = chance.normal(size=4)
            place = np.array([x, y, height]) * _SCALE
            bullet.resetBasePositionAndOrientation(
                die, place.tolist(), (turn / np.linalg.norm(turn)).tolist(), world
            )
            speed, spin = chance.normal(size=3) * (100, 100, 0), chance.normal(size=3) * 10
            speed[2] = -300
            bullet.resetBaseVelocity(die, (speed * _SCALE).tolist(), spin.tolist(), world)
        (x, z), wall = self._source.beam["at"], 0.5
        near, far = shaft["front"] + wall, shaft["front"] + shaft["inside"] - wall
        ends = [[x * _SCALE, y * _SCALE, z * _SCALE] for y in (near, far)]
        dark = dict.fromkeys(self._dice, 0)
        still = step = 0
        while step * _STEP < _LONGEST and still * _STEP < 0.1:
            bullet.stepSimulation(world)
            hit = bullet.rayTest(*ends, physicsClientId=world)[0][0]
            if hit in dark:
                dark[hit] += 1
            speeds = [bullet.getBaseVelocity(die, world)[0] for die in self._dice]
            still = still + 1 if max(map(np.linalg.norm, speeds)) < _REST * _SCALE else 0
            step += 1
        places = [bullet.getBasePositionAndOrientation(die, world)[0] for die in self._dice]
        return Outcome(
            sum(steps * _STEP >= _NOTICED for steps in dark.values()),
            sum(self._inside(place) for place in places),
            step * _STEP,
        )

    def _inside(self, place: tuple[float, float, float]) -> bool:
        box = self._source.box
        return all(
            0 < at < box[side] * _SCALE
            for at, side in zip(place, ("width", "depth", "height"), strict=True)
        )


def run(source: Source, case: Case) -> list[Outcome]:
    """Every throw of a case."""
    with TemporaryDirectory() as folder:
        tower = Tower(source, Path(folder), case)
        try:
            return [tower.throw(seed) for seed in range(case.throws)]
        finally:
            tower.close()


def summed(case: Case, seen: list[Outcome]) -> Figures:
    """What came of all throws of a case."""
    return Figures(
        case,
        sum(outcome.noticed > 0 for outcome in seen),
        sum(outcome.noticed for outcome in seen),
        sum(outcome.inside > 0 for outcome in seen),
    )


def faults(source: Source, figures: Figures) -> list[str]:
    """What is beyond the source's limits, as sentences."""
    case, limits, told = figures.case, source.limits, []
    what = f"{case.dice} of {case.size:g} mm"
    if figures.throws * 100 < limits["noticed"] * case.throws:
        told.append(
            f"{what}: {figures.throws} of {case.throws} throws noticed;"
            f" wanted at least {limits['noticed']} %"
        )
    if figures.stuck * 100 > limits["stuck"] * case.throws:
        told.append(
            f"{what}: {figures.stuck} of {case.throws} throws left a die inside;"
            f" wanted at most {limits['stuck']} %"
        )
    return told


def row(figures: Figures, seconds: float) -> tuple[str, ...]:
    """A line of the page."""
    case = figures.case
    return (
        f"{case.dice} of {case.size:g} mm",
        f"{case.friction:g}",
        f"{case.throws}",
        f"{figures.throws} ({100 * figures.throws / case.throws:.1f} %)",
        f"{figures.dice} of {case.dice * case.throws}",
        f"{figures.stuck} ({100 * figures.stuck / case.throws:.1f} %)",
        f"{seconds:.1f} s",
    )


def text(source: Source, rows: list[tuple[str, ...]]) -> str:
    """The page."""
    stls = tuple(works.MADE / f"{part}.stl" for part in enclosure.PARTS)
    head = (
        *("dice", "friction", "throws", "throws noticed", "dice noticed"),
        *("throws that left a die inside", "until all lay"),
    )
    return (
        "<!-- Made by `python -m hardware.make.drops`, from prints with the checksum"
        f" {works.checksum(works.ROOT, stls)} -->\n# Dice that were dropped\n\n"
        "By a physics engine (pybullet) into the shipped prints; nobody has dropped a real one."
        f" Rounded acrylic dice that bounce with {_BOUNCE:g}, thrown from a hand above the funnel."
        " A die counts as noticed if it is in the beam for at least"
        f" {_NOTICED * 1000:g} ms. Smooth dice on a smooth print rub with about 0.25; 0.35 is a"
        " rough print.\n\n"
        + tables.markdown(head, rows)
        + f"\nWanted: at least {source.limits['noticed']} % of throws noticed, and at most"
        f" {source.limits['stuck']} % that leave a die inside.\n"
    )


def main() -> None:
    """Throw, and write the page, if its figures keep the limits."""
    source = read()
    rows, beyond = [], []
    for case in CASES:
        seen = run(source, case)
        figures = summed(case, seen)
        beyond += faults(source, figures)
        rows.append(row(figures, float(np.mean([outcome.seconds for outcome in seen]))))
        sys.stdout.write(" | ".join(rows[-1]) + "\n")
        sys.stdout.flush()
    if beyond:
        raise works.WorksError("; ".join(beyond))
    (works.ROOT / works.DROPS).write_text(text(source, rows), encoding="utf-8")
    sys.stdout.write(f"written: {works.DROPS}\n")


if __name__ == "__main__":
    main()
