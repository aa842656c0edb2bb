"""The card file of The Zorro Dice Game: what is in it, and how a bad one is refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import msgspec
import pytest
from dicerules.cards import read_card_file
from dicerules.core import CardError
from dicerules.views import Card, Cards
from dicerules.words import sentence, words_for
from dicerules.zorro import GAME
from dicerules.zorro.cards import Feat, ZorroSheet
from dicerules.zorro.effects import Effect, Kit, add_up

from tests.rules.zorro_table import (
    ANA,
    CARDS,
    LEAP,
    MARKET,
    TAUNT,
    TAVERN,
    THRUST,
    emerges,
    give,
    table,
)

TEXT = GAME.folder.joinpath("cards.toml").read_text(encoding="utf-8")


def test_the_box_holds_16_feats_22_common_7_premium_and_a_foe_of_each_kind_a_place() -> None:
    premium = [piece for piece in CARDS.equipment if piece.premium]
    assert (len(CARDS.feats), len(CARDS.equipment) - len(premium), len(premium)) == (16, 22, 7)
    assert len(CARDS.scoundrels) == len(CARDS.villains) == len(CARDS.locations) == 4


def test_each_place_has_four_feats_of_four_symbols_one_of_each_pattern() -> None:
    for place in range(4):
        needs = [feat.need for feat in CARDS.feats if feat.location == place]
        patterns = sorted(sorted(filter(None, need)) for need in needs)
        assert patterns == [[1, 1, 1, 1], [1, 1, 2], [1, 3], [2, 2]]


def test_common_equipment_is_a_free_symbol_or_a_reroll() -> None:
    common = [piece for piece in CARDS.equipment if not piece.premium]
    ops = Counter(effect.op for piece in common for effect in piece.effects)
    assert ops == {"free": 12, "reroll": 10}


def test_a_zorro_die_shows_every_symbol_and_a_hero_die_its_own_four_times() -> None:
    pictures = GAME.faces(table())
    names = [face.name for face in pictures["zorro"]]
    assert names == ["Charm", "Leap", "Dash", "Grab", "Thrust", "Taunt"]
    assert [face.name for face in pictures["tavern"]] == [*["Charm"] * 4, "Thrust", "Taunt"]
    assert list(pictures) == ["zorro", "farm", "tavern", "plaza", "market"]
    assert CARDS.locations[TAVERN].colour == "red"
    assert CARDS.locations[MARKET].colour == "blue"


def test_lamp_pictures_differ_in_three_lamps_or_more() -> None:
    for one, two in combinations(CARDS.symbols, 2):
        assert (one.lamps ^ two.lamps).bit_count() >= 3, (one.name, two.name)


def test_every_mark_is_its_own() -> None:
    assert [face.mark for face in CARDS.symbols] == ["C", "L", "D", "G", "T", "Z"]


def test_effects_add_up() -> None:
    kit = add_up(
        [
            Effect("free", THRUST - 1, 2),
            Effect("free", THRUST - 1),
            Effect("reroll", LEAP - 1),
            Effect("reroll", LEAP - 1),
            Effect("rolls"),
            Effect("wild_once", TAUNT - 1),
            Effect("ignore_ability"),
        ]
    )
    assert kit == Kit((0, 0, 0, 0, 3, 0), (1,), rolls=1, wild=((5, 1),), ignore=True)


def bad_files() -> Iterator[tuple[str, str, str]]:
    """What to replace in the card file, by what, and what is said about it."""
    need = "need = { leap = 1, dash = 1, thrust = 1, taunt = 1 }"
    feat = "my.toml: feats row 1, field"
    yield need, "need = { jump = 1 }", f"{feat} need: expected one of charm, leap, dash, grab"
    yield need, "need = { leap = 9 }", f"{feat} need.leap: expected less than or equal to 8, got 9"
    yield need, "need = { leap = 8, dash = 1 }", f"{feat} need: expected at most 8 in all, got 9"
    yield need, "need = {}", f"{feat} need: expected"
    yield need, "", f"{feat} need: expected a value, got nothing"
    yield need, f"{need}\nprize = 1", f"{feat} prize: expected no field of this name"
    yield (
        'name = "Put Out the Barn Fire"\nlocation = "farm"',
        'name = "Put Out the Barn Fire"\nlocation = "harbour"',
        f"{feat} location: expected one of farm, tavern, plaza, market, got 'harbour'",
    )
    yield '"HF02"', '"HF01"', "feats row 2, field key: expected something else than row 1 has"
    rose = 'effects = [{ op = "free", symbol = "charm" }]'
    said = "my.toml: common row 1, field effects"
    yield rose, 'effects = [{ op = "fly" }]', f"{said}.0: expected"
    yield (
        rose,
        'effects = [{ op = "free" }]',
        f"{said}.0.free.symbol: expected a value, got nothing",
    )
    yield rose, 'effects = [{ op = "free", symbol = "jump" }]', f"{said}: expected one of charm"
    yield rose, "effects = []", f"{said}: expected"
    stuck = 'ability = { op = "stuck", symbol = "charm" }'
    foe = "scoundrels row 1, field ability"
    yield stuck, 'ability = { op = "free", symbol = "charm" }', f"{foe}: expected"
    yield stuck, 'ability = { op = "toll", count = 9 }', f"{foe}.toll.count: expected"
    yield (
        'name = "The Card Sharp"\nlocation = "tavern"',
        'name = "The Card Sharp"\nlocation = "farm"',
        "scoundrels: expected one row for each of farm, tavern, plaza, market",
    )
    yield 'colour = "green"', 'colour = "mauve"', "locations row 1, field colour: expected"
    yield 'symbol = "thrust"\nsource', 'symbol = "jump"\nsource', "duel, field symbol: expected one"
    yield (
        'mark = "L"',
        'mark = "C"',
        "symbols row 2, field mark: expected something else than row 1",
    )
    yield '"xx."', '"xx"', "symbols row 3, field lamps: expected three strings of three signs"
    yield (
        "basic = true\n",
        "",
        "symbols: expected a basic symbol for each card that lets one be named",
    )
    yield 'game = "zorro"', 'game = "pig"', "my.toml: game: expected 'zorro', got 'pig'"
    yield "[duel]", "[duel", "my.toml: expected TOML, got a mistake:"


@pytest.mark.parametrize(("old", "new", "said"), list(bad_files()))
def test_a_bad_card_file_is_refused_with_file_row_field_and_expectation(
    old: str, new: str, said: str
) -> None:
    assert old in TEXT
    with pytest.raises(CardError) as refused:
        GAME.read_cards(TEXT.replace(old, new), "my.toml")
    assert said in str(refused.value)
    assert "my.toml" in str(refused.value)


def test_an_empty_file_lacks_everything() -> None:
    with pytest.raises(CardError) as refused:
        GAME.read_cards("", "my.toml")
    for rows in ("game", "symbols", "duel", "locations", "feats", "common", "premium", "villains"):
        assert f"my.toml: {rows}: expected a value, got nothing" in str(refused.value)


def test_a_match_can_be_played_with_equipment_of_ones_own() -> None:
    mine = """
