"""An attempt: ROLLs, saving, equipment, a foe's ability, and the helper's ROLL. No more than that.

Each function takes an attempt and gives the next one, until its stage is "done". What an attempt
was for, and what comes of it, is ``play``'s affair.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from msgspec.structs import replace

from dicerules.core import Answer
from dicerules.zorro.cards import ZORRO_DICE, Cards, Need, sides
from dicerules.zorro.effects import SYMBOLS, Effect, Kit, add_up
from dicerules.zorro.state import Attempt

ROLLS = 3
REROLLS = 50
"""So many re-rolls by equipment are in an attempt at most (ZD-R21)."""

Places = tuple[int, ...]


@lru_cache(maxsize=65536)
def kit_of(cards: Cards, gear: tuple[int, ...], named: tuple[tuple[int, int], ...] = ()) -> Kit:
    """Add up pieces of equipment; a symbol that was named is a free one."""
    kit = add_up(effect for piece in gear for effect in cards.equipment[piece].effects)
    known = [symbol for piece, symbol in named if piece in gear]
    free = tuple(count + known.count(at) for at, count in enumerate(kit.free))
    return replace(kit, free=free, named=kit.named - len(known))


def lead_kit(cards: Cards, attempt: Attempt) -> Kit:
    """What may be used in the lead's own ROLLs: all of the lead's and the helper's (ZD-R6)."""
    return kit_of(cards, attempt.gear + attempt.helper_gear, attempt.named)


def helper_kit(cards: Cards, attempt: Attempt) -> Kit:
    """What may be used in the helper's ROLL: the helper's own, as far as agreed (ZD-R5)."""
    kit = kit_of(cards, attempt.helper_gear, attempt.named)
    if attempt.lead_free:
        kit = replace(kit, free=lead_kit(cards, attempt).free)
    return kit


def kit_in_use(cards: Cards, attempt: Attempt) -> Kit:
    """What may be used now."""
    return helper_kit(cards, attempt) if attempt.fourth else lead_kit(cards, attempt)


