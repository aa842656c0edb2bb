"""Questions to a mesh: is a point in it, how thin is it, do two of them overlap. It makes none."""

from __future__ import annotations

import manifold3d  # type: ignore[import-not-found]
import numpy as np
import numpy.typing as npt
import trimesh
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from hardware.make.enclosure import Faces

Points = npt.NDArray[np.float64]
_SKEW = np.array([0.0123, 0.9991, 0.0407])
_SAMPLES = 1200
_FACING = -0.8
"""Two sides of a wall look away from each other; where they do not, it is a corner, not a wall."""


def joined(faces: Faces) -> trimesh.Trimesh:
    """The triangles as one mesh with common corners."""
    corners, places = np.unique(faces.reshape(-1, 3), axis=0, return_inverse=True)
    return trimesh.Trimesh(corners, places.reshape(-1, 3), process=False)


def _hits(faces: Faces, points: Points, ways: Points) -> npt.NDArray[np.float64]:
    # Distance from each point along its way to each triangle, or infinity (Möller and Trumbore).
    one, two = faces[:, 1] - faces[:, 0], faces[:, 2] - faces[:, 0]
    across = np.cross(ways[:, None], two[None])
    size = np.einsum("tj,ptj->pt", one, across)
    with np.errstate(divide="ignore", invalid="ignore"):
        inverse = 1 / size
        away = points[:, None] - faces[None, :, 0]
        u = np.einsum("ptj,ptj->pt", away, across) * inverse
        beside = np.cross(away, one[None])
        v = np.einsum("pj,ptj->pt", ways, beside) * inverse
        far = np.einsum("tj,ptj->pt", two, beside) * inverse
        hit = (abs(size) > 1e-12) & (u >= 0) & (v >= 0) & (u + v <= 1) & (far > 1e-6)
    return np.where(hit, far, np.inf)


def contains(faces: Faces, points: list[tuple[float, float, float]]) -> list[bool]:
    """Whether each point lies in the solid."""
    at = np.array(points, dtype=np.float64)
    ways = np.broadcast_to(_SKEW, at.shape)
    return [bool(count % 2) for count in np.isfinite(_hits(faces, at, ways)).sum(axis=1)]


def thinnest(
    faces: Faces, seed: int = 1, but: npt.NDArray[np.bool_] | None = None
) -> tuple[float, tuple[float, float, float]]:
    """The thinnest wall found by probing inwards from many places, and where that is.

    No probe starts from the faces that ``but`` marks.
    """
    chance = np.random.default_rng(seed)
    normals = np.cross(faces[:, 1] - faces[:, 0], faces[:, 2] - faces[:, 0])
    areas = np.linalg.norm(normals, axis=1)
    whole = areas > 1e-6
    from_here = np.ones(whole.sum(), bool) if but is None else ~but[whole]
    faces, normals, areas = faces[whole], normals[whole], areas[whole]
    normals /= areas[:, None]
    weights = areas * from_here
    chosen = chance.choice(len(faces), _SAMPLES, p=weights / weights.sum())
    u, v = chance.random(_SAMPLES), chance.random(_SAMPLES)
    u, v = np.where(u + v > 1, 1 - u, u), np.where(u + v > 1, 1 - v, v)
    corner = faces[chosen, 0]
    points = (
        corner + u[:, None] * (faces[chosen, 1] - corner) + v[:, None] * (faces[chosen, 2] - corner)
    )
    best, where = np.inf, points[0]
    for start in range(0, _SAMPLES, 100):
        part = slice(start, start + 100)
        inward = -normals[chosen[part]]
        far = _hits(faces, points[part] + inward * 1e-3, inward)
        facing = normals @ inward.T
        far = np.where(facing.T > -_FACING, far, np.inf)
        near = far.min(axis=1)
        if near.min() < best:
            best, where = float(near.min()), points[part][near.argmin()]
    x, y, z = (round(float(value), 1) for value in where)
    return best + 1e-3, (x, y, z)


def overhangs(faces: Faces, steep: float) -> list[Points]:
    """Patches that a printer lays on air, ``faces`` lying as they are printed: corners of each.

    A patch is of faces that look down and lean out by more than ``steep`` degrees from upright.
    """
    normals = np.cross(faces[:, 1] - faces[:, 0], faces[:, 2] - faces[:, 0])
    areas = np.linalg.norm(normals, axis=1)
    bed = faces[:, :, 2].min()
    on_bed = faces[:, :, 2].max(axis=1) < bed + 0.05
    down = normals[:, 2] < -np.sin(np.radians(steep)) * areas - 1e-9
    shape = joined(faces[down & ~on_bed & (areas > 1e-6)])
    corners, ends = np.asarray(shape.vertices), np.asarray(shape.faces)
    links = (np.ones(2 * len(ends)), (ends[:, [0, 1]].ravel(), ends[:, [1, 2]].ravel()))
    count, patch = connected_components(coo_array(links, shape=(len(corners), len(corners))))
    return [corners[patch == number] for number in range(count)]


def overlap(one: Faces, two: Faces) -> float:
    """The volume that two solids share, in cubic millimetres."""
    low = np.maximum(one.min(axis=(0, 1)), two.min(axis=(0, 1)))
    high = np.minimum(one.max(axis=(0, 1)), two.max(axis=(0, 1)))
    if (low >= high).any():
        return 0.0
    return float((_solid(one) ^ _solid(two)).volume())


def _solid(faces: Faces) -> manifold3d.Manifold:
    mesh = joined(faces)
    corners = np.array(mesh.vertices, dtype=np.float32)
    return manifold3d.Manifold(
        manifold3d.Mesh(vert_properties=corners, tri_verts=np.array(mesh.faces, dtype=np.uint32))
    )
