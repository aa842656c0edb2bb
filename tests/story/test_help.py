"""Help in a browser: the rules as they are written, every card of the game, and the house sign."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from dicerules import games
from dicerules.cards import default_cards
from dicerules.views import Card, Cards
from playwright.sync_api import Browser, Page, expect

from tests.evening import Host
from tests.story.positions import NAMES, Stand, positions
from tests.story.thumbs import PHONE, TABLET, hook

WIDE = "node => node.scrollWidth - node.clientWidth"
WCAG = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    host = Host(tmp_path_factory.mktemp("house"))
    yield host
    host.close()


@pytest.fixture
def tablet(browser: Browser, host: Host) -> Iterator[Page]:
    """A tablet before a match of The Morty Zone, with its fullest check on the table."""
    opened = host.open(list(NAMES[:4]), "morty_zone")
    page = browser.new_context(viewport=TABLET, locale="en-GB").new_page()
    stand = Stand(page)
    stand.open(f"{host.base}{opened['table']}")
    stand.lay(positions("morty_zone")["headline_check-ask"])
    yield page
    page.close()


def open_rules(page: Page) -> None:
    hook(page, "rules").click()
    expect(page.locator("dialog .contents")).to_be_visible()


def test_a_list_in_a_list_of_the_rules_stays_one(tablet: Page) -> None:
    open_rules(tablet)
    check = tablet.locator("dialog .rules > ol > li", has_text="Check.")
    expect(check.locator("ul > li")).to_have_count(3)
    expect(check.locator("ul > li").nth(1)).to_contain_text("exactly two different open numbers")


def test_the_help_lists_every_card_and_explains_the_house_sign_once(tablet: Page) -> None:
    open_rules(tablet)
    tablet.get_by_role("navigation").get_by_role("button", name="All cards").click()
    dialog = tablet.locator("dialog")
    expect(dialog.locator("h3[data-here]")).to_have_text("All cards")
    expect(dialog.locator("h3[data-here]")).to_be_in_viewport()
    expect(dialog.locator('[data-test^="entry-"]')).to_have_count(20 + 25 + 10 + 6)
    expect(hook(tablet, "house-key")).to_have_count(1)
    signs = dialog.locator(".card-list").get_by_role("img", name="House card")
    expect(signs).to_have_count(60)
    rick = hook(tablet, "entry-RC01")
    expect(rick).to_contain_text("Remove all dice showing a value you name")
    expect(rick.get_by_role("img", name="House card")).to_have_count(0)


def test_a_card_that_is_ours_has_the_sign_and_its_sheet_says_what_it_means(tablet: Page) -> None:
    card = tablet.locator("#centre .card", has_text="Long Street")
    expect(card.get_by_role("img", name="House card")).to_be_visible()
    card.locator(".card-name").click()
    expect(hook(tablet, "house-key")).to_contain_text("ours, wholly or in part")


@pytest.mark.parametrize("key", sorted(games()))
@pytest.mark.parametrize("size", [TABLET, PHONE], ids=["tablet", "phone"])
def test_the_help_of_every_game_fits_and_can_be_read_aloud(
    browser: Browser, host: Host, key: str, size: dict[str, int]
) -> None:
    page = browser.new_context(viewport=size, locale="de-DE").new_page()
    page.goto(f"{host.base}/#key={host.key}")
    hook(page, f"game-{key}").click()
    open_rules(page)
    game = games()[key]
    listed = game.card_list(default_cards(game))
    spread = [card for item in listed if isinstance(item, Cards) for card in item.cards]
    lone = [item for item in listed if isinstance(item, Card)]
    expect(page.locator('dialog [data-test^="entry-"]')).to_have_count(len(spread) + len(lone))
    assert page.locator("dialog").evaluate(WIDE) <= 0
    found = Axe().run(page, options=WCAG).response["violations"]
    assert [broken["id"] for broken in found] == []
    page.close()
