"""Promises about the table: what the tower can roll and light, and what a screen can draw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from msgspec import Struct

from dicerules.core import DiceGroup, Face, Roll
from dicerules.errors import KitError
from dicerules.forms import Form, Offer, Option, PickOne, PickSome, Place, Slot, Unavailable
from dicerules.hints import DiceOnTable, DiceToTake, Goals, Pairs, SpacesToTap
from dicerules.kit_trial import Position, Trial, parts
from dicerules.limits import (
    COLOURS,
    FEWEST_FACES,
    LONGEST_ROLL,
    MOST_CARDS,
    MOST_FACES,
    MOST_LAMPS,
    MOST_PIPS,
    MOST_VALUES,
)
from dicerules.views import TABLE, Cards, Chips, Die, Track, View
from dicerules.words import Message

Pictures = Mapping[str, tuple[Face, ...]]


def rolls_what_the_tower_can(trial: Trial, now: Position) -> None:
    """A roll has dice with 2 to 100 faces, and no more dice and cards than the wire can carry."""
    need = now.need
    if not isinstance(need, Roll):
        return
    for group in need.dice:
        if not FEWEST_FACES <= group.faces <= MOST_FACES:
            raise KitError(
                f"expected dice with {FEWEST_FACES} to {MOST_FACES} faces, got {group.faces}"
            )
    for cards in need.shuffles:
        if not 1 <= cards <= MOST_CARDS:
            raise KitError(f"expected decks of 1 to {MOST_CARDS} cards, got {cards}")
    values = sum(group.count for group in need.dice) + sum(need.shuffles)
    if not 1 <= values <= MOST_VALUES or min((group.count for group in need.dice), default=0) < 0:
        raise KitError(f"expected 1 to {MOST_VALUES} dice and cards in a roll, got {values}")
    if len(_wire_text(need)) > LONGEST_ROLL:
        raise KitError(
            f"expected a roll of at most {LONGEST_ROLL} letters on the wire,"
            f" got {len(_wire_text(need))}: put dice with equal faces side by side"
        )
    last = max((len(need.on_table) - 1, *need.places))
    if last >= MOST_VALUES:
        raise KitError(f"expected places below {MOST_VALUES}, got {last}")


def _wire_text(roll: Roll) -> str:
    # The wire counts neighbours with equal faces together.
    groups = groupby(roll.dice, key=lambda group: group.faces)
    counted = [(sum(group.count for group in dice), faces) for faces, dice in groups]
    dice = [f"{count}x{faces}" for count, faces in counted if count]
    return ".".join([*dice, *(f"s{cards}" for cards in roll.shuffles)])


def shows_dice_that_can_be_drawn(trial: Trial, now: Position) -> None:
    """Every die has a colour of the lamps, and pips or pictures for its faces."""
    pictures = trial.game.faces(now.state)
    for kind, faces in pictures.items():
        for face in faces:
            if not 0 <= face.lamps <= MOST_LAMPS:
                what = f"{face.name!r} of {kind!r}"
                raise KitError(f"expected nine lamps for {what}, got {face.lamps}")
    check_drawable(pictures, now.parts)


def check_drawable(pictures: Pictures, values: Iterable[Struct]) -> None:
    """Refuse a colour that no lamp has, a face without a picture, and more than six pips."""
    for part in values:
        if type(part) is Message:
            continue
        colour = part.colour if isinstance(part, Die | DiceGroup | Chips | Track) else ""
        if colour not in COLOURS and (colour or isinstance(part, Die | DiceGroup)):
            raise KitError(
                f"expected one of the tower's colours ({', '.join(COLOURS)}), got {colour!r}"
            )
        for kind, face in _dice(part, pictures):
            if kind != "pips" and not 0 <= face <= len(pictures.get(kind, ())):
                raise KitError(f"expected a picture of face {face} of {kind!r}, got none")
            if kind == "pips" and kind not in pictures and not 0 <= face <= MOST_PIPS:
                raise KitError(
                    f"expected at most {MOST_PIPS} faces on a die with pips, got {face}:"
                    " give its kind pictures"
                )


def _dice(part: Struct, pictures: Pictures) -> Iterator[tuple[str, int]]:
    if isinstance(part, Die):
        yield part.kind, part.value
    elif isinstance(part, DiceGroup):
        yield part.kind, part.faces
    for kind, face in _pairs(part):
        # A die with pips is named by its colour there.
        yield "pips" if kind in COLOURS and kind not in pictures else kind, face


def _pairs(part: Struct) -> Pairs:
    if isinstance(part, Option | Unavailable | Slot | SpacesToTap | DiceToTake):
        return part.dice
    if isinstance(part, DiceOnTable):
        return part.wanted
    return part.pool if isinstance(part, Goals) else ()


def shows_dice_that_stay(trial: Trial, now: Position) -> None:
    """Dice that stay while others roll are on the table's view; each rolled die has a place."""
    need = now.need
    if not isinstance(need, Roll) or not (need.on_table or need.places):
        return
    shown = [die for die in parts(now.views[TABLE]) if type(die) is Die]
    seen = Counter((die.kind, die.colour, die.value) for die in shown)
    stay = Counter((die.kind, die.colour, die.value) for die in need.on_table if die is not None)
    if need.hidden or stay - seen or any(value == 0 for _, _, value in stay):
        raise KitError(f"expected dice that the table sees to stay, got {need.on_table}")
    taken = {place for place, die in enumerate(need.on_table) if die is not None}
    if taken & set(need.places) or len(need.places) != sum(group.count for group in need.dice):
        raise KitError(f"expected a free place for every die rolled, got {need.places}")


