"""A match that has stopped, as people see it: in words, with a way on for the owner."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.evening import Host, wait_until
from tests.host.test_supervised import NAMES, Service
from tests.story.studio import enter
from tests.story.thumbs import PHONE, TABLET, hook, take_up


@pytest.fixture
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with pytest.MonkeyPatch.context() as patch:
        service = Service(tmp_path_factory.mktemp("service"), patch)
        yield service
        service.close()


def test_everybody_is_told_that_the_match_stopped_and_the_owner_opens_it_again(
    browser: Browser, service: Service
) -> None:
    host: Host = service.host
    opened = host.open(NAMES, "star")
    tablet, phone = take_up(browser, TABLET), take_up(browser, PHONE)
    enter(tablet.page, host)
    tablet.page.goto(f"{host.base}{opened['table']}")
    phone.page.goto(f"{host.base}{opened['seats'][0]['link']}")
    hook(phone.page, "form").wait_for()
    service.raise_in("view")
    late = take_up(browser, PHONE)
    late.page.goto(f"{host.base}{opened['seats'][1]['link']}")
    for page in (tablet.page, phone.page):
        expect(hook(page, "broken")).to_contain_text("This match has stopped")
        expect(hook(page, "broken")).to_contain_text("KeyError in view")
    expect(hook(late.page, "refusal")).to_contain_text("This match has stopped")
    expect(hook(phone.page, "reopen")).to_have_count(0)
    hook(tablet.page, "reopen").click()
    expect(hook(tablet.page, "reopen")).to_be_enabled()  # it is not while the host is asked
    expect(hook(tablet.page, "broken")).to_contain_text("This match has stopped")
    service.raise_in("")
    hook(tablet.page, "reopen").click()
    for page in (tablet.page, phone.page):
        expect(hook(page, "broken")).to_have_count(0)
    expect(hook(late.page, "form")).to_be_visible()
    assert [*tablet.complaints, *phone.complaints, *late.complaints] == []


def test_the_lobby_says_which_match_has_stopped(browser: Browser, service: Service) -> None:
    host = service.host
    match = host.open(NAMES, "star")["match"]
    host.open(["Ed", "Chris"])
    host.close()
    service.raise_in("need")
    host.start()
    wait_until(lambda: service.listed(match)["trouble"] is not None, "the host to look through")
    lobby = take_up(browser, TABLET)
    enter(lobby.page, host)
    row = hook(lobby.page, f"match-{match}")
    expect(hook(row, "trouble")).to_contain_text("KeyError in need")
    service.raise_in("")
    hook(row, "reopen").click()
    expect(hook(row, "trouble")).to_have_count(0)
    expect(hook(lobby.page, "reopen")).to_have_count(0)
