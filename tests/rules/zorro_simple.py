"""The exact chance of a simple player of The Zorro Dice Game: who saves every die that is needed.

It is reckoned forwards over all that can fall, die by die, and shares nothing with ``odds``. The
simple player saves Hero Dice before Zorro Dice and rolls all else again; rolls what equipment may
roll again whenever it is not needed, a held die first; gives Zorro Dice first where dice are lost;
and counts a wild die when it happens to complete the rest, but never saves one for that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import NamedTuple

from dicerules.zorro.cards import Need
from dicerules.zorro.effects import Effect
from dicerules.zorro.question import Question
from msgspec.structs import replace

Hand = tuple[Need, int, tuple[int, ...]]
"""What the saved dice leave to be filled, and the Zorro Dice and Hero Dice about to be rolled."""


class Lie(NamedTuple):
    """Dice that have fallen. ``gaps`` are left by the saved ones, ``missing`` by all of them."""

    gaps: Need
    missing: Need
    saves: int = 0
    zorro: int = 0
    heroes: tuple[int, ...] = ()
    wild: int = 0
    held: int = 0


Lies = dict[Lie, float]


def simple_chance(question: Question) -> float:
    """The chance before the first ROLL, with the best symbol named and the best dice set."""
    kit = question.kit
    if kit.named:
        named = [(*kit.free[:at], kit.free[at] + 1, *kit.free[at + 1 :]) for at in question.basic]
        kits = [replace(kit, free=free, named=kit.named - 1) for free in named]
        return max(simple_chance(replace(question, kit=each)) for each in kits)
    gaps = tuple(max(0, want - free) for want, free in zip(question.need, kit.free, strict=True))
    wanted = [symbol for symbol, count in enumerate(gaps) for _ in range(count)]
    settings = set(combinations(wanted, min(kit.preset, len(wanted))))
    return max(_play(question, gaps, setting) for setting in settings)


def _play(question: Question, gaps: Need, setting: tuple[int, ...]) -> float:
    for symbol in setting:
        gaps = _filled(gaps, symbol)
    hands: dict[Hand, float] = {(gaps, question.zorro - len(setting), question.heroes): 1.0}
    won = 0.0
    for number in range(1, question.rolls + 1):
        after: dict[Hand, float] = {}
        for hand, part in hands.items():
            for lie, share in _lies(question, hand).items():
                if sum(lie.missing) <= min(1, lie.wild):
                    won += part * share
                else:
                    rest = _rest(question, number, lie)
                    after[rest] = after.get(rest, 0.0) + part * share
        hands = after
    return won


def _lies(question: Question, hand: Hand) -> Lies:
    gaps, zorro, heroes = hand
    lies: Lies = {Lie(gaps, gaps): 1.0}
    for kind in (*heroes, *(0,) * zorro):
        lies = _sum(
            (_fallen(question, lie, kind, symbol), part * share)
            for lie, part in lies.items()
            for symbol, share in _symbols(question, lie, kind)
        )
    for _ in range(question.kit.ones):
        lies = _sum(after for lie, part in lies.items() for after in _whipped(question, lie, part))
    return lies


def _symbols(question: Question, lie: Lie, kind: int) -> list[tuple[int, float]]:
    """What a die can come to show; a Zorro Die is rolled again until equipment may not."""
    on, again = question.sides[kind], question.kit.rerolls if kind == 0 else ()
    shown = [symbol for symbol in on if lie.missing[symbol] or symbol not in again]
    return [(symbol, 1 / len(shown)) for symbol in shown]


def _fallen(question: Question, lie: Lie, kind: int, symbol: int) -> Lie:
    ability = question.ability or Effect("")
    op, foe = ability.op, ability.symbol
    if lie.missing[symbol]:
        lie = lie._replace(missing=_filled(lie.missing, symbol))
    elif symbol in dict(question.kit.wild):
        lie = lie._replace(wild=lie.wild + 1)
    full = (
        question.ability is not None and op == "max_saves" and lie.saves == question.ability.count
    )
    if lie.gaps[symbol] and not full:
        return lie._replace(gaps=_filled(lie.gaps, symbol), saves=lie.saves + 1)
    if symbol == foe:
        return lie._replace(held=lie.held + (op == "stuck" and kind == 0))
    if kind:
        return lie._replace(heroes=(*lie.heroes, kind))
    return lie._replace(zorro=lie.zorro + 1)


def _whipped(question: Question, lie: Lie, part: float) -> Iterator[tuple[Lie, float]]:
    """One die that is not needed is rolled again, a held one first."""
    if not any(lie.missing) or not lie.held + lie.zorro:
        yield lie, part
        return
    rest = lie._replace(held=lie.held - 1) if lie.held else lie._replace(zorro=lie.zorro - 1)
    for symbol, share in _symbols(question, rest, 0):
        yield _fallen(question, rest, 0, symbol), part * share


def _rest(question: Question, number: int, lie: Lie) -> Hand:
    """What goes into the next ROLL, once a foe has taken its toll."""
    ability, zorro, heroes = question.ability, lie.zorro, lie.heroes
    if ability is not None and ability.op == "toll" and number <= ability.count:
        zorro, heroes = (zorro - 1, heroes) if zorro else (0, heroes[1:])
    return lie.gaps, zorro, heroes


def _sum(lies: Iterable[tuple[Lie, float]]) -> Lies:
    parts: Lies = {}
    for lie, part in lies:
        parts[lie] = parts.get(lie, 0.0) + part
    return parts


def _filled(gaps: Need, symbol: int) -> Need:
    return (*gaps[:symbol], gaps[symbol] - 1, *gaps[symbol + 1 :])
