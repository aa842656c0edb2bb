"""Questions against a foe who lets few dice be saved: each choice of saved dice asks a new one.

A saved die that nothing can roll any more is a free symbol from then on. One that equipment can
still re-roll is loose: it counts where it lies, and may go back among the dice.
"""

from __future__ import annotations

from itertools import combinations

from msgspec.structs import replace

from dicerules.zorro.cards import Need
from dicerules.zorro.effects import SYMBOLS
from dicerules.zorro.heroes import Heroes
from dicerules.zorro.question import Question, caps_of

Die = tuple[int, int]
"""The kind of a die, 0 for a Zorro Die, and the symbol it shows."""
Dice = tuple[Die, ...]


def is_loose(question: Question, die: Die) -> bool:
    """Whether equipment can re-roll the die although it is saved."""
    kind, symbol = die
    kit = question.kit
    return question.reroll_saved and (kit.ones > 0 or (kind == 0 and symbol in kit.rerolls))


def with_saved(question: Question, dice: Dice) -> Question:
    """The question with these dice saved, which are no dice of it any more."""
    free, loose, heroes = list(question.kit.free), list(question.loose), list(question.heroes)
    zorro = question.zorro
    for die in dice:
        kind, symbol = die
        if is_loose(question, die):
            loose.append(die)
        else:
            free[symbol] += 1
        if kind:
            heroes.remove(kind)
        else:
            zorro -= 1
    return replace(
        question,
        zorro=zorro,
        heroes=tuple(heroes),
        kit=replace(question.kit, free=tuple(free), preset=0, named=0),
        loose=tuple(sorted(loose)),
    )


def with_rerolled(question: Question, die: Die) -> Question:
    """The question with a loose die back among its dice."""
    at, kind = question.loose.index(die), die[0]
    return replace(
        question,
        zorro=question.zorro + (kind == 0),
        heroes=tuple(sorted((*question.heroes, kind))) if kind else question.heroes,
        loose=(*question.loose[:at], *question.loose[at + 1 :]),
    )


def shown_by(dice: Dice) -> Need:
    """How many of the dice show each symbol."""
    symbols = [symbol for _, symbol in dice]
    return tuple(symbols.count(symbol) for symbol in range(SYMBOLS))


def hero_choices(question: Question, heroes: Heroes) -> set[tuple[Heroes, tuple[int, ...]]]:
    """Each way to save Hero Dice that show something of use, and the kinds of the others."""
    shown = [at for at, (_, symbol) in enumerate(heroes) if symbol >= 0]
    found = set()
    for size in range(min(_most(question), len(shown)) + 1):
        for places in combinations(shown, size):
            picked = tuple(heroes[at] for at in places)
            if _is_of_use(question, picked):
                rest = tuple(kind for at, (kind, _) in enumerate(heroes) if at not in places)
                found.add((picked, rest))
    return found


def zorro_choices(question: Question, heroes: Heroes) -> set[Dice]:
    """Each way to save Zorro Dice besides these Hero Dice."""
    symbols = [symbol for symbol, cap in enumerate(caps_of(question)) for _ in range(cap)]
    most = min(_most(question) - len(heroes), question.zorro)
    choices = (picked for size in range(most + 1) for picked in combinations(symbols, size))
    found = {tuple((0, symbol) for symbol in picked) for picked in choices}
    return {dice for dice in found if _is_of_use(question, heroes + dice)}


def _most(question: Question) -> int:
    return question.ability.count if question.ability is not None else 0


def _is_of_use(question: Question, dice: Dice) -> bool:
    """Whether no symbol is saved too often: that is never better than rolling the die.

    Where single dice can be re-rolled, a die of another kind may be worth saving besides.
    """
    saved, caps = (*question.loose, *dice), caps_of(question)
    if question.reroll_saved and question.kit.ones:
        return all(saved.count(die) <= caps[die[1]] for die in dice)
    counts = shown_by(saved)
    return all(counts[symbol] <= caps[symbol] for _, symbol in dice)
