"""The sentences of The Zorro Dice Game: each said as a person would, in both languages."""

from __future__ import annotations

import re

import pytest
from dicerules.core import Ask, Roll
from dicerules.views import TABLE, Card, Dial
from dicerules.words import Catalogue, Message, blanks, read_catalogue, sentence, words_for
from dicerules.zorro import GAME
from dicerules.zorro.preview import preview
from dicerules.zorro.state import State

from tests.rules.zorro_table import (
    ANA,
    BETO,
    CARLA,
    CHARM,
    DASH,
    LEAP,
    MARKET,
    NAMES,
    TAUNT,
    TAVERN,
    THRUST,
    WORDS,
    act,
    asker,
    emerges,
    fails,
    give,
    headline,
    lay_out,
    news,
    notes,
    offered,
    roll,
    save,
    table,
    travel,
)

BARN_FIRE = "HF01"
EN, DE = (
    read_catalogue(GAME.folder.joinpath("words", f"{language}.toml")) for language in ("en", "de")
)


def told(what: Message | None) -> str:
    assert what is not None
    return sentence(what, WORDS, NAMES)


def title(state: State) -> str:
    need = GAME.need(state)
    assert isinstance(need, Ask)
    return told(need.forms[asker(state)].title)


def at_the_last_roll(state: State) -> State:
    """Ana's third ROLL at the Barn Fire, and nothing of use so far."""
    for _ in range(2):
        state = save(roll(state, *[CHARM] * 6))
    return state


def duel(state: State) -> State:
    state = emerges(state, "villain", TAVERN)
    for _ in state.hands:
        state = fails(state)
    return state


def test_both_languages_say_the_same_with_the_same_blanks() -> None:
    assert set(EN) == set(DE)
    for key, said in EN.items():
        assert blanks(said) == blanks(DE[key]), key


@pytest.mark.parametrize("words", [EN, DE], ids=["en", "de"])
def test_no_sentence_of_play_names_a_ruling(words: dict[str, str]) -> None:
    assert [said for said in words.values() if re.search(r"ZD-R\d", said)] == []


def test_a_roll_is_told_by_its_number_and_its_dice() -> None:
    state = travel(table(), BARN_FIRE)
    assert headline(state) == "First roll: 6 dice for Ana"
    state = roll(state, LEAP, DASH, THRUST, CHARM, CHARM, CHARM)
    assert headline(save(state, 1, 2, 3, 4, 5)) == "Second roll: 1 die for Ana"
    need = GAME.need(save(state))
    assert isinstance(need, Roll)
    german = words_for(GAME.folder, "de")
    assert sentence(need.why, german, NAMES) == "Zweiter Wurf: 6 Würfel für Ana"


def test_what_the_dice_are_for_fits_into_the_sentence() -> None:
    faces = [LEAP] * 6
    against = roll(emerges(table(), "scoundrel", MARKET), *faces)
    assert headline(against) == "Beto saves dice against The Toll Keeper, 2 ROLLs left."
    assert headline(roll(duel(table()), *faces)) == "Beto saves dice in the duel, 2 ROLLs left."


def test_the_chance_is_the_best_chance() -> None:
    state = roll(travel(table(), BARN_FIRE), LEAP, DASH, CHARM, CHARM, CHARM, CHARM)
    (dial,) = [item for item in GAME.view(state, TABLE).centre if isinstance(item, Dial)]
    assert told(dial.label) == "Best chance"


def test_who_does_not_succeed_fails() -> None:
    state = roll(at_the_last_roll(travel(table(), BARN_FIRE)), *[CHARM] * 6)
    assert "Ana fails at “Put Out the Barn Fire”." in news(state)
    assert "Beto fails against The Toll Keeper." in news(fails(emerges(table(), "scoundrel", 3)))


