"""Every card of The Zorro Dice Game, for the help page: what it says, and how many there are."""

from __future__ import annotations

from dicerules.core import Message
from dicerules.views import Card, Cards, Item
from dicerules.words import message
from dicerules.zorro.cards import Cards as Box
from dicerules.zorro.cards import Foe
from dicerules.zorro.tell import dice_of, tell_effect, tell_gear


def card_list(box: Box) -> tuple[Item, ...]:
    """List the cards by kind, each once."""
    return (
        Cards("feats", message("list.feats"), _feats(box)),
        Cards("common", message("list.common"), _gear(box, premium=False)),
        Cards("premium", message("list.premium"), _gear(box, premium=True)),
        Cards("scoundrels", message("list.scoundrels"), _foes(box, box.scoundrels)),
        Cards("villains", message("list.villains"), _foes(box, box.villains)),
    )


def _feats(box: Box) -> tuple[Card, ...]:
    return tuple(
        Card(
            feat.key,
            message("name", name=feat.name),
            text=_place(box, feat.location),
            dice=dice_of(feat.need),
            house=feat.house,
        )
        for feat in box.feats
    )


def _gear(box: Box, premium: bool) -> tuple[Card, ...]:
    keys = [piece.key for piece in box.equipment if piece.premium is premium]
    first = {piece.key: at for at, piece in reversed(list(enumerate(box.equipment)))}
    return tuple(
        Card(
            key,
            message("name", name=box.equipment[first[key]].name),
            text=tell_gear(box, first[key]),
            value=f"{keys.count(key)}\N{MULTIPLICATION SIGN}",
            house=box.equipment[first[key]].house,
        )
        for key in dict.fromkeys(keys)
    )


def _foes(box: Box, foes: tuple[Foe, ...]) -> tuple[Card, ...]:
    return tuple(
        Card(
            foe.key,
            message("name", name=foe.name),
            text=message("list.foe", place=_place(box, at), ability=tell_effect(box, foe.ability)),
            dice=dice_of(foe.need),
            house=foe.house,
        )
        for at, foe in enumerate(foes)
    )


def _place(box: Box, location: int) -> Message:
    return message("name", name=box.locations[location].name)
