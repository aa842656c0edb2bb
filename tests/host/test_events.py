"""Every kind of journal line: stored under the name it always had, read back in one place."""

from __future__ import annotations

from typing import get_args

import pytest
from dicehost.errors import JournalError
from dicehost.journal import events
from dicehost.journal.entry import Entry
from dicehost.journal.events import Bot, JournalEvent, is_typed, read_event
from dicehost.journal.heads import Head
from dicehost.match import record
from dicehost.match.record import Match
from dicehost.wording import host_words
from dicerules import games
from dicerules.core import DiceGroup, Roll, encode
from dicerules.words import blanks, message, sentence
from msgspec import Raw, Struct
from msgspec.structs import fields

from tests.kept import Clerk

STORED = {
    "opened": "game version names colours options state timing bots checkable pace hints tower"
    " follows",
    "moved": "event command used bot",
    "timed": "event by used",
    "committed": "id dice commitment nonce source tower boot",
    "commit_refused": "id commitment why noise",
    "rolled": "id event source tower used by command noise",
    "hand_asked": "viewer command device",
    "hand_agreed": "viewer command",
    "hand_refused": "viewer command",
    "hand_begun": "viewers",
    "back_asked": "seat of command",
    "back_agreed": "seat command",
    "back_refused": "seat command",
    "back_lapsed": "seat",
    "withdrawn": "seat of used",
    "paused": "viewer command used",
    "resumed": "viewer command used",
    "seated": "seats tablet",
    "bot_seated": "bot viewer command",
    "bot_left": "seat viewer command",
    "pace": "pace viewer command",
    "tower_chosen": "tower gives_up",
    "recovered": "lost head",
    "hosted": "host name address alone",
    "closed": "winners abandoned",
}
"""The kinds and fields in files that people have. Add to them; never rename or remove one."""


def line(kind: str, body: str, seq: int = 2) -> Entry:
    return Entry("aa", seq, "2026-11-13T19:30:00.000+00:00", kind, body, "")


def opened_match() -> Match:
    clerk = Clerk("aa", "cow", ["Ann", "Bo"])
    clerk.open()
    return clerk.match


def test_kinds_and_fields_are_stored_under_the_names_they_always_had() -> None:
    kinds: dict[str, type[Struct]] = {event.kind: event for event in get_args(JournalEvent)}
    told = {kind: " ".join(f.name for f in fields(event)) for kind, event in kinds.items()}
    assert told == STORED


def test_every_event_class_of_the_module_is_part_of_the_union() -> None:
    classes = {value for value in vars(events).values() if hasattr(value, "kind")}
    assert classes - {Entry} == set(get_args(JournalEvent))


def test_no_event_can_be_changed_once_it_is_made() -> None:
    made = (*get_args(JournalEvent), Entry, Bot, Head)
    assert [kind.__name__ for kind in made if not kind.__struct_config__.frozen] == []


def test_a_match_from_before_there_were_hints_or_checkable_dice_has_neither() -> None:
    opened = events.Opened("cow", 1, ["Ann", "Bo"], ["cyan", "pink"], {}, Raw(b"{}"))
    assert (opened.hints, opened.checkable, len(opened.bots)) == (False, False, 0)


def test_people_type_in_what_a_seat_rolls_for_all_to_see_and_nothing_else() -> None:
    dice, why = (DiceGroup(2),), message("x")
    assert is_typed(Roll(0, why, dice))
    assert not is_typed(Roll(None, why, dice))
    assert not is_typed(Roll(0, why, dice, hidden=True))
    assert not is_typed(Roll(0, why, shuffles=(3,)))


def test_a_match_handles_every_event_but_a_second_opening() -> None:
    assert set(get_args(JournalEvent)) - set(record._HANDLERS) == {events.Opened}


def test_every_line_of_a_match_is_read_and_written_back_to_the_byte() -> None:
    clerk = Clerk("aa", "cow", ["Ann", "Bo"])
    clerk.open()
    clerk.play()
    assert {"opened", "moved", "rolled", "withdrawn", "closed"} <= {e.kind for e in clerk.entries}
    for entry in clerk.entries:
        event = read_event(entry)
        assert (event.kind, encode(event).decode()) == (entry.kind, entry.body)


@pytest.mark.parametrize(
    ("code", "bad"),
    [
        ("journal.kind", line("danced", "{}")),
        ("journal.body", line("moved", '{"event":7}')),
        ("journal.body", line("closed", "{")),
        ("journal.opened", line("opened", encode(opened_match().opened).decode())),
        ("journal.gap", line("closed", '{"winners":[0]}', seq=3)),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_line_that_cannot_be_read_is_refused_in_words_and_changes_nothing(
    code: str, bad: Entry
) -> None:
    match = opened_match()
    before = (match.seq, match.body())
    with pytest.raises(JournalError) as caught:
        match.take(bad)
    assert caught.value.code == code
    said = sentence(caught.value.words, host_words(), [])
    assert "match aa" in said.lower()
    assert not blanks(said)
    assert (match.seq, match.body()) == before


@pytest.mark.parametrize(
    ("code", "first"),
    [
        ("journal.opened", line("closed", '{"winners":[0]}', seq=1)),
        (
            "journal.body",
            line(
                "opened",
                encode(events.Opened("cow", 1, ["Ann", "Bo"], [], {}, Raw(b'{"no":1}'))).decode(),
                seq=1,
            ),
        ),
    ],
    ids=["not opened", "another position"],
)
def test_a_match_that_does_not_begin_as_it_must_is_refused_in_words(
    code: str, first: Entry
) -> None:
    with pytest.raises(JournalError) as caught:
        Match(games()["cow"], first)
    assert caught.value.code == code
