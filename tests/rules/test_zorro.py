"""The Zorro Dice Game, example by example and ruling by ruling."""

from __future__ import annotations

from typing import Any

import pytest
from dicerules.core import Ask, DiceGroup, Roll, RuleError, TimeUp
from dicerules.views import Die
from dicerules.words import SILENCE, sentence
from dicerules.zorro import GAME
from dicerules.zorro.collect import settle
from dicerules.zorro.play import TURNS
from dicerules.zorro.state import Due, Fight, State
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
    NAMES,
    OWN,
    PLAZA,
    TAUNT,
    TAVERN,
    THRUST,
    WORDS,
    act,
    asker,
    attempt_of,
    cup,
    emerges,
    fails,
    gear,
    give,
    lay_out,
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
DOES_BARN_FIRE = (LEAP, DASH, THRUST, TAUNT, LEAP, LEAP)
NOTICES, PATROL, TAX_OFFICER = "HF09", "HF10", "HF11"
DOES_PLAZA = {
    NOTICES: (DASH, CHARM, THRUST, TAUNT, LEAP, LEAP),
    PATROL: (DASH, DASH, GRAB, THRUST, LEAP, LEAP),
    TAX_OFFICER: (DASH, DASH, TAUNT, TAUNT, LEAP, LEAP),
}


class TestExamples:
    def test_e1_four_feats_on_equipment_and_the_rest_in_decks(self) -> None:
        state = table()
        assert len([slot for slot in state.market if slot.feat is not None]) == 4
        assert len([slot for slot in state.market if slot.gear is not None]) == 4
        assert (len(state.feats), len(state.common), len(state.premium)) == (12, 18, 7)
        assert state.hero_dice == (2, 2, 2, 2)

    def test_e2_a_second_feat_of_a_place_brings_a_hero_die_and_the_scoundrel(self) -> None:
        state = lay_out(give(table(), ANA, feats=NOTICES), PATROL)
        state = roll(travel(state, PATROL), *DOES_PLAZA[PATROL])
        assert state.hands[ANA].heroes[PLAZA] == 1
        assert state.hero_dice[PLAZA] == 1
        assert state.fight is not None
        assert (state.fight.kind, state.fight.location) == ("scoundrel", PLAZA)
        assert state.seat == attempt_of(state).seat == BETO

    def test_e3_a_third_one_brings_the_second_die_and_the_villain(self) -> None:
        state = give(table(), ANA, feats=f"{NOTICES} {PATROL}", heroes={PLAZA: 1})
        state = travel(lay_out(state, TAX_OFFICER), TAX_OFFICER)
        state = roll(state, *DOES_PLAZA[TAX_OFFICER], OWN)
        assert state.hands[ANA].heroes[PLAZA] == 2
        assert state.hero_dice[PLAZA] == 0
        assert state.fight == Fight("villain", PLAZA, (BETO, CARLA, ANA))

    def test_e3_so_does_the_second_feat_of_another_player(self) -> None:
        state = give(table(), BETO, feats=f"{NOTICES} HF12", heroes={PLAZA: 1})
        state = lay_out(give(state, ANA, feats=PATROL), TAX_OFFICER)
        state = roll(travel(state, TAX_OFFICER), *DOES_PLAZA[TAX_OFFICER])
        assert state.hands[ANA].heroes[PLAZA] == state.hands[BETO].heroes[PLAZA] == 1
        assert state.fight is not None
        assert state.fight.kind == "villain"

    def test_e4_a_fourth_piece_means_one_of_the_four_goes_under_its_own_deck(self) -> None:
        state = give(table(), ANA, "Lantern", "Dagger", "Tunnel Map")
        state = roll(travel(state, BARN_FIRE), LEAP, DASH, LEAP, LEAP, LEAP, LEAP)
        assert state.stage == "discard"
        assert len(offered(state, "gear")) == 4
        (lantern,) = gear("Lantern")
        after = act(state, ANA, gear=f"g{lantern}")
        assert after.common[-1] == lantern
        (map_of,) = gear("Tunnel Map")
        assert act(state, ANA, gear=f"g{map_of}").premium[-1] == map_of
        assert len(after.hands[ANA].gear) == 3
        assert after.seat == BETO

    def test_e5_a_helper_draws_although_the_first_roll_does_it(self) -> None:
        state = travel(table(), BARN_FIRE, helper=CARLA)
        top = state.common[0]
        state = roll(state, *DOES_BARN_FIRE)
        assert state.hands[CARLA].gear == (top,)
        assert len(state.hands[ANA].gear) == 1
        assert state.hands[BETO].gear == ()

    def test_e6_the_only_one_to_beat_the_villain_wins_after_all_have_tried(self) -> None:
        state = emerges(table(), "villain", TAVERN)
        state = fails(state)
        assert attempt_of(state).seat == CARLA
        state = roll(state, CHARM, CHARM, THRUST, THRUST, TAUNT, TAUNT)
        assert attempt_of(state).seat == ANA
        assert winners(fails(state)) == (CARLA,)


