"""``make screens``: pictures of every page and every phase of every game, tablet and phone.

    python -m tests.story.screens [PART …] [--to FOLDER] [--locale de-DE]

A part is a page or a game; without one, all are taken. Look at them: a page nobody looked at is
not done. ``readme`` writes the four pictures of the README anew, ``film`` its moving one;
``evening`` plays every game by touch, ``moments`` shows every great moment frame by frame; a game
beside them is the only one they take.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from contextlib import closing
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

from dicehost.journal.store import Journal
from dicerules import games
from playwright.sync_api import Page, Route, sync_playwright
from tower.scenes import TUMBLE

from tests.evening import Host
from tests.kept import keep_evening, keep_match
from tests.story.conftest import QUIET, find_browser
from tests.story.evening_film import evening
from tests.story.film import STEP, LiveCamera, StepCamera, write_film
from tests.story.moments_film import moments
from tests.story.positions import NAMES, Stand, hint_positions, positions, seat_positions
from tests.story.studio import LOOKS, SIZES, Studio, enter, sit
from tests.story.thumbs import hook, tap_option

README = Path("tests/golden")
WIDE, NARROW = 880, 360
PEOPLE = ["Ann", "Bo", "Cleo"]
PORTRAIT = "option-FP08"
"""A portrait that is matched more often than not, and is worth watching."""
CALM_MS, BEFORE_MS, LENGTH_MS, STAYS_MS = 1500, 640, 5600, 1800
"""How long a film waits, and for its press, in all, and at its end."""
# When the tower's page said what, by its first words: a busy machine hears of it later.
_LISTEN = """() => {
  window.spoken = {};
  const say = document.querySelector("#say");
  const note = () => { spoken[say.textContent.replace(/ …$/, "")] ??= Date.now(); };
  new MutationObserver(note).observe(say, { childList: true, characterData: true, subtree: true });
}"""
OVER, GOING = "c0ffee01", "c0ffee04"
CALM = {"mode": "strict", "decision": 60, "bank": 30}


def lobby(studio: Studio) -> None:
    """From a house where nobody has played to the codes that everybody joins from."""
    with studio.house() as (host, _):
        for size in SIZES:
            page = studio.screen(size)
            page.goto(host.base)
            hook(page, "welcome").wait_for()
            studio.take(page, "no-key")
            enter(page, host)
            studio.take(page, "fresh")
    with studio.house(keep_evening) as (host, _):
        for size in SIZES:
            page = studio.screen(size)
            enter(page, host)
            _name(page, PEOPLE)
            studio.take(page, "filled", dark=True)
            hook(page, "colour-of-0").click()
            studio.take(page, "colours")
            hook(page, "colour-of-0").click()
            hook(page, "clocks").locator("summary").first.click()
            hook(page, "clock-own").click()
            studio.take(page, "clocks")
            hook(page, "clocks").locator("summary").first.click()
            hook(page, "options").locator("summary").first.click()
            for game in games():
                hook(page, f"game-{game}").click()
                page.wait_for_load_state("networkidle")
                studio.take(page, f"options-{game}")
            hook(page, "name-1").fill("Ann")
            hook(page, "start-match").click()
            hook(page, "refusal").wait_for()
            page.evaluate("scrollTo(0, 0)")
            studio.take(page, "refused")
            hook(page, "name-1").fill("Bo")
            hook(page, "start-match").click()
            hook(page, "open-table").first.wait_for()
            page.locator(".qr svg").last.wait_for()
            studio.take(page, "join-sheet", dark=True)


def _name(page: Page, people: list[str]) -> None:
    for seat, name in enumerate(people):
        if not hook(page, f"name-{seat}").count():
            hook(page, "add-name").click()
        hook(page, f"name-{seat}").fill(name)


def join(studio: Studio) -> None:
    """The code that is typed, a phone outside its seat, and those who let it in."""
    with studio.house() as (host, _):
        opened = host.open(PEOPLE)
        for size in SIZES:
            page = studio.screen(size)
            page.goto(f"{host.base}/join")
            studio.take(page, "empty", dark=True)
            hook(page, "code").fill("XXXXXX")
            hook(page, "join-seat").click()
            hook(page, "refusal").wait_for()
            studio.take(page, "wrong")
        tablet, inside, outside = (studio.screen(size) for size in ("tablet", "phone", "phone"))
        sit(tablet, host, opened["table"])
        sit(inside, host, opened["seats"][0]["link"])
        outside.goto(f"{host.base}{opened['seats'][0]['link']}")
        hook(outside, "number").wait_for()
        studio.take(outside, "door-waits", dark=True)
        for page in (tablet, inside):
            hook(page, "knock").wait_for()
            studio.take(page, "door-knock")
        hook(inside, "turn-away").click()
        hook(outside, "knock-again").wait_for()
        studio.take(outside, "door-refused")
        gone = studio.screen("phone")
        gone.goto(f"{host.base}/seat/{opened['match']}#nobody")
        hook(gone, "refusal").wait_for()
        studio.take(gone, "link-wrong")


def curtain(studio: Studio) -> None:
    """One tablet that goes round, and the hidden choices behind its curtain."""
    with studio.house() as (host, _):
        for size in SIZES:
            page = studio.screen(size)
            enter(page, host)
            sit(page, host, host.open(PEOPLE)["table"])
            hook(page, "to-tablet").wait_for()
            studio.take(page, "offered")
            hook(page, "to-tablet").click()
            hook(page, "handed").wait_for()
            frame = page.frames[-1]
            frame.locator('[data-test="send"]').wait_for()
            studio.take(page, "open-choice")
            tap_option(frame.locator('[data-test="form"]'), "FP03")
            frame.locator('[data-test="send"]').click()
            hook(page, "hold").wait_for()
            studio.take(page, "down", dark=True)
            hook(page, "two-step").click()
            studio.take(page, "sure")
            hook(page, "two-step").click()
            hook(page, "handed").wait_for()
            page.frames[-1].locator('[data-test="send"]').wait_for()
            studio.take(page, "lifted", dark=True)
            hook(page, "cover").click()
            hook(page, "see-table").click()
            hook(page, "tablet-bar").wait_for()
            studio.take(page, "aside")


def hand(studio: Studio) -> None:
    """The tower is gone: dice by hand are asked for, agreed on, typed in and marked."""
    with studio.house() as (host, tower):
        opened = host.open(PEOPLE[:2])
        tablet, ann, bo = (studio.screen(size) for size in ("tablet", "phone", "phone"))
        sit(tablet, host, opened["table"])
        for page, seat in ((ann, 0), (bo, 1)):
            sit(page, host, opened["seats"][seat]["link"])
        for page, choice in ((ann, "option-FP03"), (bo, "option-no")):
            hook(page, choice).click()
            hook(page, "send").click()
        tablet.locator('[data-state="armed"]').first.wait_for()
        tower.ask("/unplug")
        for page in (tablet, ann):
            hook(page, "ask-hand").wait_for()
            studio.take(page, "offered")
        hook(ann, "ask-hand").click()
        hook(bo, "agree-hand").wait_for()
        studio.take(bo, "asked", dark=True)
        studio.take(ann, "asking")
        studio.take(tablet, "asked")
        hook(bo, "agree-hand").click()
        hook(ann, "typing").wait_for()
        studio.take(ann, "typing")
        studio.take(bo, "waiting")
        studio.take(tablet, "waiting")
        hook(ann, "set-die-0").click()
        while hook(ann, "type-in").is_disabled():
            ann.keyboard.press("5")
        studio.take(ann, "typed", dark=True)
        hook(ann, "type-in").click()
        for page in (tablet, ann):
            hook(page, "source").wait_for()
            studio.take(page, "marked")


def signs(studio: Studio) -> None:
    """What may come over any table: a pause, a take-back, the host away."""
    with studio.house() as (host, _):
        opened = host.open(PEOPLE, clock=CALM)
        tablet, ann, bo = pages = [studio.screen(size) for size in ("tablet", "phone", "phone")]
        links = [opened["table"], *(seat["link"] for seat in opened["seats"][:2])]
        for page, link in zip(pages, links, strict=True):
            sit(page, host, link)
            hook(page, "pause").wait_for()
        for page in (tablet, ann):
            studio.take(page, "not-begun")
        hook(tablet, "pause").click()
        tablet.locator("[data-runs]").first.wait_for()
        for page in (tablet, ann):
            studio.take(page, "clock-runs")
        hook(ann, "option-FP03").click()
        hook(ann, "send").click()
        hook(ann, "ask-back").click()
        hook(bo, "agree-back").wait_for()
        studio.take(bo, "take-back-asked", dark=True)
        studio.take(ann, "take-back-mine")
        studio.take(tablet, "take-back")
        hook(bo, "refuse-back").click()
        hook(bo, "pause").click()
        for page in (tablet, bo):
            page.locator('[data-test="clock-why"]:visible').wait_for()
            page.locator("[data-runs]").wait_for(state="detached")
            studio.take(page, "paused", dark=True)
        host.kill()
        for page in (tablet, bo):
            hook(page, "away").wait_for()
            studio.take(page, "away", dark=True)


def sheets(studio: Studio) -> None:
    """How a screen looks and sounds, the rules at a chapter, a card's own words."""
    with studio.house() as (host, _):
        for game in games():
            opened = host.open(list(NAMES[:3]), game)
            for size in SIZES:
                page = studio.screen(size)
                laid = positions(game) if size == "tablet" else seat_positions(game)
                place = opened["table"] if size == "tablet" else opened["seats"][0]["link"]
                stand = Stand(page)
                stand.open(f"{host.base}{place}")
                hook(page, "rules").click()
                page.locator("dialog .contents").wait_for()
                studio.take(page, f"rules-{game}", dark=game == "cow")
                if (cards := page.locator("dialog .card-list")).count():
                    cards.first.scroll_into_view_if_needed()
                    page.locator("dialog .house-key").scroll_into_view_if_needed()
                    studio.take(page, f"cards-{game}", dark=game == "morty_zone")
                hook(page, "close").click()
                for position in laid.values():
                    stand.lay(position)
                    if page.locator(".card-name:visible").count():
                        break
                if (card := page.locator(".card-name:visible")).count():
                    card.first.click()
                    page.locator("dialog h2").wait_for()
                    studio.take(page, f"card-{game}")
                    hook(page, "close").click()
                if game == "cow":
                    _settings(studio, page)


