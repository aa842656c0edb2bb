"""An attempt: ROLLs, saving, equipment, a foe's ability, and the helper's ROLL. No more than that.

Each function takes an attempt and gives the next one, until its stage is "done". What an attempt
was for, and what comes of it, is ``play``'s affair.
"""

from __future__ import annotations

from msgspec.structs import replace

from dicerules.core import Answer
from dicerules.zorro.cards import ZORRO_DICE, Cards
from dicerules.zorro.dice import hero_kinds, met_with, symbols_of
from dicerules.zorro.effects import Kit
from dicerules.zorro.kits import kit_in_use, lead_kit, pieces_to_name
from dicerules.zorro.limits import can_reroll, choices, doomed, held
from dicerules.zorro.state import Attempt, Places

ROLLS = 3


def begin(cards: Cards, attempt: Attempt, heroes: tuple[int, ...]) -> Attempt:
    """Lay out the dice and count the ROLLs, as equipment and ability allow; then get going.

    Equipment comes before an ability: it can cancel the ability, and the ROLLs it adds come on top
    of those that a foe leaves.
    """
    kit = lead_kit(cards, attempt)
    ability = None if kit.ignore else attempt.ability
    zorro, limit = ZORRO_DICE, ROLLS
    if ability is not None and ability.op == "zorro_dice":
        zorro += ability.count
    if ability is not None and ability.op == "rolls_max":
        limit = ability.count
    kinds = (0,) * zorro + hero_kinds(heroes)
    attempt = replace(
        attempt, ability=ability, kinds=kinds, faces=(0,) * len(kinds), limit=limit + kit.rolls
    )
    if (kit.named and pieces_to_name(cards, attempt)) or (kit.preset and zorro):
        return replace(attempt, stage="prepare")
    return _first_roll(cards, attempt, kit)


def prepared(cards: Cards, attempt: Attempt, answer: Answer) -> Attempt:
    """Equipment before the first ROLL is used: symbols are named, Zorro Dice are set."""
    symbols = {face.mark: symbol for symbol, face in enumerate(cards.symbols)}
    named = tuple(
        (piece, symbols[answer[f"name_{piece}"]]) for piece in pieces_to_name(cards, attempt)
    )
    preset = [answer[key] for key in sorted(answer) if key.startswith("set_")]
    kept = [symbols[mark] + 1 for mark in preset if mark in symbols]
    faces = (*kept, *attempt.faces[len(kept) :])
    attempt = replace(attempt, named=named, faces=faces, kept=tuple(range(len(kept))))
    return _first_roll(cards, attempt, lead_kit(cards, attempt))


def _first_roll(cards: Cards, attempt: Attempt, kit: Kit) -> Attempt:
    if met_with(cards, attempt.need, kit, symbols_of(cards, attempt)):
        return replace(attempt, stage="done")
    kept = attempt.kept
    return _take_cup(attempt, kept, tuple(range(len(kept), len(attempt.kinds))))


def _take_cup(attempt: Attempt, kept: Places, cup: Places) -> Attempt:
    """Keep some dice and go on to a ROLL of others; without any of those the ROLLs are over."""
    if not cup:
        return _end_rolls(replace(attempt, kept=kept))
    return replace(attempt, stage="roll", kept=kept, cup=cup, is_roll=True)


def rolled(cards: Cards, attempt: Attempt, faces: tuple[int, ...]) -> Attempt:
    """The dice in the cup have fallen."""
    kit, lie = kit_in_use(cards, attempt), list(attempt.faces)
    for place, face in zip(attempt.cup, faces, strict=True):
        lie[place] = face
    kept = attempt.kept
    if kept and not attempt.is_roll:
        kept = tuple([place for place in kept if place not in attempt.cup])
    attempt = replace(
        attempt,
        faces=tuple(lie),
        kept=kept,
        cup=(),
        rolls=attempt.rolls + attempt.is_roll,
        ones=kit.ones if attempt.is_roll else attempt.ones,
    )
    return _look(cards, attempt, kit)


def _look(cards: Cards, attempt: Attempt, kit: Kit) -> Attempt:
    """See what the dice have come to: done (ZD-R3), a choice to make, or no ROLL left."""
    symbols = symbols_of(cards, attempt)
    if met_with(cards, attempt.need, kit, symbols):
        return replace(attempt, stage="done")
    if can_reroll(attempt, kit, symbols):
        return replace(attempt, stage="act")
    if attempt.fourth or attempt.rolls >= attempt.limit:
        return _end_rolls(attempt)
    if attempt.ability is None:
        return replace(attempt, stage="act")
    attempt = _leave(attempt, doomed(cards, attempt))
    if choices(cards, attempt):
        return replace(attempt, stage="act")
    return _end_rolls(attempt)


def _end_rolls(attempt: Attempt) -> Attempt:
    """The lead's ROLLs are over: the helper's is next, if there is one and it was not yet."""
    if attempt.helper is None or attempt.fourth:
        return replace(attempt, stage="done")
    return replace(attempt, stage="hand")


def saved(cards: Cards, attempt: Attempt, places: Places) -> Attempt:
    """These dice are saved; the foe takes its share of the others, and they go into the cup."""
    offered = choices(cards, attempt)
    cup = tuple([place for place in offered if place not in places]) if places else offered
    ability = attempt.ability
    if ability is None:
        return _take_cup(attempt, places, cup)
    kept = tuple(sorted({*held(cards, attempt), *places}))
    attempt = _leave(attempt, doomed(cards, attempt))
    if ability.op == "toll" and attempt.rolls <= ability.count and cup:
        if len({attempt.kinds[place] for place in cup}) > 1:
            return replace(attempt, stage="toll", kept=kept, cup=cup)
        attempt, cup = _leave(attempt, cup[:1]), cup[1:]
    return _take_cup(attempt, kept, cup)


def tolled(attempt: Attempt, place: int) -> Attempt:
    """This die leaves the fight, chosen by its owner."""
    cup = tuple(other for other in attempt.cup if other != place)
    return _take_cup(_leave(attempt, (place,)), attempt.kept, cup)


def _leave(attempt: Attempt, places: Places) -> Attempt:
    if not places:
        return attempt
    return replace(attempt, gone=tuple(sorted({*attempt.gone, *places})))


def reroll(attempt: Attempt, places: Places, single: bool) -> Attempt:
    """These dice are rolled again by equipment, which is not a ROLL (ZD-R14)."""
    return replace(
        attempt,
        stage="roll",
        cup=places,
        is_roll=False,
        ones=attempt.ones - single,
        rerolls=attempt.rerolls + 1,
    )


def stopped(attempt: Attempt) -> Attempt:
    """No more equipment is used after the last ROLL."""
    return _end_rolls(attempt)


def handed(attempt: Attempt, places: Places) -> Attempt:
    """These Zorro Dice go to the helper, who adds all their own Hero Dice (ZD-R5)."""
    first = len(attempt.kinds)
    added = tuple(range(first, first + len(attempt.helper_heroes)))
    attempt = replace(
        attempt,
        fourth=True,
        ones=0,
        kinds=attempt.kinds + attempt.helper_heroes,
        faces=attempt.faces + (0,) * len(added),
    )
    kept = tuple([place for place in range(first) if place not in places])
    return _take_cup(attempt, kept, places + added)