class TestRulings:
    def test_r1_the_first_seat_begins_or_the_tower_draws(self) -> None:
        assert table().seat == ANA
        state = GAME.start(GAME.options(first_player="random"), 5, CARDS)
        need = GAME.need(state)
        assert isinstance(need, Roll)
        assert need.dice == (DiceGroup(1, 5),)
        assert roll(state, 4).seat == 3

    def test_r2_there_are_three_rolls_in_all(self) -> None:
        state = travel(table(), BARN_FIRE)
        for _ in range(2):
            state = save(roll(state, *[CHARM] * 6))
        state = roll(state, *[CHARM] * 6)
        assert (state.stage, state.seat) == ("travel", BETO)
        assert "Ana fails at “Put Out the Barn Fire”." in news(state)

    def test_r2_a_saved_die_may_be_rolled_later(self) -> None:
        state = roll(travel(table(), BARN_FIRE), LEAP, CHARM, CHARM, CHARM, CHARM, CHARM)
        state = save(state, 1)
        assert cup(state) == 5
        state = save(roll(state, *[CHARM] * 5), 2)
        assert attempt_of(state).kept == (1,)
        assert 0 in attempt_of(state).cup

    def test_r2_saving_every_die_ends_the_rolls(self) -> None:
        state = roll(travel(table(), BARN_FIRE), *[CHARM] * 6)
        assert save(state, 1, 2, 3, 4, 5, 6).seat == BETO

    def test_r3_the_attempt_is_over_as_soon_as_the_feat_is_done(self) -> None:
        state = roll(travel(table(), BARN_FIRE), *DOES_BARN_FIRE)
        assert state.hands[ANA].feats == (FEATS[BARN_FIRE],)
        assert (state.stage, state.seat) == ("travel", BETO)

    def test_r3_even_before_a_roll_if_equipment_alone_does_it(self) -> None:
        state = give(table(), ANA, "Climbing Hook", "Riding Boots", "Dagger")
        state = travel(give(state, BETO, "Chalk"), BARN_FIRE, helper=BETO)
        assert state.hands[ANA].feats == (FEATS[BARN_FIRE],)

    @pytest.mark.parametrize(("least", "asked"), [(2, True), (3, True), (4, False), (7, False)])
    def test_r4_help_may_be_asked_for_from_so_many_players_on(
        self, least: int, asked: bool
    ) -> None:
        state = act(table(3, helper_min_players=least), ANA, feat=BARN_FIRE)
        assert (state.stage == "offer") is asked

    def test_r5_only_zorro_dice_are_handed_over_and_the_leads_hero_die_counts(self) -> None:
        state = give(table(), ANA, heroes={FARM: 1})
        state = give(state, BETO, heroes={PLAZA: 1})
        state = travel(state, BARN_FIRE, helper=BETO)
        for _ in range(3):
            state = roll(state, *[CHARM] * 6, OWN)
            state = save(state) if attempt_of(state).stage == "act" else state
        assert attempt_of(state).stage == "hand"
        assert list(offered(state, "hand")) == ["d1", "d2", "d3", "d4", "d5", "d6"]
        state = act(state, ANA, hand=["d1", "d2"])
        need = GAME.need(state)
        assert isinstance(need, Roll)
        assert need.seat == BETO
        assert [(group.kind, group.count) for group in need.dice] == [("zorro", 2), ("plaza", 1)]
        # Ana's Hero Die shows the leap, Beto's the dash.
        state = roll(state, THRUST, TAUNT, OWN)
        assert state.hands[ANA].feats == (FEATS[BARN_FIRE],)

    def fourth_roll(self, **options: object) -> tuple[int, ...]:
        """Ana's free leap, all else on the dice of Beto's ROLL."""
        state = travel(give(table(3, **options), ANA, "Climbing Hook"), BARN_FIRE, helper=BETO)
        for _ in range(3):
            state = roll(state, *[CHARM] * 6)
            state = save(state) if attempt_of(state).stage == "act" else state
        state = act(state, ANA, hand=["d1", "d2", "d3"])
        return roll(state, DASH, THRUST, TAUNT).hands[ANA].feats

    def test_r5_the_leads_free_symbols_do_not_count_in_the_helpers_roll(self) -> None:
        assert self.fourth_roll() == ()

    def test_r5_unless_that_was_agreed(self) -> None:
        assert self.fourth_roll(lead_free_symbols_in_4th_roll=True) == (FEATS[BARN_FIRE],)

    def test_r5_the_helper_may_use_the_own_equipment_and_no_other(self) -> None:
        state = give(give(table(), ANA, "Plain Hat"), BETO, "Lantern")
        state = travel(state, BARN_FIRE, helper=BETO)
        for _ in range(3):
            state = roll(state, *[GRAB] * 6)
            state = save(state) if attempt_of(state).stage == "act" else state
        state = act(state, ANA, hand=["d1", "d2", "d3", "d4", "d5", "d6"])
        state = roll(state, LEAP, DASH, DASH, THRUST, CHARM, CHARM)
        assert asker(state) == BETO
        assert list(offered(state, "do")) == ["done", "reroll_D"]
        state = act(state, BETO, do="reroll_D", again=["d3"])
        need = GAME.need(state)
        assert isinstance(need, Roll)
        assert need.seat == BETO
        assert roll(state, TAUNT).hands[ANA].feats == (FEATS[BARN_FIRE],)

    def test_r5_handing_nothing_to_a_helper_without_hero_dice_ends_the_attempt(self) -> None:
        state = travel(table(), BARN_FIRE, helper=BETO)
        state = save(roll(state, *[CHARM] * 6), 1, 2, 3, 4, 5, 6)
        assert act(state, ANA, hand=[]).seat == BETO

    def test_r6_the_lead_uses_the_helpers_premium_and_not_the_helpers_hero_dice(self) -> None:
        state = give(table(), BETO, "Black Stallion", heroes={FARM: 1})
        state = travel(state, BARN_FIRE, helper=BETO)
        assert cup(state) == 6
        for _ in range(3):
            state = save(roll(state, *[CHARM] * 6))
        assert attempt_of(state).rolls == 3
        assert cup(state) == 6

    def test_r7_after_a_scoundrel_the_player_after_the_last_fighter_goes_on(self) -> None:
        state = fails(emerges(table(4), "scoundrel", FARM))
        assert attempt_of(state).seat == CARLA
        state = roll(state, LEAP, LEAP, GRAB, THRUST, TAUNT, CHARM)
        assert (state.stage, state.seat) == ("travel", 3)
        assert state.hands[CARLA].gear == (CARDS.equipment.index(CARDS.equipment[22]),)

    def test_r7_and_if_all_have_failed_the_player_after_the_trigger(self) -> None:
        state = emerges(table(), "scoundrel", FARM)
        for seat in (BETO, CARLA, ANA):
            assert attempt_of(state).seat == seat
            state = fails(state)
        assert (state.stage, state.seat, state.fight) == ("travel", BETO, None)
        assert "The Cattle Boss gets away." in news(state)

    def test_r8_a_villain_comes_instead_of_a_scoundrel_and_the_die_is_gained(self) -> None:
        state = lay_out(give(table(), ANA, feats="HF02"), BARN_FIRE)
        state = replace(state, feats=(FEATS[TAX_OFFICER],))
        state = roll(travel(state, BARN_FIRE), *DOES_BARN_FIRE)
        assert state.hands[ANA].heroes[FARM] == 1
        assert state.fight == Fight("villain", PLAZA, (BETO, CARLA, ANA))
        assert state.hands[ANA].heroes == (1, 0, 0, 0)

    def test_r9_of_two_villains_the_one_of_the_hero_die_comes(self) -> None:
        state = give(table(), BETO, heroes={FARM: 1})
        state = replace(give(state, ANA, feats="HF02"), feats=(FEATS[TAX_OFFICER],))
        state = roll(travel(state, BARN_FIRE), *DOES_BARN_FIRE)
        assert state.fight == Fight("villain", FARM, (BETO, CARLA, ANA))

    def test_the_last_feat_drawn_brings_its_villain(self) -> None:
        state = replace(table(), feats=(FEATS[TAX_OFFICER],))
        state = roll(travel(state, BARN_FIRE), *DOES_BARN_FIRE)
        assert state.fight == Fight("villain", PLAZA, (BETO, CARLA, ANA))
        assert "That was the last feat in the deck." in news(state)

    def test_r10_the_fight_begins_when_all_is_collected(self) -> None:
        state = give(table(), ANA, "Lantern", "Dagger", "Chalk", feats="HF02")
        state = roll(travel(state, BARN_FIRE, helper=BETO), *DOES_BARN_FIRE)
        assert state.stage == "discard"
        assert state.due == Due("scoundrel", FARM)
        assert state.hands[BETO].gear == ()
        state = act(state, ANA, gear=f"g{gear('Lantern')[0]}")
        assert len(state.hands[BETO].gear) == 1
        assert state.fight is not None
        assert all(slot.feat is not None for slot in state.market)

    def test_r11_a_third_hero_die_of_a_place_does_not_exist(self) -> None:
        state = replace(give(table(), ANA, feats="HF02 HF03 HF04"), hero_dice=(0, 2, 2, 2))
        state = roll(travel(lay_out(state, BARN_FIRE), BARN_FIRE), *DOES_BARN_FIRE)
        assert state.hands[ANA].heroes == (0, 0, 0, 0)
        assert state.fight is None

    def test_r16_everybody_answers_then_the_lead_chooses(self) -> None:
        state = act(table(), ANA, feat=BARN_FIRE)
        need = GAME.need(state)
        assert isinstance(need, Ask)
        assert sorted(need.forms) == [BETO, CARLA]
        state = act(act(state, CARLA, help="yes"), BETO, help="no")
        assert list(offered(state, "helper")) == ["alone", f"seat_{CARLA}"]
        with pytest.raises(RuleError):
            act(state, ANA, helper=f"seat_{BETO}")
        assert attempt_of(act(state, ANA, helper="alone")).helper is None
        assert attempt_of(act(state, ANA, helper=f"seat_{CARLA}")).helper == CARLA

    def test_r16_without_an_offer_the_lead_goes_alone(self) -> None:
        assert attempt_of(travel(table(), BARN_FIRE)).helper is None

    def test_r17_who_beats_a_scoundrel_gets_a_premium_and_nothing_else(self) -> None:
        before = emerges(table(), "scoundrel", FARM)
        after = roll(before, LEAP, LEAP, GRAB, THRUST, TAUNT, CHARM)
        assert after.hands[BETO] == replace(before.hands[BETO], gear=(before.premium[0],))
        assert after.hero_dice == before.hero_dice

    def test_a_scoundrel_is_fought_solo_and_from_an_empty_deck_nothing_is_drawn(self) -> None:
        state = emerges(replace(table(), premium=()), "scoundrel", FARM)
        assert attempt_of(state).helper is None
        state = roll(state, LEAP, LEAP, GRAB, THRUST, TAUNT, CHARM)
        assert state.hands[BETO].gear == ()
        assert "The deck is empty: Beto draws nothing." in news(state)

    def test_a_second_premium_forces_out_one_of_the_two(self) -> None:
        state = give(table(), BETO, "Dagger", "Chalk", "Silk Cape")
        state = emerges(state, "scoundrel", FARM)
        state = act(state, BETO, set_1="none", set_2="none")
        state = roll(state, LEAP, LEAP, GRAB, LEAP, LEAP, CHARM)
        assert state.stage == "discard"
        names = {CARDS.equipment[int(key[1:])].name for key in offered(state, "gear")}
        assert names == {"Silk Cape", "Black Stallion"}

    def test_r19_after_the_last_turn_the_villain_of_the_first_feat_comes(self) -> None:
        state = replace(table(), turn=TURNS)
        state = fails(travel(lay_out(state, "HF13"), "HF02"))
        assert state.fight is not None
        assert (state.fight.kind, state.fight.location) == ("villain", MARKET)


