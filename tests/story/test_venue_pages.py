"""Pages in a venue: they go where people play, and on at another host if their own one dies."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.evening import Host, wait_until
from tests.story.test_home_pages import keep_picture
from tests.story.thumbs import PHONE, TABLET, hook, sees_the_table, take_up
from tests.venue_storm import Room

NAMES = ["Ann", "Ben"]


HAS_ALL = """() => performance.getEntriesByType("resource")
    .some(({ name }) => name.endsWith("/words/extras.en.js"))"""
"""What a page needs once its host is gone comes last."""


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    room = Room(tmp_path, hosts=2)
    # A page may look only for hosts that its own one knew when it was loaded.
    for one, other in (room.hosts, room.hosts[::-1]):
        wait_until(partial(knows, one, other), "the hosts to hear of each other")
    yield room
    room.close()


def knows(one: Host, other: Host) -> bool:
    with one.client() as client:
        return other.base in client.get("/").headers["content-security-policy"]


def test_a_phone_goes_on_at_another_host_when_its_own_dies(browser: Browser, room: Room) -> None:
    one, two = room.hosts
    opened = one.open(NAMES)
    match, seat = opened["match"], opened["seats"][0]["link"]
    wait_until(lambda: room.place(1, match) == "elsewhere", "the other host to hear of the match")
    lobby, phone = take_up(browser, TABLET), take_up(browser, PHONE)
    lobby.page.goto(f"{two.base}/#key={two.key}")
    line = hook(lobby.page, f"match-{match}")
    expect(hook(line, "trouble")).to_contain_text("This match is played at Table 0")
    # A link of the match is good at every host; the page goes where it is played.
    phone.page.goto(f"{two.base}{seat}")
    phone.page.wait_for_url(f"{one.base}{seat}")
    sees_the_table(phone.page)
    phone.page.wait_for_function(HAS_ALL)
    one.kill()
    phone.page.wait_for_url(f"{two.base}{seat}")
    wait_until(lambda: room.place(1, match) == "gone", "the host to be missed")
    expect(hook(phone.page, "broken")).to_contain_text("Table 0")
    lobby.page.reload()
    expect(hook(line, "trouble")).to_contain_text("Table 0 is gone")
    expect(hook(line, "reopen")).to_have_text("Play on here")
    hook(line, "reopen").click()
    expect(hook(line, "resume")).to_be_visible()
    # The phone is known: it need not wait to be let in, and plays on.
    expect(hook(phone.page, "broken")).to_have_count(0)
    expect(hook(phone.page, "waits")).to_have_count(0)
    assert room.place(1, match) == "here"
    assert not phone.complaints + lobby.complaints


def test_who_plays_again_at_another_host_leads_every_screen_there(
    browser: Browser, room: Room
) -> None:
    one, two = room.hosts
    opened = one.open(NAMES)
    match, seat = opened["match"], opened["seats"][0]["link"]
    wait_until(lambda: room.place(1, match) == "elsewhere", "the other host to hear of the match")
    phone = take_up(browser, PHONE)
    phone.page.goto(f"{one.base}{seat}")
    sees_the_table(phone.page)
    with one.client() as client:
        client.post(f"/api/matches/{match}/abandon").raise_for_status()
    wait_until(lambda: room.lines(1, match)[-1].kind == "closed", "the other host to hear its end")
    expect(phone.page.locator("body")).to_have_attribute("data-seq", str(len(room.lines(0, match))))
    with two.client() as client:
        following = client.post(f"/api/matches/{match}/again").raise_for_status().json()
        assert client.post(f"/api/matches/{match}/again").json()["match"] == following["match"]
    # Who began sits last now; her phone finds her seat by her name.
    link = following["seats"][1]["link"]
    phone.page.wait_for_url(f"{two.base}{link}")
    sees_the_table(phone.page)
    assert not phone.complaints


def test_the_room_shows_the_towers_of_all_hosts_and_a_table_the_one_that_it_rolls_with(
    browser: Browser, room: Room
) -> None:
    one, two = room.hosts
    match = one.open(NAMES)["match"]
    wait_until(lambda: room.place(1, match) == "elsewhere", "the other host to hear of the match")
    owner = take_up(browser, TABLET)
    owner.page.goto(f"{two.base}/room#key={two.key}")
    table = owner.page.locator(f"[data-match='{match}'] .tower")
    expect(table).to_have_text("Tower 0000, Table 0 · healthy")
    expect(hook(owner.page, "tower")).to_have_count(2)
    expect(hook(owner.page, "tower").nth(0)).to_contain_text("Tower 0001")
    expect(hook(owner.page, "tower").nth(1)).to_contain_text("Tower 0000, Table 0healthy")
    expect(hook(owner.page, "assign")).to_be_hidden()
    keep_picture(owner.page, "room-of-a-venue")
    room.towers[0].ask("/unplug")
    expect(table).not_to_contain_text("healthy")
    assert not owner.complaints


def test_screens_say_while_their_host_plays_on_alone(browser: Browser, tmp_path: Path) -> None:
    room = Room(tmp_path, 1, "--alone-if-cut-off")
    try:
        (host,) = room.hosts
        opened = host.open(NAMES)
        table, phone = take_up(browser, TABLET), take_up(browser, PHONE)
        table.page.goto(host.base + opened["table"])
        phone.page.goto(host.base + opened["seats"][0]["link"])
        pages = (table.page, phone.page)
        for page in pages:
            sees_the_table(page)
            expect(hook(page, "alone")).to_be_hidden()
        room.cables[0].cut()
        for page in pages:
            expect(hook(page, "alone")).to_contain_text("plays on alone")
            expect(hook(page, "broken")).to_have_count(0)
        room.cables[0].mend()
        for page in pages:
            expect(hook(page, "alone")).to_be_hidden()
        assert not table.complaints + phone.complaints
    finally:
        room.close()
