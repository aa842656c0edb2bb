"""Best play of one attempt, worked out exactly over the ways dice can lie. No chance is drawn.

A position forgets what cannot matter: only symbols that are needed are told apart, and counts stop
at what is needed. Hero Dice are told apart by kind and face, and for each way they lie there is a
column: the chances over all ``lies`` of the Zorro Dice. ``odds`` asks the questions; here they are
answered.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations
from operator import mul

from msgspec.structs import replace

from dicerules.zorro import lies
from dicerules.zorro.cards import Need
from dicerules.zorro.effects import SYMBOLS, Effect, Kit
from dicerules.zorro.lies import Column, Throws, lies_of, throws_of
from dicerules.zorro.question import (
    HELD,
    IDLE,
    SMALLER,
    TO_ROLL,
    Question,
    caps_of,
    hero_faces,
    is_careful,
    leaves,
    shape_of,
)

FOURTH = -1
"""In place of the number of ROLLs left: the helper's ROLL is made, or being made."""

Heroes = tuple[tuple[int, int], ...]
"""Hero Dice: the kind of each, and the symbol it shows or one of the words above."""


Kin = dict[tuple[int, int, tuple[int, ...], Need], float]
"""Chances of smaller questions by ROLLs left, Zorro Dice, Hero Dice and free symbols."""


