"""Bots: none can cheat, all answer what they are asked, and the stronger ones are stronger."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import repeat
from typing import Any

import pytest
from dicerules import games
from dicerules.bots import LEVELS, Budget, choose, levels
from dicerules.bots.candidates import MOST, candidates
from dicerules.bots.contest import play_match, rotated, standings
from dicerules.bots.race import Race
from dicerules.bots.tape import Tape
from dicerules.core import (
    Ask,
    Game,
    Message,
    Move,
    Need,
    Over,
    Quick,
    Roll,
    RuleError,
    encode,
)
from dicerules.errors import KitError
from dicerules.forms import check_answer, fill
from dicerules.kit import check
from dicerules.simulate import begin, draw, play
from dicerules.zorro.odds import best_saving, chance_if_saved
from msgspec.structs import replace

KEYS = sorted(games())


def asked(game: Game, seats: int, seed: int, most: int = 25) -> Iterator[tuple[Any, int]]:
    """Positions of a match of steady players in which a seat is asked, and that seat."""
    randbelow = random.Random(seed).randrange
    state = begin(game, seats)
    while most:
        need = game.need(state)
        if isinstance(need, Ask):
            seat = list(need.forms)[randbelow(len(need.forms))]
            yield state, seat
            most -= 1
            answer = choose(game, "steady", state, seat, randbelow, Budget(0))
            state = game.apply(state, Move(seat, answer))
        elif isinstance(need, Roll):
            state = game.apply(state, draw(need, randbelow))
        else:
            return


@pytest.mark.parametrize("key", KEYS)
class TestEveryGame:
    def test_has_all_three_levels(self, key: str) -> None:
        assert levels(games()[key]) == LEVELS

    @pytest.mark.parametrize("level", LEVELS)
    def test_every_level_gives_answers_that_the_form_accepts(self, key: str, level: str) -> None:
        game = games()[key]
        for state, seat in asked(game, game.seats[1], seed=3, most=12):
            randbelow = random.Random(1).randrange
            need = game.need(state)
            assert isinstance(need, Ask)
            check_answer(need.forms[seat], choose(game, level, state, seat, randbelow, Budget(4)))

    @pytest.mark.parametrize("level", LEVELS)
    def test_a_choice_is_the_same_whatever_is_hidden(self, key: str, level: str) -> None:
        """A position with everything hidden drawn anew is chosen in as the real one is."""
        game = games()[key]
        assert game.imagine is not None
        for number, (state, seat) in enumerate(asked(game, game.seats[-1], seed=5, most=8)):
            other = game.imagine(state, seat, random.Random(number).randrange)
            imagined = [
                encode(game.imagine(each, seat, random.Random(9).randrange))
                for each in (state, other)
            ]
            assert imagined[0] == imagined[1], "what bots are handed"
            choices = [
                choose(game, level, each, seat, random.Random(9).randrange, Budget(6))
                for each in (state, other)
            ]
            assert choices[0] == choices[1]

    def test_steady_beats_random(self, key: str) -> None:
        game = games()[key]
        line = ("steady", "random")
        results = []
        for match in range(16):
            randbelow = random.Random(match).randrange
            winners = play_match(
                game, rotated(line, match), repeat(randbelow), randbelow, lambda: Budget(0)
            )
            results.append((match, winners))
        steady, _ = standings(game, line, results).strengths
        assert steady.low > 1 / 2


def test_the_kit_tells_a_game_that_imagines_another_view() -> None:
    game = games()["cow"]

    def richer(state: Any, seat: int, randbelow: Any) -> Any:
        chips = (state.chips[0] + 1, *state.chips[1:])
        return replace(state, chips=chips, bank=state.bank - 1)

    with pytest.raises(KitError, match="can tell an imagined position"):
        check(replace(game, imagine=richer), 2, random.Random(1).randrange, matches=1)


def test_the_kit_tells_a_game_that_lets_a_secret_decide_what_is_imagined() -> None:
    game = games()["cow"]
    honest = replace(game, imagine=lambda state, seat, randbelow: state, steady=None)
    with pytest.raises(KitError, match="changes what it imagines"):
        check(honest, 3, random.Random(1).randrange, matches=2)


def test_the_kit_tells_a_steady_bot_that_looks_at_secrets() -> None:
    game = games()["zorro"]

    def peeks(state: Any, seat: int, randbelow: Any) -> Any:
        need = game.need(state)
        assert isinstance(need, Ask)
        top = state.feats[0] if state.feats else 0
        return fill(need.forms[seat], lambda below: top % below)

    with pytest.raises(KitError, match="steady looks at what is hidden"):
        check(replace(game, steady=peeks), 2, random.Random(1).randrange, matches=1)


def test_a_bot_whose_answer_the_form_refuses_is_played_at_random() -> None:
    game = replace(games()["cow"], steady=lambda state, seat, randbelow: {"nonsense": 1})
    state = begin(game, 2)
    answer = choose(game, "steady", state, 0, random.Random(1).randrange, Budget(0))
    need = game.need(state)
    assert isinstance(need, Ask)
    check_answer(need.forms[0], answer)


def test_a_game_without_imagine_has_the_random_bot_only() -> None:
    game = replace(games()["cow"], imagine=None)
    assert levels(game) == ("random",)
    answer = choose(game, "sharp", begin(game, 2), 0, random.Random(1).randrange, Budget(9))
    assert answer["portrait"]


def test_a_seat_that_is_not_asked_has_no_choice() -> None:
    game = games()["cow"]
    with pytest.raises(RuleError, match="not_asked"):
        choose(game, "steady", begin(game, 2), 1, random.Random(1).randrange, Budget(0))


@pytest.mark.parametrize("key", KEYS)
def test_candidates_are_few_different_and_accepted(key: str) -> None:
    game = games()[key]
    randbelow = random.Random(2).randrange
    for step in play(game, game.seats[0], randbelow):
        forms = step.need.forms if isinstance(step.need, Ask) else {}
        for form in forms.values():
            first = fill(form, randbelow)
            found = candidates(form, first, randbelow)
            assert found[0] == first
            assert len(found) <= MOST
            assert all(found.count(answer) == 1 for answer in found)
            for answer in found:
                check_answer(form, answer)


def test_a_tape_repeats_its_chance() -> None:
    tape = Tape(random.Random(4).randrange)
    once = [tape(6) for _ in range(50)]
    tape.rewind()
    assert [tape(6) for _ in range(50)] == once
    assert set(once) == set(range(6))


def test_a_page_of_a_tape_is_the_same_however_much_of_the_one_before_was_read() -> None:
    tape = Tape(random.Random(4).randrange)
    tape.turn_page()
    once = [tape(6) for _ in range(8)]
    tape.rewind()
    for _ in range(20):
        tape(6)
    tape.turn_page()
    assert [tape(6) for _ in range(8)] == once


def test_standings_rotate_seats_and_count_shared_wins_in_parts() -> None:
    # Match 0 is sharp, steady and match 1 is steady, sharp: sharp wins both, half of the second.
    found = standings(games()["cow"], ("sharp", "steady"), [(0, (0,)), (1, (0, 1))])
    sharp, steady = found.strengths
    assert (sharp.rate, steady.rate) == (0.75, 0.25)
    assert sharp.low < 0.75 < sharp.high
    assert "sharp" in found.text()


def chi_square(counts: Counter[Any], kinds: Sequence[Any]) -> float:
    """How far counts are from even, in units of their degrees of freedom."""
    assert set(counts) <= set(kinds)
    mean = sum(counts.values()) / len(kinds)
    return sum((counts[kind] - mean) ** 2 / mean for kind in kinds) / (len(kinds) - 1)


DRAWS = 3000
FAR = 3.0
"""Fair draws with five degrees of freedom or more are further away once in a hundred."""


class TestWhatIsImaginedHasTheChancesOfTheRules:
    def test_a_hidden_bet_in_cow(self) -> None:
        game = games()["cow"]
        state = begin(game, 3)
        state = game.apply(state, Move(0, {"portrait": "FP01", "bet": 1, "cubes": 8}))
        state = game.apply(state, Move(1, {"side": "yes", "bet": 2}))
        counts = Counter(
            (bet.side, bet.chips)
            for bet in imagined(game, state, 2, lambda found: found.aim.bets[1])
        )
        most = min(state.most, state.chips[1])
        kinds = [(side, chips) for side in ("yes", "no") for chips in range(1, most + 1)]
        assert chi_square(counts, kinds) < FAR

    def test_another_seats_crystal_in_morty(self) -> None:
        game, state = dealt("morty_zone", 3)
        counts = Counter(imagined(game, state, 0, lambda found: found.fates[1].crystal))
        kinds = set(range(len(state.cards.crystals))) - {state.fates[0].crystal}
        assert chi_square(counts, sorted(kinds)) < FAR

    def test_the_next_feat_in_zorro(self) -> None:
        game, state = dealt("zorro", 3)
        counts = Counter(imagined(game, state, 0, lambda found: found.feats[0]))
        assert chi_square(counts, state.feats) < FAR

    def test_a_card_of_another_hand_in_ryb(self) -> None:
        game, state = dealt("ryb", 3)
        counts = Counter(imagined(game, state, 0, lambda found: found.hands[1][0]))
        unseen = [*state.deck, *state.hands[1], *state.hands[2]]
        # Kinds with several copies come more often, so each card is counted as one of its copies.
        even = {kind: DRAWS * unseen.count(kind) / len(unseen) for kind in set(unseen)}
        away = sum((counts[kind] - mean) ** 2 / mean for kind, mean in even.items())
        assert away / (len(even) - 1) < FAR

    def test_a_special_goal_in_ricemarll(self) -> None:
        game, state = dealt("ricemarll", 3)
        goal, *rest = state.goal_deck
        players = (state.players[0], replace(state.players[1], specials=(goal,)), state.players[2])
        state = replace(state, goal_deck=tuple(rest), players=players)
        counts = Counter(imagined(game, state, 0, lambda found: found.players[1].specials[0]))
        assert chi_square(counts, [goal, *rest]) < FAR


def dealt(key: str, seats: int) -> tuple[Game, Any]:
    """A game and its first position in which somebody is asked after the cards were dealt."""
    game = games()[key]
    for state, _ in asked(game, seats, seed=1, most=2):
        found = state
    return game, found


def imagined(game: Game, state: Any, seat: int, look: Callable[[Any], Any]) -> Iterator[Any]:
    """What a look at many imagined positions shows."""
    assert game.imagine is not None
    randbelow = random.Random(11).randrange
    for _ in range(DRAWS):
        found = game.imagine(state, seat, randbelow)
        yield look(found)
    assert encode(game.view(found, seat)) == encode(game.view(state, seat))


class TestARaceOfCandidates:
    def test_goes_to_the_one_that_is_better_in_every_round(self) -> None:
        race = Race(4)
        for number in range(20):
            luck = number % 5
            race.take({0: luck, 1: luck - 0.1, 2: luck + 0.2, 3: luck})
        assert race.winner() == 2
        assert race.lead(2)[0] == pytest.approx(0.2)

    def test_stays_with_the_first_one_if_the_difference_may_be_luck(self) -> None:
        race = Race(2)
        for gap in (0.9, -0.8, 0.7, -0.6) * 3:
            race.take({0: 0.0, 1: gap})
        assert race.winner() == 0

    def test_stays_with_the_first_one_after_too_few_rounds(self) -> None:
        race = Race(2)
        race.take({0: 0.0, 1: 1.0})
        assert race.winner() == 0

    def test_halves_the_field_with_the_budget_and_keeps_the_first_and_the_best(self) -> None:
        race = Race(16)
        race.take({at: float(at == 9) for at in range(16)})
        sizes = []
        for used in (0.0, 0.3, 0.6, 0.8):
            assert not race.is_over(used)
            sizes.append(len(race.left))
            assert {0, 9} <= set(race.left)
        assert sizes == [16, 9, 5, 3]
        assert race.is_over(1.0)

    def test_ends_early_once_the_last_two_are_told_apart(self) -> None:
        race = Race(2)
        for number in range(30):
            race.take({0: 0.0, 1: 0.5 + 0.1 * (number % 2)})
        assert race.is_over(0.1)


def test_a_budget_counts_playouts_and_looks_at_the_clock() -> None:
    gone = 0.0
    budget = Budget(10, lambda: gone)
    budget.spend(1)
    assert (budget.used(), budget.is_time_up()) == (0.1, False)
    gone = 1.0
    assert (budget.used(), budget.is_time_up()) == (1.0, True)
    assert Budget(0).used() >= 1


def test_a_playout_that_is_over_at_once_is_spent_too() -> None:
    """Else a choice whose answers all end the match would be thought about for ever."""
    game = games()["cow"]
    state = begin(game, 2)
    over = Over((0, 1), Message(""))

    def need(each: Any) -> Need:
        return game.need(each) if each is state else over

    rounds = 0

    def imagine(each: Any, seat: int, randbelow: Any) -> Any:
        nonlocal rounds
        rounds += 1
        assert rounds < 100, "expected no more rounds than the budget has playouts"
        return each

    ends_at_once = replace(game, quick=Quick(need, game.apply), imagine=imagine)
    choose(ends_at_once, "sharp", state, 0, random.Random(1).randrange, Budget(50))


def test_where_chances_are_exact_sharp_takes_the_best_one() -> None:
    """In Zorro no other choice of dice to save has a better chance."""
    game = games()["zorro"]
    compared = 0
    for state, seat in asked(game, 2, seed=1, most=40):
        steady = choose(game, "steady", state, seat, random.Random(1).randrange, Budget(0))
        chance = game.exact(game.apply(state, Move(seat, steady)), seat)
        if chance is None or state.attempt is None or state.attempt.stage != "act":
            continue
        sharp = choose(game, "sharp", state, seat, random.Random(1).randrange, Budget(0))
        better = game.exact(game.apply(state, Move(seat, sharp)), seat)
        assert better is not None
        if set(sharp) == {"save"}:
            best = best_saving(state.cards, state.attempt)
            assert better == pytest.approx(chance_if_saved(state.cards, state.attempt, best))
            compared += 1
        assert better >= chance
    assert compared


def test_sharp_goes_by_the_chance_of_its_own_attempt_and_of_no_other() -> None:
    """In a fight of Zorro the next seat's attempt begins as soon as one's own is given up."""
    game, randbelow = games()["zorro"], random.Random(1).randrange
    fought = 0
    for seed in (8, 9, 10):
        for state, seat in asked(game, 2, seed, most=200):
            if state.fight is None or state.fight.kind == "duel":
                continue
            assert game.exact(state, 1 - seat) is None
            steady = choose(game, "steady", state, seat, randbelow, Budget(0))
            after = game.apply(state, Move(seat, steady))
            if after.attempt is None or after.attempt.seat != seat:
                continue
            sharp = choose(game, "sharp", state, seat, randbelow, Budget(0))
            after = game.apply(state, Move(seat, sharp))
            assert after.attempt is not None
            assert after.attempt.seat == seat, "the fight is given up"
            fought += 1
    assert fought > 20


def test_sharp_plays_on_what_begins_something_and_goes_by_its_chance_once_it_is_begun() -> None:
    """Help makes an attempt of Zorro more likely, and brings the helper equipment."""
    game, randbelow = games()["zorro"], random.Random(1).randrange
    seen = Counter[str]()
    for state, seat in asked(game, 2, seed=1, most=40):
        if state.stage == "pick" or (state.attempt is not None and not seen["attempt"]):
            budget = Budget(4)
            choose(game, "sharp", state, seat, randbelow, budget)
            assert (budget.used() > 0) == (state.stage == "pick")
            seen[state.stage] += 1
    assert seen["pick"]
    assert seen["attempt"]


def test_steady_trades_what_both_like_and_never_repeats_a_declined_offer() -> None:
    """R.Y.B. with Trade cards; an offer is told apart by the turn, its maker and its dice."""
    game, randbelow = games()["ryb"], random.Random(11).randrange
    made: set[tuple[object, ...]] = set()
    answers: Counter[str] = Counter()
    for match in range(24):
        state = begin(game, 2 + match % 4, game.options(variable="trade"))
        while not isinstance(need := game.need(state), Over):
            if not isinstance(need, Ask):
                state = game.apply(state, draw(need, randbelow))
                continue
            seat = next(iter(need.forms))
            answer = choose(game, "steady", state, seat, randbelow, Budget(0))
            if state.phase == "trade" and state.trade.deal is not None:
                answers[answer["do"]] += 1
            elif state.phase == "trade" and answer["do"] == "offer":
                offer = (match, state.turn, seat, state.pools, encode(answer["offer"]))
                assert offer not in made
                made.add(offer)
            state = game.apply(state, Move(seat, answer))
    assert len(made) > 10
    assert answers["accept"] > 2 * answers["decline"]