def test_a_duel_is_told_with_those_in_it_and_what_counts() -> None:
    state = duel(table(2))
    assert "Duel, round 1: Beto and Ana. The most Thrust symbols win." in news(state)
    (card,) = [item for item in GAME.view(state, TABLE).centre if isinstance(item, Card)]
    assert told(card.name) == "The duel"
    assert told(card.text) == "The most Thrust symbols win. Still in: Beto and Ana"
    state = save(roll(state, THRUST, *[LEAP] * 5), 1, 2, 3, 4, 5, 6)
    assert "Beto gets 1 Thrust symbol." in news(state)


def test_a_toll_says_after_which_rolls_a_die_leaves() -> None:
    state = emerges(table(), "scoundrel", MARKET)
    (foe,) = [item for item in GAME.view(state, TABLE).centre if isinstance(item, Card)]
    assert told(foe.text) == "after the first ROLL, one unsaved die leaves the fight"
    state = emerges(table(), "villain", TAVERN)
    (foe,) = [item for item in GAME.view(state, TABLE).centre if isinstance(item, Card)]
    assert told(foe.text) == "after each of the first 2 ROLLs, one unsaved die leaves the fight"


def test_handing_over_nothing_is_told_as_keeping_all() -> None:
    state = travel(table(), BARN_FIRE, helper=BETO)
    state = roll(at_the_last_roll(state), *[CHARM] * 6)
    assert "Ana keeps all the Zorro Dice." in news(act(state, ANA, hand=[]))
    assert "Ana hands Beto 1 Zorro Die." in news(act(state, ANA, hand=["d1"]))


def test_a_preview_that_leaves_nothing_open_says_so() -> None:
    state = give(table(), ANA, "Silk Cape", "Climbing Hook", "Dagger")
    state = travel(state, BARN_FIRE)
    items = preview(state, ANA, {"set_1": "D", "set_2": "Z"})
    assert notes(items)["still"] == "Nothing more is needed then."
    items = preview(state, ANA, {"set_1": "D", "set_2": "none"})
    assert notes(items)["still"] == "Still needed then: Taunt"


def test_a_symbol_needed_several_times_is_counted() -> None:
    state = travel(lay_out(table(), "HF04"), "HF04")
    assert title(roll(state, *[CHARM] * 6)).startswith(
        "Still needed: 3\N{MULTIPLICATION SIGN} Leap, Grab. "
    )


def test_who_chooses_a_helper_reads_what_the_helpers_equipment_does() -> None:
    state = give(table(), BETO, "Rose", "Tunnel Map")
    state = act(act(act(state, ANA, feat=BARN_FIRE), BETO, help="yes"), 2, help="yes")
    hints = {key: option.hint for key, option in offered(state, "helper").items()}
    assert told(hints["seat_1"]) == (
        "Equipment: Rose (1 Charm for free), "
        "Tunnel Map (the foe's ability has no effect; 1 Taunt for free) · Hero Dice: 0"
    )
    assert told(hints["seat_2"]) == "Equipment: none · Hero Dice: 0"


def test_ones_own_board_says_you() -> None:
    state = fails(emerges(table(), "villain", TAVERN))
    assert notes(GAME.view(state, BETO).boards[BETO].items)["fate"] == (
        "You have failed against the Villain."
    )
    shown = notes(GAME.view(state, ANA).boards[BETO].items)["fate"]
    assert shown == "has failed against the Villain"
    state = act(act(table(), ANA, feat=BARN_FIRE), BETO, help="yes")
    assert notes(GAME.view(state, BETO).boards[BETO].items)["offer"] == "You offer help."
    assert notes(GAME.view(state, ANA).boards[BETO].items)["offer"] == "offers help"


