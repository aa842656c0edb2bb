"""What is sent to a screen: one value, whole, newest wins. Built for its viewer, never stripped."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from dicerules.core import Ask, Cast, Over, Roll
from dicerules.forms import Form
from dicerules.views import TABLE, Die, View
from dicerules.words import Say, say
from msgspec import Struct

from dicehost import byhand
from dicehost.byhand import ByHandShown
from dicehost.dealer import Dealer
from dicehost.door import Knock
from dicehost.fold import Fold, Line, asks
from dicehost.timekeeper import Timekeeper
from dicehost.wording import game_words

RollState = Literal["waiting", "armed", "tumbling", "hand"]


class SeatShown(Struct, frozen=True):
    """A seat as everybody sees it. ``here`` is true while a screen of that seat is connected."""

    name: str
    colour: str
    here: bool


class RollShown(Struct, frozen=True):
    """A roll the table waits for.

    ``waiting``: the tower is not there, or not ready yet. ``armed``: the button may be pressed.
    ``tumbling``: drawn or being drawn, not yet on disk, so no screen knows a face. ``hand``: people
    roll dice of their own and type them in.

    ``lying`` and ``places`` are the roll's own: what lies in the row for all to see and stays, and
    where the rolled dice come to lie.
    """

    id: str
    state: RollState
    seat: int | None
    why: Say
    casts: tuple[Cast, ...]
    shuffles: tuple[int, ...]
    may_press: bool
    lying: tuple[Die | None, ...]
    places: tuple[int, ...]


class TowerShown(Struct, frozen=True):
    """How the tower feels. ``source`` is "tower" or "simulated"; ``state`` is the link's.

    Another match may have it: then ``state`` is "elsewhere".
    """

    state: str
    source: str
    page: str | None
    fault: Say | None


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


class HandShown(Struct, frozen=True):
    """A running-out time as it was when this was sent: so much left of so much.

    ``seat`` is None for a limit that the rules set for all who act; ``end`` says what happens then.
    """

    seat: int | None
    left_ms: int
    of_ms: int
    runs: bool
    end: Say


class ClockShown(Struct, frozen=True):
    """The clocks. ``why`` they stand still, and whether a tap lets them go on.

    ``used_ms`` is the time each seat has used so far.
    """

    mode: str
    why: Say | None
    waits_for_tap: bool
    paused: bool
    hands: tuple[HandShown, ...]
    used_ms: tuple[int, ...]


class Screen(Struct, frozen=True):
    """Everything one screen draws. ``me`` is a seat, or -1 for the table.

    ``source`` says what made the last roll: "tower", "simulated", "hand" or "system".
    ``knocks`` are devices that wait for this seat, or at the table for any; ``next`` is the link of
    this screen's place in the match that the same people play next.
    """

    seq: int
    match: str
    game: str
    me: int
    seats: tuple[SeatShown, ...]
    view: View
    form: Form | None
    waiting: tuple[int, ...]
    roll: RollShown | None
    over: Over | None
    standing: tuple[int, ...]
    log: tuple[Line, ...]
    tower: TowerShown
    back: BackShown | None
    may_ask_back: bool
    clock: ClockShown | None
    by_hand: ByHandShown | None
    source: str
    tablet: tuple[AtTablet, ...]
    knocks: tuple[Knock, ...] = ()
    next: str | None = None


def build(
    fold: Fold,
    dealer: Dealer,
    keeper: Timekeeper,
    here: set[int],
    viewer: int,
    knocks: Sequence[Knock] = (),
    link: str | None = None,
) -> Screen:
    """Build what a viewer's screens draw. ``here`` are the seats with a screen connected."""
    need = fold.need
    forms = need.forms if isinstance(need, Ask) else {}
    seated = enumerate(zip(fold.names, fold.opened.colours, strict=True))
    return Screen(
        seq=fold.seq,
        match=fold.match,
        game=fold.game.key,
        me=viewer,
        seats=tuple(SeatShown(name, colour, seat in here) for seat, (name, colour) in seated),
        view=fold.game.view(fold.state, viewer),
        form=forms.get(viewer),
        waiting=tuple(sorted(forms)),
        roll=_roll(need, fold.roll_id, dealer, viewer) if isinstance(need, Roll) else None,
        over=need if isinstance(need, Over) else None,
        standing=fold.game.standing(fold.state),
        log=tuple(fold.log),
        tower=_tower(dealer),
        back=BackShown(fold.back.seat, fold.missing) if fold.back else None,
        may_ask_back=_may_ask_back(fold, dealer, viewer),
        clock=_clock(fold, keeper),
        by_hand=byhand.show(fold, dealer, here, viewer),
        source=fold.source,
        tablet=_tablet(fold) if viewer == TABLE else (),
        knocks=tuple(knocks),
        next=link,
    )


