"""Best play of one attempt, worked out exactly over the ways dice can lie. No chance is drawn.

A position forgets what cannot matter: only symbols that are needed are told apart, and counts stop
at what is needed. Hero Dice are told apart by kind and face, and for each way they lie there is a
column: the chances over all ``lies`` of the Zorro Dice. ``odds`` asks the questions; here they are
answered.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from operator import sub
from weakref import ref

from msgspec.structs import replace

from dicerules.zorro import few_saves, lies
from dicerules.zorro.cards import Need
from dicerules.zorro.columns import Column, best_of, best_of_less, met_column, mixed
from dicerules.zorro.effects import SYMBOLS, Effect, Kit
from dicerules.zorro.heroes import HeroDice, Heroes, first_in_air, turn
from dicerules.zorro.keeper import Keeper, kept
from dicerules.zorro.lies import Lies, Throws, lies_of, throws_of
from dicerules.zorro.question import (
    HELD,
    IDLE,
    SMALLER,
    TO_ROLL,
    Question,
    caps_of,
    is_careful,
    leaves,
    shape_of,
)

FOURTH = -1
"""In place of the number of ROLLs left: the helper's ROLL is made, or being made."""
NONE_SET: Need = (0,) * SYMBOLS
"""No die was set to a symbol before the first ROLL."""


