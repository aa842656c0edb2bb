"""A second language is a file beside each English one: whole, and with the same blanks to fill."""

from __future__ import annotations

import re
from pathlib import Path

import dicehost
import dicerules
import pytest
from dicehost.wording import game_rules, game_words, host_words
from dicerules import games
from dicerules.words import blanks, read_catalogue

from tests.evening import Host

HOST, RULES = (Path(package.__path__[0]) for package in (dicehost, dicerules))
CATALOGUES = sorted([*RULES.rglob("words/en.toml"), *HOST.rglob("words/en.toml")])
PAGES = sorted((HOST / "pages").glob("words/*.en.js"))
LANGUAGES = sorted(file.suffixes[0][1:] for file in (HOST / "pages").glob("words/play.*.js"))
OTHERS = [language for language in LANGUAGES if language != "en"]

_LINE = re.compile(r'^ {2}"?([\w.]+)"?: "(.*)",$', re.MULTILINE)


def page_words(file: Path) -> dict[str, str]:
    return dict(_LINE.findall(file.read_text(encoding="utf-8")))


def test_there_is_a_second_language() -> None:
    assert "de" in OTHERS


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("english", CATALOGUES, ids=lambda file: file.parent.parent.name)
def test_a_language_has_every_sentence_with_the_same_blanks(english: Path, language: str) -> None:
    theirs = read_catalogue(english.with_name(f"{language}.toml"))
    ours = read_catalogue(english)
    assert {key: blanks(text) for key, text in theirs.items()} == {
        key: blanks(text) for key, text in ours.items()
    }


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("key", sorted(games()))
def test_the_rules_have_the_same_chapters_and_rulings(key: str, language: str) -> None:
    game = games()[key]
    ours, theirs = game_rules(game), game_rules(game, language)
    assert ours != theirs
    assert len(chapters(ours)) == len(chapters(theirs))
    assert rulings(ours) == rulings(theirs)
    same_place = dict(zip(chapters(ours), chapters(theirs), strict=True))
    words, translated = game_words(game), game_words(game, language)
    for word in filter(lambda word: word.startswith("chapter."), words):
        assert translated[word] == same_place[words[word]]


def chapters(rules: str) -> list[str]:
    return re.findall(r"^## (.+)$", rules, re.MULTILINE)


def rulings(rules: str) -> list[str]:
    return re.findall(r"^- \*\*([A-Z]{2}-R\d+)\*\*", rules, re.MULTILINE)


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("english", PAGES, ids=lambda file: file.name)
def test_a_page_says_as_much_in_every_language(english: Path, language: str) -> None:
    ours = page_words(english)
    assert len(ours) == english.read_text(encoding="utf-8").count('",\n'), "read every line"
    theirs = page_words(english.with_name(english.name.replace(".en.", f".{language}.")))
    assert {key: blanks(text) for key, text in theirs.items()} == {
        key: blanks(text) for key, text in ours.items()
    }


def test_languages_that_nobody_speaks_are_not_kept() -> None:
    cow = games()["cow"]
    for number in range(300):
        asked = f"x{number}" if number % 2 else "x" * number
        assert host_words(asked) is host_words("en")
        assert game_words(cow, asked) is game_words(cow, "en")
        assert game_rules(cow, asked) == game_rules(cow, "en")
    assert game_words(cow, "de") is not game_words(cow, "en")
    assert game_rules(cow, "de") != game_rules(cow, "en")


def test_a_language_that_is_none_is_refused_in_words(host: Host) -> None:
    with host.client() as client:
        for path in ("/api/words/{}", "/api/games/cow/words/{}", "/api/games/cow/rules/{}"):
            for asked in ("x" * 300, "..", "%00", "d%2Fe", "%ED%A0%80", "1"):
                answer = client.get(path.format(asked))
                assert answer.status_code == 404, (path, asked)
                assert answer.json()["code"] in ("request.language", "address"), (path, asked)
            assert client.get(path.format("fr")).status_code == 200, "said in English"
