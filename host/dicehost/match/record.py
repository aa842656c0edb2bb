"""A match as its journal tells it: lines in, position out.

Live play, resuming after a restart and replays all go through here. It writes nothing and asks
nobody: the table decides what may be appended, this says what a line means once it is there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from dicerules.core import Ask, Event, Game, Need, Over, Roll, Rolled, encode
from dicerules.views import TABLE
from dicerules.words import Message, message

from dicehost.clock.clock import Account, Used
from dicehost.errors import JournalError
from dicehost.journal import events
from dicehost.journal.entry import Entry
from dicehost.journal.events import (
    DEVICE,
    HAND,
    SYSTEM,
    WITHOUT_TOWER,
    JournalEvent,
    read_event,
    read_opened,
)
from dicehost.match import bots, take_backs
from dicehost.match.decisions import asks, decided, limit_after, still_open
from dicehost.match.last_step import LastStep
from dicehost.match.log import LOG_LINES, LogEntry, by_viewer
from dicehost.match.position import Position
from dicehost.match.states import first_state
from dicehost.match.take_backs import Step, Walls

ABANDONED = Over((), message("host.abandoned.why"))
"""What a match needs once its owner has ended it early: nothing, and nobody won."""


class Match:
    """One match so far. Refuses to begin with a newer version of the game than this host has.

    ``questions`` has, for each seat that is asked, the line since which it has been asked this very
    form: the number of its question. Another seat's answer does not change it. ``last_step`` is the
    last move, roll or time-out. ``pace`` is that of the show. ``bots`` play now; ``had_bots`` are
    the seats that a bot has played at any time. ``tower`` is the one that rolls for it, or rolled
    last; ``host`` is the host of a venue that plays it. ``told`` is the last line that screens are
    told of: a commitment is none.
    """

    def __init__(self, game: Game, entry: Entry) -> None:
        opened = read_opened(entry)
        check_version(game, entry.match, opened.version)
        self.game = game
        self.id = entry.match
        self.opened = opened
        self.names = opened.names
        self.seq = self.told = entry.seq
        self.position = Position(game, first_state(game, entry, opened))
        self.asked = entry.seq
        self.answered: dict[tuple[int, str], int] = {}
        self.log: list[LogEntry] = []
        self.back: events.TakeBackAsked | None = None
        self.agreed: set[int] = set()
        self.closed = False
        self.abandoned = False
        self.commitments: list[events.Committed] = []
        self.refused: events.CommitmentRefused | None = None
        self.last_roll: tuple[str, Roll, Rolled] | None = None
        self.rolled_in: int | None = None
        self.rolled_at = 0
        self.last_step: LastStep | None = None
        self.account = Account.begin(opened.timing, len(opened.names))
        self.paused: int | None = None
        self.hand_asked: events.ManualDiceAsked | None = None
        self.hand_agreed: set[int] = set()
        self.by_hand = False
        self.hand_device = ""
        self.tablet: set[int] = set()
        self.pace = opened.pace
        self.tower = opened.tower
        self.host: events.Hosted | None = None
        self.bots = {bot.seat: bot for bot in opened.bots}
        self.had_bots = set(self.bots)
        self.sources: dict[str, int] = {}
        self.source = ""
        self.limit = self.need.limit if isinstance(self.need, Ask) else None
        self.questions = dict.fromkeys(asks(self.need), entry.seq)
        self._steps: list[Step] = []
        self._walls = Walls(game, entry.match)
        self._log_news()
        if self.bots:
            self._log(message("host.bot.opened", seats=sorted(self.bots)))

    def take(self, entry: Entry) -> JournalEvent:
        """Take in the next line; return what it says."""
        if entry.seq != self.seq + 1:
            raise JournalError("journal.gap", match=self.id, expected=self.seq + 1, got=entry.seq)
        event = read_event(entry)
        if type(event) not in _HANDLERS:
            raise JournalError("journal.opened", match=self.id, line=entry.seq, got=entry.kind)
        self.seq = entry.seq
        _HANDLERS[type(event)](self, event)
        if not isinstance(event, events.Committed):
            self.told = self.seq
        del self.log[:-LOG_LINES]
        return event

    def _moved(self, moved: events.Moved) -> None:
        self._play(moved.event, moved.used)
        self._answer(moved.event.seat, moved.command)

    def _timed_out(self, late: events.TimedOut) -> None:
        self._play(late.event, late.used, limit_over=late.by == "limit")
        # Most games announce it themselves, and always where the rules set the limit.
        told = any(line.seq == self.seq and line.message.key == "news.late" for line in self.log)
        if late.event.by != "limit" and not told:
            self._log(message("host.clock.late", seat=late.event.seat))

    def _committed(self, committed: events.Committed) -> None:
        if committed.id == self.roll_id:
            self.commitments.append(committed)
            self.tower = committed.tower

    def _commitment_refused(self, refused: events.CommitmentRefused) -> None:
        if refused.id == self.roll_id:
            self.refused = refused
        self._log(message("host.proof.refused"))

    def _rolled(self, outcome: events.RollOutcome) -> None:
        self._log_commitments(outcome)
        if isinstance(self.need, Roll):
            self._walls.secrets = self._walls.secrets or self.need.hidden
            self.last_roll = (outcome.id, self.need, outcome.event)
            self.rolled_in = self.position.view(TABLE).turn
            self.rolled_at = self.seq
        self._play(outcome.event, outcome.used)
        self.source = outcome.source
        self.sources[outcome.source] = self.sources.get(outcome.source, 0) + 1
        self.hand_asked = None
        if outcome.source == HAND and outcome.by is not None:
            self._answer(outcome.by, outcome.command)
            self._log(by_viewer("host.hand.typed", outcome.by))
        elif outcome.source == DEVICE and outcome.by is not None:
            self._answer(outcome.by, outcome.command)
            self._log(message("host.hand.read", device=outcome.tower))
        elif outcome.source == SYSTEM:
            self._log(message("host.hand.drawn"))
        else:
            self.by_hand, self.hand_device = False, ""  # the tower is back and rolls again
            self.tower = outcome.tower

    def _log_commitments(self, outcome: events.RollOutcome) -> None:
        # Everybody should know at once what a look at the journal would show them later.
        opened = bool(outcome.noise)
        if abandoned := count_commitments(self.commitments) - opened:
            self._log(message("host.proof.abandoned", count=abandoned))
        if self.opened.checkable and not opened and outcome.source not in WITHOUT_TOWER:
            self._log(message("host.proof.unchecked"))

    def _manual_dice_asked(self, asked: events.ManualDiceAsked) -> None:
        self._answer(asked.viewer, asked.command)
        self.hand_asked, self.hand_agreed = asked, set()
        if asked.device:
            self._log(by_viewer("host.hand.device", asked.viewer, device=asked.device))
        else:
            self._log(by_viewer("host.hand.asked", asked.viewer))

    def _manual_dice_agreed(self, agreed: events.ManualDiceAgreed) -> None:
        self._answer(agreed.viewer, agreed.command)
        self.hand_agreed.add(agreed.viewer)

    def _manual_dice_refused(self, refused: events.ManualDiceRefused) -> None:
        self._answer(refused.viewer, refused.command)
        self.hand_asked = None
        self._log(by_viewer("host.hand.refused", refused.viewer))

    def _manual_dice_begun(self, begun: events.ManualDiceBegun) -> None:
        self.hand_device = self.hand_asked.device if self.hand_asked else ""
        self.by_hand, self.hand_asked = True, None
        if self.hand_device:
            self._log(message("host.hand.begun_device", device=self.hand_device))
        else:
            self._log(message("host.hand.begun"))

    def _take_back_asked(self, asked: events.TakeBackAsked) -> None:
        self._answer(asked.seat, asked.command)
        self.back, self.agreed = asked, set()
        self._log(message("host.back.asked", seat=asked.seat))

    def _take_back_agreed(self, agreed: events.TakeBackAgreed) -> None:
        self._answer(agreed.seat, agreed.command)
        self.agreed.add(agreed.seat)

    def _take_back_refused(self, refused: events.TakeBackRefused) -> None:
        self._answer(refused.seat, refused.command)
        self.back = None
        self._log(message("host.back.refused", seat=refused.seat))

    def _take_back_lapsed(self, lapsed: events.TakeBackLapsed) -> None:
        self.back = None
        self._log(message("host.back.lapsed", seat=lapsed.seat))

    def _taken_back(self, taken: events.TakenBack) -> None:
        before, (self._steps, state) = self.need, self.without(taken.of)
        self._walls.forget()
        self.back = None
        self._move_on(Position(self.game, state))
        self._account(before, taken.used, None, limit_over=False)
        self._log(message("host.back.done", seat=taken.seat))

    def _paused(self, paused: events.Paused) -> None:
        self._answer(paused.viewer, paused.command)
        self.account = self.account.noted(paused.used)
        self.paused = paused.viewer
        self._log(by_viewer("host.clock.paused", paused.viewer))

    def _resumed(self, resumed: events.Resumed) -> None:
        self._answer(resumed.viewer, resumed.command)
        self.account = self.account.noted(resumed.used)
        self.paused = None
        self._log(by_viewer("host.clock.resumed", resumed.viewer))

    def _seated(self, seated: events.Seated) -> None:
        change = self.tablet.union if seated.tablet else self.tablet.difference
        self.tablet = change(seated.seats)
        key = "host.seated.tablet" if seated.tablet else "host.seated.phone"
        self._log(message(key, seats=seated.seats))

    def _bot_seated(self, seated: events.BotSeated) -> None:
        self._answer(seated.viewer, seated.command)
        self.bots[seated.bot.seat] = seated.bot
        self.had_bots.add(seated.bot.seat)
        self._log(bots.tell(seated.bot))

    def _bot_left(self, left: events.BotLeft) -> None:
        self._answer(left.viewer, left.command)
        self.bots.pop(left.seat, None)
        self._log(message("host.bot.left", seat=left.seat))

    def _pace_chosen(self, chosen: events.PaceChosen) -> None:
        self._answer(chosen.viewer, chosen.command)
        self.pace = chosen.pace

    def _tower_chosen(self, chosen: events.TowerChosen) -> None:
        self.tower = chosen.tower
        self._log(message("host.moved.tower"))
        if chosen.gives_up:
            self._log(message("host.moved.gives_up"))

    def _recovered(self, recovered: events.Recovered) -> None:
        self._log(message("host.recovered.lines", lost=recovered.lost, line=self.seq - 1))

    def _hosted(self, hosted: events.Hosted) -> None:
        # The first one says where the match was opened, which everybody there knows.
        if self.host is not None and self.host.host != hosted.host:
            self._log(message("host.venue.plays_on", name=hosted.name))
        self.host = hosted

    def _closed(self, closed: events.Closed) -> None:
        self.closed = True
        if closed.abandoned:
            self.abandoned = True
            self.back = self.hand_asked = self.paused = None
            self.questions = {}
            self._log(message("host.abandoned.news"))

    def _play(self, event: Event, used: Used, limit_over: bool = False) -> None:
        before, need = self.position, self.need
        self._move_on(before.after(event))
        self.last_step = LastStep(self.seq, before, self.position)
        self._account(need, used, decided(need, event, self.need), limit_over)
        self._log_news()
        if take_backs.reveals(need, event, self.need):
            self._steps, self.back = [], None
        else:
            self._steps.append(Step(self.seq, event, before.state, self.position.state))

    def _move_on(self, position: Position) -> None:
        self.position = position
        self.asked = self.seq
        self.commitments, self.refused = [], None

    def _account(self, before: Need, used: Used, done: int | None, limit_over: bool) -> None:
        kept = still_open(before, self.need, done)
        self.questions = {
            seat: self.questions[seat] if seat in kept else self.asked for seat in asks(self.need)
        }
        self.limit, limit_kept = limit_after(self.limit, before, self.need, limit_over)
        self.account = self.account.moved_on(self.opened.timing, used, done, kept, limit_kept)

    def _answer(self, viewer: int, command: str) -> None:
        if command:
            self.answered[viewer, command] = self.seq

    def _log(self, *said: Message) -> None:
        self.log.extend(LogEntry(self.seq, one) for one in said)

    def _log_news(self) -> None:
        self._log(*self.position.view(TABLE).news)
        del self.log[:-LOG_LINES]

    @property
    def state(self) -> Any:
        """The position as its game keeps it."""
        return self.position.state

    @property
    def need(self) -> Need:
        """What the game needs next; nothing more once the match was abandoned."""
        return ABANDONED if self.abandoned else self.position.need

    @property
    def roll_id(self) -> str:
        """The id of the roll needed now: the match and the line that asked for it.

        It stays the same after a restart and changes as soon as the position does.
        """
        return f"{self.id}.{self.asked:x}"

    @property
    def commitment(self) -> events.Committed | None:
        """The tower's last commitment to the roll needed now."""
        return self.commitments[-1] if self.commitments else None

    def committed_to(self, commitment: str) -> events.Committed | None:
        """The line that first noted a commitment to the roll needed now."""
        return next((one for one in self.commitments if one.commitment == commitment), None)

    def body(self) -> bytes:
        """Write the position as JSON, the same bytes every time."""
        return encode(self.state)

    @property
    def acting(self) -> tuple[int, ...]:
        """The seats whose clocks may run: those asked, or the one that presses the button."""
        if isinstance(self.need, Roll):
            return () if self.need.seat is None else (self.need.seat,)
        return tuple(asks(self.need))

    @property
    def winners(self) -> tuple[int, ...] | None:
        """Who won, once the match is over; nobody if it was abandoned."""
        return self.need.winners if isinstance(self.need, Over) else None

    @property
    def missing(self) -> tuple[int, ...]:
        """The seats that have yet to agree to the take-back."""
        if self.back is None:
            return ()
        asked = set(range(len(self.names))) - {self.back.seat}
        return tuple(sorted(asked - self.agreed))

    def last_move(self, seat: int) -> int | None:
        """The line of the seat's last move, if it can still be taken back."""
        return take_backs.last_move(self._steps, seat, self._walls.is_wall)

    def may_withdraw(self, line: int) -> bool:
        """Whether ``line`` may be taken back, at a quick look: ``withdrawn`` looks more closely."""
        try:
            take_backs.check_unseen(self._steps, line, self._walls.is_wall)
            self.without(line)
        except Exception:  # a game may also raise about a match that was never played like this
            return False
        return True

    def withdrawn(self, line: int) -> Any:
        """The position if ``line`` is taken back now; refused if anybody has seen something new."""
        take_backs.check_unseen(self._steps, line, self._walls.is_surely_wall)
        return self.without(line)[1]

    def without(self, line: int) -> tuple[list[Step], Any]:
        """The steps and the position as if ``line`` had not been played."""
        return take_backs.without(self.game, self._steps, line)