[[premium]]
key = "MINE"
name = "Two Horses"
effects = [{ op = "rolls", count = 2 }]
source = "house"
"""
    cards = GAME.read_cards(TEXT + mine, "my.toml")
    assert cards.equipment[-1].name == "Two Horses"
    assert GAME.start(GAME.options(), 2, cards).cards == cards


class TestProvenance:
    """Every field of a row that is ours says so, and the card carries the house sign."""

    SHEET = read_card_file(TEXT, "cards.toml", ZorroSheet)

    def test_of_the_common_equipment_only_what_a_type_does_is_from_the_rulebook(self) -> None:
        for row in self.SHEET.common:
            if row.name != "Dagger":
                assert row.source == "rulebook"
                assert row.house == ["name", "copies", "effects"]

    def test_of_the_dagger_and_the_stagecoach_only_the_names_were_found(self) -> None:
        (dagger,) = [row for row in self.SHEET.common if row.name == "Dagger"]
        (coach,) = [row for row in self.SHEET.feats if row.key == "HF04"]
        assert (dagger.source, dagger.house) == ("found", ["copies", "effects"])
        assert (coach.source, coach.house) == ("found", ["location", "need"])

    def test_the_locations_are_from_the_rulebook_and_their_hero_dice_are_ours(self) -> None:
        for row in self.SHEET.locations:
            assert (row.source, row.house) == ("rulebook", ["colour", "hero_die"])

    def test_all_other_feats_premium_equipment_and_foes_are_ours(self) -> None:
        rows = [row for row in self.SHEET.feats if row.key != "HF04"]
        rows += [*self.SHEET.scoundrels, *self.SHEET.villains]
        assert {row.source for row in rows} == {row.source for row in self.SHEET.premium}
        assert {row.source for row in rows} == {"house"}

    def test_a_card_of_ones_own_box_carries_no_sign(self) -> None:
        mine = TEXT.replace('name = "Black Stallion"', 'name = "My Horse"').replace(
            'effects = [{ op = "rolls" }]\nsource = "house"',
            'effects = [{ op = "rolls" }]\nsource = "rulebook"',
        )
        (horse,) = [
            piece for piece in GAME.read_cards(mine, "my.toml").equipment if piece.key == "PE1"
        ]
        assert not horse.house
        assert all(piece.house for piece in CARDS.equipment)

    def test_the_screen_shows_the_sign_on_feats_foes_and_equipment(self) -> None:
        state = give(table(), ANA, "Dagger")
        (market,) = [item for item in GAME.view(state, ANA).centre if isinstance(item, Cards)]
        assert all(card.house for card in market.cards)
        (own,) = [item for item in GAME.view(state, ANA).boards[ANA].items if item.key == "gear"]
        assert isinstance(own, Cards)
        assert own.cards[0].house
        fight = GAME.view(emerges(state, "scoundrel", TAVERN), ANA).centre
        (foe,) = [item for item in fight if isinstance(item, Card)]
        assert foe.house

    def test_a_position_stored_without_the_mark_reads_as_before(self) -> None:
        feat = msgspec.to_builtins(CARDS.feats[0])
        del feat["house"]
        assert not msgspec.convert(feat, Feat, strict=False).house


class TestCardList:
    def test_every_card_is_listed_once_with_its_copies(self) -> None:
        items = {item.key: item for item in GAME.card_list(CARDS) if isinstance(item, Cards)}
        assert list(items) == ["feats", "common", "premium", "scoundrels", "villains"]
        assert [len(item.cards) for item in items.values()] == [16, 12, 7, 4, 4]
        copies = {card.key: card.value[:-1] for card in items["common"].cards}
        assert (copies["CE01"], copies["CE21"]) == ("2", "1")
        assert all(card.house for item in items.values() for card in item.cards)

    @pytest.mark.parametrize("language", ["en", "de"])
    def test_every_card_says_what_it_does(self, language: str) -> None:
        words = words_for(GAME.folder, language)
        for item in GAME.card_list(CARDS):
            assert isinstance(item, Cards)
            for card in item.cards:
                assert card.text is not None
                told = sentence(card.text, words, ())
                assert told
                assert "{" not in told
                assert card.text.key in words

    def test_a_feat_and_a_foe_are_told_with_their_place(self) -> None:
        words = words_for(GAME.folder)
        feats, _, _, scoundrels, _ = GAME.card_list(CARDS)
        assert isinstance(feats, Cards)
        assert isinstance(scoundrels, Cards)
        first = feats.cards[0].text
        sharp = scoundrels.cards[1].text
        assert first is not None
        assert sharp is not None
        assert sentence(first, words, ()) == "Farm"
        assert sentence(sharp, words, ()).startswith("Tavern · after each ROLL ")
