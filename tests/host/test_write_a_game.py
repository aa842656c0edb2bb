"""The document for authors: its game is installed from outside and played; nothing is left out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from dicerules import bare, beats, bots, core, fields, hints, lamps, limits, views, words, worth
from dicerules.core import Game
from msgspec import Struct

from tests.evening import Host, Tower, play_out
from tests.strangers import DOCUMENT, follow_the_document, install, run

TEXT = DOCUMENT.read_text(encoding="utf-8")
VOCABULARY: list[type[Struct]] = [
    Game,
    *(core.Roll, core.Ask, core.Over, core.Limit, core.Move, core.Rolled, core.TimeUp),
    *(core.DiceGroup, core.Face, core.Quick, core.Outlook, worth.Worth, worth.Amount),
    *(fields.Form, fields.PickOne, fields.PickSome, fields.Number, fields.Place, fields.Offer),
    *(fields.Option, fields.Slot, fields.Party, fields.Unavailable),
    *(hints.SpacesToTap, hints.Portraits, hints.Thumbs, hints.Goals, hints.Fan, hints.Odds),
    *(hints.DiceOnTable, hints.ChipsToPush, hints.DiceToTake, hints.Stacks, hints.Level),
    *(views.View, views.Board, views.Dice, views.Die, views.Card, views.Cards, views.Pile),
    *(views.Track, views.Space, views.Chips, views.Note, views.Dial),
    *(beats.Verdict, beats.Transfer, beats.Flip, beats.Change, beats.Reveal, beats.Award),
    *(beats.Figure, beats.Title),
    *(lamps.LampPattern, lamps.LampStep),
]


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return follow_the_document(tmp_path_factory.mktemp("author"))


@pytest.fixture(scope="module")
def path(project: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    return install(project, tmp_path_factory.mktemp("site"))


def test_the_documents_game_passes_the_kit(project: Path, path: str) -> None:
    tested = run("pytest", "-q", project, path=path, where=project)
    assert "7 passed" in tested.stdout, tested.stdout + tested.stderr


def test_it_is_listed_and_simulated(path: str, tmp_path: Path) -> None:
    listed = run("dicehost.cli", "games", path=path, where=tmp_path)
    assert re.search(r"^pig +Pig, 2-8 players, about 15 minutes$", listed.stdout, re.MULTILINE)
    command = ("dicehost.cli", "simulate", "pig", "--seats", "3", "--matches", "20")
    played = run(*command, path=path, where=tmp_path)
    assert played.stdout.startswith("Pig, 3 seats: 20 matches of random play"), played.stderr


def test_a_card_file_for_a_game_without_cards_is_refused_in_words(
    path: str, tmp_path: Path
) -> None:
    (tmp_path / "mine.toml").write_text('game = "pig"\n')
    command = ("dicehost.cli", "play", "--local", "--port", "0", "--cards", "mine.toml")
    refused = run(*command, "--data-dir", tmp_path / "data", path=path, where=tmp_path)
    assert refused.returncode == 2
    assert "Card file mine.toml is for Pig, which is played without cards." in refused.stderr


@pytest.fixture
def host(
    path: str, tmp_path: Path, tower: Tower, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Host]:
    monkeypatch.setenv("PYTHONPATH", path)
    host = Host(tmp_path)
    yield host
    host.close()


async def test_a_match_of_it_is_played_over_the_real_host(host: Host, tower: Tower) -> None:
    opened = host.open(["Ann", "Bo"], "pig", target=20)
    players = await play_out(host, tower, opened)
    screen = players[0].screen
    assert screen is not None
    best = max(board["score"] for board in screen["view"]["boards"])
    assert best >= 20
    assert screen["view"]["headline"]["key"] == "headline.over"


class TestTheDocumentNames:
    @pytest.mark.parametrize("kind", VOCABULARY, ids=lambda kind: kind.__name__)
    def test_every_field_of_the_vocabulary(self, kind: type[Struct]) -> None:
        code = set(re.findall(r"\w+", " ".join(re.findall(r"`([^`\n]+)`", TEXT))))
        missing = {kind.__name__, *kind.__struct_fields__} - code
        assert not missing

    def test_every_kind_of_item_and_of_field(self) -> None:
        for union in (views.Item, fields.Field, core.Need, core.Event, beats.Beat):
            assert set(union.__args__) <= set(VOCABULARY)

    def test_every_limit(self) -> None:
        table = TEXT.partition("## Limits")[2].partition("\n## ")[0]
        assert f"| seats | 1 to {limits.MOST_SEATS} |" in table
        faces = f"{limits.FEWEST_FACES} to {limits.MOST_FACES}"
        assert f"| {faces}; with pips {limits.FEWEST_FACES} to {limits.MOST_PIPS} |" in table
        assert f"| cards in a shuffle | 1 to {limits.MOST_CARDS} |" in table
        assert f"| dice and cards in a roll | 1 to {limits.MOST_VALUES} |" in table
        assert f"| {limits.LONGEST_ROLL} letters" in table
        assert f"| colours | the {len(limits.COLOURS)} above |" in table

    def test_every_colour(self) -> None:
        told = re.sub(r"\s+", " ", TEXT)
        assert f"those of the lamps: {', '.join(limits.COLOURS)}." in told

    def test_every_link_within_it(self) -> None:
        headings = re.findall(r"^## (.+)$", TEXT, re.MULTILINE)
        anchors = {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in headings}
        assert set(re.findall(r"\]\(#([^)]+)\)", TEXT)) <= anchors

    def test_only_names_that_can_be_imported(self) -> None:
        import dicerules.cards
        import dicerules.kit
        import dicerules.previews
        import dicerules.sampling

        code = set(re.findall(r"`@?([a-z]\w+_\w+|[A-Z]\w+)(?:\(|`)", TEXT))
        kit = (dicerules.cards, dicerules.previews, dicerules.kit, dicerules.sampling)
        modules = (core, fields, hints, views, beats, lamps, bots, bare, words, worth, *kit)
        known = {name for module in modules for name in dir(module)} | set(Game.__struct_fields__)
        known |= {name for kind in VOCABULARY for name in kind.__struct_fields__}
        written = {"GAME", "PigFile", "Prize", "quick_apply", "quick_need"}
        assert code - known <= {"ConfigDict", "Literal", "TABLE", "lru_cache"} | written
