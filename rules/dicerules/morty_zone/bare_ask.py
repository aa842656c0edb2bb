"""What The Morty Zone asks, without words: Rick cards and checks, for bots."""

from __future__ import annotations

from functools import cache, lru_cache

from dicerules import bare
from dicerules.core import Form
from dicerules.forms import Field, Option, PickOne
from dicerules.morty_zone import rick
from dicerules.morty_zone import rows as row_of
from dicerules.morty_zone.ask import KEEP
from dicerules.morty_zone.cards import Rick
from dicerules.morty_zone.dice import COLOURS, DICE, PLACES, Dice, Totals

TOSS = bare.dice(DICE)


def rick_form(card: Rick, dice: Dice) -> Form:
    """Whether and how the Rick card is used on these dice."""
    use = Option("use", bare.NO_WORDS, fields=_choices(card, dice))
    return bare.form(bare.pick_one("rick", (use, _DECLINE)))


_DECLINE = Option("decline", bare.NO_WORDS)


def _choices(card: Rick, dice: Dice) -> tuple[Field, ...]:
    if card.select == "dice":
        options = [
            _option(card, PLACES[at], (face,), f"_{PLACES[at]}")
            for at, face in enumerate(dice)
            if rick.matters(card, (face,))
        ]
        return (bare.pick_some("pick", tuple(options), 1, min(card.most, len(options))),)
    if card.op == "swap_dice":
        options = [
            Option(PLACES[at], bare.NO_WORDS, fields=(_partner(tuple(others)),))
            for at in range(DICE)
            if (others := rick.partners(dice, at))
        ]
        return (bare.pick_one("pick", tuple(options)),)
    groups = rick.groups(card, dice)
    if card.select in ("odd", "even") or card.value:
        (places,) = groups.values()
        return rick.then(card, rick.faces_of(dice, places), "")
    options = [
        _option(card, key, rick.faces_of(dice, places), "") for key, places in groups.items()
    ]
    return (bare.pick_one("pick", tuple(options)),)


@lru_cache(maxsize=8192)
def _option(card: Rick, key: str, faces: rick.Faces, suffix: str) -> Option:
    return Option(key, bare.NO_WORDS, fields=rick.then(card, faces, suffix))


@lru_cache(maxsize=1024)
def _partner(places: tuple[int, ...]) -> PickOne:
    return bare.pick_one("with", bare.options(*[PLACES[at] for at in places]))


# A seat is asked the same while the others answer.
@lru_cache(maxsize=64)
def check_form(
    locked: int, rows: tuple[int, ...], totals: Totals, skip: bool, unlock: bool
) -> Form:
    """The checks in every colour that has a total and is not locked, and cards that help."""
    fields: list[Field] = []
    locking = []
    for colour, total in enumerate(totals):
        if total and not locked >> colour & 1:
            ways = row_of.ways(rows[colour], total)
            if ways:
                fields.append(_row(colour, ways))
            else:
                locking.append(colour)
    if skip and locking:
        fields.append(_gift("skip_lock", tuple(locking)))
    if unlock and locked:
        fields.append(_gift("unlock", tuple([at for at in range(4) if locked >> at & 1])))
    return bare.form(*fields) if fields else _lock_form(tuple(locking))


@cache
def _row(colour: int, ways: tuple[int, ...]) -> PickOne:
    keys = [row_of.spell(way, "+") for way in ways]
    return bare.pick_one(COLOURS[colour], bare.options(*keys))


@cache
def _gift(gift: str, colours: tuple[int, ...]) -> PickOne:
    return bare.pick_one(gift, bare.options(KEEP, *[COLOURS[colour] for colour in colours]))


@cache
def _lock_form(locking: tuple[int, ...]) -> Form:
    return bare.form(*[bare.pick_one(COLOURS[at], bare.options("lock")) for at in locking])
