"""The first minutes: one code on the table, tips told once, matches that are ended and removed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.evening import Host, Tower
from tests.kept import keep_evening
from tests.story.thumbs import PHONE, TABLET, Device, hook, take_up

NAMES = ["Annalena", "Bo", "Cleo"]
OVER = "c0ffee01"


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    folder = tmp_path_factory.mktemp("first")
    keep_evening(folder)
    tower = Tower(folder / "towers")
    host = Host(folder)
    yield host
    host.close()
    tower.close()


def scan(browser: Browser, address: str) -> Device:
    phone = take_up(browser, PHONE)
    phone.page.goto(address)
    hook(phone.page, "sit-0").wait_for()
    return phone


def box(node: Locator) -> dict[str, float]:
    found = node.bounding_box()
    assert found is not None
    return dict(found)


def overlap(one: dict[str, float], other: dict[str, float]) -> bool:
    return (
        one["x"] < other["x"] + other["width"]
        and other["x"] < one["x"] + one["width"]
        and one["y"] < other["y"] + other["height"]
        and other["y"] < one["y"] + one["height"]
    )


def test_one_code_on_the_table_seats_everybody_and_shows_who_looks_on(
    browser: Browser, host: Host
) -> None:
    opened = host.open(NAMES)
    address = f"{host.base}{opened['join']}"
    tablet = take_up(browser, TABLET)
    tablet.page.goto(f"{host.base}{opened['table']}")
    card = hook(tablet.page, "join-card")
    card.locator("svg").wait_for()
    expect(hook(tablet.page, "join-missing")).to_contain_text("Annalena, Bo and Cleo")
    for name in ("headline", "waiting", "score-0", "join"):
        assert not overlap(box(card), box(hook(tablet.page, name))), name

    phones = []
    for seat in range(3):
        phone = scan(browser, address)
        expect(card).to_be_visible()
        hook(phone.page, f"sit-{seat}").click()
        phone.page.wait_for_url("**/seat/**")
        expect(hook(phone.page, "headline")).not_to_be_empty()
        phones.append(phone)
    expect(card).to_have_count(0)

    # It comes back from its button, for whoever is late.
    hook(tablet.page, "join").click()
    expect(card).to_be_visible()
    late = scan(browser, address)
    expect(hook(late.page, "sit-0")).to_contain_text("ask to be let in")
    hook(late.page, "sit-0").click()
    hook(late.page, "number").wait_for()
    hook(phones[0].page, "turn-away").click()
    expect(hook(late.page, "knock-again")).to_be_visible()

    guest = scan(browser, address)
    hook(guest.page, "watch").click()
    guest.page.wait_for_url("**/table/**")
    expect(hook(guest.page, "headline")).to_have_text(hook(tablet.page, "headline").inner_text())
    for name in ("join", "join-card", "knock"):
        expect(hook(guest.page, name)).to_have_count(0)

    # Everybody was in: a reload does not bring the code back, nor does a phone that goes.
    phones[1].page.close()
    tablet.page.reload()
    expect(hook(tablet.page, "join")).to_be_visible()
    expect(card).to_have_count(0)
    every = [tablet, *phones, late, guest]
    assert [device.complaints for device in every] == [[]] * len(every)


def test_a_tip_is_told_the_first_time_covers_nothing_and_does_not_come_again(
    browser: Browser, host: Host
) -> None:
    links = [host.base + host.open(NAMES)["seats"][0]["link"] for _ in range(2)]
    phone = take_up(browser, PHONE)
    phone.page.goto(links[0])
    tip = hook(phone.page, "tip")
    expect(tip).to_contain_text("Each picture shows its chance")
    for name in ("option-FP03", "send", "form-title"):
        assert not overlap(box(tip), box(hook(phone.page, name).first)), name
    phone.page.reload()
    expect(tip).to_contain_text("Each picture shows its chance")  # nobody has read it yet
    hook(phone.page, "tip-close").click()
    expect(tip).to_have_count(0)
    for link in links:
        phone.page.goto(link)
        hook(phone.page, "form").wait_for()
        expect(tip).to_have_count(0)

    # Answering is understanding, too.
    german = browser.new_context(viewport=PHONE, locale="de-DE").new_page()
    german.goto(host.base + host.open(NAMES)["seats"][0]["link"])
    expect(hook(german, "tip")).to_contain_text("Auf jedem Bild steht seine Chance")
    hook(german, "option-FP03").click()
    hook(german, "send").click()
    expect(hook(german, "tip")).to_have_count(0)
    german.goto(host.base + host.open(NAMES)["seats"][0]["link"])
    hook(german, "form").wait_for()
    expect(hook(german, "tip")).to_have_count(0)
    assert phone.complaints == []


def test_the_lobby_says_what_each_game_is_and_leads_to_trying_it(
    browser: Browser, host: Host
) -> None:
    tablet = take_up(browser, TABLET)
    page = tablet.page
    page.goto(f"{host.base}/#key={host.key}")
    hook(page, "start-match").wait_for()
    for game in ("cow", "morty_zone", "ricemarll", "ryb", "zorro"):
        expect(hook(page, f"about-{game}")).to_have_text(re.compile(r".{30,70}"))
        picture = hook(page, f"game-{game}").locator("img")
        assert picture.evaluate("img => img.decode().then(() => img.naturalWidth > 0)")
    hook(page, "game-zorro").click()
    hook(page, "intro-open").click()
    hook(page, "intro").wait_for()
    hook(page, "try-alone").click()
    page.wait_for_url("**/alone/**")
    assert tablet.complaints == []


def test_the_owner_ends_a_match_and_removes_one_with_two_taps_and_its_file(
    browser: Browser, host: Host, tmp_path: Path
) -> None:
    opened = host.open(NAMES)
    tablet, phone = take_up(browser, TABLET), take_up(browser, PHONE)
    phone.page.goto(host.base + opened["seats"][0]["link"])
    hook(phone.page, "form").wait_for()
    page = tablet.page
    page.goto(f"{host.base}/#key={host.key}")
    entry = page.locator(f'[data-test="match-{opened["match"]}"]')
    hook(entry, "end").click()
    expect(hook(entry, "end")).to_have_text("Nobody wins. End it?")
    expect(hook(phone.page, "form")).to_be_visible()
    hook(entry, "end").click()
    expect(hook(page, "finished").locator(f'[data-test="match-{opened["match"]}"]')).to_be_visible()
    expect(hook(phone.page, "over")).to_have_text("The match was ended early. Nobody has won.")
    expect(hook(phone.page, "form")).to_have_count(0)

    played = page.locator(f'[data-test="match-{OVER}"]')
    if not played.is_visible():
        page.locator("#all").click()
    hook(played, "remove").click()
    with page.expect_download() as saved:
        hook(played, "remove-save").click()
    saved.value.save_as(tmp_path / "saved.jsonl")
    hook(played, "remove-keep").click()
    expect(played).to_be_visible()
    hook(played, "remove").click()
    hook(played, "remove-sure").click()
    expect(played).to_have_count(0)
    with host.client() as client:
        restored = client.post("/api/import", content=(tmp_path / "saved.jsonl").read_bytes())
    assert restored.json()["new"] == [OVER]
    assert tablet.complaints == phone.complaints == []
