"""Best play of one attempt, worked out exactly over the lattice of saved dice. No chance is drawn.

A position forgets what cannot matter: only symbols that are needed are told apart, counts stop at
what is needed, and Zorro Dice are thrown one after the other, so that throws which come to the
same are reckoned once. ``odds`` asks the questions; here they are answered.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, product
from math import comb, prod

from msgspec import Struct
from msgspec.structs import replace

from dicerules.zorro.cards import Need
from dicerules.zorro.effects import SYMBOLS, Effect, Kit

TO_ROLL, IDLE, HELD = -1, -2, -3
"""A Hero Die that is in the cup, that shows nothing needed, or that no ROLL may take."""
FOURTH = -1
"""In place of the number of ROLLs left: the helper's ROLL is made, or being made."""

Heroes = tuple[tuple[int, int], ...]
"""Hero Dice: the kind of each, and the symbol it shows or one of the words above."""

Lie = tuple[float, Need, int, Heroes, int]
"""How dice may come to lie: the chance of it, then ``shown``, ``held``, heroes and ``spare``."""


class Question(Struct, frozen=True, cache_hash=True):
    """An attempt before its first ROLL: what is needed, and everything that can be brought.

    ``sides`` are the symbols on each kind of die, the Zorro Dice's first; ``heroes`` are the kinds
    of one's Hero Dice. The helper's kit and dice are for the helper's own ROLL only; what the lead
    may use of the helper's equipment is in ``kit``. ``basic`` are the symbols that can be named.
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


class Lattice:
    """The chances of one question, worked out as far as they are asked for.

    In every position ``left`` is how many ROLLs are left, ``dice`` how many Zorro Dice are in the
    fight, ``shown`` how many of them show each symbol (up to what is needed), ``held`` how many
    show a symbol of the foe's, and ``ones`` how many single dice may still be rolled again.

    A die that shows nothing needed and may be rolled again for nothing is, at once, as a rule. Only
    where a foe punishes a symbol and single dice can be saved from it may waiting be better: then
    such dice are counted in ``spare``.
    """

    def __init__(self, question: Question) -> None:
        self.question = question
        self.caps = _caps(question)
        ability = question.ability
        self._op = ability.op if ability else ""
        self._foe = ability.symbol if ability else -1
        self._count = ability.count if ability else 0
        self.careful = self._foe >= 0 and question.kit.ones > 0
        # A die that shows a foe's symbol is out of the fight for good, if no equipment takes any
        # die: then it is not counted any longer.
        self._leaves = self._foe >= 0 and not self.careful and question.helper is None
        ones = question.kit.ones + (question.helper.ones if question.helper else 0)
        self._settles = not ones
        self._merges = not ones and question.helper is None and not question.kit.rerolls
        self._like = self._alike()
        self.thrown = lru_cache(maxsize=None)(self._thrown)
        self.looked = lru_cache(maxsize=None)(self._looked)
        self._saved = lru_cache(maxsize=None)(self._best_saving)
        self._faces = lru_cache(maxsize=None)(self._draw)

    def _alike(self) -> tuple[int, ...]:
        """For each kind of Hero Die the first one that is as good for what is needed here."""
        faces = [tuple(self._hero_faces(kind)) for kind in range(len(self.question.sides))]
        return (0, *(faces.index(faces[kind], 1) for kind in range(1, len(faces))))

    def heroes_like(self, heroes: Heroes) -> Heroes:
        """The same Hero Dice, not told apart where that makes no difference."""
        return tuple(sorted((self._like[kind], face) for kind, face in heroes))

    def work(self, left: int) -> int:
        """About how many positions there are to look at with so many ROLLs left."""
        question, kit = self.question, self.question.kit
        positions = prod(cap + 1 for cap in self.caps)
        kinds = [self._like[kind] for kind in question.heroes + question.helper_heroes]
        for kind in set(kinds):
            useful = sum(face >= 0 for _, face in self._hero_faces(kind))
            positions *= comb(kinds.count(kind) + useful, useful)
        if self._op:
            positions *= 3
        if kit.ones:
            return 4 * positions * left * (1 + len(kit.rerolls))
        # After the last ROLL there is nothing to choose, so that few positions are told apart.
        return positions * max(left - 1, 0) * (1 + len(kit.rerolls))

    def _kit(self, left: int) -> Kit:
        helper = self.question.helper
        return helper if left == FOURTH and helper is not None else self.question.kit

    def met(self, left: int, shown: Need, heroes: Heroes) -> bool:
        """Whether the dice and the free symbols are what is needed; a wild die fills a gap."""
        kit = self._kit(left)
        has = [free + count for free, count in zip(kit.free, shown, strict=True)]
        for _, symbol in heroes:
            if symbol >= 0:
                has[symbol] += 1
        need = self.question.need
        gaps = sum(max(0, want - got) for want, got in zip(need, has, strict=True))
        return gaps <= sum(
            min(count, max(0, has[symbol] - need[symbol])) for symbol, count in kit.wild
        )

    def _thrown(
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
        """The chance while ``cup`` Zorro Dice and the heroes ``TO_ROLL`` are still in the air."""
        thrown, worth = self.thrown, 0.0
        if cup:
            for part, after, a, b in self._faces(left, shown, (), not self.careful):
                if a and self._leaves:
                    worth += part * thrown(left, dice - 1, after, held, heroes, cup - 1, ones)
                else:
                    rest = heroes, cup - 1, ones, spare + b
                    worth += part * thrown(left, dice, after, held + a, *rest)
            return worth
        for at, (kind, symbol) in enumerate(heroes):
            if symbol == TO_ROLL:
                for part, face in self._hero_faces(kind):
                    lie = self._settled(left, dice, shown, held, _turn(heroes, at, face))
                    worth += part * thrown(left, *lie, 0, ones, spare)
                return worth
        return self.looked(left, dice, shown, held, heroes, spare, ones, sum(shown))

    def _settled(
        self, left: int, dice: int, shown: Need, held: int, heroes: Heroes
    ) -> tuple[int, Need, int, Heroes]:
        """The same position without what cannot matter any more, so that fewer are told apart."""
        if self._leaves:
            heroes = tuple(hero for hero in heroes if hero[1] != HELD)
        if left > 0 or not self._settles:
            return dice, shown, held, heroes
        # Hero Dice are not rolled again, whatever they are: only what they show counts.
        lying = [(0, face) for _, face in heroes if face >= 0]
        air = [hero for hero in heroes if hero[1] == TO_ROLL]
        if not self._merges:
            return dice, shown, held, tuple(sorted(lying + air))
        for _, symbol in lying:
            if shown[symbol] < self.caps[symbol]:
                shown = _more(shown, symbol)
        return 0, shown, 0, tuple(air)

    def _looked(
        self,
        left: int,
        dice: int,
        shown: Need,
        held: int,
        heroes: Heroes,
        spare: int,
        ones: int,
        again: int,
    ) -> float:
        """The chance once the dice lie: done, or more by equipment, or on to the next ROLL.

        ``again`` bounds how often dice that are needed are rolled again: a die is rolled until it
        shows something worth stopping at, so once for each will do.
        """
        if self.met(left, shown, heroes):
            return 1.0
        best = self._close(left, dice, shown, held, heroes)
        for outcomes in self._again(left, shown, held, heroes, spare, again):
            worth = sum(
                part * self.looked(left, dice, *lie, ones, again - 1) for part, *lie in outcomes
            )
            best = max(best, worth)
        for outcomes in self._single(left, dice, shown, held, heroes, spare) if ones else ():
            worth = sum(
                part * self.looked(left, dice, *lie, ones - 1, again) for part, *lie in outcomes
            )
            best = max(best, worth)
        return best

    def _again(
        self, left: int, shown: Need, held: int, heroes: Heroes, spare: int, again: int
    ) -> Iterator[list[Lie]]:
        """For each Zorro Die that may be rolled again for nothing: all that can come of it."""
        rerolls = self._kit(left).rerolls
        if spare:
            faces = self._faces(left, shown, (), True)
            yield [(part, after, held + a, heroes, spare - 1) for part, after, a, _ in faces]
        for symbol, skip in product(rerolls if again > 0 else (), _subsets(rerolls)):
            if shown[symbol] and symbol in skip:
                faces = self._faces(left, _less(shown, symbol), skip, not self.careful)
                yield [(part, after, held + a, heroes, spare + b) for part, after, a, b in faces]

    def _single(
        self, left: int, dice: int, shown: Need, held: int, heroes: Heroes, spare: int
    ) -> Iterator[list[Lie]]:
        """For each die that may be rolled again alone: all that can come of it."""
        pools = [(_less(shown, symbol), held, spare) for symbol in range(SYMBOLS) if shown[symbol]]
        if dice > sum(shown) + held + spare:
            pools.append((shown, held, spare))
        if held:
            pools.append((shown, held - 1, spare))
        if spare:
            pools.append((shown, held, spare - 1))
        for rest, others, left_over in pools:
            faces = self._faces(left, rest, (), not self.careful)
            yield [(part, after, others + a, heroes, left_over + b) for part, after, a, b in faces]
        for at, (kind, _) in enumerate(heroes):
            yield [
                (part, shown, held, _turn(heroes, at, face), spare)
                for part, face in self._hero_faces(kind)
            ]

    def _close(self, left: int, dice: int, shown: Need, held: int, heroes: Heroes) -> float:
        """The foe's turn, then saving; with no ROLL left, the helper's."""
        if left == FOURTH:
            return 0.0
        if left == 0:
            return self.fourth(dice, shown, heroes)
        if self._op == "void":
            dice -= held + shown[self._foe]
            shown = (*shown[: self._foe], 0, *shown[self._foe + 1 :])
            heroes = tuple(hero for hero in heroes if hero[1] not in (HELD, self._foe))
            held = 0
        if self._op == "max_saves":
            return self._best_locked(left, dice, shown, heroes)
        return self._saved(left, dice, shown, held, heroes)

    def _best_saving(self, left: int, dice: int, shown: Need, held: int, heroes: Heroes) -> float:
        """Save all that is shown, or let one of it go and look again."""
        best = self.rolled_on(left, dice, shown, held, heroes)
        stuck = self._foe if self._op == "stuck" else -1
        for symbol, count in enumerate(shown):
            if count and symbol != stuck:
                best = max(best, self._saved(left, dice, _less(shown, symbol), held, heroes))
        # The helper's ROLL takes no Hero Dice of the lead.
        for at, (_, symbol) in enumerate(heroes if left > 0 else ()):
            if symbol >= 0 and symbol != stuck:
                freed = _turn(heroes, at, IDLE)
                best = max(best, self._saved(left, dice, shown, held, freed))
        return best

    def rolled_on(self, left: int, dice: int, shown: Need, held: int, heroes: Heroes) -> float:
        """The chance with just these dice saved, and all others rolled that may be."""
        if left == 0:
            return self._hand_over(dice, shown, heroes)
        cup = dice - sum(shown) - held
        heroes = tuple((kind, TO_ROLL if face == IDLE else face) for kind, face in heroes)
        made = self.question.rolls - left
        if self._op == "toll" and made <= self._count:
            return self._tolled(left, dice, shown, held, heroes, cup)
        return self.in_cup(left, dice, shown, held, heroes, cup)

    def in_cup(
        self, left: int, dice: int, shown: Need, held: int, heroes: Heroes, cup: int
    ) -> float:
        """The chance with so many Zorro Dice in the cup; if it is empty the ROLLs are over."""
        if cup == 0 and all(face != TO_ROLL for _, face in heroes):
            return self.fourth(dice, shown, heroes)
        lie = self._settled(left - 1, dice, shown, held, heroes)
        return self.thrown(left - 1, *lie, cup, self.question.kit.ones)

    def _tolled(
        self, left: int, dice: int, shown: Need, held: int, heroes: Heroes, cup: int
    ) -> float:
        """The chance when the foe takes one die out of the cup, the best one to lose."""
        worth = [0.0]
        if cup:
            worth.append(self.in_cup(left, dice - 1, shown, held, heroes, cup - 1))
        for at, (_, face) in enumerate(heroes):
            if face == TO_ROLL:
                rest = (*heroes[:at], *heroes[at + 1 :])
                worth.append(self.in_cup(left, dice, shown, held, rest, cup))
        return max(worth)

    def _best_locked(self, left: int, dice: int, shown: Need, heroes: Heroes) -> float:
        """What is saved stays saved: each choice leaves a smaller question of its own."""
        best = 0.0
        for saved in product(*(range(count + 1) for count in shown)):
            lent = tuple(at for at, (_, symbol) in enumerate(heroes) if symbol >= 0)
            for picked in _subsets(lent):
                if sum(saved) + len(picked) <= self._count:
                    best = max(best, self.locked(left, dice, saved, heroes, picked))
        return best

    def locked(
        self, left: int, dice: int, saved: Need, heroes: Heroes, picked: tuple[int, ...]
    ) -> float:
        """The chance with these dice saved for good."""
        question, kit = self.question, self.question.kit
        count = list(saved)
        for at in picked:
            count[heroes[at][1]] += 1
        # A die saved for good is a free symbol from now on, and no die any more.
        free = tuple(had + more for had, more in zip(kit.free, count, strict=True))
        return lattice(
            replace(
                question,
                zorro=dice - sum(saved),
                heroes=tuple(kind for at, (kind, _) in enumerate(heroes) if at not in picked),
                rolls=left,
                kit=replace(kit, free=free, preset=0, named=0),
            )
        ).opening()

    def fourth(self, dice: int, shown: Need, heroes: Heroes) -> float:
        """The helper's ROLL, with whatever Zorro Dice are best handed over."""
        if self.question.helper is None:
            return 0.0
        return self._saved(0, dice, shown, 0, heroes)

    def _hand_over(self, dice: int, shown: Need, heroes: Heroes) -> float:
        added = tuple((self._like[kind], TO_ROLL) for kind in self.question.helper_heroes)
        ones, cup = self._kit(FOURTH).ones, dice - sum(shown)
        lie = self._settled(FOURTH, dice, shown, 0, heroes + added)
        return self.thrown(FOURTH, *lie, cup, ones)

    def opening(self, preset: Need = (0,) * SYMBOLS) -> float:
        """The chance before the first ROLL, with so many Zorro Dice set to each symbol."""
        question = self.question
        heroes = self.heroes_like(tuple((kind, TO_ROLL) for kind in question.heroes))
        if self.met(question.rolls, preset, ()):
            return 1.0
        cup = question.zorro - sum(preset)
        return self.in_cup(question.rolls, question.zorro, preset, 0, heroes, cup)

    def _draw(
        self, left: int, shown: Need, skip: tuple[int, ...], eager: bool
    ) -> tuple[tuple[float, Need, int, int], ...]:
        """What one Zorro Die can come to: its chance, the symbols shown, dice held and spare then.

        It is rolled until it shows no symbol in ``skip``; if ``eager``, also none that is of no use
        and may be rolled again.
        """
        rerolls, lie = self._kit(left).rerolls, dict[tuple[Need, int, int], int]()
        for symbol in self.question.sides[0]:
            useful = shown[symbol] < self.caps[symbol]
            spare = symbol in rerolls and not useful
            if symbol in skip or (spare and eager):
                continue
            after = _more(shown, symbol) if useful else shown
            key = after, int(symbol == self._foe and not useful and not spare), int(spare)
            lie[key] = lie.get(key, 0) + 1
        if not lie:
            return ((1.0, shown, 0, 0),)
        total = sum(lie.values())
        return tuple((count / total, *key) for key, count in lie.items())

    def _hero_faces(self, kind: int) -> list[tuple[float, int]]:
        on, lie = self.question.sides[kind], dict[int, int]()
        for symbol in on:
            useful = self.caps[symbol] > 0
            face = symbol if useful else HELD if symbol == self._foe else IDLE
            lie[face] = lie.get(face, 0) + 1
        return sorted((count / len(on), face) for face, count in lie.items())


@lru_cache(maxsize=1024)
def lattice(question: Question) -> Lattice:
    """The lattice of a question, kept as long as it is among the last asked."""
    return Lattice(question)


def _caps(question: Question) -> Need:
    """How many of each symbol can be of use at most: to the lead, or in the helper's ROLL."""
    kits = [question.kit, *([question.helper] if question.helper else [])]
    caps = [0] * SYMBOLS
    for kit in kits:
        for symbol, need in enumerate(question.need):
            wild = dict(kit.wild).get(symbol, 0)
            caps[symbol] = max(caps[symbol], need - kit.free[symbol] + wild)
    return tuple(caps)


def _turn(heroes: Heroes, at: int, face: int) -> Heroes:
    # In order, so that dice of one kind are not told apart.
    return tuple(sorted((*heroes[:at], (heroes[at][0], face), *heroes[at + 1 :])))


def _less(shown: Need, symbol: int) -> Need:
    return (*shown[:symbol], shown[symbol] - 1, *shown[symbol + 1 :])


def _more(shown: Need, symbol: int) -> Need:
    return (*shown[:symbol], shown[symbol] + 1, *shown[symbol + 1 :])


def _subsets(items: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    for size in range(len(items) + 1):
        yield from combinations(items, size)
