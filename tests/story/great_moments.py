"""The great moments of whole matches: each kind of beat of a game once, as screens are told it.

Found by playing matches at random, so every moment is one that can happen at a table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import msgspec
from dicehost.match.landing import landed
from dicehost.match.record import Match
from dicehost.match.show import show_times
from dicerules.beats import Award, Beat, Title, Transfer, Verdict
from dicerules.core import Ask, Need, Over, Roll, encode
from dicerules.views import TABLE

from tests.kept import Clerk

NAMES = ["Annalena", "Bo", "Cleo"]
MATCHES = 4
"""Matches that are played of each game: what is rare does not come in every one."""


class Moment(NamedTuple):
    """A step of a match, by its kinds of beats: what each viewer saw before it, and is sent."""

    name: str
    actor: int
    before: dict[int, dict[str, Any]]
    after: dict[int, dict[str, Any]]

    @property
    def waiting(self) -> int:
        """A seat that only looks on."""
        return (self.actor + 1) % len(NAMES)


def great_moments(game: str) -> Iterator[Moment]:
    """Every kind of beat of a game in the step that has it first."""
    seen: set[str] = set()
    for number in range(MATCHES):
        clerk = Clerk(f"c0ffee0{number}", game, NAMES)
        clerk.open()
        before, need, seq = _told(clerk.match), clerk.match.need, clerk.match.told
        while not isinstance(need, Over):
            clerk.step("simulated", "51b0000000000001")
            match = clerk.match
            beats = match.last_step.beats(TABLE) if match.last_step else ()
            new = {kind for kind in map(_kind, beats) if kind} - seen
            after = _told(match)
            if new:
                seen |= new
                name = max(new, key=lambda kind: (".grand" in kind, len(kind)))
                yield _moment(match, name, (before, need, seq), after, beats)
            before, need, seq = after, match.need, match.told


def _kind(beat: Beat) -> str:
    kind = type(beat).__name__.lower()
    match beat:
        case Verdict() | Title():
            return f"{kind}.{beat.text.key}{'.grand' if beat.tone == 'grand' else ''}"
        case Award():
            return f"{kind}.{'card' if beat.title.key == 'name' else beat.title.key}"
        case Transfer():
            return f"{kind}.{beat.what}.{_end(beat.source)}.{_end(beat.target)}"
    return kind


def _end(place: str) -> str:
    """A kind of place: whose card or which card it is does not matter."""
    last = place.split("/")[-1]
    return last if last.isalpha() and last.islower() else place.split("/")[0]


def _told(match: Match) -> dict[int, dict[str, Any]]:
    """What each viewer's screen draws of a position."""
    need, forms = match.need, match.need.forms if isinstance(match.need, Ask) else {}
    found: dict[int, dict[str, Any]] = {}
    for viewer in (TABLE, *range(len(NAMES))):
        parts = {
            "view": match.position.view(viewer),
            "form": forms.get(viewer),
            "waiting": sorted(forms),
            "over": need if isinstance(need, Over) else None,
            "scores": match.position.scores,
            "log": list(match.log),
            "theme": match.game.theme,
            "seats": [
                {"name": name, "colour": colour, "here": True, "bot": None}
                for name, colour in zip(NAMES, match.opened.colours, strict=True)
            ],
        }
        found[viewer] = msgspec.json.decode(encode(parts))
        found[viewer] |= {"me": viewer, "roll": _roll(need, match.roll_id, viewer, "armed")}
        found[viewer] |= {"beats": [], "landed": None, "show": None, "since": None}
    return found


def _roll(need: Need, roll_id: str, viewer: int, state: str) -> dict[str, Any] | None:
    if not isinstance(need, Roll):
        return None
    if need.seat is None:
        state = "tumbling"  # what is nobody's to press is rolled at once
    presses = state == "armed" and viewer in (need.seat, TABLE)
    shown = {"id": roll_id, "state": state, "may_press": presses}
    nothing = dict.fromkeys(("dice", "shuffles", "on_table", "places"), ())
    written: dict[str, Any] = msgspec.json.decode(encode(need))
    return {**shown, **nothing, **written}


def _moment(
    match: Match,
    name: str,
    old: tuple[dict[int, dict[str, Any]], Need, int],
    after: dict[int, dict[str, Any]],
    beats: Iterable[Beat],
) -> Moment:
    before, need, _ = old
    turn = before[TABLE]["view"].get("turn")
    seats = (beat.seat for beat in beats if isinstance(beat, Verdict | Title))
    first = next((seat for seat in seats if seat is not None), 0)
    dice = landed(match)
    if dice is not None:
        for viewer, told in before.items():
            told["roll"] = _roll(need, dice.id, viewer, "tumbling")
    step = match.last_step
    assert step is not None
    for viewer, told in after.items():
        told["landed"] = dice and msgspec.json.decode(encode(dice))
        told["beats"] = msgspec.json.decode(encode(step.beats(viewer)))
        told["show"] = msgspec.json.decode(encode(show_times(match, viewer)))
    return Moment(name, first if turn is None else turn, before, after)
