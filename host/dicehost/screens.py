"""What is sent to a screen: one value, whole, newest wins. Built for its viewer, never stripped."""

from __future__ import annotations

from typing import Literal

from dicerules.core import Ask, Cast, Over, Roll
from dicerules.forms import Form
from dicerules.views import TABLE, View
from dicerules.words import Say
from msgspec import Struct

from dicehost.dealer import Dealer
from dicehost.errors import TableError
from dicehost.fold import Fold, Line


class SeatShown(Struct, frozen=True):
    """A seat as everybody sees it. ``here`` is true while a screen of that seat is connected."""

    name: str
    colour: str
    here: bool


class RollShown(Struct, frozen=True):
    """A roll the table waits for.

    ``waiting``: the tower is not there, or not ready yet. ``armed``: the button may be pressed.
    ``tumbling``: drawn or being drawn, not yet on disk, so no screen knows a face.
    """

    id: str
    state: Literal["waiting", "armed", "tumbling"]
    seat: int | None
    why: Say
    casts: tuple[Cast, ...]
    shuffles: tuple[int, ...]
    may_press: bool


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


class Screen(Struct, frozen=True):
    """Everything one screen draws. ``me`` is a seat, or -1 for the table."""

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


def build(fold: Fold, dealer: Dealer, here: set[int], viewer: int) -> Screen:
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
    )


def _roll(roll: Roll, roll_id: str, dealer: Dealer, viewer: int) -> RollShown:
    state: Literal["waiting", "armed", "tumbling"] = "waiting"
    if dealer.tumbling or (dealer.holding and roll.seat is None):
        state = "tumbling"
    elif dealer.armed:
        state = "armed"
    # A press on the screen also fetches a tower that another match has.
    may_press = viewer in (roll.seat, TABLE) and (state == "armed" or dealer.elsewhere)
    return RollShown(roll_id, state, roll.seat, roll.why, roll.casts, roll.shuffles, may_press)


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
    if of is None:
        return False
    try:
        fold.without(of)
    except TableError:
        return False
    return True
