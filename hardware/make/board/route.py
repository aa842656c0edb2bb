"""The router: tracks on a grid, two layers, by A* with negotiated congestion.

Nets may cross at first, at a price that rises from round to round; where they crossed, copper
becomes dearer for good. It draws no lots: the same board gives the same tracks, to the byte.
Ground is left to the pours.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Sequence
from math import ceil, floor

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from hardware.make.board.footprints import Box, Pad
from hardware.make.board.plan import GROUND, Rules

Mask = npt.NDArray[np.bool_]
_ROUNDS = 60
_VIA = 14.0
"""What a via costs, in steps of the grid."""
_TURN = 0.4
_BELOW = 1.25
"""The lower layer is dearer, so that its ground pour stays whole."""
_SLACK = 0.05
"""A diagonal passes a corner a little closer than its ends do."""

_SPOKE = 1.3
"""So near to a pad of the pours tracks are dear, lest they cut it off."""


class Task(Struct, frozen=True):
    """Pads of one net to be joined by tracks of one width, with vias or without."""

    net: str
    width: float
    pads: tuple[Pad, ...]
    vias: bool = True


class Path(Struct, frozen=True):
    """A found way: its width, and its points as (layer, x, y)."""

    net: str
    width: float
    points: tuple[tuple[int, float, float], ...]


class RouteError(ValueError):
    """No way was found; the message names the nets."""


class _Way(Struct, frozen=True):
    width: float
    cells: tuple[int, ...]
    ends: tuple[Pad | None, Pad | None]


class Router:
    """The grid of one board, and what lies on it."""

    def __init__(
        self, size: tuple[float, float], rules: Rules, pads: Sequence[Pad], closed: Sequence[Box]
    ) -> None:
        """Take the pads of every net, and the boxes where no copper may be."""
        self.step, self.rules, self.size = rules.grid, rules, size
        self.nx, self.ny = floor(size[0] / self.step) + 1, floor(size[1] / self.step) + 1
        self.count = self.nx * self.ny
        self.pads, self.closed = list(pads), list(closed)
        near = np.zeros(2 * self.count, bool)
        for pad in pads:
            if pad.net == GROUND:
                self._stamp(near, pad.layers, pad.box, _SPOKE)
        self.history = near * 5.0
        self.ways: dict[str, list[_Way]] = {}
        self._static: dict[tuple[str, float], tuple[Mask, Mask]] = {}

    def route(self, tasks: Iterable[Task]) -> list[Path]:
        """Join the pads of every task."""
        by_net: dict[str, list[Task]] = {}
        for task in sorted(tasks, key=lambda task: (-task.width, len(task.pads), task.net)):
            by_net.setdefault(task.net, []).append(task)
        todo, price = list(by_net), 1.0
        for _ in range(_ROUNDS):
            for net in todo:
                self.ways.pop(net, None)
                self.ways[net] = self._joined(by_net[net], price)
            todo = self._crossing(list(by_net))
            if not todo:
                return [
                    self._drawn(net, way) for net in sorted(self.ways) for way in self.ways[net]
                ]
            price *= 1.4
        raise RouteError(f"no ways side by side for {', '.join(todo)}; move a part in board.toml")

    def _joined(self, tasks: list[Task], price: float) -> list[_Way]:
        ways: list[_Way] = []
        tree: dict[int, Pad | None] = {}
        for task in tasks:
            blocked = self._blocked(task.net, task.width)
            left = list(task.pads)
            if not tree:
                tree |= self._cells(left.pop(0))
            left = [pad for pad in left if not set(self._cells(pad)) & set(tree)]
            while left:
                left.sort(key=lambda pad: (self._far(pad, tree), pad.ref, pad.number))
                pad = left.pop(0)
                goal = self._cells(pad)
                cells = self._search(tree, goal, blocked, price, task.vias)
                if cells is None:
                    raise RouteError(f"no way for {task.net} to {pad.ref}.{pad.number}")
                ways.append(_Way(task.width, tuple(cells), (tree[cells[0]], goal[cells[-1]])))
                for cell in cells:
                    tree.setdefault(cell, None)
                tree |= goal
        return ways

    def _far(self, pad: Pad, tree: dict[int, Pad | None]) -> int:
        i, j = round(pad.x / self.step), round(pad.y / self.step)
        return min(
            abs(cell % self.count % self.nx - i) + abs(cell % self.count // self.nx - j)
            for cell in tree
        )

    def _cells(self, pad: Pad) -> dict[int, Pad | None]:
        # The cell nearest to the pad's middle, on each of its layers.
        i, j = round(pad.x / self.step), round(pad.y / self.step)
        return {self._cell(layer, i, j): pad for layer in pad.layers}

    def _cell(self, layer: int, i: int, j: int) -> int:
        return layer * self.count + j * self.nx + i

    def _stamp(self, mask: Mask, layers: Iterable[int], box: Box, extra: float) -> None:
        # Everything nearer to a box than `extra` is taken.
        left, top, right, bottom = box
        i0, i1 = max(0, ceil((left - extra) / self.step)), floor((right + extra) / self.step)
        j0, j1 = max(0, ceil((top - extra) / self.step)), floor((bottom + extra) / self.step)
        i1, j1 = min(i1, self.nx - 1), min(j1, self.ny - 1)
        if i1 < i0 or j1 < j0:
            return
        xs = np.arange(i0, i1 + 1) * self.step
        ys = np.arange(j0, j1 + 1) * self.step
        dx = np.maximum(np.maximum(left - xs, xs - right), 0)
        dy = np.maximum(np.maximum(top - ys, ys - bottom), 0)
        near = dx[None, :] ** 2 + dy[:, None] ** 2 < extra**2 - 1e-9
        sheet = mask.reshape(2, self.ny, self.nx)
        for layer in layers:
            sheet[layer, j0 : j1 + 1, i0 : i1 + 1] |= near

    def _fixed(self, net: str, width: float) -> tuple[Mask, Mask]:
        # What pads, holes and edges forbid to this net's tracks, and to its vias.
        key = (net, width)
        if key not in self._static:
            tracks, vias = np.zeros(2 * self.count, bool), np.zeros(2 * self.count, bool)
            room, via = self.rules.clearance + _SLACK, self.rules.via / 2
            for pad in self.pads:
                if pad.net != net or not net:
                    self._stamp(tracks, pad.layers, pad.box, room + width / 2)
                    self._stamp(vias, (0, 1), pad.box, room + via)
                else:
                    self._stamp(vias, (0, 1), pad.box, self.rules.via_hole / 2 + 0.3)
            for box in self.closed:
                self._stamp(tracks, (0, 1), box, width / 2 + _SLACK)
                self._stamp(vias, (0, 1), box, via + _SLACK)
            for mask, half in ((tracks, width / 2), (vias, via)):
                cells = floor((self.rules.edge + half) / self.step) + 1
                sheet = mask.reshape(2, self.ny, self.nx)
                sheet[:, :cells], sheet[:, -cells:] = True, True
                sheet[:, :, :cells], sheet[:, :, -cells:] = True, True
            self._static[key] = (tracks, vias)
        return self._static[key]

    def _taken(self, net: str, width: float) -> tuple[Mask, Mask]:
        # What the other nets' tracks take from this net's tracks, and from its vias.
        tracks, vias = np.zeros(2 * self.count, bool), np.zeros(2 * self.count, bool)
        for other, ways in self.ways.items():
            if other == net:
                continue
            for way in ways:
                cells = np.array(way.cells)
                holes = self._holes(way)
                for mine, mask in ((width / 2, tracks), (self.rules.via / 2, vias)):
                    room = mine + self.rules.clearance + _SLACK
                    both = mask is vias
                    self._discs(mask, cells, way.width / 2 + room, both)
                    if len(holes):
                        self._discs(mask, holes, self.rules.via / 2 + room, True)
                    for pad, end in zip(way.ends, (way.cells[0], way.cells[-1]), strict=True):
                        if pad is not None:
                            layers = (0, 1) if both else (end // self.count,)
                            spot = (pad.x, pad.y, pad.x, pad.y)
                            self._stamp(mask, layers, spot, way.width / 2 + room)
        return tracks, vias

    def _discs(self, mask: Mask, cells: npt.NDArray[np.int_], radius: float, both: bool) -> None:
        reach = floor(radius / self.step)
        steps = np.arange(-reach, reach + 1)
        di, dj = np.meshgrid(steps, steps)
        inside = (di**2 + dj**2) * self.step**2 < radius**2 - 1e-9
        offsets = dj[inside] * self.nx + di[inside]
        hit = (cells[:, None] % self.count + offsets[None, :]).clip(0, self.count - 1)
        for layer in (0, 1):
            of_layer = hit if both else hit[cells // self.count == layer]
            mask[layer * self.count + of_layer.ravel()] = True

    def _holes(self, way: _Way) -> npt.NDArray[np.int_]:
        pairs = zip(way.cells, way.cells[1:], strict=False)
        return np.array([a for a, b in pairs if abs(a - b) == self.count], int)

    def _blocked(self, net: str, width: float) -> tuple[Mask, Mask, Mask, Mask]:
        return (*self._fixed(net, width), *self._taken(net, width))

    def _search(
        self,
        start: dict[int, Pad | None],
        goal: dict[int, Pad | None],
        blocked: tuple[Mask, Mask, Mask, Mask],
        price: float,
        vias: bool,
    ) -> list[int] | None:
        fixed, no_via, taken, via_taken = blocked
        shut = (no_via[: self.count] | no_via[self.count :]).tolist()
        dear = (via_taken[: self.count] | via_taken[self.count :]).tolist()
        base = 1 + self.history
        base[self.count :] *= _BELOW
        cost = (base + taken * price).tolist()
        wall = fixed.tolist()
        nx, count = self.nx, self.count
        flat = [cell % count for cell in goal]
        x0, x1 = min(c % nx for c in flat), max(c % nx for c in flat)
        y0, y1 = min(c // nx for c in flat), max(c // nx for c in flat)

        def rest(cell: int) -> float:
            j, i = divmod(cell % count, nx)
            dx, dy = max(x0 - i, 0, i - x1), max(y0 - j, 0, j - y1)
            return max(dx, dy) + 0.41421 * min(dx, dy)

        ways = [(d, 1.0) for d in (1, -1, nx, -nx)]
        ways += [(d, 1.41421) for d in (nx + 1, nx - 1, 1 - nx, -nx - 1)]
        best = dict.fromkeys(sorted(start), 0.0)
        came: dict[int, int] = {}
        queue = [(rest(cell), 0.0, cell) for cell in best]
        heapq.heapify(queue)
        while queue:
            _, spent, cell = heapq.heappop(queue)
            if spent > best[cell] + 1e-9:
                continue
            if cell in goal:
                found = [cell]
                while cell in came:
                    cell = came[cell]
                    found.append(cell)
                return found[::-1]
            before = cell - came[cell] if cell in came else 0
            for delta, length in ways:
                there = cell + delta
                if not 0 <= there < 2 * count or (wall[there] and there not in goal):
                    continue
                total = spent + length * cost[there] + (_TURN if before not in (0, delta) else 0)
                if total < best.get(there, 1e18) - 1e-9:
                    best[there], came[there] = total, cell
                    heapq.heappush(queue, (total + rest(there), total, there))
            under = cell % count
            other = cell + count if cell < count else cell - count
            if vias and not shut[under] and not wall[other]:
                total = spent + _VIA + (price * 4 if dear[under] else 0)
                if total < best.get(other, 1e18) - 1e-9:
                    best[other], came[other] = total, cell
                    heapq.heappush(queue, (total + rest(other), total, other))
        return None

    def _crossing(self, nets: list[str]) -> list[str]:
        bad = []
        for net in nets:
            hit = 0
            masks = {way.width: self._taken(net, way.width) for way in self.ways[net]}
            for way in self.ways[net]:
                tracks, vias = masks[way.width]
                cells = np.array(way.cells)
                wrong = cells[tracks[cells]]
                holes = self._holes(way)
                if len(holes):
                    under = holes % self.count
                    wrong = np.concatenate([wrong, holes[vias[under] | vias[under + self.count]]])
                self.history[np.unique(wrong)] += 0.6
                hit += len(wrong)
            if hit:
                bad.append(net)
        return bad

    def _drawn(self, net: str, way: _Way) -> Path:
        points = [
            (
                cell // self.count,
                cell % self.count % self.nx * self.step,
                cell % self.count // self.nx * self.step,
            )
            for cell in way.cells
        ]
        for pad, place in ((way.ends[0], 0), (way.ends[1], len(points))):
            if pad is not None:
                layer = points[0 if place == 0 else -1][0]
                points.insert(place if place == 0 else len(points), (layer, pad.x, pad.y))
        return Path(net, way.width, tuple(_straightened(points)))

    def stitches(self, net: str, every: float) -> list[tuple[float, float]]:
        """Where a via of the pours has room, one to a square of the given size."""
        _, vias = self._fixed(net, self.rules.track)
        _, taken = self._taken(net, self.rules.track)
        free = ~(vias | taken)
        both = (free[: self.count] & free[self.count :]).reshape(self.ny, self.nx)
        cells = round(every / self.step)
        found = []
        for j in range(cells // 2, self.ny, cells):
            for i in range(cells // 2, self.nx, cells):
                window = both[max(0, j - 4) : j + 5, max(0, i - 4) : i + 5]
                places = np.argwhere(window)
                if len(places):
                    dj, di = places[len(places) // 2]
                    found.append(
                        (
                            (max(0, i - 4) + int(di)) * self.step,
                            (max(0, j - 4) + int(dj)) * self.step,
                        )
                    )
        return found


def _straightened(points: list[tuple[int, float, float]]) -> list[tuple[int, float, float]]:
    kept = [points[0]]
    for point, after in zip(points[1:], [*points[2:], None], strict=True):
        if point == kept[-1]:
            continue
        if after is not None and kept[-1][0] == point[0] == after[0]:
            ax, ay = point[1] - kept[-1][1], point[2] - kept[-1][2]
            bx, by = after[1] - point[1], after[2] - point[2]
            if abs(ax * by - ay * bx) < 1e-9 and ax * bx + ay * by >= 0:
                continue
        kept.append(point)
    return kept