def hints(studio: Studio) -> None:
    """What choices are worth, in every kind of form that has something to say about them."""
    with studio.house() as (host, _):
        for game, size in product(games(), SIZES):
            opened = host.open(list(NAMES[:3]), game, hints=True)
            page = studio.screen(size)
            stand = Stand(page)
            stand.open(f"{host.base}{opened['seats'][0]['link']}")
            for kind, hinted in hint_positions(game).items():
                for route, said in (("**/worth", hinted.worths), ("**/preview", hinted.items)):
                    page.unroute(route)
                    page.route(route, partial(_say, said))
                stand.lay(hinted.screen)
                page.locator(".worth-of").first.wait_for(state="attached")
                studio.take(page, f"{game}-{kind}", dark=True)


def _say(said: list[Any], route: Route) -> None:
    route.fulfill(json=said)


def _settings(studio: Studio, page: Page) -> None:
    hook(page, "look").click()
    hook(page, "theme-system").wait_for()
    studio.take(page, "settings", dark=True)
    page.locator('[data-test="theme-contrast"]').click()
    studio.take(page, "settings-contrast")
    page.locator('[data-test="text-200"]').click()
    hook(page, "close").click()
    studio.take(page, "large-contrast")


def ending(studio: Studio) -> None:
    """The end of a match of every game: the podium on the tablet, and each phone its own place."""
    for game in studio.games:
        with studio.house(partial(_keep_one, game=game)) as (host, _), host.client() as client:
            client.get(f"/api/matches/{OVER}/faces")  # somebody looks: the seats have links again
            links = client.get(f"/api/matches/{OVER}/links").json()
            tablet = studio.screen("tablet")
            sit(tablet, host, links["table"])
            hook(tablet, "finale").wait_for()
            studio.take(tablet, game, dark=True)
            for seat, place in enumerate(links["seats"]):
                phone = studio.screen("phone")
                sit(phone, host, place["link"])
                hook(phone, "my-place").wait_for()
                studio.take(phone, f"{game}-{seat}")