class TestFights:
    def test_a_new_hero_die_is_used_from_the_fight_it_brings(self) -> None:
        state = lay_out(give(table(2), ANA, feats="HF02"), BARN_FIRE)
        state = fails(roll(travel(state, BARN_FIRE), *DOES_BARN_FIRE))
        assert attempt_of(state).seat == ANA
        assert cup(state) == 7

    def test_beating_the_villain_brings_no_equipment(self) -> None:
        state = emerges(table(), "villain", TAVERN)
        state = roll(state, CHARM, CHARM, THRUST, THRUST, TAUNT, TAUNT)
        assert state.hands[BETO].gear == ()
        assert len(state.premium) == 7

    @pytest.mark.parametrize("won", [True, False])
    def test_a_scoundrel_leaves_the_game_beaten_or_not(self, won: bool) -> None:
        state = emerges(table(2), "scoundrel", FARM)
        beaten = (LEAP, LEAP, GRAB, THRUST, TAUNT, CHARM)
        state = roll(state, *beaten) if won else fails(fails(state))
        assert (state.fight, state.due, state.stage) == (None, None, "travel")

    def test_a_duel_is_fought_with_equipment_and_hero_dice(self) -> None:
        state = give(table(2), BETO, "Whetstone", heroes={FARM: 1})
        state = fails(fails(emerges(state, "villain", TAVERN)))
        assert state.fight is not None
        assert state.fight.kind == "duel"
        assert cup(state) == 7
        state = roll(state, THRUST, *[LEAP] * 5, OWN)
        assert "reroll_T" in offered(state, "do")


