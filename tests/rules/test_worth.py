"""What choices are worth: exact to nine places, estimated within the error, no secret told."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement, product
from math import factorial, prod
from typing import Any

import icepool
import pytest
from dicerules import games
from dicerules.core import Ask, Game, Rolled, encode
from dicerules.cow.odds import chance as cow_chance
from dicerules.cow.play import match as cow_match
from dicerules.cow.state import Bet
from dicerules.errors import KitError
from dicerules.forms import Form, PickOne, fill
from dicerules.kit import check
from dicerules.morty_zone import odds as morty
from dicerules.morty_zone.rows import FULL, NUMBERS, bits, ways
from dicerules.ricemarll.goals import achievers, flipped, worth
from dicerules.ricemarll.phase import picks
from dicerules.ryb.cards import NEEDS
from dicerules.ryb.odds import chance, expected_to_bank, reach, with_tries
from dicerules.simulate import begin, play_on
from dicerules.words import message
from dicerules.worth import Amount, Worth, estimate, exact, offered
from dicerules.zorro.lattice import lattice
from dicerules.zorro.odds import MOST_WORK, question_of, several
from dicerules.zorro.play import company
from dicerules.zorro.question import Question, work
from msgspec.structs import replace

from tests.rules import cow_table as cow
from tests.rules import zorro_table as zorro
from tests.rules.zorro_simple import simple_chance

GAMES = games()
NEAR = 1e-9


def positions(key: str, seats: int, seed: int, matches: int = 1) -> Iterator[tuple[Any, int]]:
    """Every position of random matches in which a seat is asked, and that seat."""
    game, chance = GAMES[key], random.Random(seed)
    for _ in range(matches):
        for step in play_on(game, begin(game, seats), chance.randrange):
            need = game.need(step.after)
            if isinstance(need, Ask):
                yield step.after, next(iter(need.forms))


def by_option(worths: tuple[Worth, ...]) -> dict[str, tuple[float, ...]]:
    return {each.option: tuple(amount.value for amount in each.amounts) for each in worths}


class TestCow:
    def test_every_portrait_with_every_number_of_cubes_is_counted_out(self) -> None:
        for cubes in range(1, 8):
            hands = {
                hand: factorial(cubes) // prod(factorial(hand.count(face)) for face in set(hand))
                for hand in combinations_with_replacement(range(1, 7), cubes)
            }
            for portrait in cow.CARDS.portraits:
                if portrait.size <= cubes:
                    matched = sum(
                        ways for hand, ways in hands.items() if cow_match(cow.CARDS, portrait, hand)
                    )
                    counted = matched / 6**cubes
                    assert cow_chance(cow.CARDS, portrait, cubes) == pytest.approx(
                        counted, abs=NEAR
                    )

    def test_a_bet_gains_what_the_rules_pay_out_on_average(self) -> None:
        told = 0
        for state, seat in positions("cow", 4, seed=5, matches=3):
            if state.aim is None:
                continue
            part = cow_chance(state.cards, state.aim.portrait, state.cubes)
            bet = min(3, state.most, state.chips[seat])
            worths = by_option(GAMES["cow"].weigh(state, seat, {"bet": bet}))
            for side in ("yes", "no"):
                right, *chips = worths[side]
                assert right == pytest.approx(part if side == "yes" else 1 - part, abs=NEAR)
                if chips and 0 < part < 1:
                    told += 1
                    assert chips[0] == pytest.approx(paid(state, seat, side, bet, part), abs=NEAR)
        assert told > 20

    def test_chips_that_depend_on_secret_bets_are_left_out(self) -> None:
        state = cow.choose(cow.table(3), cow.DATE_NIGHT, 1, 8)
        # If Chris bets 2 chips and loses them, the match is over before Donna's bet is settled.
        state = replace(state, chips=(10, 2, 3))
        assert [len(each.amounts) for each in GAMES["cow"].weigh(state, cow.DONNA, {})] == [1, 1]

    def test_with_too_many_ways_to_bet_chips_are_left_out(self) -> None:
        state = cow.choose(cow.table(4), cow.DATE_NIGHT, 1, 8)
        state = replace(state, most=100, chips=(1000, 1000, 1000, 1000), bank=9000)
        assert [len(each.amounts) for each in GAMES["cow"].weigh(state, cow.DAN, {})] == [1, 1]


def paid(state: Any, seat: int, side: str, bet: int, part: float) -> float:
    """The chips that a seat has more afterwards on average, by the rules, if all others bet 1."""
    bets = [Bet("no", 1)] * len(state.chips)
    bets[state.roller] = state.aim.bets[state.roller]
    bets[seat] = Bet(side, bet)
    ready = replace(state, aim=replace(state.aim, bets=tuple(bets)))
    found = {}
    for faces in product(range(1, 7), repeat=state.cubes):
        matched = bool(cow_match(state.cards, state.aim.portrait, faces))
        if matched not in found:
            after = GAMES["cow"].apply(ready, Rolled(faces))
            found[matched] = after.chips[seat] - state.chips[seat]
        if len(found) == 2:
            break
    return part * found[True] + (1 - part) * found[False]


class TestRyb:
    def test_sums_of_dice_are_those_of_icepool(self) -> None:
        for count, least in product(range(1, 9), range(0, 40, 3)):
            peer = (count @ icepool.d6).probability(">=", least)
            assert chance(count, least) == pytest.approx(float(peer), abs=NEAR)

    def test_a_goal_now_with_do_overs_and_to_bank_are_those_of_icepool(self) -> None:
        for colour, dice, target in product(NEEDS, ((2, 3, 1), (4, 1, 2), (3, 3, 3)), (4, 9, 14)):
            sums = [dice[at] @ icepool.d6 for at in NEEDS[colour]]
            shown = icepool.lowest(sums)
            part = float(shown.probability(">=", target))
            assert reach(colour, dice, target) == pytest.approx(part, abs=NEAR)
            last = shown.map(lambda points, target=target: points if points < target else 0)
            to_bank = expected_to_bank(colour, dice, target)
            assert to_bank == pytest.approx(float(last.mean()), abs=NEAR)
            hit = shown.map(lambda points, target=target: int(points >= target))
            thrice = float((3 @ hit).probability(">=", 1))
            assert with_tries(part, 3) == pytest.approx(thrice, abs=NEAR)

    def test_points_banked_make_the_own_next_try_and_the_next_player_better(self) -> None:
        found = 0
        for state, seat in positions("ryb", 3, seed=2, matches=3):
            if state.phase != "bank":
                continue
            weigh = GAMES["ryb"].weigh
            one, more = (weigh(state, seat, {"do": "bank", "points": n}) for n in (1, 2))
            if "bank" in by_option(more):
                found += 1
                less, better = by_option(one)["bank"], by_option(more)["bank"]
                assert all(a <= b for a, b in zip(less, better, strict=True))
        assert found


class TestMorty:
    def test_the_next_toss_is_counted_out(self) -> None:
        for row in range(FULL + 1):
            safe = sum(bool(ways(row, a + b)) for a, b in product(range(1, 7), repeat=2))
            assert morty.survives(row) == pytest.approx(safe / 36, abs=NEAR)

    def test_the_end_of_a_row_is_that_of_a_slow_reckoning(self) -> None:
        @cache
        def slow(marked: frozenset[int]) -> float:
            total = 0.0
            for one, two in product(range(1, 7), repeat=2):
                free = [n for n in NUMBERS if n not in marked]
                after = [{n} for n in free if n == one + two]
                after += [{a, b} for a in free for b in free if a < b and a + b == one + two]
                ends = [slow(marked | way) for way in after]
                total += max(ends) if ends else len(marked) + 10 * (len(marked) == 10)
            return total / 36

        assert morty.expected(0) == pytest.approx(slow(frozenset()), abs=NEAR)
        for row in range(0, FULL + 1, 7):
            marked = frozenset(n for n in NUMBERS if row & bits(n))
            assert morty.expected(row) == pytest.approx(slow(marked), abs=NEAR)

    def test_every_way_to_check_says_how_its_row_stands_then(self) -> None:
        game, found = GAMES["morty_zone"], 0
        for state, seat in positions("morty_zone", 2, seed=4):
            if state.phase != "check" or state.plans[seat].stage != "check":
                continue
            for each in game.weigh(state, seat, {}):
                if each.field == "red" and each.option != "lock":
                    row = state.plans[seat].rows[0] | bits(*map(int, each.option.split("+")))
                    assert [a.value for a in each.amounts] == [
                        morty.survives(row),
                        morty.expected(row),
                    ]
                    found += 1
        assert found


class TestZorro:
    def test_every_feat_has_a_little_more_than_a_player_who_saves_all_that_is_needed(self) -> None:
        seen: set[Question] = set()
        for state, seat in positions("zorro", 3, seed=1):
            if state.stage != "travel":
                continue
            for each in GAMES["zorro"].weigh(state, seat, {}):
                at = next(
                    at
                    for at, slot in enumerate(state.market)
                    if slot.feat is not None and state.cards.feats[slot.feat].key == each.option
                )
                question = question_of(state.cards, company(replace(state, aim=at), None))
                assert question is not None
                if question not in seen and len(seen) < 6 and not question.heroes:
                    seen.add(question)
                    slow = simple_chance(question)
                    assert slow - NEAR <= each.amounts[0].value < slow + 0.02
        assert len(seen) == 6

    def test_the_best_of_all_savings_is_worth_what_the_attempt_is(self) -> None:
        game, found = GAMES["zorro"], 0
        for state, seat in positions("zorro", 2, seed=3):
            attempt = state.attempt
            if attempt is None or attempt.stage != "act" or attempt.need is None or found > 5:
                continue
            form = game.need(state).forms[seat]
            if [field.key for field in form.fields] != ["save"]:
                continue
            keys = [option.key for option in form.fields[0].options]
            best = 0.0
            for picked in product((False, True), repeat=len(keys)):
                save = [key for key, on in zip(keys, picked, strict=True) if on]
                worths = game.weigh(state, seat, {"save": save})
                best = max([best, *(each.amounts[0].value for each in worths)])
            (now,) = several(state.cards, [attempt])
            assert best == pytest.approx(now, abs=NEAR)
            found += 1
        assert found > 2

    def test_what_takes_too_many_steps_alone_or_together_is_left_out(self) -> None:
        foes = {foe.key: foe for foe in (*zorro.CARDS.scoundrels, *zorro.CARDS.villains)}

        def against(key: str, *heroes: int) -> Any:
            return zorro.alone_against(foes[key].need, foes[key].ability, heroes=heroes)

        small, large = against("VL2", 1, 1, 0, 1), against("VL1", 2, 1, 1, 1)
        assert None not in several(zorro.CARDS, [small]) + several(zorro.CARDS, [large])
        one, other = several(zorro.CARDS, [large, small])
        assert one is not None
        assert other is None, "together they take too many steps"
        too_large = against("SC2", 1, 1, 1, 1)
        assert several(zorro.CARDS, [too_large]) == [None]
        for attempt in (small, large):
            question = question_of(zorro.CARDS, attempt)
            assert question is not None
            assert work(question, attempt.limit) <= MOST_WORK
            assert lattice(question).positions <= 2 * MOST_WORK


class TestRicemarll:
    def test_a_pick_that_all_depends_on_is_worth_what_the_goals_say(self) -> None:
        game, found = GAMES["ricemarll"], 0
        for state, seat in positions("ricemarll", 2, seed=8, matches=6):
            if state.step != "pick" or list(picks(state)) != [seat] or len(picks(state)[seat]) > 1:
                continue
            (at,) = picks(state)[seat]
            for each in estimate(game, state, seat, {}, random.Random(1).randrange, draws=10):
                table = []
                for other, player in enumerate(state.players):
                    dice = list(player.dice)
                    if other == seat:
                        dice[at] = int(each.option)
                    pairs = zip(dice, player.stacks, strict=True)
                    table.append(
                        tuple(worth(state.cards, flipped(state.cards, f, s), s) for f, s in pairs)
                    )
                won = [achievers(state.cards.goals[goal], table) for goal in state.goals]
                goals = sum(seat in seats for seats in won)
                tokens = sum(6 // len(seats) for seats in won if seat in seats)
                assert [amount.value for amount in each.amounts] == [tokens, goals]
                found += 1
        assert found

    def test_a_placement_is_estimated_within_three_standard_errors(self) -> None:
        game = GAMES["ricemarll"]
        state = next(
            state for state, _ in positions("ricemarll", 2, seed=3) if state.step == "place"
        )
        answer = game.steady(state, 0, random.Random(1).randrange)
        few, many = (
            estimate(game, state, 0, answer, random.Random(seed).randrange, draws=draws)[0]
            for seed, draws in ((1, 60), (2, 600))
        )
        for one, other in zip(few.amounts, many.amounts, strict=True):
            assert one.error is not None
            assert other.error is not None
            assert abs(one.value - other.value) < 3 * (one.error**2 + other.error**2) ** 0.5
            assert other.error < one.error

    def test_other_hidden_cards_change_no_byte_of_an_estimate(self) -> None:
        game = GAMES["ricemarll"]
        state = next(
            state for state, _ in positions("ricemarll", 3, seed=3) if state.step == "place"
        )
        one, two, *rest = state.players[1].hand + state.players[1].deck
        hidden = tuple(sorted([two, *rest[:5]])), (one, *rest[5:])
        other = replace(state.players[1], hand=hidden[0], deck=hidden[1])
        changed = replace(state, players=(state.players[0], other, *state.players[2:]))
        assert changed != state
        told = [
            encode(estimate(game, each, 0, {}, random.Random(4).randrange, draws=20))
            for each in (state, changed)
        ]
        assert told[0] == told[1]


def test_an_estimate_is_within_three_standard_errors_as_often_as_it_should() -> None:
    def sample(state: int, seat: int, answer: Any, randbelow: Any) -> tuple[Worth, ...]:
        return (Worth("die", (Amount(message("name"), state, "count"),)),)

    game = replace(
        GAMES["cow"], imagine=lambda state, seat, randbelow: 1 + randbelow(6), sample=sample
    )
    chance = random.Random(7)
    near = 0
    for _ in range(300):
        (found,) = estimate(game, None, 0, {}, chance.randrange, draws=60)
        (amount,) = found.amounts
        assert amount.error is not None
        near += abs(amount.value - 3.5) <= 2 * amount.error
    assert 270 <= near <= 299  # 95 of 100; a little is added to the error


@pytest.mark.parametrize("key", GAMES)
def test_every_form_tells_what_its_choices_are_worth(key: str) -> None:
    """Exact or else estimated; three positions of each kind of form are enough."""
    game, randbelow = GAMES[key], random.Random(5).randrange
    seen: dict[str, int] = {}
    for state, seat in positions(key, game.seats[0], seed=6):
        form = game.need(state).forms[seat]
        kind = f"{form.title.key} {[field.key for field in form.fields]}"
        seen[kind] = seen.get(kind, 0) + 1
        # A form that has one answer asks for nothing.
        if seen[kind] > 3 or (len(form.fields) == 1 and len(_options(form)) == 1):
            continue
        answer = fill(form, randbelow)
        found = exact(game, state, seat, answer, randbelow)
        found = found or estimate(game, state, seat, answer, randbelow, draws=8)
        assert any(worth.amounts for worth in found), (kind, answer)
    assert len(seen) >= 2


def _options(form: Form) -> tuple[object, ...]:
    (field,) = form.fields
    return field.options if isinstance(field, PickOne) else (None, None)


def test_an_estimate_whose_time_is_up_at_once_says_nothing() -> None:
    state, seat = next(positions("ricemarll", 2, seed=3))
    assert (
        estimate(GAMES["ricemarll"], state, seat, {}, random.Random(1).randrange, lambda: True)
        == ()
    )


def test_every_option_that_completes_the_form_is_offered() -> None:
    state = cow.choose(cow.table(2), cow.DATE_NIGHT, 1, 8)
    form = GAMES["cow"].need(state).forms[cow.CHRIS]
    assert list(offered(form, {})) == []
    whole = list(offered(form, {"side": "no", "bet": 1}))
    assert [(field, option) for field, option, _ in whole] == [
        ("side", "yes"),
        ("side", "no"),
        ("bet", ""),
    ]


class TestTheKitRefuses:
    @staticmethod
    def refused(game: Game, seats: int = 3) -> str:
        with pytest.raises(KitError) as refused:
            check(game, seats, random.Random(2).randrange, matches=1)
        return str(refused.value)

    def test_a_worth_that_looks_at_hidden_bets(self) -> None:
        def weigh(state: Any, seat: int, answer: Any) -> tuple[Worth, ...]:
            bets = () if state.aim is None else state.aim.bets
            seen = sum(bet is not None and bet.side == "yes" for bet in bets)
            field = "portrait" if state.aim is None else "side"
            option = state.cards.portraits[0].key if state.aim is None else "yes"
            return (Worth(field, (Amount(message("weigh.right"), seen, "count"),), option),)

        refused = self.refused(replace(GAMES["cow"], weigh=weigh), 4)
        assert "can tell an imagined position from the real one" in refused

    def test_a_worth_of_what_is_not_offered(self) -> None:
        def weigh(state: Any, seat: int, answer: Any) -> tuple[Worth, ...]:
            return (Worth("side", (Amount(message("weigh.right"), 0.5),), "perhaps"),)

        assert "each choice of the form once" in self.refused(replace(GAMES["cow"], weigh=weigh))

    def test_a_chance_above_one(self) -> None:
        def weigh(state: Any, seat: int, answer: Any) -> tuple[Worth, ...]:
            if state.aim is None:
                return ()
            return (Worth("side", (Amount(message("weigh.right"), 1.5),), "yes"),)

        assert "a chance from 0 to 1" in self.refused(replace(GAMES["cow"], weigh=weigh))


def test_exact_worths_are_asked_about_imagined_positions_only() -> None:
    seen: list[Any] = []

    def weigh(state: Any, seat: int, answer: Any) -> tuple[Worth, ...]:
        seen.append(state)
        return ()

    game = replace(GAMES["cow"], weigh=weigh, imagine=lambda state, seat, randbelow: "imagined")
    exact(game, "real", 0, {}, random.Random(1).randrange)
    assert seen == ["imagined"]
