"""The thermal model: how warm the box gets, and how much light it stands for as long as you like.

Two steps in a row. All power that goes in leaves through the walls of the box, vents not counted:
that warms the air in it. The lamps' part of it leaves the panels by their two faces: that lifts the
panels, and what touches them, above that air. Films and materials are rules of thumb from memory,
good for a quarter either way; nothing was measured.
"""

from __future__ import annotations

from msgspec import Struct

from hardware.make.source import Source

_VOLTS = 5
_STEP = 10  # mA: finer would be a promise the model cannot keep


class Warmth(Struct, frozen=True):
    """How warm: the air in the box and what touches the panels in °C, and the power in W."""

    air: float
    panels: float
    watts: float


def _walls(source: Source) -> float:
    """W/K through the walls; the box stands on its bottom, which counts for nothing."""
    box, heat = source.box, source.heat
    width, depth, height = (box[side] / 1000 for side in ("width", "depth", "height"))
    area = 2 * (width + depth) * height + width * depth
    wall = box["wall"] / 1000 / heat["conducts"]
    return float(area / (1 / heat["film_inside"] + wall + 1 / heat["film_outside"]))


def warmth(source: Source, light: int) -> Warmth:
    """How warm it gets with so many mA of light, at the end of a long evening."""
    power, heat = source.power, source.heat
    lamps = _VOLTS * (light + power.lamps * power.dark) / 1000
    watts = lamps + _VOLTS * sum(load.current for load in power.loads) / 1000
    rise = watts / _walls(source)
    face = 2 * (source.panel["size"] / 1000) ** 2
    films = heat["film_panel_back"] + heat["film_panel_front"]
    air = heat["room"] + rise
    return Warmth(air, air + lamps / (face * films), watts)


def most_light(source: Source) -> int:
    """The most mA of light with which nothing softens that touches the panels."""
    limit = source.heat["softens"][source.heat["material"]]
    light = 0
    while warmth(source, light + _STEP).panels <= limit:
        light += _STEP
    return light


def text(source: Source, usb: int, psu: int, uncapped: int) -> str:
    """The model's result as a part of the power page."""
    from hardware.make.tables import markdown

    heat = source.heat
    limit = heat["softens"][heat["material"]]
    rows = []
    for name, light in (
        ("USB alone", usb),
        ("big supply, as the firmware limits it", psu),
        ("big supply, as much as it gives", uncapped),
    ):
        warm = warmth(source, light)
        plastic = ", ".join(
            f"{material} {'holds' if warm.panels <= most else 'softens'}"
            for material, most in heat["softens"].items()
        )
        figures = (f"{warm.watts:.1f} W", f"{warm.air:.0f} °C", f"{warm.panels:.0f} °C")
        rows.append((name, f"{light} mA", *figures, plastic))
    return (
        "\n## Heat\n\n"
        f"At {heat['room']} °C in the room, after hours, by a simple model: everything that goes in"
        f" leaves through the walls ({_walls(source):.2f} W/K) of the box (what its vents let out"
        " is not counted), and the lamps'"
        f" share leaves the panels by their faces ({heat['film_panel_back']} W/m²K behind,"
        f" {heat['film_panel_front']} W/m²K in front). Its figures are from memory and good for a"
        " quarter; nothing was measured.\n\n"
        + markdown(("supply", "light", "power", "air in the box", "at the panels", ""), rows)
        + f"\nSo with the big supply **print grid and keeper in {heat['material']}**, which holds"
        f" to {limit} °C here; PLA holds to {heat['softens']['PLA']} °C and will do on USB alone."
        f" The firmware gives the big supply at most {psu} mA of light however long it lasts;"
        " that figure comes from this model.\n"
    )
