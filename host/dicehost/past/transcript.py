"""A match told from its journal, line by line, for people to read."""

from __future__ import annotations

from collections.abc import Iterator

from dicerules.core import Game
from dicerules.words import sentence

from dicehost.journal.entry import Entry
from dicehost.journal.events import DEVICE, HAND, SYSTEM
from dicehost.match.record import Match
from dicehost.wording import game_words


def tell(game: Game, entries: list[Entry]) -> Iterator[str]:
    """Tell a match: who played, what happened in each line, and the scores."""
    words, played = game_words(game), Match(game, entries[0])
    yield f"{game.name}, match {played.id}: {', '.join(played.names)}"
    for entry in entries[1:]:
        played.take(entry)
        told = [line.message for line in played.log if line.seq == entry.seq]
        for number, said in enumerate(told):
            mark = f"{entry.seq:4}" if number == 0 else "    "
            yield f"{mark}  {sentence(said, words, played.names)}"
    scores = zip(played.names, game.scores(played.state), strict=True)
    yield "Scores: " + ", ".join(f"{name} {score}" for name, score in scores)
    if read := played.sources.get(DEVICE, 0):
        rolls = sum(played.sources.values())
        yield f"Without a tower: {read} of {rolls} rolls read by another device"
    without = played.sources.get(HAND, 0), played.sources.get(SYSTEM, 0)
    if any(without):
        typed, drawn = without
        rolls = sum(played.sources.values())
        yield f"Without a tower: {typed} of {rolls} rolls typed in by hand, {drawn} by the host"
    if any(played.account.spent):
        spent = zip(played.names, played.account.spent, strict=True)
        yield "Time used: " + ", ".join(f"{name} {_minutes(used)}" for name, used in spent)
    if played.winners is not None:
        yield "Won by " + " and ".join(played.names[seat] for seat in played.winners)
    yield f"{len(entries)} lines, chain whole, last hash {entries[-1].hash[:16]}"


def _minutes(milliseconds: int) -> str:
    minutes, seconds = divmod(round(milliseconds / 1000), 60)
    return f"{minutes}:{seconds:02}"