def _keep_one(folder: Path, game: str) -> None:
    with closing(Journal(folder / "journal.sqlite")) as journal:
        keep_match(journal, OVER, game, PEOPLE)


def after(studio: Studio) -> None:
    """Looking back: history, a match step by step, whether the dice are fair, and being refused."""
    with studio.house(keep_evening) as (host, _), host.client() as client:
        seats = client.get(f"/api/matches/{GOING}/links").json()["seats"]
        for size in SIZES:
            page = studio.screen(size)
            for path in ("/history", "/fairness"):
                page.goto(f"{host.base}{path}")
                hook(page, "refusal").wait_for()
                studio.take(page, f"no-key-{path[1:]}")
            page.goto(f"{host.base}/after/{GOING}#{seats[0]['link'].split('#')[1]}")
            hook(page, "refusal").wait_for()
            studio.take(page, "refused")
            enter(page, host)
            page.goto(f"{host.base}/history")
            hook(page, "player-Dan").wait_for()
            studio.take(page, "history", dark=True)
            hook(page, "search").fill("cleo cow")
            studio.take(page, "history-search")
            for match in ("c0ffee01", "c0ffee02", "c0ffee03"):
                page.goto(f"{host.base}/after/{match}")
                page.wait_for_function("() => document.body.dataset.step === '1'")
                studio.take(page, f"replay-{match}")
                hook(page, "slider").fill("20")
                page.wait_for_function("() => document.body.dataset.step === '20'")
                studio.take(page, f"replay-{match}-20", dark=match == OVER)
            page.goto(f"{host.base}/fairness")
            hook(page, "said").first.wait_for()
            studio.take(page, "fairness", dark=True)
            hook(page, "counts").first.locator("summary").click()
            hook(page, "health").locator("summary").click()
            studio.take(page, "fairness-tables")


