"""After the evening: a match step by step, history, files from host to host, fair dice."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from dicehost.journal.store import Journal
from dicehost.match.record import Match
from dicehost.past.hindsight import METHOD, Kept
from dicehost.past.replay import Replay
from dicehost.wording import game_words
from dicerules import games
from dicerules.bots.hindsight import Chances, Hindsight, Swing
from dicerules.core import Move, encode
from dicerules.words import sentence
from playwright.sync_api import Browser, Page, expect

from tests.evening import Host
from tests.kept import keep_evening
from tests.story.test_axe import look
from tests.story.thumbs import PHONE, TABLET, hook, take_up

COW, OPEN = "c0ffee01", "c0ffee04"
AT_STEP = "step => document.body.dataset.step === String(step)"


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Host]:
    keep_evening(tmp_path)
    host = Host(tmp_path)
    yield host
    host.close()


def links(host: Host, match: str) -> dict[str, Any]:
    with host.client() as client:
        told: dict[str, Any] = client.get(f"/api/matches/{match}/links").json()
        return told


def stands_at(page: Page, step: int) -> None:
    page.wait_for_function(AT_STEP, arg=step)


def save(page: Page, button: str) -> bytes:
    with page.expect_download() as waiting:
        hook(page, button).click()
    return Path(waiting.value.path()).read_bytes()


def test_an_evening_is_looked_back_at_carried_to_another_house_and_its_dice_counted(
    browser: Browser, evening: Host, tmp_path: Path
) -> None:
    tablet = take_up(browser, TABLET)
    page = tablet.page
    page.goto(f"{evening.base}/#key={evening.key}")
    hook(page, "history").click()
    look_at_history(page)
    text = save(page, "export-all")
    hook(page, f"after-{COW}").click()
    replay_by_hand(page, tmp_path)
    assert save(page, "export") in text
    hook(page, "to-dice").click()
    count_dice(page, evening, tmp_path)
    assert tablet.complaints == []

    phone = take_up(browser, PHONE, dark=True)
    look_from_a_seat(phone.page, evening)
    assert phone.complaints == []

    (tmp_path / "there").mkdir()
    there = Host(tmp_path / "there")
    try:
        carry(page, there, text, tmp_path)
    finally:
        there.close()
    assert tablet.complaints == []


def look_at_history(page: Page) -> None:
    hook(page, "player-Dan").wait_for()
    look(page, "the history")
    expect(page.locator(".night")).to_have_count(2)
    expect(page.locator(".night").last).to_contain_text("2 matches")
    expect(hook(page, "player-Dan")).to_contain_text("The Zorro Dice Game")
    expect(page.locator('[data-test^="after-"]:visible')).to_have_count(3)
    hook(page, "search").fill("cleo cow")
    expect(hook(page, "found")).to_have_text("1 match found")
    expect(page.locator('[data-test^="after-"]:visible')).to_have_count(1)
    hook(page, "search").fill("")
    expect(page.locator('[data-test^="after-"]:visible')).to_have_count(3)


def replay_by_hand(page: Page, folder: Path) -> None:
    """By buttons, arrows, slider and by itself; every step says what the journal says of it."""
    journal = Journal(folder / "journal.sqlite")
    entries = journal.lines(COW)
    journal.close()
    game, steps = games()["cow"], len(entries) - 1
    match = Match(game, entries[0])
    winner = [match.names[seat] for seat in whole(entries).winners or ()]
    expect(hook(page, "won")).to_have_text(f"{winner[0]} wins")
    stands_at(page, 1)
    for step in range(2, 14):
        page.keyboard.press("ArrowRight")
        stands_at(page, step)
        match.take(entries[step - 1])
        told = [line.message for line in match.log if line.seq == step]
        if told:
            first = sentence(told[0], game_words(game), match.names)
            expect(hook(page, "told")).to_contain_text(first)
        for seat, score in enumerate(game.scores(match.state)):
            expect(hook(page, f"score-{seat}")).to_have_text(str(score))
    hook(page, "back").click()
    stands_at(page, 12)
    hook(page, "last").click()
    stands_at(page, steps)
    expect(hook(page, "next")).to_be_disabled()
    for seat, score in enumerate(game.scores(whole(entries).state)):
        expect(hook(page, f"score-{seat}")).to_have_text(str(score))
        expect(hook(page, f"final-{seat}")).to_have_text(str(score))
    hook(page, "slider").fill("3")
    stands_at(page, 3)
    rolled = next(entry.seq for entry in entries if entry.kind == "rolled")
    hook(page, "pace").select_option("quick")
    hook(page, "play").click()
    page.wait_for_function("step => Number(document.body.dataset.step) >= step", arg=rolled)
    hook(page, "play").click()
    hook(page, "slider").fill(str(rolled))
    stands_at(page, rolled)
    expect(hook(page, "thrown")).to_contain_text("simulated tower 51b0000000000001")
    hook(page, "course-table").locator("summary").click()
    look(page, "a replay")
    hook(page, "first").click()
    stands_at(page, 1)


def whole(entries: list[Any]) -> Match:
    match = Match(games()["cow"], entries[0])
    for entry in entries[1:]:
        match.take(entry)
    return match


def count_dice(page: Page, host: Host, folder: Path) -> None:
    expect(page.locator("#dice article")).to_have_count(1)
    expect(hook(page, "wish-match")).to_have_value(COW)
    of_match = int(page.evaluate("document.body.dataset.rolls"))
    expect(hook(page, "wish-match").locator("option")).to_have_count(4)
    expect(hook(page, "wish-match")).to_contain_text("The Zorro Dice Game · Nov 14, 2026")
    hook(page, "wish-match").select_option("")
    expect(page.locator("#dice article")).to_have_count(2)
    expect(hook(page, "said").first).to_contain_text("of 100 fair towers")
    expect(hook(page, "sources")).to_contain_text("tower e6605838")
    hook(page, "counts").first.locator("summary").click()
    rows = page.locator("#dice article").first.locator("tbody tr")
    expect(rows).to_have_count(6)
    hook(page, "health").locator("summary").click()
    look(page, "fairness")
    heights = page.locator("#dice article").first.locator("rect.count")
    expect(heights).to_have_count(6)
    counts = [int(row.locator("td").first.inner_text()) for row in rows.all()]
    tall = [float(bar.get_attribute("height") or "") for bar in heights.all()]
    assert (
        max(abs(a / max(tall) - b / max(counts)) for a, b in zip(tall, counts, strict=True)) < 0.01
    )

    sheet = list(csv.DictReader(io.StringIO(save(page, "csv").decode())))
    everything = int(page.evaluate("document.body.dataset.rolls"))
    assert len(sheet) == everything > of_match
    assert sum(row["match"] == COW for row in sheet) == of_match
    assert {row["source"] for row in sheet} == {"simulated", "tower"}
    hook(page, "wish-source").select_option("tower")
    page.wait_for_function(
        "count => Number(document.body.dataset.rolls) === count",
        arg=sum(row["source"] == "tower" for row in sheet),
    )
    expect(hook(page, "health")).to_contain_text("healthy")


def look_from_a_seat(page: Page, host: Host) -> None:
    """A seat's link opens its match when it is over, with every seat's view, and nothing else."""
    over, going = links(host, COW), links(host, OPEN)
    seat = over["seats"][1]["link"].split("#")[1]
    page.goto(f"{host.base}/after/{COW}#{seat}")
    stands_at(page, 1)
    expect(hook(page, "export")).to_have_count(0)
    hook(page, "viewer").select_option("Bo")
    step = 1
    while not hook(page, "choice").count():
        step += 1
        hook(page, "next").click()
        stands_at(page, step)
    expect(hook(page, "choice")).to_contain_text("Chips to bet")
    look(page, "a replay on a phone")
    hook(page, "to-dice").click()
    expect(page.locator("#dice article")).to_have_count(1)
    expect(hook(page, "health")).to_have_count(0)

    for path in (f"/after/{OPEN}", f"/after/{COW}"):
        page.goto("about:blank")
        token = going["seats"][0]["link"].split("#")[1]
        page.goto(f"{host.base}{path}#{token}")
        said = "still being played" if OPEN in path else "does not open a seat"
        expect(hook(page, "refusal")).to_contain_text(said)
        expect(hook(page, "won")).to_have_count(0)
    asked = {
        f"/api/matches/{OPEN}/after": (host.key, 409),
        f"/api/matches/{OPEN}/after/steps": (host.key, 409),
        f"/api/matches/{OPEN}/hindsight": (host.key, 409),
        f"/api/matches/{COW}/hindsight": ("", 403),
        f"/api/matches/{COW}/hindsight?viewer=9": (host.key, 409),
        f"/api/matches/{OPEN}/export": (host.key, 409),
        f"/api/matches/{COW}/after/steps?viewer=1": ("", 403),
        "/api/history": (seat, 403),
        "/api/export": (seat, 403),
        "/api/fairness": (seat, 403),
        f"/api/fairness?match={OPEN}": (seat, 403),
        "/api/fairness.csv": (seat, 403),
        f"/api/matches/{COW}/after": (seat, 200),
        f"/api/fairness.csv?match={COW}": (seat, 200),
    }
    for address, (token, status) in asked.items():
        with host.client(token or "nobody") as client:
            assert client.get(address).status_code == status, address


def carry(page: Page, there: Host, text: bytes, folder: Path) -> None:
    """A cut file is refused with its line; the whole one is taken in once, to the byte."""
    page.goto(f"{there.base}/#key={there.key}")
    hook(page, "history").click()
    expect(hook(page, "none")).to_be_visible()
    lines = text.splitlines(keepends=True)
    cut, good = folder / "cut.jsonl", folder / "good.jsonl"
    cut.write_bytes(b"".join(lines[:-1]))
    good.write_bytes(text)
    file = page.locator('[data-test="file"]')
    file.set_input_files(cut)
    expect(hook(page, "refusal")).to_contain_text(
        f"Line {len(lines) - 1} of the file is the last of a match"
    )
    expect(page.locator(".night")).to_have_count(0)
    file.set_input_files(good)
    expect(hook(page, "taken")).to_have_text("3 matches imported, 0 already here.")
    expect(page.locator(".night")).to_have_count(2)
    file.set_input_files(good)
    expect(hook(page, "taken")).to_have_text("0 matches imported, 3 already here.")
    assert save(page, "export-all") == text
    hook(page, f"after-{COW}").click()
    stands_at(page, 1)
    expect(hook(page, "won")).to_contain_text("wins")


def test_a_replay_looks_back_at_what_luck_and_choices_did(browser: Browser, tmp_path: Path) -> None:
    keep_evening(tmp_path)
    step, seat = keep_hindsight(tmp_path)
    host = Host(tmp_path)
    try:
        device = take_up(browser, TABLET)
        page = device.page
        page.goto(f"{host.base}{links(host, COW)['table'].replace('/table/', '/after/')}")
        stands_at(page, 1)
        expect(page.locator("#chances .line")).to_have_count(3)
        expect(page.locator("#swings li")).to_have_count(2)
        choice = hook(page, f"swing-{step}")
        expect(choice).to_contain_text("20 percentage points higher (give or take 10)")
        expect(page.locator("#swings ul")).to_have_count(0)
        choice.click()
        stands_at(page, step)
        look(page, "a look back")
        # What the seat could have chosen is told to those who look as that seat.
        hook(page, "viewer").select_option(str(seat))
        expect(page.locator("#swings ul")).to_have_count(1)
        assert device.complaints == []
    finally:
        host.close()


def keep_hindsight(folder: Path) -> tuple[int, int]:
    """Put a hindsight of the match of Cow where the host keeps it; say whose choice it names."""
    journal = Journal(folder / "journal.sqlite")
    entries = journal.lines(COW)
    journal.close()
    positions = Replay(games()["cow"], entries).positions
    step, move = next((at.step, at.event) for at in positions if isinstance(at.event, Move))
    better = Swing(step, "choice", move.seat, 0.6, 0.4, 0.05, move.answer)
    luck = Swing(step + 4, "luck", 1, 0.3, 0.7, 0.05)
    last = positions[-1].step
    line = (Chances(1, (0.3, 0.3, 0.4), 0.04), Chances(last, (1.0, 0.0, 0.0), 0.0))
    kept = Kept(METHOD, entries[-1].hash, Hindsight(line, (better, luck)))
    (folder / "hindsight").mkdir()
    (folder / "hindsight" / f"{COW}.json").write_bytes(encode(kept))
    return step, move.seat
