"""While somebody works on the pages, an open page reloads itself when a file changes."""

from __future__ import annotations

from pathlib import Path

import httpx
from playwright.sync_api import Browser, expect

from tests.evening import PLAIN_HTTP, end, wait_until
from tests.host.test_dev import Workshop


def test_an_open_page_reloads_itself_when_a_page_or_the_code_changes(
    browser: Browser, tmp_path: Path
) -> None:
    shop = Workshop(tmp_path)
    page = browser.new_page(service_workers="block")
    try:
        wait_until(lambda: bool(shop.version()), "the service")
        told = list[object]()

        def note(frame: object) -> None:
            told.append(frame)

        def is_told() -> bool:
            page.wait_for_timeout(10)  # lets events of the page come in
            return bool(told)

        page.on("websocket", lambda socket: socket.on("framereceived", note))
        page.goto(f"{shop.base}/join")
        wait_until(is_told, "the page to be told of the first version")
        html = shop.code / "dicehost" / "pages" / "code.html"
        html.write_text(html.read_text().replace("</body>", "<p id=one>Once</p></body>"))
        expect(page.locator("#one")).to_have_text("Once")
        page.evaluate("document.body.dataset.old = 'yes'")
        shop.set_version('"7.7"')
        expect(page.locator("body[data-old]")).to_have_count(0)
        assert httpx.get(f"{shop.base}/join", **PLAIN_HTTP).status_code == 200
    finally:
        page.close()
        end(shop.process)