class TestOptionalEquipment:
    """ZD-R24: equipment that counts by itself can be declined where success brings a foe."""

    def completes(self, version: int = 2, feats: str = "HF02", **more: Any) -> State:
        """Ana's free Leap completes the Barn Fire."""
        state = replace(table(), version=version, **more)
        state = lay_out(give(state, ANA, "Climbing Hook", feats=feats), BARN_FIRE)
        return roll(travel(state, BARN_FIRE), DASH, THRUST, TAUNT, CHARM, CHARM, CHARM)

    def test_who_would_bring_a_foe_is_asked_whether_the_equipment_counts(self) -> None:
        state = self.completes()
        assert (asker(state), list(offered(state, "count"))) == (ANA, ["yes", "no"])
        need = GAME.need(state)
        assert isinstance(need, Ask)
        told = "Equipment completes “Put Out the Barn Fire”. That brings The Cattle Boss."
        assert sentence(need.forms[ANA].title, WORDS, NAMES) == told

    def test_if_it_counts_the_feat_is_done_and_the_foe_comes(self) -> None:
        state = act(self.completes(), ANA, count="yes")
        assert state.hands[ANA].feats == (FEATS["HF02"], FEATS[BARN_FIRE])
        assert state.fight is not None

    def test_if_it_does_not_count_the_attempt_fails_and_no_foe_comes(self) -> None:
        before = self.completes()
        state = act(before, ANA, count="no")
        assert (state.stage, state.seat, state.fight) == ("travel", BETO, None)
        assert state.hands == before.hands
        assert news(state)[:2] == [
            "Ana leaves the equipment unused.",
            "Ana fails at “Put Out the Barn Fire”.",
        ]

    def test_who_is_late_counts_it(self) -> None:
        assert GAME.apply(self.completes(), TimeUp(ANA)).fight is not None

    def test_the_last_feat_of_the_deck_brings_a_foe_as_well(self) -> None:
        state = self.completes(feats="HF09")
        assert state.stage == "travel", "no foe, so nothing is asked"
        state = lay_out(give(table(), ANA, "Climbing Hook"), BARN_FIRE)
        state = replace(state, feats=(FEATS[TAX_OFFICER],))
        state = roll(travel(state, BARN_FIRE), DASH, THRUST, TAUNT, CHARM, CHARM, CHARM)
        assert act(state, ANA, count="yes").fight == Fight("villain", PLAZA, (BETO, CARLA, ANA))

    def test_nothing_is_asked_if_the_dice_do_it_without_equipment(self) -> None:
        state = lay_out(give(table(), ANA, "Climbing Hook", feats="HF02"), BARN_FIRE)
        assert roll(travel(state, BARN_FIRE), *DOES_BARN_FIRE).fight is not None

    def test_the_helper_decides_about_the_helpers_roll(self) -> None:
        state = lay_out(give(table(), ANA, feats="HF02"), BARN_FIRE)
        state = travel(give(state, BETO, "Climbing Hook"), BARN_FIRE, helper=BETO)
        for _ in range(3):
            state = roll(state, *[CHARM] * 6)
            state = save(state) if attempt_of(state).stage == "act" else state
        state = roll(act(state, ANA, hand=["d1", "d2", "d3"]), DASH, THRUST, TAUNT)
        assert asker(state) == BETO

    def test_in_a_match_of_version_1_it_always_counts(self) -> None:
        assert self.completes(version=1).fight is not None


