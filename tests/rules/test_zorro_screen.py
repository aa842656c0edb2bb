"""The Zorro Dice Game around its rulings: every promise, what a clock does, what a screen shows."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import msgspec
import pytest
from dicerules.core import Roll, RuleError, TimeUp, encode
from dicerules.kit import check
from dicerules.playthrough import playthrough
from dicerules.simulate import summarise
from dicerules.views import TABLE, Card, Cards, Chips, Dial, Dice
from dicerules.words import sentence
from dicerules.zorro import GAME
from dicerules.zorro.play import MAX_EVENTS
from dicerules.zorro.state import Options, State
from msgspec.structs import replace
from pydantic import ValidationError

from tests.rules.zorro_table import (
    ANA,
    BETO,
    CARDS,
    CARLA,
    CHARM,
    DASH,
    EASY,
    FARM,
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
    attempt_of,
    cup,
    emerges,
    fails,
    gear,
    give,
    headline,
    lay_out,
    news,
    notes,
    roll,
    save,
    table,
    travel,
)

GOLDEN = Path(__file__).parents[1] / "golden"
BARN_FIRE = "HF01"


class TestPromises:
    @pytest.mark.parametrize("seats", GAME.seats)
    def test_every_promise_is_kept_with_easy_feats(self, seats: int) -> None:
        check(GAME, seats, Random(seats).randrange, matches=3, cards=EASY)

    def test_every_promise_is_kept_with_the_box_as_it_is(self) -> None:
        check(GAME, 3, Random(9).randrange, matches=1)

    @pytest.mark.parametrize("seats", GAME.seats)
    def test_ten_random_matches_end_and_lose_nothing(self, seats: int) -> None:
        told = summarise(GAME, seats, range(10), Random(seats).randrange)
        assert told.matches == 10
        assert told.longest < MAX_EVENTS // 20

    @pytest.mark.parametrize(("seats", "seed"), [(2, 17), (3, 66), (6, 140)])
    def test_an_evening_goes_as_it_went_before(self, seats: int, seed: int) -> None:
        options = GAME.options(first_player="random") if seats == 2 else GAME.options()
        told = playthrough(GAME, seats, Random(seed).randrange, options)
        file = GOLDEN / f"zorro-{seats}.txt"
        if os.environ.get("DICETOWER_GOLDEN") == "write":
            file.write_text(told, encoding="utf-8")
        assert told == file.read_text(encoding="utf-8")

    def test_a_position_stored_before_there_were_versions_keeps_its_rules(self) -> None:
        state = emerges(give(table(), BETO, "Plain Hat"), "scoundrel", TAVERN)
        assert (GAME.version, state.version, attempt_of(state).reroll_saved) == (2, 2, True)
        stored = msgspec.json.decode(encode(state))
        del stored["version"]
        for field in ("reroll_saved", "declined"):
            del stored["attempt"][field]
        read = msgspec.convert(stored, State)
        assert (read.version, attempt_of(read).reroll_saved) == (1, False)

    def test_no_screen_can_tell_the_order_of_the_decks(self) -> None:
        one = table()
        two = replace(
            one, feats=one.feats[::-1], common=one.common[::-1], premium=one.premium[::-1]
        )
        for viewer in (TABLE, ANA, BETO, CARLA):
            assert encode(GAME.view(one, viewer)) == encode(GAME.view(two, viewer))


class TestStart:
    @pytest.mark.parametrize("seats", [0, 1, 7])
    def test_is_refused_for_other_than_two_to_six_players(self, seats: int) -> None:
        with pytest.raises(RuleError) as refused:
            GAME.start(Options(), seats, CARDS)
        assert refused.value.code == "seats"

    def test_refuses_an_option_the_game_does_not_have(self) -> None:
        with pytest.raises(ValidationError):
            Options.model_validate({"jokers": True})

    def test_the_decks_are_shuffled_out_of_sight(self) -> None:
        need = GAME.need(GAME.start(Options(), 2, CARDS))
        assert isinstance(need, Roll)
        assert need.shuffles == (16, 22, 7)
        assert need.hidden
        assert need.seat is None


class TestTimeUp:
    def test_a_late_seat_travels_to_the_first_feat_and_gets_no_help(self) -> None:
        state = GAME.apply(table(), TimeUp(ANA))
        assert news(state)[0] == "Ana has run out of time."
        state = GAME.apply(GAME.apply(state, TimeUp(BETO)), TimeUp(CARLA))
        assert attempt_of(state).helper is None
        assert attempt_of(state).need == CARDS.feats[0].need

    def test_a_late_lead_takes_nobody_along(self) -> None:
        state = act(act(act(table(), ANA, feat=BARN_FIRE), BETO, help="yes"), CARLA, help="yes")
        assert attempt_of(GAME.apply(state, TimeUp(ANA))).helper is None

    def test_a_late_seat_saves_one_die_for_each_gap(self) -> None:
        state = roll(travel(table(), BARN_FIRE), LEAP, LEAP, TAUNT, CHARM, CHARM, CHARM)
        assert attempt_of(GAME.apply(state, TimeUp(ANA))).kept == (0, 2)

    def test_a_late_fighter_saves_no_more_than_allowed(self) -> None:
        state = emerges(table(), "scoundrel", TAVERN)
        state = roll(state, CHARM, CHARM, DASH, THRUST, LEAP, LEAP)
        assert attempt_of(GAME.apply(state, TimeUp(BETO))).kept == (0, 1)

    def test_a_late_duellist_saves_thrusts(self) -> None:
        state = emerges(table(), "villain", TAVERN)
        for _ in range(3):
            state = fails(state)
        state = roll(state, LEAP, THRUST, LEAP, LEAP, THRUST, LEAP)
        assert attempt_of(GAME.apply(state, TimeUp(BETO))).kept == (1, 4)

    def test_a_late_seat_uses_no_equipment_by_hand(self) -> None:
        state = travel(give(table(), ANA, "Silk Cape"), BARN_FIRE)
        assert cup(GAME.apply(state, TimeUp(ANA))) == 6
        state = travel(give(table(), ANA, "Plain Hat"), BARN_FIRE)
        for _ in range(2):
            state = save(roll(state, *[GRAB] * 6))
        state = roll(state, *[CHARM] * 6)
        assert GAME.apply(state, TimeUp(ANA)).seat == BETO

    def test_a_late_seat_names_the_basic_symbol_needed_most(self) -> None:
        state = travel(lay_out(give(table(), ANA, "Silver Medallion"), "HF16"), "HF16")
        state = GAME.apply(state, TimeUp(ANA))
        assert attempt_of(state).named == ((gear("Silver Medallion")[0], GRAB - 1),)

    def test_a_late_lead_hands_over_what_is_not_needed(self) -> None:
        state = travel(table(), BARN_FIRE, helper=BETO)
        for _ in range(3):
            state = roll(state, LEAP, *[CHARM] * (cup(state) - 1))
            state = save(state) if attempt_of(state).stage == "act" else state
        state = GAME.apply(state, TimeUp(ANA))
        assert attempt_of(state).cup == (1, 2, 3, 4, 5)

    def hands_over(self, state: State, *faces: int) -> tuple[int, ...]:
        """Ana, with Beto's help, rolls these faces three times and is late with handing over."""
        state = travel(state, BARN_FIRE, helper=BETO)
        for _ in range(3):
            state = roll(state, *faces)
            state = save(state) if attempt_of(state).stage == "act" else state
        return attempt_of(GAME.apply(state, TimeUp(ANA))).cup

    def test_a_late_lead_keeps_a_die_that_only_the_leads_own_equipment_could_replace(self) -> None:
        state, faces = give(table(), ANA, "Climbing Hook"), (LEAP, DASH, *[CHARM] * 4)
        assert self.hands_over(state, *faces) == (2, 3, 4, 5)
        assert self.hands_over(replace(state, lead_free=True), *faces) == (0, 2, 3, 4, 5)
        first = replace(state, version=1)
        assert self.hands_over(first, *faces) == (0, 2, 3, 4, 5), "as it was in version 1"

    def test_a_late_lead_hands_over_a_die_that_the_helpers_equipment_replaces(self) -> None:
        state = give(table(), BETO, "Climbing Hook")
        assert self.hands_over(state, LEAP, DASH, *[CHARM] * 4) == (0, 2, 3, 4, 5)

    def test_a_late_lead_keeps_a_die_that_the_helpers_mask_counts_as_another(self) -> None:
        state, faces = give(table(), BETO, "Carnival Mask"), (TAUNT, TAUNT, TAUNT, *[CHARM] * 3)
        assert self.hands_over(state, *faces) == (2, 3, 4, 5)
        assert self.hands_over(replace(state, version=1), *faces) == (1, 2, 3, 4, 5)

    def test_a_late_seat_gives_up_a_zorro_die_and_the_oldest_piece(self) -> None:
        state = emerges(give(table(), BETO, heroes={FARM: 1}), "scoundrel", MARKET)
        state = save(roll(state, GRAB, GRAB, LEAP, LEAP, LEAP, LEAP, OWN), 1, 2)
        assert attempt_of(GAME.apply(state, TimeUp(BETO))).gone == (2,)
        state = give(table(), ANA, "Dagger", "Chalk", "Lantern")
        state = roll(travel(state, BARN_FIRE), LEAP, DASH, CHARM, CHARM, CHARM, CHARM)
        assert state.stage == "discard"
        assert gear("Dagger")[0] not in GAME.apply(state, TimeUp(ANA)).hands[ANA].gear


