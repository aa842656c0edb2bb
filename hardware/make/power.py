"""The power budget: what is left for light, and what pictures draw of it. It measures nothing.

The limiter of the firmware counts the same way: the sum of all duties times ``colour`` over 255.
"""

from __future__ import annotations

from msgspec import Struct

from hardware.make import heat
from hardware.make.source import Power, Source

FULL = 255


class Light(Struct, frozen=True):
    """Current left for light in mA, on USB alone and with the big supply."""

    usb: int
    psu: int


class Frame(Struct, frozen=True):
    """A picture: how many lamps are lit, and with how many of their three colours."""

    name: str
    lamps: int
    colours: int


FRAMES = (
    Frame("idle: eight dots", 8, 3),
    Frame("tumble: eight dice, three lamps each", 24, 3),
    Frame("an average roll of eight, white", 28, 3),
    Frame("eight sixes, one colour", 48, 1),
    Frame("eight sixes, white", 48, 3),
    Frame("every lamp white: the worst", 128, 3),
)


def fixed(power: Power) -> int:
    """What is drawn when every lamp is dark."""
    return sum(load.current for load in power.loads) + power.lamps * power.dark


def gives(power: Power) -> Light:
    """What the supplies leave for light."""
    return Light(
        power.usb * (100 - power.usb_margin) // 100 - fixed(power),
        power.psu * (100 - power.psu_margin) // 100 - fixed(power),
    )


def light(source: Source) -> Light:
    """What the firmware may use for light: what the supplies leave, and no more than stays cool."""
    left, cool = gives(source.power), heat.most_light(source)
    return Light(min(left.usb, cool), min(left.psu, cool))


def draws(power: Power, frame: Frame) -> int:
    """What a picture would draw at full, without a limiter."""
    return frame.lamps * frame.colours * power.colour


def most(power: Power, frame: Frame, budget: int) -> int:
    """The brightest of 255 that the budget allows for a picture."""
    return min(FULL, FULL * budget // draws(power, frame))


def text(source: Source) -> str:
    """The budget as a page."""
    from hardware.make.tables import MARK, markdown

    power, left, leaves = source.power, light(source), gives(source.power)
    loads = [(load.name, f"{load.current}") for load in power.loads]
    dark = f"{power.lamps} dark lamps, {power.dark} mA each"
    rows = []
    for frame in FRAMES:
        row = [frame.name, f"{draws(power, frame)}"]
        for budget in (left.usb, left.psu):
            duty = most(power, frame, budget)
            total = fixed(power) + draws(power, frame) * duty // FULL
            row += [f"{duty}/255", f"{total}"]
        rows.append(row)
    supplies = [
        (name, f"{whole}", f"{margin} %", f"{fixed(power)}", f"{rest}", f"**{budget}**")
        for name, whole, margin, rest, budget in (
            ("USB alone", power.usb, power.usb_margin, leaves.usb, left.usb),
            ("5 V, 3 A", power.psu, power.psu_margin, leaves.psu, left.psu),
        )
    ]
    return (
        f"<!-- {MARK} -->\n# Power\n\n"
        "All currents in mA at 5 V. The lamps' figures are the supplier's maximum; measured ones"
        " have been between 33 and 53 mA a white lamp. Check yours: with all lamps dark the whole"
        " tower should draw 150 to 200 mA.\n\n"
        + markdown(("always drawn", "mA"), [*loads, (dark, str(power.lamps * power.dark))])
        + f"\nTogether {fixed(power)} mA.\n\n"
        + markdown(
            ("supply", "gives", "kept back", "always drawn", "leaves", "used for light"), supplies
        )
        + "\nThe firmware adds up every frame before it is sent (`sum of duties * "
        f"{power.colour} / 255`) and dims the whole frame to what may be used for light: what"
        " the supply leaves, and no more than the box can carry away as heat (below). Its two"
        " figures come from this table by way of `tower/pins.py`. The column *at most* is how"
        " bright that limiter lets a picture be, the next one what the whole tower then draws.\n\n"
        + markdown(
            ("picture", "light at full", "USB: at most", "draws", "5 V 3 A: at most", "draws"), rows
        )
        + "\nBesides, no lamp is driven above a level that eyes like: 32/255 on USB, 96/255 with"
        " the big supply, or what the owner chose.\n"
        + heat.text(source, left.usb, left.psu, leaves.psu)
    )