class Lattice:
    """The chances of one question, worked out as far as they are asked for.

    In every position ``left`` is how many ROLLs are left, and ``ones`` how many single dice may
    still be rolled again.

    A die that shows nothing needed and may be rolled again for nothing is, at once, as a rule. Only
    where a foe punishes a symbol and single dice can be saved from it may waiting be better: then
    such dice are spare.
    """

    def __init__(self, question: Question, kin: Kin) -> None:
        self.question = question
        self._kin = kin
        self.caps = caps_of(question)
        kit, helper, ability = question.kit, question.helper, question.ability or Effect("")
        self._op, self._foe, self._count = ability.op, ability.symbol, ability.count
        self._stuck = self._foe if self._op == "stuck" else -1
        self.careful, self._leaves = is_careful(question), leaves(question)
        self._ones = kit.ones, helper.ones if helper else 0
        self._shape = shape_of(question)
        self._lies = lies_of(self._shape)
        self._none = (0.0,) * len(self._lies.all)
        self._less = self._lies.less(self._stuck)
        taken = (self._foe, lies.HELD) if self._op == "void" else ()
        self._closing = self._lies.moved(idle=(lies.SPARE,), gone=taken)
        self._handing = self._lies.moved(idle=(lies.HELD, lies.SPARE))
        self._faces, self._like = hero_faces(question)
        self.looked = lru_cache(maxsize=None)(self._looked)
        self._fallen = lru_cache(maxsize=None)(self._throw)
        self._alone = lru_cache(maxsize=None)(self._throw_alone)
        self._saved = lru_cache(maxsize=None)(self._best_saving)
        self._met = lru_cache(maxsize=None)(self._is_met)
        self._locked = lru_cache(maxsize=None)(self._lock)

    @property
    def positions(self) -> int:
        """How many positions have been looked at so far; ``work`` reckons with so many."""
        known = (self.looked, self._fallen, self._alone, self._saved)
        columns = sum(each.cache_info().currsize for each in known)
        return columns * len(self._lies.all) + len(self._kin) * SMALLER

    def heroes_like(self, heroes: Heroes) -> Heroes:
        """The same Hero Dice, not told apart where that makes no difference."""
        return tuple(sorted((self._like[kind], face) for kind, face in heroes))

    def _kit(self, left: int) -> Kit:
        helper = self.question.helper
        return helper if left == FOURTH and helper is not None else self.question.kit

    def _throws(self, left: int) -> Throws:
        falls = lies.GONE if self._leaves else lies.HELD
        return throws_of(
            self._shape, self.question.sides[0], self._kit(left).rerolls, self._foe, falls
        )

    def thrown(
        self,
        left: int,
        dice: int,
        shown: Need,
        held: int,
        heroes: Heroes,
        cup: int,
        ones: int,
        spare: int = 0,
    ) -> float:
        """The chance while ``cup`` Zorro Dice and the heroes ``TO_ROLL`` are still in the air.

        ``dice`` Zorro Dice are in the fight; ``shown`` are those that show each symbol, up to what
        is needed, ``held`` those that show a symbol of the foe's.
        """
        ends = self._throws(left).ends(self._place(dice, shown, held, spare), cup)
        worth = 0.0
        for lying, part in self._hero_falls(left, heroes).items():
            column = self.looked(left, lying, ones)
            worth += part * sum(share * column[end] for end, share in ends)
        return worth

    def _place(self, dice: int, shown: Need, held: int, spare: int) -> int:
        gone = self.question.zorro - dice
        if self._leaves:
            gone, held = gone + held, 0
        return self._lies.at[(*shown, held, spare, gone)]

    def _hero_falls(self, left: int, heroes: Heroes) -> dict[Heroes, float]:
        """All ways the heroes in the air can come to lie, with the chance of each."""
        parts = {self._settled(left, heroes): 1.0}
        for _ in range(sum(face == TO_ROLL for _, face in heroes)):
            after = dict[Heroes, float]()
            for lying, part in parts.items():
                for share, turned in self._turns(left, lying, _first_in_air(lying)):
                    after[turned] = after.get(turned, 0.0) + part * share
            parts = after
        return parts

    def _turns(self, left: int, heroes: Heroes, at: int) -> Iterator[tuple[float, Heroes]]:
        """One Hero Die is thrown."""
        for part, face in self._faces[heroes[at][0]]:
            yield part, self._settled(left, _turn(heroes, at, face))

    def _settled(self, left: int, heroes: Heroes) -> Heroes:
        """The Hero Dice without what cannot matter any more, so that fewer are told apart."""
        if self._leaves:
            heroes = tuple(hero for hero in heroes if hero[1] != HELD)
        if left > 0 or self._ones[1] or (left == 0 and self._ones[0]):
            return heroes
        # Hero Dice are not rolled again, whatever they are: only what they show counts.
        lying, air = list[int](), list[tuple[int, int]]()
        for kind, face in heroes:
            if face == TO_ROLL:
                air.append((kind, face))
            elif face >= 0 and lying.count(face) < self.caps[face]:
                lying.append(face)
        return tuple(sorted([(0, face) for face in lying] + air))

    def _throw(self, left: int, heroes: Heroes) -> Column:
        """For each lie the chance when its idle dice and the heroes ``TO_ROLL`` are thrown."""
        at = _first_in_air(heroes)
        if at < 0:
            column = self.looked(left, heroes, self._kit(left).ones)
            return self._throws(left).all_idle(column)
        return _mixed(
            (part, self._fallen(left, turned)) for part, turned in self._turns(left, heroes, at)
        )

    def _looked(self, left: int, heroes: Heroes, ones: int) -> Column:
        """The chances once the dice lie: done, or more by equipment, or on to the next ROLL."""
        met = self._met(min(left, 0), self._shows(heroes))
        if met[0]:
            return met
        best: Column = list(map(max, met, self._close(left, heroes)))
        if ones:
            best = self._single(left, heroes, ones, best)
        throws = self._throws(left)
        return throws.again(best) if throws.rolls_useful else best

    def _shows(self, heroes: Heroes) -> Need:
        """How often the heroes show each symbol, up to what is needed."""
        shown = [0] * SYMBOLS
        for _, face in heroes:
            if face >= 0 and shown[face] < self.caps[face]:
                shown[face] += 1
        return tuple(shown)

    def _is_met(self, left: int, more: Need) -> Column:
        """Where dice and free symbols are what is needed, it is 1; a wild die fills a gap."""
        kit, need = self._kit(left), self.question.need
        lacks = [want - free - got for want, free, got in zip(need, kit.free, more, strict=True)]
        column = []
        for lie in self._lies.all:
            gaps = sum(lack - on for lack, on in zip(lacks, lie, strict=False) if lack > on)
            if gaps and kit.wild:
                gaps -= sum(
                    min(count, max(0, lie[symbol] - lacks[symbol])) for symbol, count in kit.wild
                )
            column.append(float(gaps <= 0))
        return column

    def _single(self, left: int, heroes: Heroes, ones: int, best: Column) -> Column:
        """The best of these chances and of rolling any one die again."""
        columns = [self._throws(left).any_one(self.looked(left, heroes, ones - 1), best)]
        for hero in set(heroes):
            thrown = _turn(heroes, heroes.index(hero), TO_ROLL)
            columns.append(self._alone(left, thrown, ones - 1))
        return _best(columns)

    def _throw_alone(self, left: int, heroes: Heroes, ones: int) -> Column:
        """For each lie the chance when one Hero Die is thrown and no Zorro Die."""
        return _mixed(
            (part, self.looked(left, turned, ones))
            for part, turned in self._turns(left, heroes, _first_in_air(heroes))
        )

    def _close(self, left: int, heroes: Heroes) -> Column:
        """The foe's turn, then saving; with no ROLL left, the helper's."""
        if left == FOURTH:
            return self._none
        if left == 0:
            return self._fourth(heroes)
        if self._op == "max_saves":
            return self._best_locked(left, heroes)
        if self._op == "void":
            heroes = tuple(hero for hero in heroes if hero[1] not in (HELD, self._foe))
        column = self._saved(left, heroes)
        return [column[place] for place in self._closing]

    def _best_saving(self, left: int, heroes: Heroes) -> Column:
        """Save all that is shown, or let one of it go and look again."""
        columns = [self._rolled_on(left, heroes)]
        # The helper's ROLL takes no Hero Dice of the lead.
        for hero in set(heroes) if left > 0 else ():
            if hero[1] >= 0 and hero[1] != self._stuck:
                freed = _turn(heroes, heroes.index(hero), IDLE)
                columns.append(self._saved(left, freed))
        return self._best_of_less(_best(columns))

    def _best_of_less(self, column: Column) -> Column:
        best = list[float]()
        for worth, less in zip(column, self._less, strict=True):
            for other in less:
                if best[other] > worth:
                    worth = best[other]
            best.append(worth)
        return best

    def _rolled_on(self, left: int, heroes: Heroes) -> Column:
        """The chances with all saved that is shown, and all others rolled that may be."""
        if left == 0:
            return self._hand_over(heroes)
        heroes = tuple(sorted((kind, TO_ROLL if face == IDLE else face) for kind, face in heroes))
        made = self.question.rolls - left
        if self._op == "toll" and made <= self._count:
            return self._tolled(left, heroes)
        return self._in_cup(left, heroes)

    def _in_cup(self, left: int, heroes: Heroes) -> Column:
        """The chances with all idle dice in the cup; if it is empty the ROLLs are over."""
        column = self._fallen(left - 1, self._settled(left - 1, heroes))
        if _first_in_air(heroes) >= 0:
            return column
        over = self._lies.with_idle[1]
        return [*column[:over], *self._fourth(heroes)[over:]]

    def _tolled(self, left: int, heroes: Heroes) -> Column:
        """The chances when the foe takes one die out of the cup, the best one to lose."""
        whole = self._in_cup(left, heroes)
        columns: list[Column] = [
            [0.0 if place is None else whole[place] for place in self._lies.one_gone]
        ]
        for hero in set(heroes):
            if hero[1] == TO_ROLL:
                at = heroes.index(hero)
                columns.append(self._in_cup(left, (*heroes[:at], *heroes[at + 1 :])))
        return _best(columns)

    def _best_locked(self, left: int, heroes: Heroes) -> Column:
        """What is saved stays saved: each choice leaves a smaller question of its own."""
        best = [0.0] * len(self._lies.all)
        few = [lie[:SYMBOLS] for lie in self._lies.all if sum(lie) <= self._count]
        lent = [at for at, (_, symbol) in enumerate(heroes) if symbol >= 0]
        choices = {
            (
                self._shows(tuple(heroes[at] for at in picked)),
                tuple(kind for at, (kind, _) in enumerate(heroes) if at not in picked),
            )
            for size in range(min(self._count, len(lent)) + 1)
            for picked in combinations(lent, size)
        }
        for more, rest in choices:
            most = self._count - (len(heroes) - len(rest))
            for place, saved in enumerate(few):
                if sum(saved) <= most:
                    best[place] = max(best[place], self._locked(left, saved, more, rest))
        return self._best_of_less(best)

    def _lock(self, left: int, saved: Need, more: Need, heroes: tuple[int, ...]) -> float:
        """The chance with these Zorro Dice saved for good, and what saved heroes show."""
        question, kit = self.question, self.question.kit
        # A die saved for good is a free symbol from now on, and no die any more.
        free = tuple(
            had + min(cap, on + too)
            for had, cap, on, too in zip(kit.free, self.caps, saved, more, strict=True)
        )
        zorro = question.zorro - sum(saved)
        key = left, zorro, heroes, free
        if key not in self._kin:
            kit = replace(kit, free=free, preset=0, named=0)
            smaller = replace(question, zorro=zorro, heroes=heroes, rolls=left, kit=kit)
            self._kin[key] = Lattice(smaller, self._kin).opening()
        return self._kin[key]

    def _fourth(self, heroes: Heroes) -> Column:
        """The helper's ROLL, with whatever Zorro Dice are best handed over."""
        if self.question.helper is None:
            return self._none
        column = self._saved(0, self._settled(0, heroes))
        return [column[place] for place in self._handing]

    def fourth(self, dice: int, shown: Need, heroes: Heroes) -> float:
        """The chance when the helper's ROLL comes next."""
        return self._fourth(heroes)[self._place(dice, shown, 0, 0)]

    def _hand_over(self, heroes: Heroes) -> Column:
        added = tuple((self._like[kind], TO_ROLL) for kind in self.question.helper_heroes)
        return self._fallen(FOURTH, self._settled(FOURTH, tuple(sorted(heroes + added))))

    def opening(self, preset: Need = (0,) * SYMBOLS) -> float:
        """The chance before the first ROLL, with so many Zorro Dice set to each symbol."""
        question = self.question
        if self._met(0, (0,) * SYMBOLS)[self._place(question.zorro, preset, 0, 0)]:
            return 1.0
        heroes = self.heroes_like(tuple((kind, TO_ROLL) for kind in question.heroes))
        cup = question.zorro - sum(preset)
        if not cup and not heroes:
            return self.fourth(question.zorro, preset, heroes)
        return self.thrown(
            question.rolls - 1, question.zorro, preset, 0, heroes, cup, question.kit.ones
        )


@lru_cache(maxsize=64)
def lattice(question: Question) -> Lattice:
    """The lattice of a question, kept as long as it is among the last asked."""
    return Lattice(question, {})


def _first_in_air(heroes: Heroes) -> int:
    for at, (_, face) in enumerate(heroes):
        if face == TO_ROLL:
            return at
    return -1


def _turn(heroes: Heroes, at: int, face: int) -> Heroes:
    # In order, so that dice of one kind are not told apart.
    return tuple(sorted((*heroes[:at], (heroes[at][0], face), *heroes[at + 1 :])))


def _best(columns: list[Column]) -> Column:
    return list(map(max, *columns)) if len(columns) > 1 else columns[0]


def _mixed(parts: Iterable[tuple[float, Column]]) -> Column:
    """The mean of columns, each with its chance."""
    shares, columns = zip(*parts, strict=True)
    if len(shares) == 2:
        p, q = shares
        return [p * a + q * b for a, b in zip(*columns, strict=True)]
    if len(shares) == 3:
        p, q, r = shares
        return [p * a + q * b + r * c for a, b, c in zip(*columns, strict=True)]
    return [sum(map(mul, shares, row)) for row in zip(*columns, strict=True)]