def tower(studio: Studio) -> None:
    """The simulated tower's own page."""
    with studio.house() as (_, tower):
        for size in SIZES:
            page = studio.screen(size)
            page.goto(tower.page)
            page.wait_for_timeout(500)  # its lamps are told to it again and again: never idle
            page.screenshot(path=studio.folder / f"tower-{size}.png")


def play(studio: Studio, game: str) -> None:
    """Every phase of a game at its fullest, on the tablet and on a phone; some in the dark."""
    with studio.house() as (host, _):
        opened = host.open(list(NAMES[: games()[game].seats[-1]]), game)
        places = {"tablet": opened["table"], "phone": opened["seats"][0]["link"]}
        laid = {"tablet": positions(game), "phone": seat_positions(game)}
        for size in SIZES:
            page = studio.screen(size)
            enter(page, host)
            stand = Stand(page)
            stand.open(f"{host.base}{places[size]}")
            # The end comes last: nothing leads back from it.
            ordered = sorted(laid[size].items(), key=lambda named: named[1]["over"] is not None)
            for number, (kind, position) in enumerate(ordered):
                stand.lay(position)
                studio.take(page, kind, dark=number % 4 == 1)


def readme(studio: Studio) -> None:
    """The four pictures of the README, small enough for it, always of the same moments."""
    with studio.house(keep_evening) as (host, _):
        tablet, phone, owner = (studio.screen(size) for size in ("tablet", "phone", "tablet"))
        # These first: a match that is opened now would be in them with the time of day.
        enter(owner, host)
        _name(owner, PEOPLE)
        studio.keep(owner, README / "lobby.webp", WIDE)
        owner.goto(f"{host.base}/fairness")
        hook(owner, "said").first.wait_for()
        studio.keep(owner, README / "fairness.webp", WIDE)
        game = "morty_zone"
        opened = host.open(list(NAMES[: games()[game].seats[-1]]), game)
        _lay(tablet, host, opened["table"], positions(game)["headline_check-ask"])
        studio.keep(tablet, README / "table.webp", WIDE)
        opened = host.open(list(NAMES[:5]), "ryb")
        laid = seat_positions("ryb")["headline_attempt_you-ask-form_attempt"]
        _lay(phone, host, opened["seats"][0]["link"], laid)
        studio.keep(phone, README / "phone.webp", NARROW)