def has_one_board_a_seat(trial: Trial, now: Position) -> None:
    """Every view has exactly one board for each seat."""
    seats = list(range(trial.seats))
    for view in now.views.values():
        got = [board.seat for board in view.boards]
        if sorted(got) != seats:
            raise KitError(f"expected one board for each of the seats {seats}, got boards of {got}")


def has_keys_that_tell_apart(trial: Trial, now: Position) -> None:
    """Keys have no blanks, and no two things that lie together have the same key."""
    check_keys(now.parts)


def check_keys(values: Iterable[Struct]) -> None:
    """Refuse a key that is empty, has a blank, or stands for two things at once."""
    for part in values:
        if type(part) is Message:
            continue
        key = getattr(part, "key", None)
        if key is not None and (not key or any(map(str.isspace, key))):
            what = type(part).__name__
            raise KitError(f"expected a key without blanks for this {what}, got {key!r}")
        for what, keys in _together(part):
            twice = [key for key, count in Counter(keys).items() if count > 1]
            if twice:
                raise KitError(f"expected different keys among the {what}, got {twice[0]!r} twice")


def _together(part: Struct) -> Iterator[tuple[str, Iterable[str]]]:
    if isinstance(part, Form):
        yield "fields of a form", [field.key for field in part.fields]
    elif isinstance(part, PickOne | PickSome):
        yield f"options of {part.key!r}", [option.key for option in part.options]
    elif isinstance(part, Place):
        yield f"cards of {part.key!r}", [card.key for card in part.cards]
        yield f"slots of {part.key!r}", [slot.key for slot in part.slots]
    elif isinstance(part, Offer):
        yield f"options of {part.key!r}", [option.key for option in part.mine]
        for party in part.parties:
            yield f"options of {part.key!r}", [option.key for option in party.has]
    elif isinstance(part, Cards):
        yield f"cards of {part.key!r}", [card.key for card in part.cards]
    elif isinstance(part, View):
        places = [("in the centre", part.centre)]
        places += [(f"of seat {board.seat}", board.items) for board in part.boards]
        for place, items in places:
            for kind in {type(item) for item in items}:
                keys = [item.key for item in items if type(item) is kind]
                yield f"{kind.__name__.lower()}s {place}", keys
