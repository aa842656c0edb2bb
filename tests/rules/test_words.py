"""Sentences: how blanks are filled, and that everything the rules refuse with has words."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import pytest
from dicerules.core import RuleError
from dicerules.words import Message, blanks, join, message, read_catalogue, sentence, words_for

NAMES = ("Ann", "Bo", "Cy")
SHARED = files("dicerules").joinpath("words", "en.toml")


def tell(template: str, **facts: int | str | list[int] | Message) -> str:
    return sentence(message("it", **facts), {"it": template, "and": "and", "who": "{seat}!"}, NAMES)


def test_a_blank_is_filled_with_its_fact() -> None:
    assert tell("{count} chips on {name}", count=3, name="Bart") == "3 chips on Bart"


def test_a_seat_is_said_by_name() -> None:
    assert tell("{seat} pays {to_seat}", seat=0, to_seat=2) == "Ann pays Cy"


def test_seats_are_listed_as_a_person_would() -> None:
    assert tell("{seats}", seats=[2]) == "Cy"
    assert tell("{seats}", seats=[0, 1]) == "Ann and Bo"
    assert tell("{seats}", seats=[0, 1, 2]) == "Ann, Bo and Cy"
    assert join([], {}) == ""


@pytest.mark.parametrize(("count", "told"), [(0, "0 chips"), (1, "1 chip"), (2, "2 chips")])
def test_one_and_many_have_their_own_words(count: int, told: str) -> None:
    assert tell("{count} {count:chip|chips}", count=count) == told


def test_a_fact_may_be_a_sentence() -> None:
    assert tell("{why} Over.", why=message("who", seat=1)) == "Bo! Over."


def test_a_number_that_is_no_seat_stays_a_number() -> None:
    assert tell("{seat} and {to_seat}", seat=7, to_seat=-1) == "7 and -1"


def test_a_blank_without_a_fact_stays_visible() -> None:
    assert tell("{count} of {name}", count=1) == "1 of {name}"


def test_a_fact_with_braces_is_not_filled_again() -> None:
    assert tell("{name}", name="{seat}", seat=0) == "{seat}"


def test_a_key_without_words_is_said_as_the_key() -> None:
    assert sentence(message("no.such.key"), {}, NAMES) == "no.such.key"


def test_blanks_are_named() -> None:
    assert blanks("{seat} bets {count} {count:chip|chips}") == {"seat", "count"}


def test_a_catalogue_is_flat_and_a_later_file_wins(tmp_path: Path) -> None:
    one, two = tmp_path / "one.toml", tmp_path / "two.toml"
    one.write_text('send = "Send"\n[form]\nbet = "Bet"\n')
    two.write_text('send = "Go"\n')
    assert read_catalogue(one, two) == {"send": "Go", "form.bet": "Bet"}


def test_a_games_words_come_with_those_all_games_share() -> None:
    words = words_for(files("dicerules.cow"))
    assert words["send"] == "Send"
    assert words["album"] == "Family album"


def test_every_refusal_in_the_rules_has_words() -> None:
    root = Path(str(files("dicerules")))
    for source in root.rglob("*.py"):
        folder = source.parent if (source.parent / "words").is_dir() else root / "cow"
        words = read_catalogue(SHARED, folder / "words" / "en.toml")
        for code in re.findall(r'RuleError\(\s*"([\w.]+)"', source.read_text()):
            assert f"refusal.{code}" in words, f"{source.name} refuses with {code}"


def test_a_refusal_tells_its_code_and_facts() -> None:
    refusal = RuleError("form.range", field="bet", low=1, high=5, got="9")
    assert str(refusal) == "form.range (field='bet', low=1, high=5, got='9')"
    assert str(RuleError("no_roll")) == "no_roll"
    told = sentence(refusal.words, read_catalogue(SHARED), NAMES)
    assert told == "bet takes a whole number from 1 to 5; got 9."


def test_a_sentence_of_the_game_has_no_blank_the_catalogue_cannot_spell() -> None:
    for key, template in words_for(files("dicerules.cow")).items():
        rest = re.sub(r"\{\w+(:[^|{}]*\|[^{}]*)?\}", "", template)
        assert "{" not in rest, key
        assert "}" not in rest, key
