"""The help page: a game's rules as safe HTML, and the list of all its cards."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest
from dicehost.wording import game_rules, game_words, rules_html
from dicerules import games
from dicerules.words import Message, sentence

from tests.evening import Host

PLAIN = {
    *("h2", "h3", "h4", "p", "ul", "ol", "li", "strong", "em", "code", "pre", "hr", "br"),
    *("blockquote", "table", "thead", "tbody", "tr", "th", "td"),
}


class Reader(HTMLParser):
    """What a browser finds in a page: tags with their attributes, text, and how lists nest."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.deepest = self._deep = 0
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self._deep += tag in ("ul", "ol")
        self.deepest = max(self.deepest, self._deep)

    def handle_endtag(self, tag: str) -> None:
        self._deep -= tag in ("ul", "ol")

    def handle_data(self, data: str) -> None:
        self.text += data

    def count(self, tag: str) -> int:
        return [name for name, _ in self.tags].count(tag)


class TestRulesPage:
    def test_a_list_in_a_list_stays_one(self) -> None:
        page = Reader(rules_html("1. Roll\n2. Check:\n   - one number\n   - or two.\n3. Pass\n"))
        assert (page.count("ol"), page.count("ul"), page.count("li")) == (1, 1, 5)
        assert page.deepest == 2
        assert "Check: -" not in page.text

    @pytest.mark.parametrize("language", ["en", "de"])
    def test_the_choices_of_a_check_are_three_entries_of_their_own(self, language: str) -> None:
        page = Reader(rules_html(game_rules(games()["morty_zone"], language)))
        assert page.deepest == 2
        assert " - " not in page.text.replace("\n", " ")

    @pytest.mark.parametrize("key", sorted(games()))
    def test_every_game_has_a_title_and_its_chapters_below_it(self, key: str) -> None:
        rules = game_rules(games()[key])
        page = Reader(rules_html(rules))
        assert page.tags[0][0] == "h2"
        assert page.count("h2") == 1
        assert page.count("h3") == rules.count("\n## ")
        assert {tag for tag, _ in page.tags} <= PLAIN

    @pytest.mark.parametrize("key", sorted(games()))
    def test_every_ruling_is_found_by_its_name(self, key: str) -> None:
        rules = game_rules(games()[key])
        page = Reader(rules_html(rules))
        named = [attrs["id"] for tag, attrs in page.tags if tag == "li" and "id" in attrs]
        assert named == re.findall(r"^- \*\*([A-Z]{2}-[A-Z]\d+)\*\*", rules, re.MULTILINE)
        assert named

    def test_a_table_whose_head_says_nothing_has_none(self) -> None:
        bare = Reader(rules_html("| | |\n|---|---|\n| a | b |\n"))
        headed = Reader(rules_html("| | Points |\n|---|---|\n| a | b |\n"))
        assert (bare.count("thead"), bare.count("th"), bare.count("td")) == (0, 0, 2)
        assert (headed.count("thead"), headed.count("th"), headed.count("td")) == (1, 2, 2)

    def test_a_link_is_said_and_leads_nowhere(self) -> None:
        page = Reader(rules_html("See [the rules](https://example.org) and ![a map](map.png)."))
        assert page.text.strip() == "See the rules and a map."
        assert page.count("a") == page.count("img") == 0

    @pytest.mark.parametrize(
        "hostile",
        [
            "<script>alert(1)</script>",
            "Text <img src=x onerror=alert(1)> text",
            "<style>body { display: none }</style>",
            '<iframe src="https://example.org"></iframe>',
            "[click](javascript:alert(1))",
            "[click](data:text/html,<script>alert(1)</script>)",
            '![x"onerror="alert(1)](x)',
            "<javascript:alert(1)>",
            "- **<b onclick=alert(1)>MZ-R1</b>** text",
            '- **MZ-R1" onclick="alert(1)** text',
            "```\n</code><script>alert(1)</script>\n```",
            '``` "><script>alert(1)</script>\n```',
            "| <script>alert(1)</script> |\n|---|\n| <svg onload=alert(1)> |",
            "# <a href='javascript:alert(1)'>x</a>",
        ],
    )
    def test_nothing_in_a_rules_file_becomes_more_than_text(self, hostile: str) -> None:
        page = Reader(rules_html(hostile))
        assert {tag for tag, _ in page.tags} <= PLAIN
        attributes = {name for _, attrs in page.tags for name in attrs}
        assert attributes <= {"id", "class"}


def test_the_markdown_library_is_loaded_only_when_somebody_reads_the_rules() -> None:
    look = "import sys, dicehost.web.app; print('markdown_it' in sys.modules)"
    told = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "False"


def test_the_rules_are_served_as_html_in_the_language_asked_for(host: Host) -> None:
    with host.client() as client:
        told = client.get("/api/games/morty_zone/rules/de")
    assert told.headers["content-type"].startswith("text/html")
    assert "default-src 'self'" in told.headers["content-security-policy"]
    assert Reader(told.text).count("h3") == game_rules(games()["morty_zone"], "de").count("\n## ")


def test_the_card_list_is_served_and_every_sentence_has_words(host: Host) -> None:
    with host.client() as client:
        lists = {key: client.get(f"/api/games/{key}/cards").json()["items"] for key in games()}
    for key, items in lists.items():
        words = game_words(games()[key])
        for part in _sentences(items):
            told = sentence(part, words, ())
            assert told != part.key, (key, part)
            assert "{" not in told, (key, part)
    morty = [card for item in lists["morty_zone"] for card in item["cards"]]
    assert len(morty) == 20 + 25 + 10 + 6
    assert [card["key"] for card in morty if not card.get("house")] == ["RC01"]


def _sentences(told: object) -> Iterator[Message]:
    """Every sentence in the items of a view."""
    if isinstance(told, list):
        for one in told:
            yield from _sentences(one)
    elif isinstance(told, dict):
        for name, one in told.items():
            if name in ("label", "name", "text", "more", "short") and isinstance(one, dict):
                yield Message(one["key"], _facts(one))
            else:
                yield from _sentences(one)


def _facts(part: dict[str, object]) -> dict[str, int | str | list[int] | Message]:
    facts = part.get("facts", {})
    assert isinstance(facts, dict)
    return {
        name: Message(fact["key"], _facts(fact)) if isinstance(fact, dict) else fact
        for name, fact in facts.items()
    }