def begin(cards: Cards, attempt: Attempt, heroes: tuple[int, ...]) -> Attempt:
    """Lay out the dice and count the ROLLs, as equipment and ability allow; then get going.

    Equipment goes before an ability: who ignores it meets none, and a ROLL more is one more than a
    foe leaves.
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
    if pieces_to_name(cards, attempt) or (kit.preset and zorro):
        return replace(attempt, stage="prepare")
    return _first_roll(cards, attempt)


@lru_cache(maxsize=1024)
def hero_kinds(heroes: tuple[int, ...]) -> tuple[int, ...]:
    """The kinds of so many Hero Dice of each location."""
    return tuple(at for at, count in enumerate(heroes, 1) for _ in range(count))


def pieces_to_name(cards: Cards, attempt: Attempt) -> Places:
    """Equipment in use that a basic symbol is still to be named for, where one can be of use."""
    if attempt.named or (attempt.need is None and cards.duel not in cards.basic):
        return ()
    return _naming(cards, attempt.gear + attempt.helper_gear)


@lru_cache(maxsize=65536)
def _naming(cards: Cards, gear: tuple[int, ...]) -> Places:
    return tuple(piece for piece in gear if Effect("free_named") in cards.equipment[piece].effects)


def prepared(cards: Cards, attempt: Attempt, answer: Answer) -> Attempt:
    """Equipment before the first ROLL is used: symbols are named, Zorro Dice are set."""
    symbols = {face.mark: symbol for symbol, face in enumerate(cards.symbols)}
    named = tuple(
        (piece, symbols[answer[f"name_{piece}"]]) for piece in pieces_to_name(cards, attempt)
    )
    preset = [answer[key] for key in sorted(answer) if key.startswith("set_")]
    kept = [symbols[mark] + 1 for mark in preset if mark in symbols]
    faces = (*kept, *attempt.faces[len(kept) :])
    return _first_roll(
        cards, replace(attempt, named=named, faces=faces, kept=tuple(range(len(kept))))
    )


def _first_roll(cards: Cards, attempt: Attempt) -> Attempt:
    if met(cards, attempt):
        return replace(attempt, stage="done")
    return _take_cup(cards, attempt, tuple(range(len(attempt.kept), len(attempt.kinds))))


def _take_cup(cards: Cards, attempt: Attempt, cup: Places) -> Attempt:
    """Go on to a ROLL of these dice; without any the ROLLs are over."""
    if not cup:
        return _end_rolls(attempt)
    return replace(attempt, stage="roll", cup=cup, is_roll=True)


def rolled(cards: Cards, attempt: Attempt, faces: tuple[int, ...]) -> Attempt:
    """The dice in the cup have fallen."""
    lie = list(attempt.faces)
    for place, face in zip(attempt.cup, faces, strict=True):
        lie[place] = face
    kept = attempt.kept
    if kept and not attempt.is_roll:
        kept = tuple(place for place in kept if place not in attempt.cup)
    return _look(
        cards,
        replace(
            attempt,
            faces=tuple(lie),
            kept=kept,
            cup=(),
            rolls=attempt.rolls + attempt.is_roll,
            ones=kit_in_use(cards, attempt).ones if attempt.is_roll else attempt.ones,
        ),
    )


def _look(cards: Cards, attempt: Attempt) -> Attempt:
    """See what the dice have come to: done (ZD-R3), a choice to make, or no ROLL left."""
    if met(cards, attempt):
        return replace(attempt, stage="done")
    if can_reroll(cards, attempt):
        return replace(attempt, stage="act")
    if attempt.fourth or attempt.rolls >= attempt.limit:
        return _end_rolls(attempt)
    attempt = _leave(attempt, doomed(cards, attempt))
    if choices(cards, attempt):
        return replace(attempt, stage="act")
    return _end_rolls(attempt)


def _end_rolls(attempt: Attempt) -> Attempt:
    """The lead's ROLLs are over: the helper's is next, if there is one and it was not yet."""
    if attempt.helper is None or attempt.fourth:
        return replace(attempt, stage="done")
    return replace(attempt, stage="hand")


def symbols_of(cards: Cards, attempt: Attempt) -> tuple[int, ...]:
    """The symbol each die shows; -1 for one not rolled, or gone."""
    return _symbols(sides(cards), attempt.kinds, attempt.faces, attempt.gone)


# One position is looked at from several sides, one right after the other.
@lru_cache(maxsize=64)
def _symbols(
    on: tuple[tuple[int, ...], ...], kinds: tuple[int, ...], faces: tuple[int, ...], gone: Places
) -> tuple[int, ...]:
    symbols = [on[kind][face - 1] if face else -1 for kind, face in zip(kinds, faces, strict=True)]
    for place in gone:
        symbols[place] = -1
    return tuple(symbols)


def count_of(symbols: Iterable[int]) -> Need:
    """How many there are of each symbol."""
    counts = [0] * SYMBOLS
    for symbol in symbols:
        if symbol >= 0:
            counts[symbol] += 1
    return tuple(counts)


def missing(need: Need, kit: Kit, shown: Need) -> Need:
    """What is still needed besides the dice shown and the free symbols."""
    gaps = [
        want - free - got if want > free + got else 0
        for want, free, got in zip(need, kit.free, shown, strict=True)
    ]
    return tuple(gaps)


def met(cards: Cards, attempt: Attempt) -> bool:
    """Whether the requirement is met; a duel is only if no die could do better."""
    symbols, kit = symbols_of(cards, attempt), kit_in_use(cards, attempt)
    if attempt.need is None:
        return all(symbol == cards.duel for symbol in symbols)
    shown = count_of(symbols)
    gaps = sum(missing(attempt.need, kit, shown))
    return gaps == 0 or gaps <= wilds(attempt.need, kit, shown)


def wilds(need: Need, kit: Kit, shown: Need) -> int:
    """How many dice not needed for what they show may count as something else."""
    return sum(
        min(count, max(0, shown[symbol] + kit.free[symbol] - need[symbol]))
        for symbol, count in kit.wild
    )


def score(cards: Cards, attempt: Attempt) -> int:
    """What a duel counts: dice, free symbols (ZD-R13), and a wild die."""
    kit, shown = kit_in_use(cards, attempt), count_of(symbols_of(cards, attempt))
    has = [count + free for count, free in zip(shown, kit.free, strict=True)]
    wild = sum(min(count, has[symbol]) for symbol, count in kit.wild if symbol != cards.duel)
    return has[cards.duel] + wild


def rerollable(cards: Cards, attempt: Attempt) -> dict[int, Places]:
    """Zorro Dice that equipment may roll again, by the symbol they show."""
    rerolls = kit_in_use(cards, attempt).rerolls
    if not rerolls or attempt.rerolls >= REROLLS:
        return {}
    found: dict[int, Places] = {}
    locked = saved_for_good(attempt)
    for place, symbol in enumerate(symbols_of(cards, attempt)):
        if attempt.kinds[place] == 0 and symbol in rerolls and place not in locked:
            found[symbol] = (*found.get(symbol, ()), place)
    return found


def singles(attempt: Attempt) -> Places:
    """Dice that equipment may roll again one at a time."""
    if not attempt.ones:
        return ()
    fixed = attempt.gone + saved_for_good(attempt)
    return tuple(place for place in range(len(attempt.kinds)) if place not in fixed)


def can_reroll(cards: Cards, attempt: Attempt) -> bool:
    """Whether equipment can roll any die again now."""
    return bool(singles(attempt) or rerollable(cards, attempt))


def doomed(cards: Cards, attempt: Attempt) -> Places:
    """Dice that a foe takes once equipment has been used: not saved, and showing its symbol."""
    ability = attempt.ability
    if ability is None or ability.op != "void":
        return ()
    symbols = symbols_of(cards, attempt)
    return tuple(
        place
        for place, symbol in enumerate(symbols)
        if symbol == ability.symbol and place not in attempt.kept
    )


def held(cards: Cards, attempt: Attempt) -> Places:
    """Dice that must stay as they lie: they show a foe's symbol, or were saved for good."""
    ability = attempt.ability
    if ability is not None and ability.op == "stuck":
        symbols = symbols_of(cards, attempt)
        return tuple(place for place, symbol in enumerate(symbols) if symbol == ability.symbol)
    return saved_for_good(attempt)


