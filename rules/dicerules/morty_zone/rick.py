"""What Rick cards do to the dice: the choices one leaves open, and what comes of them. No turns.

A card works on groups of dice: single ones, both of a colour, all that show a value. Where there is
one group only, nothing is picked; what a group becomes may be a choice of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec.structs import replace

from dicerules.core import Answer
from dicerules.forms import Field, Option, PickOne, PickSome
from dicerules.hints import Actions, DiceOnTable
from dicerules.morty_zone.cards import Rick
from dicerules.morty_zone.dice import COLOURS, DICE, OUT, PLACES, Dice, name, put
from dicerules.words import Message, message

Faces = tuple[int, ...]
Places = tuple[int, ...]


@lru_cache(maxsize=1024)
def choices(card: Rick, dice: Dice) -> tuple[Field, ...] | None:
    """Ask how to use the card on these dice; None if it can do nothing to them."""
    if card.select == "dice":
        return _some(card, dice)
    if card.op == "swap_dice":
        return _swaps(dice)
    found = groups(card, dice)
    if not found:
        return None
    if card.select in ("odd", "even") or card.value:
        (places,) = found.values()
        return then(card, faces_of(dice, places), "")
    options = tuple(
        [
            _option(card, key, places, faces_of(dice, places), _mate(card, dice, places))
            for key, places in found.items()
        ]
    )
    return (PickOne("pick", message(f"pick.{card.select or card.op}"), options, draw=_DICE),)


def can_act(card: Rick, dice: Dice) -> bool:
    """Tell whether the card can do anything to these dice: whether there are ``choices``."""
    if card.select == "dice":
        return any(matters(card, (face,)) for face in dice)
    if card.op == "swap_dice":
        return any(partners(dice, place) for place in range(DICE))
    return bool(groups(card, dice))


def act(card: Rick, dice: Dice, answer: Answer) -> tuple[Dice, Places]:
    """Use the card as the form was filled: the dice after it, and the places of those to reroll."""
    if card.select == "dice":
        places = tuple(PLACES.index(key) for key in answer["pick"])
        if card.op == "reroll":
            return dice, tuple(sorted(places))
        for place in places:
            faces = _become(card, (dice[place],), answer, f"_{PLACES[place]}")
            dice = put(dice, (place,), faces)
        return dice, ()
    if card.op == "swap_dice":
        one, two = PLACES.index(answer["pick"]), PLACES.index(answer["with"])
        return put(dice, (one, two), (dice[two], dice[one])), ()
    found = groups(card, dice)
    places = found[answer["pick"]] if "pick" in answer else next(iter(found.values()))
    if card.op == "reroll":
        return dice, places
    if card.op == "copy":
        return put(dice, (places[0] ^ 1,), (dice[places[0]],)), ()
    faces = faces_of(dice, places)
    if card.op == "swap_colours":
        return put(dice, places, faces[2:] + faces[:2]), ()
    return put(dice, places, _become(card, faces, answer, "")), ()


def _become(card: Rick, faces: Faces, answer: Answer, suffix: str) -> Faces:
    """What dice of these faces become together."""
    if card.op == "remove":
        return (OUT,) * len(faces)
    if card.op == "flip":
        return tuple(7 - face for face in faces)
    if card.op == "shift":
        by = STEPS[answer["by" + suffix]]
        return tuple(face + by for face in faces)
    face = card.face or int(answer["face" + suffix])
    return (face,) * len(faces)


STEPS = {"up": 1, "down": -1}


def groups(card: Rick, dice: Dice) -> dict[str, Places]:
    """The groups of dice that the card can do something to."""
    found = _all_groups(card, dice)
    if card.op not in CHOOSY:
        return found
    return {key: places for key, places in found.items() if matters(card, faces_of(dice, places))}


def _all_groups(card: Rick, dice: Dice) -> dict[str, Places]:
    if card.op == "swap_colours":
        return COLOUR_PAIRS
    if card.op == "copy":
        return {PLACES[at]: (at,) for at in range(DICE) if dice[at] != dice[at ^ 1]}
    if card.select == "die":
        # Of two equal dice of a colour it does not matter which.
        return {
            PLACES[at]: (at,) for at in range(DICE) if not (at % 2 and dice[at] == dice[at - 1])
        }
    if card.select in ("pair", "double_pair"):
        return {
            colour: (2 * at, 2 * at + 1)
            for at, colour in enumerate(COLOURS)
            if card.select == "pair" or dice[2 * at] == dice[2 * at + 1]
        }
    if card.select == "value":
        values = (card.value,) if card.value else tuple(range(1, 7))
        return {str(value): _showing(dice, (value,)) for value in values if value in dice}
    places = _showing(dice, (1, 3, 5) if card.select == "odd" else (2, 4, 6))
    return {card.select: places} if places else {}


COLOUR_PAIRS: dict[str, Places] = {
    f"{COLOURS[one]}_{COLOURS[two]}": (2 * one, 2 * one + 1, 2 * two, 2 * two + 1)
    for one in range(4)
    for two in range(one + 1, 4)
}


def _showing(dice: Dice, values: Sequence[int]) -> Places:
    return tuple(place for place, face in enumerate(dice) if face in values)


CHOOSY = ("shift", "set", "swap_colours")
"""What may leave some dice as they are; everything else always changes them."""


def matters(card: Rick, faces: Faces) -> bool:
    """Tell whether the card would change dice of these faces (MZ-R16)."""
    if card.op == "shift":
        return min(faces) > 1 or max(faces) < 6
    if card.op == "set":
        return not card.face or faces != (card.face,) * len(faces)
    if card.op == "swap_colours":
        return sorted(faces[:2]) != sorted(faces[2:])
    return True


def faces_of(dice: Dice, places: Places) -> Faces:
    """What the dice at these places show."""
    return tuple([dice[place] for place in places])


def _mate(card: Rick, dice: Dice, places: Places) -> int:
    """The face beside a single die, for the total it will make; 0 where a hint would not help."""
    return dice[places[0] ^ 1] if len(places) == 1 and card.op != "reroll" else 0


@lru_cache(maxsize=8192)
def _option(card: Rick, key: str, places: Places, faces: Faces, mate: int) -> Option:
    """Offer a group of dice."""
    shown = tuple((COLOURS[place // 2], face) for place, face in zip(places, faces, strict=True))
    return Option(
        key,
        _label(card, key, places, faces),
        _hint(card, faces, mate),
        shown,
        then(card, faces, ""),
    )


def _label(card: Rick, key: str, places: Places, faces: Faces) -> Message:
    if card.op == "swap_colours":
        return message("pick.both", one=name(places[0] // 2), two=name(places[2] // 2))
    if card.select == "value":
        return message("pick.all", face=faces[0], count=len(faces))
    if len(places) > 1:
        return name(places[0] // 2)
    return _die_label(places[0], faces[0])


def _hint(card: Rick, faces: Faces, mate: int) -> Message | None:
    """What the colour will total, where that does not depend on a further choice."""
    if not mate or card.op == "shift" or (card.op == "set" and not card.face):
        return None
    face = faces[0] if card.op == "copy" else _become(card, faces, {}, "")[0]
    return message("pick.total", total=face + (face if card.op == "copy" else mate))


@lru_cache
def _die_label(place: int, face: int) -> Message:
    return message("pick.one", colour=name(place // 2), face=face)


@lru_cache(maxsize=4096)
def then(card: Rick, faces: Faces, suffix: str) -> tuple[Field, ...]:
    """Ask what a group of dice is to become, where the card leaves that open."""
    if card.op == "shift":
        steps = [key for key, by in STEPS.items() if all(1 <= face + by <= 6 for face in faces)]
        options = tuple(Option(key, message(f"pick.{key}"), big=_SIGNS[key]) for key in steps)
        return (PickOne("by" + suffix, _ask_of("by", faces, suffix), options, draw=Actions()),)
    if card.op == "set" and not card.face:
        values = [value for value in range(1, 7) if set(faces) != {value}]
        options = tuple(
            Option(str(value), message("pick.face_is", face=value), dice=(("ivory", value),))
            for value in values
        )
        return (PickOne("face" + suffix, _ask_of("face", faces, suffix), options, draw=_DICE),)
    return ()


def _ask_of(what: str, faces: Faces, suffix: str) -> Message:
    """The question; of several dice each has one of its own, so it names its die."""
    ask = message(f"pick.{what}")
    if not suffix:
        return ask
    return message("pick.of", die=_die_label(PLACES.index(suffix[1:]), faces[0]), ask=ask)


_DICE = DiceOnTable()
_SIGNS = {"up": "+", "down": "\N{MINUS SIGN}"}


def _some(card: Rick, dice: Dice) -> tuple[Field, ...] | None:
    """Ask for dice, up to the most the card takes; each one picked may bring its own choice."""
    options = tuple(
        [_one(card, place, face) for place, face in enumerate(dice) if matters(card, (face,))]
    )
    if not options:
        return None
    most = min(card.most, len(options))
    return (PickSome("pick", message("pick.dice"), options, 1, most, draw=_DICE),)


@lru_cache(maxsize=4096)
def _one(card: Rick, place: int, face: int) -> Option:
    return replace(_die(place, face), fields=then(card, (face,), f"_{PLACES[place]}"))


def partners(dice: Dice, place: int) -> list[int]:
    """The places of dice of another colour and face, which a die can change places with."""
    face, colour = dice[place], place // 2
    return [at for at, other in enumerate(dice) if at // 2 != colour and other != face]


def _swaps(dice: Dice) -> tuple[Field, ...] | None:
    """Ask for a die, and for one of another colour and face that it changes places with."""
    shown = [_die(place, face) for place, face in enumerate(dice)]
    options = []
    for place in range(DICE):
        others = tuple([shown[other] for other in partners(dice, place)])
        if others:
            partner = PickOne("with", message("pick.with"), others, draw=_DICE)
            options.append(replace(shown[place], fields=(partner,)))
    return (PickOne("pick", message("pick.die"), tuple(options), draw=_DICE),) if options else None


@lru_cache
def _die(place: int, face: int) -> Option:
    return Option(PLACES[place], _die_label(place, face), dice=((COLOURS[place // 2], face),))


@lru_cache
def tell(card: Rick) -> Message:
    """Say in words what a Rick card does."""
    what = message(f"select.{_selected(card)}", value=card.value, most=card.most)
    return message(f"rick.{_done(card)}", what=what, face=card.face)


def _selected(card: Rick) -> str:
    if card.select == "value":
        return "value" if card.value else "named"
    return card.select or "nothing"


def _done(card: Rick) -> str:
    return "set_any" if card.op == "set" and not card.face else card.op