def _roll(roll: Roll, roll_id: str, dealer: Dealer, viewer: int) -> RollShown:
    state: RollState = "waiting"
    if dealer.by_hand:
        state = "hand"
    elif dealer.tumbling or (dealer.holding and roll.seat is None):
        state = "tumbling"
    elif dealer.armed:
        state = "armed"
    # A press on the screen also fetches a tower that another match has.
    may_press = viewer in (roll.seat, TABLE) and (state == "armed" or dealer.elsewhere)
    return RollShown(
        id=roll_id,
        state=state,
        seat=roll.seat,
        why=roll.why,
        casts=roll.casts,
        shuffles=roll.shuffles,
        may_press=may_press,
        lying=roll.lying,
        places=roll.places,
    )


def _tablet(fold: Fold) -> tuple[AtTablet, ...]:
    if not fold.tablet:
        return ()
    game, state, need = fold.game, fold.state, fold.need
    hidden = isinstance(need, Ask) and need.hidden
    open_to_all = game.view(state, TABLE)
    asked = {*asks(need), *fold.missing}
    return tuple(
        AtTablet(seat, seat in asked, hidden or game.view(state, seat) != open_to_all)
        for seat in sorted(fold.tablet)
    )


def _tower(dealer: Dealer) -> TowerShown:
    tower = dealer.tower
    return TowerShown(
        "elsewhere" if dealer.elsewhere else tower.state.value,
        tower.hello.source if tower.hello else "",
        tower.port.page if tower.port else None,
        tower.fault or dealer.fault,
    )


def _may_ask_back(fold: Fold, dealer: Dealer, viewer: int) -> bool:
    if fold.back is not None or dealer.tumbling or fold.winners is not None:
        return False
    of = fold.last_move(viewer)
    return of is not None and fold.may_withdraw(of)


def _clock(fold: Fold, keeper: Timekeeper) -> ClockShown | None:
    # Without clocks nothing is told while people play; afterwards all may see who took how long.
    over = fold.winners is not None
    if not keeper.timed and not (over and any(fold.account.spent)):
        return None
    clock, hands, end = keeper.clock, list[HandShown](), _end(fold)
    for seat, hand in clock.hands.items():
        if hand.left is not None and hand.full is not None:
            runs = clock.counts(seat)
            hands.append(HandShown(seat, hand.left, hand.full, runs, end))
    if clock.limit is not None and clock.limit_left is not None:
        end = say("host.clock.end.limit")
        hands.append(HandShown(None, clock.limit_left, clock.limit, clock.limit_runs, end))
    open_now = {seat: hand.used for seat, hand in clock.hands.items()}
    used = tuple(spent + open_now.get(seat, 0) for seat, spent in enumerate(fold.account.spent))
    return ClockShown(
        mode=clock.timing.mode,
        why=None if over else keeper.why,
        waits_for_tap=keeper.waits_for_tap and not over,
        paused=fold.paused is not None,
        hands=tuple(hands),
        used_ms=used,
    )


def _end(fold: Fold) -> Say:
    if fold.opened.timing.mode == "gentle":
        return say("host.clock.end.nudge")
    if isinstance(fold.need, Roll):
        return say("host.clock.end.roll")
    # What a game does for a seat whose time is up, it tells by the headline of its question.
    headline = fold.game.view(fold.state, TABLE).headline.key
    what = headline.replace("headline.", "late.", 1)
    if what not in game_words(fold.game):
        return say("host.clock.end.choice")
    return say("host.clock.end.default", what=say(what))
