"""A line is on disk before ``append`` returns: written and synced, line by line."""

from __future__ import annotations

from pathlib import Path

import pytest
from dicehost.errors import JournalError
from dicehost.journal.events import Moved
from dicehost.journal.store import Journal
from dicerules.core import Move

from tests.host.watched_disk import watched_disk

FULL = 2
MOVE = Moved(Move(0, {"side": "yes"}))


def test_the_journal_writes_with_synchronous_full_to_a_write_ahead_log(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal.sqlite")
    (synchronous,) = journal._writer.execute("PRAGMA synchronous").fetchone()
    (mode,) = journal._writer.execute("PRAGMA journal_mode").fetchone()
    journal.close()
    assert (synchronous, mode) == (FULL, "wal")


async def test_every_line_is_synced_to_disk_before_append_returns(tmp_path: Path) -> None:
    with watched_disk() as disk:
        journal = Journal(tmp_path / "journal.sqlite")
        for seq in range(1, 6):
            disk.log.clear()
            await journal.append("aa", seq, MOVE)
            assert "write" in disk.log
            assert disk.log[-1] == "sync", f"line {seq} was written and not synced: {disk.log}"
        journal.close()


async def test_whole_matches_are_synced_before_adopt_returns(tmp_path: Path) -> None:
    with watched_disk() as disk:
        journal, other = Journal(tmp_path / "one.sqlite"), Journal(tmp_path / "other.sqlite")
        await other.append("aa", 1, MOVE)
        disk.log.clear()
        await journal.adopt(other.lines("aa"))
        assert disk.log[-1:] == ["sync"]
        journal.close()
        other.close()


async def test_a_line_whose_sync_fails_is_refused_seen_by_nobody_and_can_be_written_again(
    tmp_path: Path,
) -> None:
    with watched_disk() as disk:
        journal = Journal(tmp_path / "journal.sqlite")
        await journal.append("aa", 1, MOVE)
        disk.syncs_fail = True
        with pytest.raises(JournalError, match=r"journal\.unwritten"):
            await journal.append("aa", 2, MOVE)
        assert len(journal.lines("aa")) == 1
        disk.syncs_fail = False
        await journal.append("aa", 2, MOVE)
        assert len(journal.lines("aa")) == 2
        journal.close()
