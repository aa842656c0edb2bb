"""What an attempt asks for and brings, and how much there is to reckon. It reckons no chance."""

from __future__ import annotations

from functools import lru_cache
from math import comb

from msgspec import Struct
from msgspec.structs import replace

from dicerules.zorro.cards import Need
from dicerules.zorro.effects import SYMBOLS, Effect, Kit
from dicerules.zorro.lies import Shape

TO_ROLL, IDLE, HELD = -1, -2, -3
"""A Hero Die that is in the cup, that shows nothing needed, or that no ROLL may take."""


class Question(Struct, frozen=True, gc=False, cache_hash=True):
    """An attempt before its first ROLL: what is needed, and everything that can be brought.

    ``sides`` are the symbols on each kind of die, the Zorro Dice's first; ``heroes`` are the kinds
    of one's Hero Dice. The helper's kit and dice are for the helper's own ROLL only; what the lead
    may use of the helper's equipment is in ``kit``. ``basic`` are the symbols that can be named.
    ``loose`` are saved dice that equipment can still re-roll, by kind and symbol: there are some
    only against a foe who lets few dice be saved, and if ``reroll_saved``.
    """

    sides: tuple[tuple[int, ...], ...]
    need: Need
    zorro: int
    heroes: tuple[int, ...] = ()
    rolls: int = 3
    kit: Kit = Kit()
    ability: Effect | None = None
    helper: Kit | None = None
    helper_heroes: tuple[int, ...] = ()
    basic: tuple[int, ...] = ()
    loose: tuple[tuple[int, int], ...] = ()
    reroll_saved: bool = False


def caps_of(question: Question) -> Need:
    """How many of each symbol can be of use at most: to the lead, or in the helper's ROLL."""
    kits = [question.kit, *([question.helper] if question.helper else [])]
    caps = [0] * SYMBOLS
    for kit in kits:
        for symbol, need in enumerate(question.need):
            wild = dict(kit.wild).get(symbol, 0)
            caps[symbol] = max(caps[symbol], need - kit.free[symbol] + wild)
    return tuple(caps)


def named(question: Question) -> list[Question]:
    """The question with each symbol named that is worth it; one of no use if there is no other."""
    useful = tuple(symbol for symbol in question.basic if caps_of(question)[symbol])
    return [_name(question, symbol) for symbol in useful or question.basic[:1]]


def _name(question: Question, symbol: int) -> Question:
    helper = question.helper
    if helper is not None and helper.named:
        question = replace(question, helper=_with_free(helper, symbol))
    return replace(question, kit=_with_free(question.kit, symbol))


def _with_free(kit: Kit, symbol: int) -> Kit:
    free = (*kit.free[:symbol], kit.free[symbol] + 1, *kit.free[symbol + 1 :])
    return replace(kit, free=free, named=kit.named - 1)


def is_careful(question: Question) -> bool:
    """Whether a foe punishes a symbol, and single dice can be saved from it."""
    ability = question.ability
    return ability is not None and ability.symbol >= 0 and question.kit.ones > 0


def leaves(question: Question) -> bool:
    """Whether a die that shows a foe's symbol is out of the fight for good.

    It is if no equipment takes any die, and no helper.
    """
    ability = question.ability
    punished = ability is not None and ability.symbol >= 0
    return punished and not question.kit.ones and question.helper is None


def shape_of(question: Question) -> Shape:
    """How the Zorro Dice of a question can lie."""
    dice, op = question.zorro, question.ability.op if question.ability else ""
    punished = question.ability is not None and question.ability.symbol >= 0
    helper = question.helper
    rerolls = question.kit.rerolls or (helper.rerolls if helper else ())
    gone = 0
    if question.ability is not None and op == "toll":
        gone = question.ability.count
    elif leaves(question) or op == "void":
        gone = dice
    return Shape(
        dice,
        caps_of(question),
        held=dice if punished and not leaves(question) else 0,
        spare=dice if is_careful(question) and rerolls else 0,
        gone=gone,
    )


Faces = tuple[tuple[float, int], ...]
"""What a Hero Die can come to: the chance of each symbol, or of one of the words above."""


def hero_faces(question: Question) -> tuple[tuple[Faces, ...], tuple[int, ...]]:
    """For each kind of die what it can show, and the first of the Hero Dice that is as good."""
    useful = tuple(cap > 0 for cap in caps_of(question))
    return _hero_faces(question.sides, useful, question.ability.symbol if question.ability else -1)


@lru_cache(maxsize=1024)
def _hero_faces(
    sides: tuple[tuple[int, ...], ...], useful: tuple[bool, ...], foe: int
) -> tuple[tuple[Faces, ...], tuple[int, ...]]:
    faces = list[Faces]()
    for on in sides:
        shown = [symbol if useful[symbol] else HELD if symbol == foe else IDLE for symbol in on]
        faces.append(tuple((shown.count(face) / len(on), face) for face in sorted(set(shown))))
    return tuple(faces), (0, *(faces.index(each, 1) for each in faces[1:]))


@lru_cache(maxsize=4096)
def work(question: Question, left: int) -> int:
    """About how many positions are looked at for a chance when ``left`` ROLLs are left.

    No position takes longer than another, and the estimate is rather too high than too low: each
    way the Hero Dice lie, or are in the cup, with each way the Zorro Dice lie.
    """
    kit, helper = question.kit, question.helper
    if kit.named:
        return sum(work(each, left) for each in named(question))
    lies, ways = shape_of(question).size(), _ways(question, question.heroes)
    rerolls = kit.rerolls + (helper.rerolls if helper else ())
    # After the last ROLL there is little to tell apart, if no die is rolled again alone.
    rolls = max(1, min(left, question.rolls - 1) + (kit.ones > 0))
    counted = lies * ways * rolls
    if question.ability is not None and question.ability.op == "max_saves":
        # Each choice of saved dice is a question of its own.
        asked = lies * _ways(question, question.heroes, cup_only=True)
        counted = asked * (SMALLER + lies * ways // 20) * rolls
    if helper is not None:
        both = question.heroes + question.helper_heroes
        counted += lies * _ways(question, both) * (1 + helper.ones)
    # Rolling again asks some positions more than once.
    half_times = 2 + 2 * kit.ones + any(caps_of(question)[symbol] for symbol in rerolls)
    if is_careful(question) and rerolls:
        half_times += 2
    # Any saved die may go back among the dice, by itself.
    if question.reroll_saved:
        half_times += 3 * kit.ones
    # A toll may be any Hero Die, so there are fewer of them too.
    if question.ability is not None and question.ability.op == "toll":
        half_times += 2
    return counted * half_times // 2


SMALLER = 150
"""How many positions a smaller question counts for at least, as there is much to prepare."""


def _ways(question: Question, kinds: tuple[int, ...], *, cup_only: bool = False) -> int:
    """In how many ways Hero Dice can lie or be in the cup, or just which of them are in it."""
    faces, like = hero_faces(question)
    alike, count = [like[kind] for kind in kinds], 1
    for kind in set(alike):
        shows = 1 if cup_only else len(faces[kind])
        count *= comb(alike.count(kind) + shows, shows)
    return count
