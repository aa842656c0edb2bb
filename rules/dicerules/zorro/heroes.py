"""All the ways the Hero Dice of one question can lie, and how a throw changes them.

Hero Dice are told apart by kind and face only, and only where that makes a difference. The Zorro
Dice are the business of ``lies``; chances are worked out in ``lattice``.
"""

from __future__ import annotations

from collections.abc import Iterator

from dicerules.zorro.cards import Need
from dicerules.zorro.effects import SYMBOLS
from dicerules.zorro.question import HELD, TO_ROLL, Question, caps_of, hero_faces, leaves

Heroes = tuple[tuple[int, int], ...]
"""Hero Dice: the kind of each, and the symbol it shows or one of the words of ``question``."""


class HeroDice:
    """The Hero Dice of one question. In every position ``left`` is how many ROLLs are left."""

    def __init__(self, question: Question) -> None:
        self._caps = caps_of(question)
        self._leaves = leaves(question)
        helper = question.helper
        self._ones = question.kit.ones, helper.ones if helper else 0
        self._faces, self._like = hero_faces(question)

    def alike(self, heroes: Heroes) -> Heroes:
        """The same Hero Dice, not told apart where that makes no difference."""
        return tuple(sorted((self._like[kind], face) for kind, face in heroes))

    def in_air(self, kinds: tuple[int, ...]) -> Heroes:
        """Hero Dice of these kinds, all about to be rolled."""
        return self.alike(tuple((kind, TO_ROLL) for kind in kinds))

    def falls(self, left: int, heroes: Heroes) -> dict[Heroes, float]:
        """All ways the heroes in the air can come to lie, with the chance of each."""
        parts = {self.settled(left, heroes): 1.0}
        for _ in range(sum(face == TO_ROLL for _, face in heroes)):
            after = dict[Heroes, float]()
            for on_table, part in parts.items():
                for share, turned in self.turns(left, on_table, first_in_air(on_table)):
                    after[turned] = after.get(turned, 0.0) + part * share
            parts = after
        return parts

    def turns(self, left: int, heroes: Heroes, at: int) -> Iterator[tuple[float, Heroes]]:
        """One Hero Die is thrown: each way it can fall, and the chance of it."""
        for part, face in self._faces[heroes[at][0]]:
            yield part, self.settled(left, turn(heroes, at, face))

    def settled(self, left: int, heroes: Heroes) -> Heroes:
        """The Hero Dice without what cannot matter any more, so that fewer are told apart."""
        if self._leaves:
            heroes = tuple(hero for hero in heroes if hero[1] != HELD)
        if left > 0 or self._ones[1] or (left == 0 and self._ones[0]):
            return heroes
        # Hero Dice are not rolled again, whatever they are: only what they show counts.
        on_table, air = list[int](), list[tuple[int, int]]()
        for kind, face in heroes:
            if face == TO_ROLL:
                air.append((kind, face))
            elif face >= 0 and on_table.count(face) < self._caps[face]:
                on_table.append(face)
        return tuple(sorted([(0, face) for face in on_table] + air))

    def shows(self, heroes: Heroes) -> Need:
        """How often the heroes show each symbol, up to what is needed."""
        shown = [0] * SYMBOLS
        for _, face in heroes:
            if face >= 0 and shown[face] < self._caps[face]:
                shown[face] += 1
        return tuple(shown)


def first_in_air(heroes: Heroes) -> int:
    """The place of the first Hero Die that is about to be rolled; -1 if there is none."""
    for at, (_, face) in enumerate(heroes):
        if face == TO_ROLL:
            return at
    return -1


def turn(heroes: Heroes, at: int, face: int) -> Heroes:
    """The Hero Dice with one of them turned to a face."""
    # In order, so that dice of one kind are not told apart.
    return tuple(sorted((*heroes[:at], (heroes[at][0], face), *heroes[at + 1 :])))