_HANDLERS: dict[type[JournalEvent], Callable[[Match, Any], None]] = {
    events.Moved: Match._moved,
    events.TimedOut: Match._timed_out,
    events.Committed: Match._committed,
    events.CommitmentRefused: Match._commitment_refused,
    events.RollOutcome: Match._rolled,
    events.ManualDiceAsked: Match._manual_dice_asked,
    events.ManualDiceAgreed: Match._manual_dice_agreed,
    events.ManualDiceRefused: Match._manual_dice_refused,
    events.ManualDiceBegun: Match._manual_dice_begun,
    events.TakeBackAsked: Match._take_back_asked,
    events.TakeBackAgreed: Match._take_back_agreed,
    events.TakeBackRefused: Match._take_back_refused,
    events.TakeBackLapsed: Match._take_back_lapsed,
    events.TakenBack: Match._taken_back,
    events.Paused: Match._paused,
    events.Resumed: Match._resumed,
    events.Seated: Match._seated,
    events.BotSeated: Match._bot_seated,
    events.BotLeft: Match._bot_left,
    events.PaceChosen: Match._pace_chosen,
    events.TowerChosen: Match._tower_chosen,
    events.Recovered: Match._recovered,
    events.Hosted: Match._hosted,
    events.Closed: Match._closed,
}


def count_commitments(commitments: Sequence[events.Committed]) -> int:
    """How many there are; a tower that is asked again repeats its own."""
    return len({one.commitment for one in commitments})


def check_version(game: Game, match: str, version: int) -> None:
    """Refuse a match of a newer version: this one would replay it to another outcome."""
    if version > game.version:
        raise JournalError(
            "journal.newer_game", match=match, game=game.name, expected=game.version, got=version
        )


def replay_match(game: Game, entries: list[Entry]) -> Match:
    """Bring a match to where its journal ends."""
    match = Match(game, entries[0])
    for entry in entries[1:]:
        match.take(entry)
    return match
