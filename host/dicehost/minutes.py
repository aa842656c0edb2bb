"""A match told from its journal, line by line, for people to read. Changes nothing."""

from __future__ import annotations

from collections.abc import Iterator

from dicerules.core import Game
from dicerules.words import sentence

from dicehost.fold import Fold
from dicehost.journal import Entry
from dicehost.lines import HAND, SYSTEM
from dicehost.wording import game_words


def tell(game: Game, entries: list[Entry]) -> Iterator[str]:
    """Tell a match: who played, what happened in which line, and how it stands."""
    words, fold = game_words(game), Fold(game, entries[0])
    yield f"{game.name}, match {fold.match}: {', '.join(fold.names)}"
    for entry in entries[1:]:
        fold.take(entry)
        told = [line.say for line in fold.log if line.seq == entry.seq]
        for number, said in enumerate(told):
            mark = f"{entry.seq:4}" if number == 0 else "    "
            yield f"{mark}  {sentence(said, words, fold.names)}"
    scores = zip(fold.names, game.standing(fold.state), strict=True)
    yield "Standing: " + ", ".join(f"{name} {score}" for name, score in scores)
    without = fold.sources.get(HAND, 0), fold.sources.get(SYSTEM, 0)
    if any(without):
        typed, drawn = without
        rolls = sum(fold.sources.values())
        yield f"Without a tower: {typed} of {rolls} rolls typed in by hand, {drawn} by the host"
    if any(fold.account.spent):
        spent = zip(fold.names, fold.account.spent, strict=True)
        yield "Time used: " + ", ".join(f"{name} {_minutes(used)}" for name, used in spent)
    if fold.winners is not None:
        yield "Won by " + " and ".join(fold.names[seat] for seat in fold.winners)
    yield f"{len(entries)} lines, chain whole, last hash {entries[-1].hash[:16]}"


def _minutes(milliseconds: int) -> str:
    minutes, seconds = divmod(round(milliseconds / 1000), 60)
    return f"{minutes}:{seconds:02}"
