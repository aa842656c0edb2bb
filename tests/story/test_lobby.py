"""The lobby as an evening meets it: from a fresh browser to the next match, in Chromium."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from dicehost.journal.store import Journal
from msgspec.structs import replace
from playwright.sync_api import Browser, Page, expect

from tests.evening import Host, Tower
from tests.kept import Clerk, keep_match
from tests.story.thumbs import PHONE, TABLET, Device, hook, take_up

PLAYED = "c0ffee01"
NEWER = "c0ffee02"
LEFT = "path => location.pathname !== path"


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """A host where one match was played before, and one with a newer version of the game."""
    folder = tmp_path_factory.mktemp("lobby")
    journal = Journal(folder / "journal.sqlite")
    keep_match(journal, PLAYED, "cow", ["Ann", "Bo", "Cleo"])
    newer = Clerk(NEWER, "cow", ["Ann", "Bo"], "2026-11-12T19:30:00+00:00")
    newer.game = replace(newer.game, version=newer.game.version + 1)
    newer.open()
    journal.adopt_now(newer.entries)
    journal.close()
    tower = Tower(folder / "towers")
    host = Host(folder)
    yield host
    host.close()
    tower.close()


def enter(browser: Browser, host: Host) -> Device:
    device = take_up(browser, TABLET)
    device.page.goto(f"{host.base}/#key={host.key}")
    hook(device.page, "start-match").wait_for()
    return device


def focused(page: Page) -> str:
    name: str = page.evaluate("document.activeElement.closest('[data-test]')?.dataset.test ?? ''")
    return name


def tab_to(page: Page, name: str) -> None:
    """Press Tab until the part with this name has the focus, as somebody without a mouse does."""
    for _ in range(60):
        if focused(page) == name:
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the keyboard never came to {name}")


def links(host: Host, match: str) -> dict[str, Any]:
    with host.client() as client:
        told: dict[str, Any] = client.get(f"/api/matches/{match}/links").json()
        return told


def newest(host: Host) -> dict[str, Any]:
    with host.client() as client:
        told: dict[str, Any] = client.get("/api/matches").json()[0]
        return told


def test_a_match_of_a_newer_game_is_listed_with_the_reason_and_no_way_in(
    browser: Browser, host: Host
) -> None:
    page = enter(browser, host).page
    listed = hook(page, f"match-{NEWER}")
    expect(hook(listed, "match-refused")).to_contain_text("Update dicetower to open it")
    expect(hook(listed, "resume")).to_have_count(0)
    expect(hook(hook(page, f"match-{PLAYED}"), "match-refused")).to_have_count(0)


def test_a_match_is_set_up_and_started_by_keyboard_alone(browser: Browser, host: Host) -> None:
    tablet = enter(browser, host)
    page, keys = tablet.page, tablet.page.keyboard
    for game in ("cow", "zorro", "ryb", "ricemarll", "morty_zone"):
        picture = hook(page, f"game-{game}").locator("img")
        assert picture.evaluate("image => image.complete && image.naturalWidth > 0")
    expect(hook(page, "game-zorro")).to_contain_text("2 to 6 players")
    expect(hook(page, "game-zorro")).to_contain_text("30 to 45 minutes")

    page.locator("input[name=game]").first.focus()
    while focused(page) != "game-ryb":
        keys.press("ArrowRight")
    tab_to(page, "name-0")
    keys.type("Zoe")
    keys.press("Enter")
    assert focused(page) == "name-1"
    tab_to(page, "known")
    keys.press("Enter")  # Ann, from the match before
    tab_to(page, "known")
    keys.press("Enter")  # Bo: one more chair
    expect(hook(page, "start-what")).to_have_text("R.Y.B.: Zoe, Ann and Bo")
    page.keyboard.press("Shift+Tab")
    hook(page, "up-2").focus()
    keys.press("Enter")
    assert focused(page) == "up-1", "the focus goes with the row that moves"
    expect(hook(page, "start-what")).to_have_text("R.Y.B.: Zoe, Bo and Ann")
    hook(page, "colour-of-0").focus()
    keys.press("Enter")
    tab_to(page, "colour-plum")
    keys.press("Enter")
    assert focused(page) == "colour-of-0"
    expect(hook(page, "colour-of-0")).to_have_attribute("aria-label", "Colour of Zoe: plum cross")

    hook(page, "clocks").locator("summary").first.focus()
    keys.press("Enter")
    keys.press("Tab")
    while focused(page) != "clock-own":
        keys.press("ArrowDown")
    tab_to(page, "own-decision")
    keys.press("Control+A")
    keys.type("75")
    hook(page, "options").locator("summary").focus()
    keys.press("Enter")
    expect(hook(page, "options")).to_contain_text("All hands and the top of the draw deck")
    tab_to(page, "preset-first_time")
    keys.press("Enter")
    expect(hook(page, "set-friendly")).to_be_checked()
    expect(hook(page, "options-now")).to_have_text("First game")
    tab_to(page, "start-match")
    keys.press("Enter")
    expect(hook(page, "open-table")).to_be_visible()

    opened = newest(host)
    assert opened["names"] == ["Zoe", "Bo", "Ann"]
    assert [seat["colour"] for seat in opened["seats"]] == ["plum", "green", "pink"]
    page.reload()
    expect(hook(page, "name-0")).to_have_value("Zoe")
    expect(hook(page, "colour-of-0")).to_have_attribute("aria-label", "Colour of Zoe: plum cross")
    expect(hook(page, f"match-{opened['match']}")).to_contain_text("R.Y.B.")
    expect(hook(page, "tower")).to_contain_text("noise healthy")
    tab_to(page, "resume")
    keys.press("Enter")
    expect(hook(page, "headline")).not_to_be_empty()
    expect(page.locator("body")).to_have_attribute("data-seq", re.compile("."))
    assert tablet.screen["clock"]["mode"] == "gentle"
    assert tablet.complaints == []


def test_a_chosen_colour_that_somebody_has_is_exchanged(browser: Browser, host: Host) -> None:
    page = enter(browser, host).page
    hook(page, "name-0").fill("Ann")
    hook(page, "name-1").fill("Bo")
    hook(page, "colour-of-0").click()
    hook(page, "colour-yellow").click()
    for seat, colour in enumerate(("yellow triangle", "cyan circle")):
        label = hook(page, f"colour-of-{seat}").get_attribute("aria-label")
        assert label
        assert label.endswith(colour)
    shapes = page.locator(".people-in summary path")
    assert shapes.nth(0).get_attribute("d") != shapes.nth(1).get_attribute("d")


def test_a_game_whose_dice_have_a_colour_gives_seats_another(browser: Browser, host: Host) -> None:
    page = enter(browser, host).page
    hook(page, "game-cow").click()
    hook(page, "name-0").fill("Ann")
    expect(hook(page, "colour-of-1")).to_have_attribute("aria-label", re.compile("yellow triangle"))
    hook(page, "colour-of-0").click()
    hook(page, "colour-blue").click()
    hook(page, "game-ryb").click()
    expect(hook(page, "colour-of-1")).to_have_attribute("aria-label", re.compile("cyan circle"))
    expect(hook(page, "colour-of-0")).to_have_attribute("aria-label", "Colour of Ann: blue star")


def test_people_come_by_short_code_and_a_second_phone_is_let_in_or_not(
    browser: Browser, host: Host
) -> None:
    opened = host.open(["Ann", "Bo"])
    tablet = enter(browser, host)
    hook(tablet.page, f"match-{opened['match']}").locator("[data-test=codes]").click()
    expect(hook(tablet.page, "here-0")).to_have_text("waiting for a phone")
    code = hook(tablet.page, "code-seat-0").inner_text()
    assert code.replace(" ", "") == opened["seats"][0]["code"]

    old, new, tv = (take_up(browser, PHONE) for _ in range(3))
    old.page.goto(f"{host.base}/join")
    hook(old.page, "code").fill("XXXXXX")
    hook(old.page, "join-seat").click()
    expect(hook(old.page, "refusal")).to_contain_text("No seat of an open match has the code")
    hook(old.page, "code").fill(code.lower())
    old.page.keyboard.press("Enter")
    expect(hook(old.page, "headline")).not_to_be_empty()
    expect(hook(tablet.page, "here-0")).to_have_text("phone connected")

    new.page.goto(f"{host.base}{opened['seats'][0]['link']}")
    number = hook(new.page, "number").inner_text()
    expect(hook(old.page, "knock")).to_contain_text(
        f"Another phone wants your seat. It shows the number {number}."
    )
    assert [frame for frame in new.frames if "view" in frame] == []
    hook(old.page, "turn-away").click()
    hook(new.page, "knock-again").click()
    expect(hook(new.page, "number")).to_be_visible()
    tv.page.goto(f"{host.base}{opened['table']}")
    expect(hook(tv.page, "knock")).to_contain_text("Ann's seat")
    hook(tv.page, "let-in").click()
    expect(hook(new.page, "outside")).to_have_count(0)
    expect(hook(new.page, "headline")).not_to_be_empty()
    expect(hook(old.page, "knock")).to_have_count(0)
    assert new.screen["me"] == old.screen["me"] == 0, "two phones, one seat"
    assert [*old.complaints, *new.complaints, *tv.complaints] == []


def test_the_same_people_play_again_and_their_screens_go_there_by_themselves(
    browser: Browser, host: Host
) -> None:
    tablet = enter(browser, host)
    played = hook(tablet.page, f"match-{PLAYED}")
    look = played.locator("[data-test=look-back]")
    expect(look).to_have_attribute("href", f"/after/{PLAYED}")
    with host.client() as client:
        client.get(f"/api/matches/{PLAYED}/faces")  # somebody looks: the seats have links again
    old = links(host, PLAYED)
    bo = take_up(browser, PHONE)
    bo.page.goto(f"{host.base}{old['seats'][1]['link']}")
    expect(hook(bo.page, "over")).to_be_visible()
    expect(hook(bo.page, "play-again")).to_have_count(0)
    tablet.page.goto(f"{host.base}{old['table']}")
    hook(tablet.page, "play-again").click()
    for device, place in ((tablet, "table"), (bo, "seat")):
        device.page.wait_for_function(LEFT, arg=f"/{place}/{PLAYED}")
        expect(hook(device.page, "headline")).not_to_be_empty()
    following = links(host, PLAYED)["next"]
    assert following
    assert bo.page.url.split("#")[0].endswith(f"/seat/{following}")
    assert newest(host)["names"] == ["Bo", "Cleo", "Ann"], "the next person begins"
    late = take_up(browser, PHONE)
    late.page.goto(f"{host.base}{old['seats'][2]['link']}")
    hook(late.page, "next-match").click()
    late.page.wait_for_url(f"**/seat/{following}#*")
    assert [*tablet.complaints, *bo.complaints, *late.complaints] == []


def test_without_the_owners_key_the_lobby_leads_to_the_codes(browser: Browser, host: Host) -> None:
    page = take_up(browser, PHONE).page
    page.goto(host.base)
    expect(hook(page, "welcome")).to_be_visible()
    # It can be installed from here, as its manifest says.
    assert page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.get_by_role("link", name="Join with a code").last.click()
    expect(hook(page, "code")).to_be_focused()
    page.go_back()
    expect(hook(page, "welcome")).to_be_visible()
    # The owner's link, pasted into this very tab.
    page.goto(f"{host.base}/#key={host.key}")
    expect(hook(page, "start-match")).to_be_visible()


def test_what_is_refused_is_refused_in_the_language_of_the_page(
    browser: Browser, host: Host
) -> None:
    page = browser.new_context(viewport=PHONE, locale="de-DE").new_page()
    page.goto(f"{host.base}/join")
    hook(page, "code").fill("XXXXXX")
    hook(page, "join-seat").click()
    expect(hook(page, "refusal")).to_contain_text("Kein Platz einer offenen Partie")
    page.goto(f"{host.base}/seat/{PLAYED}#nobody")
    expect(hook(page, "refusal")).to_contain_text("Dieser Link öffnet keinen Platz")
    page.goto(f"{host.base}/#key=nobody")
    expect(hook(page, "refusal")).to_contain_text("Das darf nur")


def test_names_are_joined_in_the_language_of_the_page(browser: Browser, host: Host) -> None:
    page = browser.new_context(viewport=PHONE, locale="de-DE").new_page()
    page.goto(f"{host.base}/join")
    offer = page.evaluate(
        """async () => {
          const { catalogue, loadWords, voice } = await import("/static/lib/words.js");
          await loadWords();
          const { word } = voice(await catalogue("rare"), ["Ann", "Bo", "Cleo"]);
          return word("tablet.offer", { seats: [0, 1] });
        }"""
    )
    assert offer == "Kein Telefon für Ann und Bo?"