def saved_for_good(attempt: Attempt) -> Places:
    """Dice that stay saved whatever is done: a foe that allows few saves allows none back."""
    ability = attempt.ability
    return attempt.kept if ability is not None and ability.op == "max_saves" else ()


def choices(cards: Cards, attempt: Attempt) -> Places:
    """Dice that may be saved or rolled: neither gone, nor about to go, nor held."""
    if attempt.ability is None:
        return tuple(range(len(attempt.kinds)))
    fixed = {*attempt.gone, *doomed(cards, attempt), *held(cards, attempt)}
    return tuple(place for place in range(len(attempt.kinds)) if place not in fixed)


def most_saves(attempt: Attempt, offered: Places) -> int:
    """How many dice may be saved now."""
    ability = attempt.ability
    if ability is not None and ability.op == "max_saves":
        return min(ability.count, len(offered))
    return len(offered)


def saved(cards: Cards, attempt: Attempt, places: Places) -> Attempt:
    """These dice are saved; the foe takes its share of the others, and they go into the cup."""
    offered, stay = choices(cards, attempt), held(cards, attempt)
    attempt = _leave(attempt, doomed(cards, attempt))
    attempt = replace(attempt, kept=tuple(sorted({*stay, *places})))
    cup = tuple(place for place in offered if place not in places)
    ability = attempt.ability
    if ability is not None and ability.op == "toll" and attempt.rolls <= ability.count and cup:
        if len({attempt.kinds[place] for place in cup}) > 1:
            return replace(attempt, stage="toll", cup=cup)
        attempt, cup = _leave(attempt, cup[:1]), cup[1:]
    return _take_cup(cards, attempt, cup)


def tolled(cards: Cards, attempt: Attempt, place: int) -> Attempt:
    """This die leaves the fight, chosen by its owner."""
    cup = tuple(other for other in attempt.cup if other != place)
    return _take_cup(cards, _leave(attempt, (place,)), cup)


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


def handed(cards: Cards, attempt: Attempt, places: Places) -> Attempt:
    """These Zorro Dice go to the helper, who adds all of the own Hero Dice (ZD-R5)."""
    first = len(attempt.kinds)
    added = tuple(range(first, first + len(attempt.helper_heroes)))
    attempt = replace(
        attempt,
        fourth=True,
        ones=0,
        kinds=attempt.kinds + attempt.helper_heroes,
        faces=attempt.faces + (0,) * len(added),
        kept=tuple(place for place in range(first) if place not in places),
    )
    return _take_cup(cards, attempt, places + added)


def useful(cards: Cards, attempt: Attempt, offered: Places) -> Places:
    """Of the dice offered, those that fill what is needed, one for each gap; Hero Dice last."""
    kit, symbols = kit_in_use(cards, attempt), symbols_of(cards, attempt)
    if attempt.need is None:
        return tuple(place for place in offered if symbols[place] == cards.duel)
    others = (symbol for place, symbol in enumerate(symbols) if place not in offered)
    gaps = list(missing(attempt.need, kit, count_of(others)))
    found = []
    for place in offered:
        if symbols[place] >= 0 and gaps[symbols[place]] > 0:
            gaps[symbols[place]] -= 1
            found.append(place)
    return tuple(found)
