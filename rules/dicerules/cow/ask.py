"""What Don't Have a Cow asks: the roller's form, the others', and the cubes. Not when it does.

Each is built once for all positions that ask the same: bots play a hundred thousand a second.
"""

from __future__ import annotations

from functools import lru_cache

from dicerules import bare
from dicerules.core import DiceGroup, Form, Roll
from dicerules.cow.cards import CUBE_COLOUR, FACES, Cards, Portrait, spell
from dicerules.cow.odds import chance
from dicerules.forms import Number, Option, PickOne, Unavailable
from dicerules.hints import ChipsToPush, DiceToTake, Odds, Portraits, Thumbs
from dicerules.previews import whole_percent
from dicerules.words import message

CHIP_COLOUR = "red"


@lru_cache(maxsize=4096)
def open_portraits(cards: Cards, matched: tuple[str, ...], cubes: int) -> tuple[Portrait, ...]:
    """Portraits not yet matched in this turn that the cubes left can cover (SD-R7, SD-R9)."""
    return tuple(
        portrait
        for portrait in cards.portraits
        if portrait.size <= cubes and portrait.key not in matched
    )


@lru_cache(maxsize=4096)
def roller_form(cards: Cards, matched: tuple[str, ...], cubes: int, most: int, purse: int) -> Form:
    """Ask the roller for a portrait and a bet; before the first throw also how many cubes."""
    options = tuple(
        _portrait_option(cards, portrait, cubes, not matched, most, purse)
        for portrait in open_portraits(cards, matched, cubes)
    )
    unavailable = _closed(cards, matched, cubes)
    pick = PickOne("portrait", message("form.portrait"), options, unavailable, Portraits())
    return Form(message("form.roller", count=cubes), (pick,))


@lru_cache(maxsize=4096)
def bare_roller_form(cards: Cards, matched: tuple[str, ...], cubes: int, most: int) -> Form:
    """The roller's form without words."""
    bet = bare.number("bet", 1, most)
    options = tuple(
        Option(
            portrait.key,
            bare.NO_WORDS,
            fields=(bet,) if matched else (bet, bare.number("cubes", portrait.size, cubes)),
        )
        for portrait in open_portraits(cards, matched, cubes)
    )
    return bare.form(bare.pick_one("portrait", options))


@lru_cache(maxsize=4096)
def _closed(cards: Cards, matched: tuple[str, ...], cubes: int) -> tuple[Unavailable, ...]:
    """Say why the other portraits cannot be chosen."""
    return tuple(
        Unavailable(
            message("name", name=portrait.name),
            message("closed.matched")
            if portrait.key in matched
            else message("closed.size", need=portrait.size, count=cubes),
            tuple(("cube", face) for face in portrait.need),
        )
        for portrait in cards.portraits
        if portrait.key in matched or portrait.size > cubes
    )


@lru_cache(maxsize=4096)
def _portrait_option(
    cards: Cards, portrait: Portrait, cubes: int, choose: bool, most: int, purse: int
) -> Option:
    """Offer a portrait; ``choose`` tells whether some of the cubes can be left out."""
    size = portrait.size
    fields = [_bet_field(most, purse)]
    taken = range(size if choose else cubes, cubes + 1)
    if choose:
        # All of them: what is left out now is out for the turn.
        row = DiceToTake(tuple(("cube", at % FACES + 1) for at in range(cubes)))
        fields.append(Number("cubes", message("form.cubes"), size, cubes, cubes, row))
    percent = tuple(whole_percent(chance(cards, portrait, count)) for count in taken)
    return Option(
        portrait.key,
        message("name", name=portrait.name),
        hint=message("form.hint", count=size, faces=spell(cards, portrait.need)),
        dice=tuple(("cube", face) for face in portrait.need),
        fields=tuple(fields),
        odds=Odds(percent, "cubes" if choose else ""),
    )


@lru_cache(maxsize=256)
def _bet_field(most: int, purse: int) -> Number:
    return Number(
        "bet", message("form.bet"), 1, most, min(2, most), ChipsToPush(purse, CHIP_COLOUR)
    )


@lru_cache(maxsize=4096)
def bettor_form(
    cards: Cards, roller: int, portrait: Portrait, cubes: int, most: int, purse: int
) -> Form:
    """Ask one of the others for a side and a bet on it."""
    yes = whole_percent(chance(cards, portrait, cubes))
    side = PickOne(
        "side",
        message("form.side"),
        (
            Option("yes", message("form.side_yes"), odds=Odds((yes,)), icon="thumb_up"),
            Option("no", message("form.side_no"), odds=Odds((100 - yes,)), icon="thumb_down"),
        ),
        draw=Thumbs(),
    )
    title = message("form.bettor", seat=roller, portrait=portrait.name, count=cubes)
    return Form(title, (side, _bet_field(most, purse)), message("form.send_bet"))


@lru_cache(maxsize=256)
def bare_bettor_form(most: int) -> Form:
    """Another seat's form without words."""
    side = bare.pick_one("side", bare.options("yes", "no"))
    return bare.form(side, bare.number("bet", 1, most))


@lru_cache(maxsize=4096)
def cubes_roll(roller: int, portrait: str, cubes: int) -> Roll:
    """Ask the tower for the roller's cubes."""
    why = message("roll.cubes", seat=roller, count=cubes, portrait=portrait)
    return Roll(roller, why, (DiceGroup(cubes, FACES, "cube", CUBE_COLOUR),))
