"""The schematic as a file of KiCad's: each part on the board, each pin with the name of its net."""

from __future__ import annotations

from collections.abc import Iterator

from hardware.make.board.footprints import identity, load
from hardware.make.board.plan import GROUND, Item, Plan, items
from hardware.make.board.sexpr import Node, Quoted, first, number, write
from hardware.make.board.symbols import Symbol, flag, library, symbol
from hardware.make.source import Source, SourceError

LIBRARY = "tower"
_TOP, _BOTTOM, _LEFT, _COLUMN = 30.48, 271.78, 40.64, 55.88
ROOT = identity("sheet")


def text(source: Source, plan: Plan) -> str:
    """The schematic."""
    placed = {item.ref: item for item in items(source, plan)}
    drawn = [ref for group in plan.sheet for ref in group.refs]
    if sorted(drawn) != sorted(placed):
        wrong = set(drawn) ^ set(placed)
        raise SourceError(f"board.toml: every part is in one group of the sheet; not: {wrong}")
    used: dict[str, Symbol] = {"PWR_FLAG": flag()}
    body: Node = []
    x, y = _LEFT, _TOP
    for group in plan.sheet:
        heights = [_height(symbol(source, placed[ref])) for ref in group.refs]
        if y + heights[0] + 10.16 > _BOTTOM:
            x, y = x + _COLUMN, _TOP
        body.append(_title(group.title, x, y))
        y += 7.62
        for ref, high in zip(group.refs, heights, strict=True):
            shape = symbol(source, placed[ref])
            used[shape.name] = shape
            if y + high > _BOTTOM:
                x, y = x + _COLUMN, _TOP
            middle = _on_grid(y + shape.high + 5.08)
            body += _instance(placed[ref], shape, x, middle)
            y = _on_grid(middle - shape.low + 2.54)
        y += 5.08
    if y + 25.4 > _BOTTOM:
        x, y = x + _COLUMN, _TOP
    for place, net in enumerate(plan.flags, 1):
        fed = Item(f"#FLG{place}", "flag", "", 0, 0, 0, "PWR_FLAG", {"1": net})
        body += _instance(fed, flag(), x, _on_grid(y + 7.62 * place))
    node: Node = [
        "kicad_sch",
        ["version", "20250114"],
        ["generator", Quoted("eeschema")],
        ["generator_version", Quoted("9.0")],
        ["uuid", Quoted(ROOT)],
        ["paper", Quoted("A3")],
        ["title_block", ["title", Quoted(plan.name)], ["rev", Quoted(str(source.revision))],
         ["comment", "1", Quoted(f"Licence: {plan.licence}")],
         ["comment", "2", Quoted("Made from tower.toml and board.toml; change it there")]],
        ["lib_symbols", *(library(shape, f"{LIBRARY}:") for _, shape in sorted(used.items()))],
        *body,
        ["sheet_instances", ["path", Quoted("/"), ["page", Quoted("1")]]],
        ["embedded_fonts", "no"],
    ]  # fmt: skip
    return write(node) + "\n"


def symbols(source: Source, plan: Plan) -> str:
    """The library of the schematic's symbols."""
    used = {"PWR_FLAG": flag()}
    for item in items(source, plan):
        shape = symbol(source, item)
        used[shape.name] = shape
    node: Node = [
        "kicad_symbol_lib", ["version", "20241209"], ["generator", Quoted("kicad_symbol_editor")],
        ["generator_version", Quoted("9.0")],
        *(library(shape, "") for _, shape in sorted(used.items())),
    ]  # fmt: skip
    return write(node) + "\n"


def _on_grid(value: float) -> float:
    return round(value / 2.54) * 2.54


def _height(shape: Symbol) -> float:
    return shape.high - shape.low + 7.62


def _title(title: str, x: float, y: float) -> Node:
    return ["text", Quoted(title), ["exclude_from_sim", "no"],
            ["at", number(x - 17.78), number(y), "0"],
            ["effects", ["font", ["size", "2", "2"], ["bold", "yes"]], ["justify", "left"]],
            ["uuid", Quoted(identity("title", title))]]  # fmt: skip


def _instance(item: Item, shape: Symbol, x: float, y: float) -> Iterator[Node]:
    flagged = item.kind == "flag"
    counted = flagged or "exclude_from_bom" not in first(load(item.footprint), "attr")
    made: Node = [
        "symbol", ["lib_id", Quoted(f"{LIBRARY}:{shape.name}")],
        ["at", number(x), number(y), "0"], ["unit", "1"], ["exclude_from_sim", "no"],
        ["in_bom", "yes" if counted else "no"], ["on_board", "yes"],
        ["dnp", "yes" if item.instead else "no"],
        ["uuid", Quoted(identity("symbol", item.ref))],
    ]  # fmt: skip
    above = y - shape.high - 1.27
    for key, value, at, hidden in (
        ("Reference", item.ref, (x, above - 1.9), flagged),
        ("Value", item.value, (x, above), False),
        ("Footprint", item.footprint, (x, y), True),
        ("Datasheet", "", (x, y), True),
        ("Description", "", (x, y), True),
    ):
        font: Node = ["effects", ["font", ["size", "1.27", "1.27"]]]
        if hidden:
            font.append(["hide", "yes"])
        made.append(["property", Quoted(key), Quoted(value),
                     ["at", number(at[0]), number(at[1]), "0"], font])  # fmt: skip
    made += [["pin", Quoted(pin.number), ["uuid", Quoted(identity("pin", item.ref, pin.number))]]
             for pin in shape.pins]  # fmt: skip
    made.append(["instances", ["project", Quoted("tower"), ["path", Quoted(f"/{ROOT}"),
                ["reference", Quoted(item.ref)], ["unit", "1"]]]])  # fmt: skip
    yield made
    for pin in shape.pins:
        yield _end(
            item, pin.number, item.nets.get(pin.number, ""), (x + pin.x, y - pin.y), pin.turn
        )


def _end(item: Item, pin: str, net: str, at: tuple[float, float], turn: int) -> Node:
    # A pin's turn is the way from its end into the symbol; the label looks the other way.
    x, y = number(at[0]), number(at[1])
    name = Quoted(identity("end", item.ref, pin))
    if not net:
        return ["no_connect", ["at", x, y], ["uuid", name]]
    away = (turn + 180) % 360
    side = "right" if away in (180, 270) else "left"
    shape = "passive" if net != GROUND else "input"
    return ["global_label", Quoted(net), ["shape", shape], ["at", x, y, str(away)],
            ["effects", ["font", ["size", "1.1", "1.1"]], ["justify", side]],
            ["uuid", name]]  # fmt: skip