class Lattice(Keeper):
    """The chances of one question, worked out as far as they are asked for.

    In every position ``left`` is how many ROLLs are left, and ``ones`` how many single dice may
    still be rolled again.

    A die that shows nothing needed and may be rolled again for nothing is, at once, as a rule. Only
    where a foe punishes a symbol and single dice can be saved from it may waiting be better: then
    such dice are spare.
    """

    def __init__(self, question: Question, head: Lattice | None = None) -> None:
        super().__init__()
        self.question = question
        # The first one asked is the head of the family and keeps the others. They do not keep it.
        self._head = None if head is None else ref(head)
        self._family: dict[Question, Lattice] = {}
        self.caps = caps_of(question)
        ability = question.ability or Effect("")
        self._op, self._foe, self._count = ability.op, ability.symbol, ability.count
        self._stuck = self._foe if self._op == "stuck" else -1
        self.careful, self._leaves = is_careful(question), leaves(question)
        self._shape = shape_of(question)
        self._lies = lies_of(self._shape)
        self._none = (0.0,) * len(self._lies.all)
        self._less = self._lies.less(self._stuck)
        taken = (self._foe, lies.HELD) if self._op == "void" else ()
        self._closing = self._lies.moved(idle=(lies.SPARE,), gone=taken)
        self._handing = self._lies.moved(idle=(lies.HELD, lies.SPARE))
        self.heroes = HeroDice(question)

    @property
    def positions(self) -> int:
        """How many positions have been looked at so far; ``work`` estimates it beforehand."""
        relatives = sum(SMALLER + each._looked_at() for each in self._family.values())
        return self._looked_at() + relatives

    def _looked_at(self) -> int:
        columns = self.count_kept("looked", "_fallen", "alone", "_saved")
        return columns * len(self._lies.all)

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
        for on_table, part in self.heroes.falls(left, heroes).items():
            column = self.looked(left, on_table, ones)
            worth += part * sum(share * column[end] for end, share in ends)
        return worth

    def _place(self, dice: int, shown: Need, held: int, spare: int) -> int:
        gone = self.question.zorro - dice
        if self._leaves:
            gone, held = gone + held, 0
        return self._lies.at[(*shown, held, spare, gone)]

    @kept
    def _fallen(self, left: int, heroes: Heroes) -> Column:
        """For each lie the chance when its idle dice and the heroes ``TO_ROLL`` are thrown."""
        at = first_in_air(heroes)
        if at < 0:
            return self._throws(left).all_idle(self.looked(left, heroes, self._kit(left).ones))
        turns = self.heroes.turns(left, heroes, at)
        return mixed((part, self._fallen(left, turned)) for part, turned in turns)

    @kept
    def looked(self, left: int, heroes: Heroes, ones: int) -> Column:
        """The chances once the dice lie: done, or more by equipment, or on to the next ROLL."""
        met = self._met(min(left, 0), self.heroes.shows(heroes))
        if met[0]:
            return met
        best: Column = list(map(max, met, self._close(left, heroes)))
        if ones:
            best = self._single(left, heroes, ones, best)
        if self.question.loose:
            best = best_of([best, *self._loosened(left, heroes, ones)])
        throws = self._throws(left)
        return throws.again(best) if throws.rolls_useful else best

    @kept
    def _met(self, left: int, more: Need) -> Column:
        """Where dice and free symbols are what is needed, it is 1; a wild die fills a gap."""
        kit, need = self._kit(left), self.question.need
        loose = few_saves.shown_by(self.question.loose)
        lacks = list(map(sub, need, map(sum, zip(kit.free, more, loose, strict=True))))
        return met_column(self._lies.all, lacks, kit.wild)

    def _single(self, left: int, heroes: Heroes, ones: int, best: Column) -> Column:
        """The best of these chances and of rolling any one die again."""
        columns = [self._throws(left).any_one(self.looked(left, heroes, ones - 1), best)]
        for hero in set(heroes):
            thrown = turn(heroes, heroes.index(hero), TO_ROLL)
            columns.append(self.alone(left, thrown, ones - 1))
        return best_of(columns)

    @kept
    def alone(self, left: int, heroes: Heroes, ones: int) -> Column:
        """For each lie the chance when one Hero Die is thrown and no Zorro Die."""
        turns = self.heroes.turns(left, heroes, first_in_air(heroes))
        return mixed((part, self.looked(left, turned, ones)) for part, turned in turns)

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

    @kept
    def _saved(self, left: int, heroes: Heroes) -> Column:
        """Save all that is shown, or let one of it go and look again."""
        columns = [self._rolled_on(left, heroes)]
        # The helper's ROLL takes no Hero Dice of the lead.
        for hero in set(heroes) if left > 0 else ():
            if hero[1] >= 0 and hero[1] != self._stuck:
                freed = turn(heroes, heroes.index(hero), IDLE)
                columns.append(self._saved(left, freed))
        return best_of_less(best_of(columns), self._less)

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
        column = self._fallen(left - 1, self.heroes.settled(left - 1, heroes))
        if first_in_air(heroes) >= 0:
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
        return best_of(columns)

    def _best_locked(self, left: int, heroes: Heroes) -> Column:
        """What is saved stays saved: each choice leaves a smaller question of its own."""
        best = [0.0] * len(self._lies.all)
        for picked, rest in few_saves.hero_choices(self.question, heroes):
            for place, worth in self._locked(left, picked, rest):
                best[place] = max(best[place], worth)
        return best_of_less(best, self._less)

    @kept
    def _locked(self, left: int, picked: Heroes, rest: tuple[int, ...]) -> list[tuple[int, float]]:
        """The chances with these Hero Dice saved, for each choice of Zorro Dice saved with them."""
        kinds = tuple(kind for kind, _ in picked)
        question, found = replace(self.question, heroes=kinds + rest), []
        for dice in few_saves.zorro_choices(question, picked):
            smaller = few_saves.with_saved(question, (*picked, *dice))
            place = self._lies.at[(*few_saves.shown_by(dice), 0, 0, 0)]
            found.append((place, self._relative(smaller).to_roll(left, NONE_SET)))
        return found

    def _loosened(self, left: int, heroes: Heroes, ones: int) -> Iterator[Column]:
        """The chances when equipment re-rolls one saved die."""
        for die in sorted(set(self.question.loose)):
            kind, symbol = die
            is_free = kind == 0 and symbol in self.question.kit.rerolls
            if not is_free and not ones:
                continue
            after = ones if is_free else ones - 1
            rest = self._relative(few_saves.with_rerolled(self.question, die))
            if kind:
                thrown = self.heroes.alike((*heroes, (kind, TO_ROLL)))
                yield rest.alone(left, thrown, after)
            else:
                yield rest.one_more(left, heroes, after, self._lies)

    def one_more(self, left: int, heroes: Heroes, ones: int, fewer: Lies) -> Column:
        """For each lie of one die fewer the chance when that die is thrown."""
        thrown = self._throws(left).one(self.looked(left, heroes, ones))
        return [thrown[self._lies.at[lie]] for lie in fewer.all]

    def _relative(self, question: Question) -> Lattice:
        """The lattice of a question with other dice saved."""
        head = self if self._head is None else self._head()
        assert head is not None, "whoever asks holds the head of the family"
        if question not in head._family:
            head._family[question] = Lattice(question, head)
        return head._family[question]

    def _fourth(self, heroes: Heroes) -> Column:
        """The helper's ROLL, with whatever Zorro Dice are best handed over."""
        if self.question.helper is None:
            return self._none
        column = self._saved(0, self.heroes.settled(0, heroes))
        return [column[place] for place in self._handing]

    def fourth(self, dice: int, shown: Need, heroes: Heroes) -> float:
        """The chance when the helper's ROLL comes next."""
        return self._fourth(heroes)[self._place(dice, shown, 0, 0)]

    def _hand_over(self, heroes: Heroes) -> Column:
        added = self.heroes.in_air(self.question.helper_heroes)
        return self._fallen(FOURTH, self.heroes.settled(FOURTH, tuple(sorted(heroes + added))))

    def opening(self, preset: Need = NONE_SET) -> float:
        """The chance before the first ROLL, with ``preset`` Zorro Dice set to each symbol."""
        question = self.question
        if self._met(0, NONE_SET)[self._place(question.zorro, preset, 0, 0)]:
            return 1.0
        if self._op == "max_saves" and any(preset):
            # Dice that were set are saved from the start.
            dice = tuple((0, symbol) for symbol, on in enumerate(preset) for _ in range(on))
            smaller = few_saves.with_saved(question, dice)
            return self._relative(smaller).to_roll(question.rolls, NONE_SET)
        return self.to_roll(question.rolls, preset)

    @kept
    def to_roll(self, left: int, preset: Need) -> float:
        """The chance with all dice in the cup that are not set, and ``left`` ROLLs to make."""
        question, heroes = self.question, self.heroes.in_air(self.question.heroes)
        cup = question.zorro - sum(preset)
        if not cup and not heroes:
            return self.fourth(question.zorro, preset, heroes)
        return self.thrown(left - 1, question.zorro, preset, 0, heroes, cup, question.kit.ones)


@lru_cache(maxsize=64)
def lattice(question: Question) -> Lattice:
    """The lattice of a question, kept as long as it is among the last asked."""
    return Lattice(question)
