"""A match of a newer version of its game is refused in words, and no other match notices."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest
from dicehost.errors import JournalError
from dicehost.house.house import House
from dicehost.journal.entry import FIRST, Entry, chained
from dicehost.link.towers import Towers
from dicehost.match.record import replay_match
from dicehost.past import archive
from dicehost.past.archive import ArchiveError
from dicehost.past.ledger import Ledger
from dicehost.past.replay import Replay
from dicehost.past.transcript import tell
from dicehost.wording import host_words
from dicerules import games
from dicerules.words import blanks, sentence
from msgspec.structs import replace

from tests.kept import Clerk

COW = games()["cow"]
NEWER = replace(COW, version=COW.version + 1)


def played(match: str, newer: bool, over: bool) -> list[Entry]:
    clerk = Clerk(match, "cow", ["Ann", "Bo"])
    clerk.game = NEWER if newer else COW
    clerk.open()
    if over:
        clerk.play()
    else:
        clerk.step("simulated", "51b0")
    return clerk.entries


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    """A house with two matches of this version and two of the next, one of each still open."""
    house = House(tmp_path, Towers(None))
    for match, newer, over in (
        ("aa", True, False),
        ("bb", False, False),
        ("cc", True, True),
        ("dd", False, True),
    ):
        await house.journal.adopt(played(match, newer, over))
    yield house
    await house.close()


async def test_a_match_of_a_newer_game_is_refused_in_words_and_the_others_go_on(
    house: House,
) -> None:
    before = house.journal.lines("aa")
    with pytest.raises(JournalError) as caught:
        await house.table("aa")
    assert caught.value.code == "journal.newer_game"
    for language in ("en", "de"):
        said = sentence(caught.value.words, host_words(language), [])
        assert f"Version {NEWER.version}".lower() in said.lower()
        assert f"Version {COW.version}".lower() in said.lower()
        assert "dicetower" in said
        assert not blanks(said)
    assert house.journal.lines("aa") == before
    assert (await house.table("bb")).match.seq == 2
    assert (await house.table("dd")).match.closed


async def test_the_list_says_which_matches_cannot_be_opened_and_why(house: House) -> None:
    refused = {listed.match: listed.refused for listed in await house.lists.all()}
    assert (refused["bb"], refused["dd"]) == (None, None)
    for match in ("aa", "cc"):
        told = refused[match]
        assert told is not None
        assert told["code"] == "journal.newer_game"
        assert "Update dicetower" in told["message"]
        assert told["say"]["facts"]["got"] == NEWER.version


async def test_a_match_of_a_game_that_is_gone_is_listed_as_such(house: House) -> None:
    entries = played("ee", newer=False, over=False)
    gone = entries[0].body.replace('"game":"cow"', '"game":"chess"')
    first = entries[0]
    hashed = chained(FIRST, "ee", 1, first.at, first.kind, gone)
    await house.journal.adopt([replace(first, body=gone, hash=hashed)])
    told = next(listed.refused for listed in await house.lists.all() if listed.match == "ee")
    assert told is not None
    assert told["code"] == "match.game"


async def test_history_names_it_and_counts_the_others(house: House, tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "ledger.sqlite", house.journal)
    ledger.bring_up()
    assert {result.match for result in ledger.results()} == {"bb", "dd"}
    assert {match: why.key for match, why in ledger.unread.items()} == {
        "aa": "host.journal.newer_game",
        "cc": "host.journal.newer_game",
    }
    ledger.close()


async def test_it_is_neither_replayed_nor_taken_in_from_a_file(house: House) -> None:
    entries = house.journal.lines("cc")
    with pytest.raises(JournalError, match=r"journal\.newer_game"):
        Replay(COW, entries)
    with pytest.raises(JournalError, match=r"journal\.newer_game"):
        list(tell(COW, entries))
    text = b"".join(archive.write(house.journal, ["cc"]))
    with pytest.raises(ArchiveError, match=r"archive\.rules"):
        list(archive.read(text.splitlines()))


async def test_a_match_of_an_older_version_is_opened_as_ever(house: House) -> None:
    entries = house.journal.lines("dd")
    assert replay_match(NEWER, entries).body() == replay_match(COW, entries).body()


async def test_a_match_whose_first_line_is_damaged_is_listed_as_such_beside_the_others(
    house: House, tmp_path: Path
) -> None:
    with closing(sqlite3.connect(tmp_path / "journal.sqlite")) as file, file:
        file.execute("UPDATE journal SET body = '{\"game\":' WHERE match = 'dd' AND seq = 1")
    refused = {listed.match: listed.refused for listed in await house.lists.all()}
    assert refused["bb"] is None
    assert refused["dd"] is not None
    assert refused["dd"]["code"] == "journal.chain"
