"""What is sent to a screen: one value, whole, newest wins. Built for its viewer, never stripped."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from dicerules.beats import Beat
from dicerules.core import Ask, DiceGroup, Over, Roll
from dicerules.forms import Form
from dicerules.views import TABLE, Die, View
from dicerules.words import Message, message
from dicerules.worth import can_weigh
from msgspec import Struct
from msgspec.structs import replace

from dicehost.journal.events import Pace
from dicehost.link.tower import OWNER
from dicehost.match import manual_dice
from dicehost.match.bots import BotShown
from dicehost.match.decisions import asks
from dicehost.match.landing import Landed, landed
from dicehost.match.log import LogEntry
from dicehost.match.manual_dice import ManualDiceShown
from dicehost.match.record import Match
from dicehost.match.roller import Roller
from dicehost.match.show import ShowTimes, show_times
from dicehost.match.timekeeper import Timekeeper
from dicehost.screens.admission import Knock
from dicehost.screens.played_at import PlayedAt
from dicehost.screens.seats import GUEST
from dicehost.screens.secrets import sees_secrets
from dicehost.wording import game_words

CHECKED = Message("host.tower.checked")
"""Said at a table whose tower the owner has taken, to try it out."""
RollState = Literal["waiting", "armed", "tumbling", "hand"]


class SeatShown(Struct, frozen=True):
    """A seat as everybody sees it. ``here``: a screen of that seat is connected, or a bot plays."""

    name: str
    colour: str
    here: bool
    bot: BotShown | None = None


class RollShown(Struct, frozen=True):
    """A roll the table waits for.

    ``waiting``: the tower is not there, or not ready yet. ``armed``: the button may be pressed.
    ``tumbling``: drawn or being drawn, not yet on disk, so no screen knows a face. ``hand``: people
    roll dice of their own and type them in.

    ``on_table`` and ``places`` are the roll's own: the dice that stay where they are, and where the
    rolled ones come to lie.
    """

    id: str
    state: RollState
    seat: int | None
    why: Message
    dice: tuple[DiceGroup, ...]
    shuffles: tuple[int, ...]
    may_press: bool
    on_table: tuple[Die | None, ...]
    places: tuple[int, ...]


class TowerShown(Struct, frozen=True):
    """How the tower feels. ``source`` is "tower" or "simulated"; ``state`` is the link's.

    Another match may have it: then ``state`` is "elsewhere". ``name`` is what its owner calls it.
    """

    state: str
    source: str
    page: str | None
    fault: Message | None
    name: str = ""


class BackShown(Struct, frozen=True):
    """A take-back being asked for: by whom, and who has yet to agree."""

    seat: int
    missing: tuple[int, ...]


class AtTablet(Struct, frozen=True):
    """A seat that plays on the tablet. ``asked``: it has something to answer now.

    ``secret``: it sees what the table must not, so the tablet is handed over behind a curtain.
    """

    seat: int
    asked: bool
    secret: bool


class CountdownShown(Struct, frozen=True):
    """A time that runs out, as it was when this was sent: what is left, and of how much.

    ``seat`` is None for a limit that the rules set for all who act; ``end`` says what happens then.
    """

    seat: int | None
    left_ms: int
    of_ms: int
    runs: bool
    end: Message


class ClockShown(Struct, frozen=True):
    """The clocks. ``why`` they stand still, and whether a tap lets them go on.

    ``used_ms`` is the time each seat has used so far.
    """

    mode: str
    why: Message | None
    waits_for_tap: bool
    paused: bool
    hands: tuple[CountdownShown, ...]
    used_ms: tuple[int, ...]


class Screen(Struct, frozen=True):
    """Everything one screen draws. ``me`` is a seat, -1 for the table, or -2 for a guest.

    A guest looks on: what the table shows, and nothing to press. ``join`` is the link to join by,
    for the table to show.

    ``question`` is the number of the question that ``form`` asks; the answer must name it.
    ``source`` says what made the last roll: "tower", "simulated", "hand" or "system".
    ``knocks`` are devices that wait for this seat, or at the table for any; ``next`` is the link of
    this screen's place in the match that the same people play next. ``broken`` says why the match
    has stopped; at the table also what failed since the last line.

    ``landed`` are the dice that the last event rolled: they come to rest before anything else of
    this is shown.
    ``beats`` are what happened between line ``since`` and this one: a screen performs them if line
    ``since`` is what it drew last, and else draws this at once. ``show`` says when it performs
    what, at the table's ``pace``. ``theme`` is the game's. ``hints``: a screen may ask what the
    choices of its form are worth. ``played``: where in a venue the match is played.
    """

    seq: int
    match: str
    game: str
    me: int
    seats: tuple[SeatShown, ...]
    view: View
    form: Form | None
    question: int | None
    waiting: tuple[int, ...]
    roll: RollShown | None
    over: Over | None
    scores: tuple[int, ...]
    log: tuple[LogEntry, ...]
    tower: TowerShown
    back: BackShown | None
    may_ask_back: bool
    clock: ClockShown | None
    by_hand: ManualDiceShown | None
    source: str
    tablet: tuple[AtTablet, ...]
    knocks: tuple[Knock, ...] = ()
    next: str | None = None
    broken: Message | None = None
    landed: Landed | None = None
    theme: str = ""
    since: int | None = None
    beats: tuple[Beat, ...] = ()
    show: ShowTimes | None = None
    pace: Pace = "normal"
    join: str | None = None
    hints: bool = False
    played: PlayedAt | None = None


class Alive(Struct, frozen=True):
    """The answer to a screen that asks whether anybody is there and has the newest line."""

    alive: int


def build(
    match: Match,
    roller: Roller,
    keeper: Timekeeper,
    here: set[int],
    viewer: int,
    knocks: Sequence[Knock] = (),
    link: str | None = None,
    since: int | None = None,
    join: str | None = None,
) -> Screen:
    """Build what a viewer's screens draw. ``here`` are the seats with a screen connected.

    ``since`` is the line that screens were told before this one, ``join`` the link for everybody.
    """
    seen_as = TABLE if viewer == GUEST else viewer
    need = match.need
    forms = need.forms if isinstance(need, Ask) else {}
    beats = _beats(match, since, seen_as)
    seated = enumerate(zip(match.names, match.opened.colours, strict=True))
    return Screen(
        seq=match.told,
        match=match.id,
        game=match.game.key,
        me=viewer,
        seats=tuple(
            SeatShown(name, colour, seat in here, _bot(match, seat))
            for seat, (name, colour) in seated
        ),
        view=match.position.view(seen_as),
        form=forms.get(viewer),
        question=match.questions.get(viewer),
        waiting=tuple(sorted(forms)),
        roll=_roll(need, match.roll_id, roller, viewer) if isinstance(need, Roll) else None,
        over=need if isinstance(need, Over) else None,
        scores=match.position.scores,
        log=tuple(match.log),
        tower=_tower(roller, viewer),
        back=BackShown(match.back.seat, match.missing) if match.back else None,
        may_ask_back=_may_ask_back(match, roller, viewer),
        clock=_clock(match, keeper),
        by_hand=_by_hand(match, roller, here, viewer),
        source=match.source,
        tablet=_tablet(match) if viewer == TABLE else (),
        knocks=tuple(knocks),
        next=link,
        landed=landed(match),
        theme=match.game.theme,
        since=since if beats else None,
        beats=beats,
        show=show_times(match, seen_as),
        pace=match.pace,
        join=join if viewer == TABLE else None,
        hints=match.opened.hints and can_weigh(match.game),
    )


def _beats(match: Match, since: int | None, viewer: int) -> tuple[Beat, ...]:
    # A pause, a take-back or a new seat at the tablet is no event of the game.
    step = match.last_step
    return () if step is None or since is None or step.line <= since else step.beats(viewer)


def _by_hand(match: Match, roller: Roller, here: set[int], viewer: int) -> ManualDiceShown | None:
    shown = manual_dice.show(match, roller, here, viewer)
    return replace(shown, may_type=False) if shown and viewer == GUEST else shown


def _bot(match: Match, seat: int) -> BotShown | None:
    bot = match.bots.get(seat)
    return None if bot is None else BotShown(bot.level, bot.face)


def _roll(roll: Roll, roll_id: str, roller: Roller, viewer: int) -> RollShown:
    state: RollState = "waiting"
    if roller.by_hand:
        state = "hand"
    elif roller.tumbling or (roller.holding and roll.seat is None):
        state = "tumbling"
    elif roller.armed:
        state = "armed"
    # A press on the screen also fetches a tower that another match has.
    may_press = viewer in (roll.seat, TABLE) and (state == "armed" or roller.elsewhere)
    return RollShown(
        id=roll_id,
        state=state,
        seat=roll.seat,
        why=roll.why,
        dice=roll.dice,
        shuffles=roll.shuffles,
        may_press=may_press,
        on_table=roll.on_table,
        places=roll.places,
    )


def _tablet(match: Match) -> tuple[AtTablet, ...]:
    if not match.tablet:
        return ()
    view, need = match.position.view, match.need
    hidden = isinstance(need, Ask) and need.hidden
    open_to_all = view(TABLE)
    asked = {*asks(need), *match.missing}
    return tuple(
        AtTablet(seat, seat in asked, hidden or sees_secrets(view(seat), open_to_all))
        for seat in sorted(match.tablet)
    )


def _tower(roller: Roller, viewer: int) -> TowerShown:
    # Who has a simulated tower's page can press its button: that is for the table.
    tower = roller.tower
    return TowerShown(
        "elsewhere" if roller.elsewhere else tower.state.value,
        tower.source,
        tower.port.page if tower.port and viewer == TABLE else None,
        tower.fault or (CHECKED if tower.holder == OWNER else roller.fault),
        tower.name,
    )


def _may_ask_back(match: Match, roller: Roller, viewer: int) -> bool:
    if match.back is not None or roller.tumbling or match.winners is not None:
        return False
    of = match.last_move(viewer)
    return of is not None and match.may_withdraw(of)


def _clock(match: Match, keeper: Timekeeper) -> ClockShown | None:
    # Without clocks nothing is told while people play; afterwards all may see who took how long.
    over = match.winners is not None
    if not keeper.timed and not (over and any(match.account.spent)):
        return None
    clock, hands, end = keeper.clock, list[CountdownShown](), _end(match)
    for seat, hand in clock.seats.items():
        if hand.left is not None and hand.full is not None:
            runs = clock.counts(seat)
            hands.append(CountdownShown(seat, hand.left, hand.full, runs, end))
    if clock.limit is not None and clock.limit_left is not None:
        end = message("host.clock.end.limit")
        hands.append(CountdownShown(None, clock.limit_left, clock.limit, clock.limit_runs, end))
    open_now = {seat: hand.used for seat, hand in clock.seats.items()}
    used = tuple(spent + open_now.get(seat, 0) for seat, spent in enumerate(match.account.spent))
    return ClockShown(
        mode=clock.timing.mode,
        why=None if over else keeper.why,
        waits_for_tap=keeper.waits_for_tap and not over,
        paused=match.paused is not None,
        hands=tuple(hands),
        used_ms=used,
    )


def _end(match: Match) -> Message:
    if match.opened.timing.mode == "gentle":
        return message("host.clock.end.nudge")
    if isinstance(match.need, Roll):
        return message("host.clock.end.roll")
    # A game says what it does for a late seat under the key of its headline.
    headline = match.position.view(TABLE).headline.key
    what = headline.replace("headline.", "late.", 1)
    if what not in game_words(match.game):
        return message("host.clock.end.choice")
    return message("host.clock.end.default", what=message(what))
