"""The layout: holes and parts in their places, and the copper between them."""

from __future__ import annotations

from msgspec import Struct

from hardware.make.board import footprints
from hardware.make.board.footprints import Box, Pad
from hardware.make.board.plan import GROUND, Item, Plan, heavy_width, items
from hardware.make.board.route import Path, Router, Task
from hardware.make.source import Source, SourceError

HEAD = 3.0
"""Radius of a screw's head and its washer: no copper under it, lest it scratch through."""
_STITCH = 5.0


class Layout(Struct, frozen=True):
    """A board before it is written."""

    size: tuple[float, float]
    items: tuple[Item, ...]
    holes: tuple[Item, ...]
    pads: tuple[Pad, ...]
    paths: tuple[Path, ...]
    vias: tuple[tuple[float, float], ...]


def make(source: Source, plan: Plan) -> Layout:
    """Place and route."""
    wide, high = source.board["size"]
    placed = items(source, plan)
    screws = holes(source, plan)
    check_room((wide, high), placed, screws)
    pads = tuple(pad for item in placed for pad in footprints.pads(item))
    closed: list[Box] = [box for item in placed for box in footprints.keepouts(item)]
    closed += [(hole.x - HEAD, hole.y - HEAD, hole.x + HEAD, hole.y + HEAD) for hole in screws]
    router = Router((wide, high), plan.rules, pads, closed)
    paths = router.route(tasks(source, plan, pads))
    vias = router.stitches(GROUND, _STITCH)
    return Layout((wide, high), placed, screws, pads, tuple(paths), tuple(vias))


def holes(source: Source, plan: Plan) -> tuple[Item, ...]:
    """The four mounting holes, over the posts of the back."""
    (wide, high), edge = source.board["size"], source.board["holes"]
    places = [(x, y) for y in (edge, high - edge) for x in (edge, wide - edge)]
    return tuple(
        Item(f"H{n}", "hole", plan.footprints["hole"], x, y, 0, "M2.5", {})
        for n, (x, y) in enumerate(places, 1)
    )


def check_room(
    size: tuple[float, float], placed: tuple[Item, ...], screws: tuple[Item, ...]
) -> None:
    """Refuse parts that overlap, leave the board or sit under a screw's head."""
    boxes = {item.ref: footprints.courtyard(item) for item in placed}
    for ref, (left, top, right, bottom) in boxes.items():
        if left < 0 or top < 0 or right > size[0] or bottom > size[1]:
            raise SourceError(f"board.toml: {ref} does not lie on the board of {size} mm")
    heads = [
        (screw.ref, (screw.x - HEAD, screw.y - HEAD, screw.x + HEAD, screw.y + HEAD))
        for screw in screws
    ]
    everything = [*boxes.items(), *heads]
    for place, (one, a) in enumerate(everything):
        for two, b in everything[:place]:
            if overlap(a, b):
                raise SourceError(f"board.toml: {one} and {two} share a place")


def overlap(a: Box, b: Box, apart: float = 0.0) -> bool:
    """Whether two boxes are closer than that."""
    return (
        a[0] < b[2] + apart and b[0] < a[2] + apart and a[1] < b[3] + apart and b[1] < a[3] + apart
    )


def tasks(source: Source, plan: Plan, pads: tuple[Pad, ...]) -> list[Task]:
    """What has to be joined: power pads by wide tracks first, then the rest of each net."""
    by_net: dict[str, list[Pad]] = {}
    for pad in pads:
        if pad.net and pad.net != GROUND:
            by_net.setdefault(pad.net, []).append(pad)
    made = []
    for heavy in plan.heavy:
        wide = [pad for pad in by_net[heavy.net] if f"{pad.ref}.{pad.number}" in heavy.pads]
        if len(wide) != len(heavy.pads):
            raise SourceError(f"board.toml: heavy pads of {heavy.net} are not all on that net")
        # A via carries about 1 A: power changes sides at pads, whose holes are filled with solder.
        drawn = heavy_width(source, plan, heavy)
        made.append(Task(heavy.net, drawn, tuple(wide), vias=heavy.carries != "psu"))
    for net, joined in sorted(by_net.items()):
        if len(joined) > 1:
            made.append(Task(net, plan.rules.track, tuple(joined)))
    return made