class TestScreen:
    def test_the_market_shows_what_is_needed_the_prize_and_the_chance_alone(self) -> None:
        (market,) = [item for item in GAME.view(table(), TABLE).centre if isinstance(item, Cards)]
        card = market.cards[0]
        assert [die.value for die in card.dice] == [LEAP, DASH, THRUST, TAUNT]
        assert card.value == "64%"
        assert card.text is not None
        assert sentence(card.text, WORDS, NAMES) == "Farm · prize: Rose"

    def test_dice_come_first_and_saved_ones_are_kept(self) -> None:
        state = roll(travel(table(), BARN_FIRE), LEAP, DASH, CHARM, CHARM, CHARM, CHARM)
        state = save(state, 1, 2)
        dice = GAME.view(state, TABLE).centre[0]
        assert isinstance(dice, Dice)
        assert [die.value for die in dice.dice] == [LEAP, DASH, 0, 0, 0, 0]
        assert [die.state for die in dice.dice] == ["kept", "kept", "", "", "", ""]
        assert {die.colour for die in dice.dice} == {"black"}

    def test_hero_dice_have_their_places_colour_and_gone_dice_are_out(self) -> None:
        state = emerges(give(table(), BETO, heroes={PLAZA: 1}), "villain", FARM)
        state = roll(state, LEAP, GRAB, DASH, DASH, DASH, DASH, OWN)
        dice = GAME.view(state, TABLE).centre[0]
        assert isinstance(dice, Dice)
        assert (dice.dice[6].kind, dice.dice[6].colour) == ("plaza", "yellow")
        assert dice.dice[1].state == "out"

    def test_fourteen_dice_fit_into_the_helpers_roll(self) -> None:
        heroes = {FARM: 1, TAVERN: 1, PLAZA: 1, MARKET: 1}
        state = give(give(table(), ANA, heroes=heroes), BETO, heroes=heroes)
        state = travel(state, "HF04", helper=BETO)
        state = roll(state, *[TAUNT] * 6, 6, 6, 6, 6)
        state = save(state, *range(1, 11))
        state = act(state, ANA, hand=["d1", "d2", "d3", "d4", "d5", "d6"])
        assert cup(state) == 10
        dice = GAME.view(state, TABLE).centre[0]
        assert isinstance(dice, Dice)
        assert len(dice.dice) == 14

    def test_a_note_tells_what_is_still_needed_and_a_dial_the_chance(self) -> None:
        state = roll(travel(table(), BARN_FIRE), LEAP, DASH, CHARM, CHARM, CHARM, CHARM)
        centre = GAME.view(state, TABLE).centre
        assert notes(centre)["still"] == "Still needed: Thrust, Taunt"
        (dial,) = [item for item in centre if isinstance(item, Dial)]
        assert round(dial.percent) == 52

    def test_a_foe_is_shown_with_its_ability(self) -> None:
        state = emerges(table(), "scoundrel", MARKET)
        (foe,) = [item for item in GAME.view(state, TABLE).centre if isinstance(item, Card)]
        assert sentence(foe.name, WORDS, NAMES) == "Scoundrel: The Toll Keeper"
        assert foe.text is not None
        told = sentence(foe.text, WORDS, NAMES)
        assert told == "after the first ROLL, one unsaved die leaves the fight"

    def test_boards_tell_feats_hero_dice_and_equipment(self) -> None:
        state = give(table(), ANA, "Dagger", feats="HF02 HF09", heroes={FARM: 1})
        board = GAME.view(state, TABLE).boards[ANA]
        assert board.score == 2
        assert notes(board.items) == {
            "feats": "Farm 1, Plaza 1 · Hero Dice: Farm 1",
            "gear": "Dagger",
        }
        own = GAME.view(state, ANA).boards[ANA]
        chips = [(item.key, item.count) for item in own.items if isinstance(item, Chips)]
        assert chips == [("farm", 1), ("plaza", 1)]
        (cards,) = [item for item in own.items if isinstance(item, Cards)]
        assert cards.cards[0].text is not None
        assert sentence(cards.cards[0].text, WORDS, NAMES) == "1 Thrust for free"

    def test_says_in_one_sentence_what_is_waited_for(self) -> None:
        state = table()
        assert headline(state) == "Ana chooses a Heroic Feat."
        state = act(state, ANA, feat=BARN_FIRE)
        told = "Beto and Carla may offer to help Ana with “Put Out the Barn Fire”."
        assert headline(state) == told
        state = act(act(state, BETO, help="yes"), CARLA, help="no")
        assert headline(state) == "Ana chooses a helper."
        state = act(state, ANA, helper="seat_1")
        assert headline(state) == "First roll: 6 dice for Ana"
        state = roll(state, *[CHARM] * 6)
        assert headline(state) == "Ana saves dice for “Put Out the Barn Fire”, 2 ROLLs left."
        state = roll(save(roll(save(state), *[CHARM] * 6)), *[CHARM] * 6)
        assert headline(state) == "Ana hands dice to Beto for “Put Out the Barn Fire”."
        state = act(state, ANA, hand=["d1"])
        assert headline(state) == "Helper's roll: 1 die for Beto"

    def test_the_final_battle_is_told_on_the_boards(self) -> None:
        state = fails(emerges(table(), "villain", TAVERN))
        boards = GAME.view(state, TABLE).boards
        assert notes(boards[BETO].items)["fate"] == "has failed against the Villain"
        state = roll(state, CHARM, CHARM, THRUST, THRUST, TAUNT, TAUNT)
        assert (
            notes(GAME.view(state, TABLE).boards[CARLA].items)["fate"] == "has beaten the Villain"
        )
        assert GAME.scores(state) == (0, 0, 16)

    def test_tells_a_whole_success(self) -> None:
        state = travel(give(table(), ANA, feats="HF02"), BARN_FIRE, helper=CARLA)
        state = roll(state, LEAP, DASH, THRUST, TAUNT, CHARM, CHARM)
        assert news(state) == [
            "Ana rolls 2\N{MULTIPLICATION SIGN} Charm, Leap, Dash, Thrust, Taunt.",
            "Ana has done “Put Out the Barn Fire”!",
            "Ana gets a Farm Hero Die.",
            "Ana takes the Rose.",
            "Carla draws the Riding Boots.",
            "A new feat: “Break Up a Brawl” (Tavern).",
            "A Scoundrel emerges: The Cattle Boss!",
            "Beto fights The Cattle Boss.",
        ]
