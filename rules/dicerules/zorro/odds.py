"""The exact chance to make what an attempt still needs, with the best saving. It decides nothing.

    chance(Question(sides(cards), feat.need, zorro=6))        before the first ROLL
    chance_now(cards, attempt)                                from any point of an attempt
    chance_if_saved(cards, attempt, places)                   what a choice of dice is worth
    is_quick(question, left)                                  whether it may be asked in passing
    several(cards, attempts)                                  those that may be asked together
    exact(state, seat)                                        the same from the whole match
    likely(cards, attempt, most_steps)                        guessed where it takes longer

All are pure functions, for a screen or a bot that shows or weighs chances. The work is
kept by question (what is needed, with which dice and equipment), so later questions about the
same attempt are looked up. Exact means: no sampling; the numbers are floats.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations, combinations_with_replacement

from dicerules.zorro import attempt as attempts
from dicerules.zorro import kits, limits
from dicerules.zorro.cards import Cards, Need, sides
from dicerules.zorro.dice import count_of, met, missing, symbols_of
from dicerules.zorro.few_saves import with_saved
from dicerules.zorro.heroes import Heroes
from dicerules.zorro.lattice import FOURTH, Lattice, lattice
from dicerules.zorro.question import HELD, IDLE, TO_ROLL, Question, named, work
from dicerules.zorro.state import Attempt, Places, State

LASTING = ("stuck", "max_saves", "toll", "void")
"""Abilities that bear on every ROLL; the others are spent when the dice are laid out."""

MOST_WORK = 80_000
"""How many positions are looked at in a blink, about a twentieth of a second."""
EACH_MISSING = 0.62
"""How much each missing symbol beyond the first is taken to lower a chance that is guessed."""


def is_quick(question: Question, left: int) -> bool:
    """Whether a chance is worked out in a blink when this many ROLLs are left."""
    return work(question, left) <= MOST_WORK


def several(cards: Cards, tries: Iterable[Attempt], most: int = MOST_WORK) -> list[float | None]:
    """The chance of each attempt, as many as are worked out in a blink together; None for others.

    Attempts with the same question share the work, of which there is ``most`` at most.
    """
    quick: dict[Question, bool] = {}
    left = most
    told: list[float | None] = []
    for attempt in tries:
        question = question_of(cards, attempt)
        if question is not None and question not in quick:
            takes = work(question, attempt.limit - attempt.rolls)
            quick[question] = takes <= left
            left -= takes if quick[question] else 0
        is_told = question is not None and quick[question]
        told.append(chance_now(cards, attempt) if is_told else None)
    return told


# The market is looked at by every seat after every event.
@lru_cache(maxsize=4096)
def chance(question: Question) -> float:
    """The chance before the first ROLL, with the best symbol named and the best dice set."""
    if question.kit.named:
        return max(map(chance, named(question)))
    known = lattice(question)
    worth = known.opening()
    for size in range(1, question.kit.preset + 1):
        for symbols in combinations_with_replacement(range(len(question.need)), size):
            preset = count_of(symbols)
            if all(count <= cap for count, cap in zip(preset, known.caps, strict=True) if count):
                worth = max(worth, known.opening(preset))
    return worth


def question_of(cards: Cards, attempt: Attempt) -> Question | None:
    """What an attempt asks for; a duel asks for no chance.

    Dice that are saved for good are no dice of the question any more.
    """
    if attempt.need is None:
        return None
    kit, ability = kits.lead_kit(cards, attempt), attempt.ability
    if ability is not None and ability.op not in LASTING:
        ability = None
    own = attempt.kinds
    if attempt.fourth:
        own = own[: len(own) - len(attempt.helper_heroes)]
    question = Question(
        sides=sides(cards),
        need=attempt.need,
        zorro=own.count(0),
        heroes=tuple(kind for kind in own if kind),
        rolls=attempt.limit,
        kit=kit,
        ability=ability,
        helper=None if attempt.helper is None else kits.helper_kit(cards, attempt),
        helper_heroes=attempt.helper_heroes,
        basic=cards.basic,
        reroll_saved=attempt.reroll_saved and ability is not None and ability.op == "max_saves",
    )
    saved = limits.saved_for_good(attempt)
    if not saved:
        return question
    symbols = symbols_of(cards, attempt)
    return with_saved(question, tuple((attempt.kinds[place], symbols[place]) for place in saved))


def chance_now(cards: Cards, attempt: Attempt) -> float | None:
    """The chance of an attempt as it stands, if all goes on in the best way; None for a duel."""
    question = question_of(cards, attempt)
    if question is None:
        return None
    if attempt.stage in ("done", "claim"):
        return float(met(cards, attempt) and not attempt.declined)
    if attempt.stage == "prepare":
        return chance(question)
    if attempt.stage == "toll":
        lost = (attempts.tolled(attempt, place) for place in attempt.cup)
        return max(chance_now(cards, rest) or 0.0 for rest in lost)
    known = lattice(question)
    left = FOURTH if attempt.fourth else attempt.limit - attempt.rolls
    dice, shown, held, heroes, spare = _lie(cards, attempt, known)
    cup = sum(attempt.kinds[place] == 0 for place in attempt.cup)
    if attempt.stage == "hand":
        return known.fourth(dice, shown, heroes)
    if attempt.stage == "roll" and attempt.is_roll:
        ones = (question.helper or question.kit if attempt.fourth else question.kit).ones
        after = FOURTH if attempt.fourth else left - 1
    else:
        after, ones = left, attempt.ones
    if not known.careful:
        cup, spare = cup + spare, 0
    return known.thrown(after, dice, shown, held, heroes, cup, ones, spare)


def likely(cards: Cards, attempt: Attempt, most_steps: int) -> float:
    """The chance of an attempt that is about to begin, for bots, which ask for many.

    It is guessed where it takes more steps: the symbols still missing are counted.
    """
    question = question_of(cards, attempt)
    assert question is not None
    if work(question, attempt.limit - attempt.rolls) <= most_steps:
        return chance_now(cards, attempt) or 0.0
    gaps = sum(missing(question.need, kits.lead_kit(cards, attempt), count_of([])))
    dice = len(attempt.kinds) + attempt.limit - gaps
    return float(EACH_MISSING ** max(0, gaps - 1) * min(1.0, 0.5 + dice / 16))


def _lie(cards: Cards, attempt: Attempt, known: Lattice) -> tuple[int, Need, int, Heroes, int]:
    """The dice as the lattice sees them: see there."""
    symbols = symbols_of(cards, attempt)
    rerolls = kits.kit_in_use(cards, attempt).rerolls
    ability = known.question.ability
    foe = ability.symbol if ability is not None else -1
    locked = limits.saved_for_good(attempt)
    shown, heroes = [0] * len(known.caps), list[tuple[int, int]]()
    dice = held = spare = 0
    for place, (kind, symbol) in enumerate(zip(attempt.kinds, symbols, strict=True)):
        if place in attempt.gone or place in locked:
            continue
        rolling = place in attempt.cup
        if kind:
            useful = symbol >= 0 and known.caps[symbol] > 0
            face = symbol if useful else HELD if symbol == foe else IDLE
            heroes.append((kind, TO_ROLL if rolling else face))
            continue
        dice += 1
        if rolling:
            continue
        if shown[symbol] < known.caps[symbol]:
            shown[symbol] += 1
        elif symbol in rerolls:
            spare += 1
        elif symbol == foe:
            held += 1
    return dice, tuple(shown), held, known.heroes.alike(tuple(heroes)), spare


def chance_if_saved(cards: Cards, attempt: Attempt, places: Places) -> float | None:
    """The chance if just these dice are saved now."""
    return chance_now(cards, attempts.saved(cards, attempt, places))


def best_saving(cards: Cards, attempt: Attempt) -> Places:
    """The dice to save now for the best chance, as few as give it."""
    offered = limits.choices(cards, attempt)
    best: Places = ()
    worth = -1.0
    for size in range(limits.most_saves(attempt, offered) + 1):
        for places in combinations(offered, size):
            got = chance_if_saved(cards, attempt, places) or 0.0
            if got > worth + 1e-12:
                best, worth = places, got
    return best


def exact(state: State, seat: int) -> float | None:
    """The chance of the attempt that a seat leads or helps with; None outside of one.

    In a fight somebody else's attempt may come right after: its chance is not the seat's.
    """
    attempt = state.attempt
    if attempt is None or attempt.stage == "done" or seat not in (attempt.seat, attempt.helper):
        return None
    question = question_of(state.cards, attempt)
    if question is None or not is_quick(question, attempt.limit - attempt.rolls):
        return None
    return chance_now(state.cards, attempt)