@pytest.mark.parametrize(
    ("file", "lines"),
    [
        (
            "RULES.md",
            [
                "Beating the Villain brings no equipment.",
                "You use a new Hero Die from the very fight it brings.",
                "with their own equipment and Hero Dice.",
                "Beaten or not, the Scoundrel then leaves the game.",
                "you see what each helper's equipment does",
                "equipment may re-roll them.",
                "**ZD-R24** Using equipment is optional.",
            ],
        ),
        (
            "RULES.de.md",
            [
                "Für einen Sieg gibt es keine Ausrüstung.",
                "nutzt du schon in dem Kampf, den er auslöst.",
                "mit ihrer Ausrüstung und ihren Heldenwürfeln.",
                "danach ist der Schurke aus dem Spiel.",
                "was die Ausrüstung der anderen bewirkt",
                "mit Ausrüstung dürfen sie neu gewürfelt werden.",
                "**ZD-R24** Niemand muss Ausrüstung nutzen.",
            ],
        ),
    ],
)
def test_the_rules_page_tells_what_the_rulebook_tells(file: str, lines: list[str]) -> None:
    page = " ".join(GAME.folder.joinpath(file).read_text(encoding="utf-8").split())
    assert [line for line in lines if line not in page] == []


def rulings(file: str) -> list[str]:
    page = GAME.folder.joinpath(file).read_text(encoding="utf-8")
    return re.findall(r"^- \*\*(ZD-R\d+)\*\*", page, re.MULTILINE)


def test_both_rules_pages_have_the_same_rulings() -> None:
    assert rulings("RULES.md") == [f"ZD-R{number}" for number in range(1, 25)]
    assert rulings("RULES.de.md") == rulings("RULES.md")


class TestYou:
    def test_a_phone_speaks_to_its_owner_and_names_the_others(self) -> None:
        state = table()
        assert headline(state, ANA) == "Choose a Heroic Feat."
        assert headline(state, BETO) == "Ana chooses a Heroic Feat."
        state = act(state, ANA, feat=BARN_FIRE)
        assert headline(state, ANA) == (
            "Beto and Carla may offer to help you with “Put Out the Barn Fire”."
        )
        assert headline(state, BETO) == "You may offer to help Ana with “Put Out the Barn Fire”."
        state = act(act(state, BETO, help="yes"), CARLA, help="no")
        assert headline(state, ANA) == "Choose a helper."
        state = act(state, ANA, helper="seat_1")
        assert headline(state, ANA) == "First roll: 6 dice for you"
        assert headline(state, BETO) == "First roll: 6 dice for Ana"
        state = roll(state, *[CHARM] * 6)
        assert headline(state, ANA) == "Save dice for “Put Out the Barn Fire”, 2 ROLLs left."
        state = roll(save(roll(save(state), *[CHARM] * 6)), *[CHARM] * 6)
        assert headline(state, ANA) == "Hand dice to Beto for “Put Out the Barn Fire”."
        state = act(state, ANA, hand=["d1"])
        assert headline(state, BETO) == "Helper's roll: 1 die for you"
        assert headline(state, ANA) == "Helper's roll: 1 die for Beto"

    def test_equipment_and_foes_speak_to_the_seat_they_ask(self) -> None:
        state = travel(give(table(2), ANA, "Silk Cape"), BARN_FIRE)
        assert headline(state, ANA) == (
            "Use your equipment for “Put Out the Barn Fire”, before the first ROLL."
        )
        state = emerges(give(table(), BETO, heroes={TAVERN: 1}), "scoundrel", MARKET)
        state = save(roll(state, *[CHARM] * 7))
        assert headline(state, asker(state)) == "Choose a die that leaves the fight."
        assert headline(state) == "Beto chooses a die that leaves the fight."
        state = lay_out(give(table(), ANA, "Climbing Hook", feats="HF02"), BARN_FIRE)
        state = roll(travel(state, BARN_FIRE), DASH, THRUST, TAUNT, CHARM, CHARM, CHARM)
        assert headline(state, ANA) == (
            "Decide whether equipment counts for “Put Out the Barn Fire”."
        )

    @pytest.mark.parametrize("words", [EN, DE], ids=["en", "de"])
    def test_no_sentence_to_a_seat_that_is_asked_has_its_name(self, words: Catalogue) -> None:
        for key in ("prepare", "act", "last", "toll", "hand", "claim", "discard"):
            assert "{seat}" not in words[f"headline.{key}_you"]
        for key in ("dice", "again", "fourth"):
            assert "{seat}" not in words[f"roll.{key}_you"]
