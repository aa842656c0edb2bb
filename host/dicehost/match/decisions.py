"""Whose decisions an event ends and whose go on, so that clocks charge the right seat."""

from __future__ import annotations

from dicerules.core import Ask, Event, Form, Limit, Need, Over, Roll, Rolled, TimeUp


def asks(need: Need) -> dict[int, Form]:
    """The forms to be filled now, by seat."""
    return need.forms if isinstance(need, Ask) else {}


def decided(before: Need, event: Event, after: Need) -> int | None:
    """The seat that made its decision with this event, if one did."""
    if isinstance(event, Rolled):
        return before.seat if isinstance(before, Roll) else None
    # The rules' limit may end something without deciding for anybody.
    if isinstance(event, TimeUp) and event.by == "limit" and event.seat in asks(after):
        return None
    return event.seat


def still_open(before: Need, after: Need, done: int | None) -> set[int]:
    """The seats that are still asked exactly the same and go on with the same decision."""
    same = {seat for seat, form in asks(after).items() if asks(before).get(seat) == form}
    return same - {done}


def limit_after(
    limit: Limit | None, before: Need, after: Need, is_over: bool
) -> tuple[Limit | None, bool]:
    """The rules' limit after an event, and whether it is the same one and runs on.

    It runs on, also through rolls, while every Ask carries the same one. Once it ``is_over`` it
    ends the turns of all who were asked, one after another, and then stops.
    """
    waiting = asks(after)
    served = is_over and not (waiting and waiting.keys() < asks(before).keys())
    now = limit
    if isinstance(after, Ask):
        now = after.limit
    elif served or isinstance(after, Over):
        now = None
    return now, now == limit and not served