class TestDecks:
    def test_a_helper_draws_nothing_from_an_empty_deck(self) -> None:
        state = replace(travel(table(), BARN_FIRE, helper=BETO), common=())
        state = roll(state, *DOES_BARN_FIRE)
        assert state.hands[BETO].gear == ()
        assert state.market[0].gear is None
        assert state.market[0].feat is not None

    def test_a_feat_without_equipment_can_be_done(self) -> None:
        state = table()
        state = replace(state, market=(replace(state.market[0], gear=None), *state.market[1:]))
        state = roll(travel(state, BARN_FIRE), *DOES_BARN_FIRE)
        assert state.hands[ANA].gear == ()

    def test_the_leads_discard_is_there_for_the_helper_to_draw(self) -> None:
        state = give(table(), ANA, "Lantern", "Dagger", "Chalk")
        state = replace(travel(state, BARN_FIRE, helper=BETO), common=())
        state = roll(state, *DOES_BARN_FIRE)
        (dagger,) = gear("Dagger")
        state = act(state, ANA, gear=f"g{dagger}")
        assert state.hands[BETO].gear == (dagger,)

    def test_nothing_is_left_to_settle_between_turns(self) -> None:
        state = table()
        assert settle(state, SILENCE) == state


class TestSaving:
    def test_all_dice_may_be_saved_and_the_rest_is_rolled(self) -> None:
        state = roll(travel(table(), BARN_FIRE), LEAP, LEAP, CHARM, CHARM, CHARM, CHARM)
        assert saveable(state) == [1, 2, 3, 4, 5, 6]
        state = save(state, 1)
        need = GAME.need(state)
        assert isinstance(need, Roll)
        assert need.seat == ANA
        assert need.dice == (DiceGroup(5, 6, "zorro", "black"),)
        assert need.on_table == (Die(LEAP, "zorro", "black"), *(None,) * 5), (
            "the saved die lies there"
        )
        assert need.places == (1, 2, 3, 4, 5)

    def test_hero_dice_are_rolled_with_the_zorro_dice(self) -> None:
        state = travel(give(table(), ANA, heroes={FARM: 1, MARKET: 1}), BARN_FIRE)
        need = GAME.need(state)
        assert isinstance(need, Roll)
        assert need.dice == (
            DiceGroup(6, 6, "zorro", "black"),
            DiceGroup(1, 6, "farm", "green"),
            DiceGroup(1, 6, "market", "blue"),
        )
