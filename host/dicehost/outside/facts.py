"""What everybody may know about a table and a tower, as plain values.

They are picked, field by field, from the screen of a guest, who sees what the table shows. Nothing
that is hidden from a guest is in there, so nothing hidden can get out; nor is any link or token.
"""

from __future__ import annotations

from typing import Literal

from dicerules import games
from dicerules.core import Face
from dicerules.views import Die
from dicerules.words import Catalogue, Message, sentence
from msgspec import Struct

from dicehost.house.teller import Public
from dicehost.link.tower import State as LinkState
from dicehost.link.tower import Tower
from dicehost.screens.message import Screen
from dicehost.wording import game_words, host_words

TableState = Literal["choice", "roll", "tumbling", "paused", "stopped", "over", "empty"]


class PlayerTold(Struct, frozen=True):
    """Somebody at the table."""

    name: str
    colour: str
    score: int
    bot: bool
    here: bool


class DieTold(Struct, frozen=True):
    """A die: its value, the name of its face, its kind ("pips" or the game's own) and colour."""

    value: int
    face: str
    kind: str
    colour: str


class RollTold(Struct, frozen=True):
    """The last roll that all could see. ``sum`` is that of dice with pips, and None without any."""

    id: str
    dice: tuple[DieTold, ...]
    sum: int | None
    source: str


class DiceWanted(Struct, frozen=True):
    """Equal dice of a roll that is waited for."""

    count: int
    faces: int
    kind: str


class RollWanted(Struct, frozen=True):
    """A roll that the table waits for, and who rolls; nobody for what the tower draws by itself."""

    id: str
    player: str | None
    state: str
    dice: tuple[DiceWanted, ...]


class TimeTold(Struct, frozen=True):
    """A time that runs out; ``player`` is None for a limit that concerns all."""

    player: str | None
    left_ms: int
    of_ms: int
    runs: bool


class TableFacts(Struct, frozen=True):
    """A table as everybody may know it.

    ``table`` is its number in this house, ``line`` the journal's. ``turn`` is whose turn it is;
    ``acting`` are those who have something to do now. ``clocks``: the match can be paused.
    """

    table: int
    match: str
    line: int
    game: str
    title: str
    state: TableState
    headline: str
    turn: str | None
    acting: tuple[str, ...]
    players: tuple[PlayerTold, ...]
    winners: tuple[str, ...]
    roll: RollWanted | None
    last_roll: RollTold | None
    times: tuple[TimeTold, ...]
    clocks: bool


class TowerFacts(Struct, frozen=True):
    """A tower: whether it is connected, what it is, and how its noise is."""

    id: str
    connected: bool
    source: str
    firmware: str
    noise: str
    fault: str | None


def table_facts(number: int, public: Public) -> TableFacts:
    """A table's facts, from what a guest sees of it."""
    screen = public.screen
    names = [seat.name for seat in screen.seats]
    words = game_words(games()[screen.game])
    turn = screen.view.turn
    return TableFacts(
        table=number,
        match=screen.match,
        line=screen.seq,
        game=screen.game,
        title=games()[screen.game].name,
        state=_state(screen),
        headline=sentence(screen.view.headline, words, names),
        turn=None if turn is None or screen.over is not None else names[turn],
        acting=tuple(names[seat] for seat in _acting(screen)),
        players=tuple(
            PlayerTold(seat.name, seat.colour, score, seat.bot is not None, seat.here)
            for seat, score in zip(screen.seats, screen.scores, strict=True)
        ),
        winners=tuple(names[seat] for seat in screen.over.winners) if screen.over else (),
        roll=_wanted(screen, names),
        last_roll=_last(public, words),
        times=_times(screen, names),
        clocks=screen.clock is not None and screen.over is None,
    )


def tower_facts(tower: Tower) -> TowerFacts | None:
    """A tower's facts; nothing of a tower that never said hello."""
    hello = tower.hello
    if hello is None:
        return None
    fault = None if tower.fault is None else sentence(tower.fault, host_words(), [])
    connected = tower.state is LinkState.READY
    return TowerFacts(
        hello.id, connected, hello.source, hello.fw, tower.health if connected else "", fault
    )


def _state(screen: Screen) -> TableState:
    if screen.over is not None:
        return "over"
    if screen.broken is not None:
        return "stopped"
    if screen.clock is not None and screen.clock.paused:
        return "paused"
    if screen.roll is not None:
        return "tumbling" if screen.roll.state == "tumbling" else "roll"
    return "choice"


def _acting(screen: Screen) -> tuple[int, ...]:
    if screen.roll is not None:
        return () if screen.roll.seat is None else (screen.roll.seat,)
    return screen.waiting


def _wanted(screen: Screen, names: list[str]) -> RollWanted | None:
    roll = screen.roll
    if roll is None:
        return None
    dice = tuple(DiceWanted(group.count, group.faces, group.kind) for group in roll.dice)
    return RollWanted(roll.id, None if roll.seat is None else names[roll.seat], roll.state, dice)


def _last(public: Public, words: Catalogue) -> RollTold | None:
    landed, faces = public.last_roll, public.faces
    if landed is None:
        return None
    seats = public.screen.seats
    dice = tuple(
        DieTold(
            die.value,
            _face(die, faces.get(die.kind), words),
            die.kind,
            # Somebody's own die has the colour of their seat.
            die.colour if die.seat is None else seats[die.seat].colour,
        )
        for die in landed.dice
    )
    pips = [die.value for die in dice if die.kind not in faces]
    return RollTold(landed.id, dice, sum(pips) if pips else None, public.screen.source)


def _face(die: Die, faces: tuple[Face, ...] | None, words: Catalogue) -> str:
    if faces is None:
        return str(die.value)
    return sentence(Message(faces[die.value - 1].name), words, [])


def _times(screen: Screen, names: list[str]) -> tuple[TimeTold, ...]:
    if screen.clock is None or screen.over is not None:
        return ()
    return tuple(
        TimeTold(
            None if hand.seat is None else names[hand.seat], hand.left_ms, hand.of_ms, hand.runs
        )
        for hand in screen.clock.hands
    )