def film(studio: Studio) -> None:
    """The README's moving picture: one real roll on a tablet, a phone and the tower's own page."""
    with studio.house() as (host, tower):
        opened = host.open(["Annalena", "Bo"], "cow")
        tablet, phone, lamps, other = (
            studio.moving(size) for size in ("tablet", "phone", "tower", "phone")
        )
        lamps.goto(tower.page)
        places = [opened["table"], *(seat["link"] for seat in opened["seats"])]
        for page, place in zip((tablet, phone, other), places, strict=True):
            page.clock.install()
            sit(page, host, place)
        for page, choice in ((phone, PORTRAIT), (other, "option-no")):
            hook(page, choice).click()
            hook(page, "send").click()
        other.close()
        tablet.locator('[data-state="armed"]').first.wait_for()
        phone.locator("button.roll:enabled").wait_for()
        phone.wait_for_timeout(CALM_MS)
        lamps.evaluate(_LISTEN)
        live = LiveCamera(lamps)
        steps = [StepCamera(tablet), StepCamera(phone)]
        for _ in range(0, BEFORE_MS, STEP):
            for camera in steps:
                camera.take()
        phone.evaluate("document.querySelector('button.roll').click()")
        for said, after in (("Rolling", 0), ("There they lie", TUMBLE)):
            lamps.wait_for_function("said => said in spoken", arg=said)
            live.marks.append((BEFORE_MS + after, lamps.evaluate("said => spoken[said]", said)))
        lamps.wait_for_timeout(LENGTH_MS)
        live.stop()
        for _ in range(BEFORE_MS, LENGTH_MS, STEP):
            for camera in steps:
                camera.take()
        write_film([*steps, live], LENGTH_MS, README / "roll.webp", STAYS_MS)
        studio.taken += 1


def _lay(page: Page, host: Host, link: str, position: dict[str, Any]) -> None:
    stand = Stand(page)
    stand.open(f"{host.base}{link}")
    stand.lay({**position, "clock": None})


def care(studio: Studio) -> None:
    """The owner's page for a tower: well, asking which die lit, at the self-test, unplugged."""
    with studio.house() as (host, tower):
        for size in SIZES:
            page = studio.screen(size)
            enter(page, host)
            page.goto(f"{host.base}/tower/{tower.chip}")
            hook(page, "which").wait_for()
            studio.take(page, "well", dark=True)
            hook(page, "which").click()
            hook(page, "scattered").wait_for()
            studio.take(page, "which")
            hook(page, "stop").click()
            hook(page, "begin-checks").click()
            hook(page, "check-yes").wait_for()
            studio.take(page, "checks")
            tower.ask("/unplug")
            hook(page, "forget").wait_for()
            studio.take(page, "unplugged")
            tower.ask("/replug")


PARTS: dict[str, Callable[[Studio], None]] = {
    one.__name__: one
    for one in (lobby, join, curtain, hand, signs, sheets, hints, ending, after, tower, care)
}

ASKED: dict[str, Callable[[Studio], None]] = {
    one.__name__: one for one in (readme, film, evening, moments)
}
"""What is taken only if it is asked for: pictures kept with the sources, and films to look at."""
FILMS = {"ending", "evening", "moments"}


def main() -> None:
    """Take the pictures."""
    asked = argparse.ArgumentParser(prog="screens", description="pictures of every page and phase")
    known = [*PARTS, *games()]
    asked.add_argument("parts", nargs="*", metavar="PART", help=f"{', '.join([*known, *ASKED])}")
    asked.add_argument("--to", type=Path, default=Path("build/screens"), metavar="FOLDER")
    asked.add_argument("--locale", default="en-GB", help="the browser's language, such as de-DE")
    asked.add_argument("--look", default="light", choices=LOOKS, help="how the screens are set")
    wish = asked.parse_args()
    if strange := set(wish.parts) - {*known, *ASKED}:
        asked.error(f"no such part: {', '.join(sorted(strange))}; there are {', '.join(known)}")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=find_browser(), args=QUIET)
        parts, named = wish.parts or known, [one for one in wish.parts if one in games()]
        if FILMS & set(parts):
            parts = [one for one in parts if one not in named]
        studio = Studio(browser, wish.to, wish.locale, wish.look, named or list(games()))
        for part in parts:
            studio.part = part
            if part in PARTS or part in ASKED:
                (PARTS | ASKED)[part](studio)
            else:
                play(studio, part)
        browser.close()
    print(f"{studio.taken} pictures")


if __name__ == "__main__":
    main()
