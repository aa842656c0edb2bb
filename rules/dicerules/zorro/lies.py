"""All the ways the Zorro Dice of one question can lie, and what a throw makes of chances over them.

A lie forgets which die shows what: it counts dice by symbol up to what can be of use, dice that are
held or spare, and dice that are gone; all others are idle. Chances are columns, one number for each
lie. What the Hero Dice do, and what is chosen, is ``lattice``'s.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import product
from operator import itemgetter, mul
from typing import NamedTuple

from msgspec import Struct

from dicerules.zorro.cards import Need
from dicerules.zorro.columns import Column
from dicerules.zorro.effects import SYMBOLS

Lie = tuple[int, ...]
"""How many dice show each symbol, then how many are held, spare and gone."""
Getter = Callable[[Column], tuple[float, ...]]
HELD, SPARE, GONE = SYMBOLS, SYMBOLS + 1, SYMBOLS + 2


class Shape(Struct, frozen=True, gc=False, cache_hash=True):
    """What tells lies apart: how many dice, the symbols of use, and how many may be elsewhere."""

    dice: int
    caps: Need
    held: int = 0
    spare: int = 0
    gone: int = 0

    def size(self) -> int:
        """How many lies there are, without looking at any."""
        ways = [1, *(0,) * self.dice]
        for most in (*self.caps, self.held, self.spare, self.gone):
            ways = [sum(ways[max(0, n - most) : n + 1]) for n in range(self.dice + 1)]
        return sum(ways)


class Step(NamedTuple):
    """What one more die can come to: lies it may not be rolled again from, and lies it may."""

    fixed: tuple[int, ...]
    open: tuple[int, ...]
    spare: tuple[int, ...]


class Lies:
    """The lies of a shape, those with the most idle dice first."""

    def __init__(self, shape: Shape) -> None:
        self.shape = shape
        most = (*shape.caps, shape.held, shape.spare, shape.gone)
        found = (lie for lie in _counts(most, shape.dice))
        self.all: list[Lie] = sorted(found, key=lambda lie: (sum(lie), lie))
        self.at = {lie: place for place, lie in enumerate(self.all)}
        idle = [shape.dice - sum(lie) for lie in self.all]
        # How many lies have at least k idle dice, for each k.
        self.with_idle = [sum(count >= k for count in idle) for k in range(shape.dice + 2)]
        over = self.with_idle[1]
        # For each lie those that a die is thrown onto if any one of it is rolled again.
        taken = [
            (*self._fewer(lie, range(GONE)), *((place,) if place < over else ()))
            for place, lie in enumerate(self.all)
        ]
        self.taken = _getters(taken, over)
        self.one_gone = [
            self.at.get(with_more(lie, GONE)) if place < over else None
            for place, lie in enumerate(self.all)
        ]
        """For each lie the one with an idle die less, if there can be."""

    def _fewer(self, lie: Lie, kinds: Iterable[int]) -> Iterable[int]:
        return (self.at[with_more(lie, kind, -1)] for kind in kinds if lie[kind])

    def less(self, but: int) -> list[tuple[int, ...]]:
        """For each lie those with one symbol less, of any symbol but one."""
        kinds = [symbol for symbol in range(SYMBOLS) if symbol != but]
        return [tuple(self._fewer(lie, kinds)) for lie in self.all]

    def moved(self, idle: tuple[int, ...] = (), gone: tuple[int, ...] = ()) -> list[int]:
        """For each lie the one with dice of these kinds idle, and of those kinds gone."""
        places = []
        for lie in self.all:
            after = [0 if kind in idle or kind in gone else on for kind, on in enumerate(lie)]
            after[GONE] += sum(lie[kind] for kind in gone)
            places.append(self.at[tuple(after)])
        return places


class Throws:
    """What throws make of columns over lies, with equipment that rolls some symbols again.

    ``foe`` is a symbol that makes a die ``HELD`` or ``GONE``, as ``falls`` says. A die that is of
    no use and may be rolled again is, at once (``eager``), or else is spare.
    """

    def __init__(
        self, lies: Lies, sides: tuple[int, ...], rerolls: tuple[int, ...], foe: int, falls: int
    ) -> None:
        self.lies = lies
        self._sides, self._rerolls, self._foe, self._falls = sides, rerolls, foe, falls
        self.eager = lies.shape.spare == 0
        count = lies.with_idle[1]
        self.steps = [self._step(lie) for lie in lies.all[:count]]
        self._choices = {
            place: (_getter([*step.fixed, *step.open, *step.spare]), {*step.open, *step.spare})
            for place, step in sorted(enumerate(self.steps), key=lambda at: lies.all[at[0]][SPARE])
            if step.open or step.spare
        }
        self.rolls_useful = bool(self._choices)
        self._bases: dict[int, list[int]] = {}
        for place in self._choices:
            step = self.steps[place]
            for end in {*step.fixed, *step.open, *step.spare}:
                self._bases.setdefault(end, []).append(place)
        chosen = [self._once(place, step) for place, step in enumerate(self.steps)]
        self._weights = [1 / len(targets) for targets in chosen]
        self._alike = len(set(map(len, chosen))) <= 1
        # One more place, past the last, has no chance: it fills up short rows.
        past = len(lies.all)
        self._getters = [_getters(chosen[:size], past) for size in lies.with_idle[1:-1]]
        self._chosen = chosen

    def _step(self, lie: Lie) -> Step:
        at, caps = self.lies.at, self.lies.shape.caps
        fixed, again, spare = list[int](), list[int](), list[int]()
        for symbol in self._sides:
            if lie[symbol] < caps[symbol]:
                target = at[with_more(lie, symbol)]
                (again if symbol in self._rerolls else fixed).append(target)
            elif symbol in self._rerolls:
                if not self.eager:
                    spare.append(at[with_more(lie, SPARE)])
            elif symbol == self._foe:
                fixed.append(at[with_more(lie, self._falls)])
            else:
                fixed.append(at[lie])
        return Step(tuple(sorted(fixed)), tuple(sorted(again)), tuple(spare))

    def _once(self, place: int, step: Step) -> tuple[int, ...]:
        """Where a die comes to lie if nothing of use is rolled again; as it was, if all is."""
        return (*step.fixed, *step.open, *step.spare) or (place,)

    def any_one(self, column: Column, best: Column) -> Column:
        """For each lie the best of ``best`` and of throwing any one of its dice again."""
        if not self.steps:
            return best
        thrown = (*self._thrown(column, 1), 0.0)
        return list(map(max, best, *(get(thrown) for get in self.lies.taken)))

    def one(self, column: Column) -> list[float]:
        """For each lie with an idle die: the chance if that die is thrown."""
        return self._thrown(column, 1)

    def _thrown(self, column: Column, dice: int) -> list[float]:
        getters, size = self._getters[dice - 1], self.lies.with_idle[dice]
        padded = (
            column if self._alike else (*column, *(0.0,) * (len(self.lies.all) + 1 - len(column)))
        )
        return list(
            map(
                mul,
                map(sum, zip(*(get(padded) for get in getters), strict=True)),
                self._weights[:size],
            )
        )

    def all_idle(self, column: Column) -> list[float]:
        """For each lie: the chance if all its idle dice are thrown."""
        with_idle = self.lies.with_idle
        result = list(column)
        thrown: Column = column
        for dice in range(1, self.lies.shape.dice + 1):
            thrown = self._thrown(thrown, dice)
            result[: with_idle[dice]] = thrown
        return result

    def ends(self, place: int, dice: int) -> tuple[tuple[int, float], ...]:
        """Where dice thrown onto a lie can come to, and the chance of each."""
        parts = {place: 1.0}
        for _ in range(dice):
            after = dict[int, float]()
            for lie, part in parts.items():
                share = part * self._weights[lie]
                for target in self._chosen[lie]:
                    after[target] = after.get(target, 0.0) + share
            parts = after
        return tuple(parts.items())

    def again(self, column: Column) -> list[float]:
        """The best of rolling dice again for nothing, as often as one likes, or leaving them.

        A die is rolled until it shows something worth stopping at. What is worth it depends on the
        other dice, which may be rolled again as well: so it is asked until nothing changes.
        """
        best, bases = list(column), list(self._choices)
        while bases:
            changed = set[int]()
            for base in bases:
                every, some = self._choices[base]
                ends = every(best)
                # Only then is the least of those that may be rolled again worse than that.
                if sum(ends) <= len(ends) * min([best[end] for end in some]) + 1e-12:
                    continue
                step = self.steps[base]
                worth = _stopping(
                    [best[end] for end in step.fixed],
                    [best[end] for end in step.open + step.spare],
                )
                for end in some:
                    if best[end] < worth:
                        best[end] = worth
                        changed.add(end)
            touched = {base for end in changed for base in self._bases[end]}
            bases = [base for base in self._choices if base in touched] if touched else []
        return best


def _stopping(fixed: list[float], open_ends: list[float]) -> float:
    """The worth of a die that is rolled until it shows something fixed, or one of the best."""
    total, count = sum(fixed), len(fixed)
    for worth in sorted(open_ends, reverse=True):
        if count and worth * count <= total:
            break
        total, count = total + worth, count + 1
    return total / count if count else 0.0


def _getters(rows: Sequence[tuple[int, ...]], past: int) -> list[Getter]:
    """What gathers the first place of each row, the second, and so on; a short row is filled up."""
    width = max(map(len, rows), default=0)
    full = [(*row, *(past,) * (width - len(row))) for row in rows]
    return [_getter([row[at] for row in full]) for at in range(width)]


def _getter(places: list[int]) -> Getter:
    if len(places) == 1:
        (only,) = places
        return lambda column: (column[only],)
    return itemgetter(*places)


def _counts(most: Iterable[int], total: int) -> Iterable[Lie]:
    limits = [range(min(count, total) + 1) for count in most]
    return (lie for lie in product(*limits) if sum(lie) <= total)


def with_more(lie: Lie, kind: int, count: int = 1) -> Lie:
    """The lie with one more die of a kind, or with one less."""
    return (*lie[:kind], lie[kind] + count, *lie[kind + 1 :])


@lru_cache(maxsize=256)
def lies_of(shape: Shape) -> Lies:
    """The lies of a shape, kept as long as it is among the last asked."""
    return Lies(shape)


@lru_cache(maxsize=256)
def throws_of(
    shape: Shape, sides: tuple[int, ...], rerolls: tuple[int, ...], foe: int, falls: int
) -> Throws:
    """The throws over a shape, kept likewise."""
    return Throws(lies_of(shape), sides, rerolls, foe, falls)
