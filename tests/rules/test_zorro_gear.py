"""Every equipment, every premium, every ability: a scenario each, and all of them together."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from dicerules.core import Ask, Over, Roll
from dicerules.simulate import random_event
from dicerules.zorro import GAME
from dicerules.zorro import attempt as attempts
from dicerules.zorro.dice import score
from dicerules.zorro.effects import Effect
from dicerules.zorro.fights import DUEL_ROUNDS
from dicerules.zorro.limits import REROLLS
from dicerules.zorro.odds import chance_now
from dicerules.zorro.state import State
from msgspec.structs import replace

from tests.rules.zorro_table import (
    ANA,
    BETO,
    CARDS,
    CARLA,
    CHARM,
    DASH,
    FARM,
    FEATS,
    GRAB,
    LEAP,
    MARKET,
    OWN,
    PLAZA,
    TAUNT,
    TAVERN,
    THRUST,
    act,
    alone_against,
    attempt_of,
    cup,
    emerges,
    fails,
    fields,
    give,
    news,
    offered,
    roll,
    save,
    saveable,
    table,
    travel,
    winners,
)

BARN_FIRE = "HF01"
PREMIUMS = [piece.name for piece in CARDS.equipment if piece.premium]
FOES = [("scoundrel", place) for place in range(4)] + [("villain", place) for place in range(4)]
FREE = {
    "Rose": CHARM,
    "Climbing Hook": LEAP,
    "Riding Boots": DASH,
    "Leather Gloves": GRAB,
    "Dagger": THRUST,
    "Chalk": TAUNT,
}
REROLL = {
    "Plain Hat": CHARM,
    "Rope": LEAP,
    "Lantern": DASH,
    "Wine Sack": GRAB,
    "Whetstone": THRUST,
    "Handbill": TAUNT,
}


def count(symbol: int, number: int = 1) -> tuple[int, ...]:
    return tuple(number if face == symbol else 0 for face in range(1, 7))


class TestCommon:
    @pytest.mark.parametrize(("name", "symbol"), FREE.items())
    def test_a_free_symbol_counts_like_one_die_more(self, name: str, symbol: int) -> None:
        assert alone_against(count(symbol), None, name).stage == "done"
        two = alone_against(count(symbol, 2), None, name)
        other = symbol % 6 + 1
        assert attempts.rolled(CARDS, two, (symbol, *[other] * 5)).stage == "done"
        assert attempts.rolled(CARDS, two, (other,) * 6).stage == "act"

    def test_two_of_the_same_count_twice(self) -> None:
        assert alone_against(count(TAUNT, 2), None, "Chalk", "Chalk").stage == "done"

    @pytest.mark.parametrize(("name", "symbol"), REROLL.items())
    def test_a_reroll_takes_any_zorro_dice_that_show_the_symbol(
        self, name: str, symbol: int
    ) -> None:
        state = travel(give(table(), ANA, name), "HF04" if symbol != LEAP else BARN_FIRE)
        other = CHARM if symbol != CHARM else TAUNT
        state = roll(state, symbol, symbol, other, other, other, other)
        mark = CARDS.symbols[symbol - 1].mark
        option = offered(state, "do")[f"reroll_{mark}"]
        (field,) = option.fields
        assert [die.key for die in field.options] == ["d1", "d2"]  # type: ignore[union-attr]
        before = attempt_of(state)
        state = act(state, ANA, do=f"reroll_{mark}", again=["d2"])
        assert cup(state) == 1
        state = roll(state, symbol)
        assert attempt_of(state).rolls == before.rolls == 1

    def test_a_reroll_is_not_for_hero_dice(self) -> None:
        state = give(table(), ANA, "Rope", heroes={FARM: 1})
        state = roll(travel(state, BARN_FIRE), *[CHARM] * 6, OWN)
        assert list(fields(state)) == ["save"]

    def test_r14_a_reroll_may_follow_the_last_roll_and_win(self) -> None:
        state = travel(give(table(), ANA, "Plain Hat"), BARN_FIRE)
        for _ in range(2):
            state = save(roll(state, *[GRAB] * 6))
        state = roll(state, LEAP, DASH, THRUST, CHARM, GRAB, GRAB)
        assert list(offered(state, "do")) == ["done", "reroll_C"]
        for face in (CHARM, CHARM, TAUNT):
            state = roll(act(state, ANA, do="reroll_C", again=["d4"]), face)
        assert state.hands[ANA].feats == (FEATS[BARN_FIRE],)

    def test_using_equipment_is_optional(self) -> None:
        state = travel(give(table(), ANA, "Plain Hat"), BARN_FIRE)
        for _ in range(2):
            state = save(roll(state, *[CHARM] * 6))
        assert act(roll(state, *[CHARM] * 6), ANA, do="done").seat == BETO

    def test_r21_after_fifty_rerolls_an_attempt_has_no_more(self) -> None:
        state = roll(travel(give(table(), ANA, "Plain Hat"), BARN_FIRE), *[CHARM] * 6)
        for _ in range(REROLLS):
            state = roll(act(state, ANA, do="reroll_C", again=["d1"]), CHARM)
        assert list(fields(state)) == ["save"]


class TestPremium:
    def test_the_black_stallion_gives_a_roll_more(self) -> None:
        assert alone_against(count(LEAP, 3), None, "Black Stallion").limit == 4

    def test_the_masters_rapier_is_two_thrusts(self) -> None:
        assert alone_against(count(THRUST, 2), None, "Master's Rapier").stage == "done"

    def test_the_silk_cape_sets_two_dice_before_the_first_roll(self) -> None:
        state = travel(give(table(), ANA, "Silk Cape"), BARN_FIRE)
        assert list(fields(state)) == ["set_1", "set_2"]
        state = act(state, ANA, set_1="L", set_2="D")
        assert news(state) == ["Ana sets Zorro Dice to Leap, Dash."]
        assert attempt_of(state).faces[:2] == (LEAP, DASH)
        assert attempt_of(state).kept == (0, 1)
        assert cup(state) == 4
        state = roll(state, CHARM, CHARM, CHARM, CHARM)
        assert attempt_of(state).rolls == 1
        assert saveable(state) == [1, 2, 3, 4, 5, 6]

    def test_the_silk_cape_may_be_left_alone(self) -> None:
        state = travel(give(table(), ANA, "Silk Cape"), BARN_FIRE)
        assert cup(act(state, ANA, set_1="none", set_2="Z")) == 5
        assert cup(act(state, ANA, set_1="none", set_2="none")) == 6

    def test_the_long_whip_rolls_one_die_again_after_each_roll(self) -> None:
        state = give(table(), ANA, "Long Whip", heroes={MARKET: 1})
        state = roll(travel(state, BARN_FIRE), LEAP, DASH, THRUST, CHARM, CHARM, CHARM, OWN)
        (field,) = offered(state, "do")["one"].fields
        assert len(field.options) == 7  # type: ignore[union-attr]
        state = roll(act(state, ANA, do="one", die="d7"), OWN)
        assert list(fields(state)) == ["save"]
        state = roll(save(state, 1, 2, 3), CHARM, CHARM, CHARM, OWN)
        assert "one" in offered(state, "do")
        state = roll(act(state, ANA, do="one", die="d4"), TAUNT)
        assert state.hands[ANA].feats == (FEATS[BARN_FIRE],)

    def test_the_silver_medallion_is_a_basic_symbol_named_before_the_first_roll(self) -> None:
        state = travel(give(table(), ANA, "Silver Medallion"), BARN_FIRE)
        (key,) = fields(state)
        assert list(offered(state, key)) == ["C", "L", "D", "G"]
        state = act(state, ANA, **{key: "L"})
        assert news(state) == ["Ana names Leap for the Silver Medallion."]
        state = roll(state, DASH, THRUST, TAUNT, CHARM, CHARM, CHARM)
        assert state.hands[ANA].feats == (FEATS[BARN_FIRE],)

    def test_the_carnival_mask_lets_one_taunt_stand_for_anything(self) -> None:
        attempt = alone_against((0, 1, 1, 0, 1, 1), None, "Carnival Mask")
        one_gap = (LEAP, DASH, TAUNT, TAUNT, CHARM, CHARM)
        assert attempts.rolled(CARDS, attempt, one_gap).stage == "done"
        two_gaps = (LEAP, TAUNT, TAUNT, TAUNT, CHARM, CHARM)
        assert attempts.rolled(CARDS, attempt, two_gaps).stage == "act"
        needed_itself = (LEAP, DASH, TAUNT, CHARM, CHARM, CHARM)
        assert attempts.rolled(CARDS, attempt, needed_itself).stage == "act"

    def test_r23_a_free_taunt_is_as_good_as_a_die_for_the_mask(self) -> None:
        assert alone_against(count(LEAP), None, "Carnival Mask", "Chalk").stage == "done"

    def test_the_tunnel_map_ignores_the_ability_and_is_a_taunt(self) -> None:
        foe = CARDS.scoundrels[PLAZA]
        assert len(alone_against(foe.need, foe.ability, "Tunnel Map").kinds) == 6
        assert len(alone_against(foe.need, foe.ability).kinds) == 5
        assert alone_against(count(TAUNT), None, "Tunnel Map").stage == "done"


class TestAbilities:
    def test_stuck_dice_cannot_be_taken_into_a_roll(self) -> None:
        state = emerges(table(), "scoundrel", FARM)
        state = roll(state, CHARM, CHARM, LEAP, DASH, DASH, DASH)
        assert saveable(state) == [3, 4, 5, 6]
        state = save(state)
        assert cup(state) == 4
        assert attempt_of(state).kept == (0, 1)

    def test_equipment_comes_before_stuck(self) -> None:
        state = emerges(give(table(), BETO, "Plain Hat"), "scoundrel", FARM)
        state = roll(state, CHARM, CHARM, LEAP, DASH, DASH, DASH)
        state = roll(act(state, BETO, do="reroll_C", again=["d1", "d2"]), LEAP, DASH)
        assert saveable(state) == [1, 2, 3, 4, 5, 6]

    def test_when_all_dice_are_stuck_the_fight_is_over(self) -> None:
        state = roll(emerges(table(), "scoundrel", FARM), *[CHARM] * 6)
        assert attempt_of(state).seat == CARLA

    def test_few_saves_are_two_more_after_each_roll_and_they_stay(self) -> None:
        state = emerges(table(), "scoundrel", TAVERN)
        state = roll(state, CHARM, CHARM, DASH, LEAP, LEAP, LEAP)
        assert fields(state)["save"].most == 2  # type: ignore[union-attr]
        state = roll(save(state, 1, 2), THRUST, LEAP, LEAP, LEAP)
        assert saveable(state) == [3, 4, 5, 6]
        assert cup(save(state, 3)) == 3

    def card_sharp(self, version: int = 2) -> State:
        """Beto has saved two Charms against the Card Sharp, and a third one has come."""
        state = give(replace(table(), version=version), BETO, "Plain Hat", "Long Whip")
        state = emerges(state, "scoundrel", TAVERN)
        state = roll(state, CHARM, CHARM, DASH, LEAP, LEAP, LEAP)
        return roll(save(state, 1, 2), LEAP, LEAP, LEAP, CHARM)

    def rerolled(self, state: State, do: str) -> list[str]:
        (field,) = offered(state, "do")[do].fields
        return [die.key for die in field.options]  # type: ignore[union-attr]

    def test_r18_equipment_rerolls_saved_dice_too_against_a_foe_who_limits_saving(self) -> None:
        state = self.card_sharp()
        assert self.rerolled(state, "reroll_C") == ["d1", "d2", "d6"]
        assert self.rerolled(state, "one") == ["d1", "d2", "d3", "d4", "d5", "d6"]

    def test_r18_a_saved_die_that_equipment_rerolls_is_no_longer_saved(self) -> None:
        state = roll(act(self.card_sharp(), BETO, do="reroll_C", again=["d1", "d6"]), DASH, THRUST)
        assert attempt_of(state).kept == (1,)
        assert saveable(state) == [1, 3, 4, 5, 6]
        state = save(state, 1, 6)
        assert attempt_of(state).kept == (0, 1, 5)
        assert cup(state) == 3

    def test_r18_without_equipment_no_roll_takes_a_saved_die(self) -> None:
        assert saveable(self.card_sharp()) == [3, 4, 5, 6]

    def test_in_a_match_of_version_1_equipment_leaves_dice_saved_for_good_alone(self) -> None:
        state = self.card_sharp(version=1)
        assert self.rerolled(state, "reroll_C") == ["d6"]
        assert self.rerolled(state, "one") == ["d3", "d4", "d5", "d6"]

    def test_a_zorro_die_fewer(self) -> None:
        assert cup(emerges(table(), "scoundrel", PLAZA)) == 5

    def test_a_toll_takes_one_die_that_is_not_saved_after_the_first_roll(self) -> None:
        state = emerges(table(), "scoundrel", MARKET)
        state = save(roll(state, GRAB, GRAB, LEAP, LEAP, LEAP, LEAP), 1, 2)
        assert cup(state) == 3
        state = save(roll(state, LEAP, LEAP, LEAP), 1, 2)
        assert cup(state) == 3

    def test_a_toll_takes_nothing_where_all_is_saved(self) -> None:
        state = emerges(table(), "villain", TAVERN)
        state = roll(state, *[CHARM] * 6)
        assert attempt_of(save(state, 1, 2, 3, 4, 5, 6)).seat == CARLA

    def test_the_owner_chooses_between_a_zorro_and_a_hero_die(self) -> None:
        state = emerges(give(table(), BETO, heroes={FARM: 1}), "scoundrel", MARKET)
        state = save(roll(state, GRAB, GRAB, LEAP, LEAP, LEAP, LEAP, OWN), 1, 2)
        assert list(offered(state, "die")) == ["d3", "d7"]
        state = act(state, BETO, die="d7")
        assert attempt_of(state).gone == (6,)
        assert cup(state) == 4

    def test_void_dice_leave_before_saving_and_saved_ones_stay(self) -> None:
        state = emerges(table(), "villain", FARM)
        state = roll(state, LEAP, GRAB, GRAB, DASH, DASH, DASH)
        assert attempt_of(state).gone == (1, 2)
        assert "2 dice leave the fight." in news(state)
        assert saveable(state) == [1, 4, 5, 6]
        assert cup(save(state, 1)) == 3

    def test_a_die_set_before_the_first_roll_counts_as_saved(self) -> None:
        state = act(
            emerges(give(table(), BETO, "Silk Cape"), "villain", FARM), BETO, set_1="G", set_2="L"
        )
        state = roll(state, GRAB, DASH, DASH, DASH)
        assert attempt_of(state).gone == (2,)

    def test_equipment_comes_before_void(self) -> None:
        state = emerges(give(table(), BETO, "Wine Sack"), "villain", FARM)
        state = roll(state, LEAP, GRAB, GRAB, DASH, DASH, DASH)
        assert attempt_of(state).gone == ()
        state = roll(act(state, BETO, do="reroll_G", again=["d2"]), LEAP)
        assert saveable(state) == [1, 2, 4, 5, 6]
        assert attempt_of(save(state, 1, 2)).gone == (2,)

    def test_two_rolls_are_all_and_a_stallion_comes_on_top(self) -> None:
        foe = CARDS.villains[MARKET]
        assert alone_against(foe.need, foe.ability).limit == 2
        assert alone_against(foe.need, foe.ability, "Black Stallion").limit == 3


class TestDuel:
    def duel(self, **hands: tuple[str, ...]) -> object:
        state = table()
        for name, pieces in hands.items():
            state = give(state, int(name[-1]), *pieces)
        state = emerges(state, "villain", TAVERN)
        for _ in range(3):
            state = fails(state)
        return state

    def score(self, state, thrusts: int):  # type: ignore[no-untyped-def]
        state = roll(state, *[THRUST] * thrusts, *[LEAP] * (6 - thrusts))
        if thrusts == 6:
            return state
        return save(state, 1, 2, 3, 4, 5, 6)

    def test_if_nobody_beats_the_villain_all_duel_in_the_order_of_the_battle(self) -> None:
        state = self.duel()
        assert state.fight.kind == "duel"
        assert state.fight.queue == (BETO, CARLA, ANA)

    def test_if_several_do_they_duel_alone(self) -> None:
        state = emerges(table(), "villain", TAVERN)
        wins = (CHARM, CHARM, THRUST, THRUST, TAUNT, TAUNT)
        state = roll(roll(fails(state), *wins), *wins)
        assert state.fight is not None
        assert state.fight.queue == (CARLA, ANA)

    def test_r12_r13_a_duel_counts_thrusts_free_ones_too_and_knows_no_ability(self) -> None:
        state = self.duel(seat_1=("Dagger",))
        assert attempt_of(state).ability is None
        state = self.score(state, 2)
        assert "Beto gets 3 Thrust symbols." in news(state)

    def test_whoever_has_fewer_than_another_is_out(self) -> None:
        state = self.score(self.score(self.duel(), 3), 2)
        assert state.fight.standing == (BETO, ANA)
        assert "Carla is out." in news(state)
        state = self.score(state, 4)
        assert winners(state) == (ANA,)

    def test_those_level_at_the_top_go_another_round(self) -> None:
        state = self.duel()
        for thrusts in (3, 1, 3):
            state = self.score(state, thrusts)
        assert (state.fight.round, state.fight.queue) == (2, (BETO, ANA))
        assert winners(self.score(self.score(state, 1), 0)) == (BETO,)

    def test_six_thrusts_need_no_more_rolls(self) -> None:
        assert attempt_of(self.score(self.duel(), 6)).seat == CARLA

    def test_a_mask_counts_a_taunt_as_a_thrust(self) -> None:
        attempt = alone_against(None, None, "Carnival Mask")
        attempt = attempts.rolled(CARDS, attempt, (TAUNT, TAUNT, THRUST, LEAP, LEAP, LEAP))
        assert score(CARDS, attempt) == 2

    def test_a_medallion_has_nothing_to_name_in_a_duel(self) -> None:
        assert alone_against(None, None, "Silver Medallion").stage == "roll"

    def test_r20_who_is_level_after_the_last_round_shares_the_win(self) -> None:
        state = self.duel()
        state = replace(state, fight=replace(state.fight, round=DUEL_ROUNDS))
        for thrusts in (2, 2, 1):
            state = self.score(state, thrusts)
        assert winners(state) == (BETO, CARLA)


@pytest.mark.parametrize(("foe", "premium"), list(product(FOES, [None, *PREMIUMS])))
def test_no_foe_is_unwinnable_and_none_crashes(foe: tuple[str, int], premium: str | None) -> None:
    kind, place = foe
    state = table(2)
    if premium:
        state = give(state, BETO, premium)
    state = emerges(state, kind, place)  # type: ignore[arg-type]
    worth = chance_now(CARDS, attempt_of(state))
    assert worth is not None
    assert 0 < worth < 1
    randbelow = Random(f"{foe} {premium}").randrange
    while attempt_of(state).seat == BETO and state.attempt is not None:
        need = GAME.need(state)
        assert isinstance(need, Ask | Roll)
        state = GAME.apply(state, random_event(need, randbelow))
        if isinstance(GAME.need(state), Over) or state.attempt is None:
            break


def test_every_op_of_the_vocabulary_is_on_a_card() -> None:
    ops = {effect.op for piece in CARDS.equipment for effect in piece.effects}
    foes = {foe.ability.op for foe in (*CARDS.scoundrels, *CARDS.villains)}
    assert ops == {
        "free",
        "free_named",
        "reroll",
        "rolls",
        "preset",
        "reroll_one",
        "wild_once",
        "ignore_ability",
    }
    assert foes == {"stuck", "max_saves", "zorro_dice", "toll", "void", "rolls_max"}
    assert Effect("stuck", 0) == CARDS.scoundrels[FARM].ability
