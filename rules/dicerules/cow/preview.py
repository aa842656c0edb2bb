"""What a bet in Don't Have a Cow may come to: the chance, and who pays whom.

Somebody who runs out of chips ends the match before later bets are settled. So a sentence without
"unless" is one that holds in every way the others can bet; all of these ways are settled by the
rules themselves to find out. Secret bets are never looked at.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product

from dicerules.core import Answer, Ask, Message
from dicerules.cow.ask import open_portraits
from dicerules.cow.cards import Portrait
from dicerules.cow.odds import chance
from dicerules.cow.play import BANK, clockwise, need, settle
from dicerules.cow.state import Aim, Bet, State
from dicerules.previews import percent, valid_part
from dicerules.views import Item, Note
from dicerules.words import SILENCE, message


def preview(state: State, seat: int, answer: Answer) -> tuple[Item, ...]:
    """Tell what the seat's portrait, cubes and bet so far would come to."""
    asked = need(state)
    if not isinstance(asked, Ask) or seat not in asked.forms:
        return ()
    right = valid_part(asked.forms[seat], answer)
    if state.aim is None:
        return _as_roller(state, right)
    return _as_bettor(state, state.aim, seat, right)


def _as_roller(state: State, right: Answer) -> tuple[Item, ...]:
    """The chance with the cubes chosen, or with all of them as long as none are."""
    portrait = next(
        (row for row in state.cards.portraits if row.key == right.get("portrait")), None
    )
    if portrait is None:
        return ()
    cubes, bet = right.get("cubes", state.cubes), right.get("bet")
    items: list[Item] = [_chance(state, portrait, cubes)]
    if bet is not None:
        won = message("preview.matched", what=_if_matched(state, portrait, cubes, bet))
        # The roller's bet is settled first, so nothing can come before it.
        key = "lose_turn" if bet < state.chips[state.roller] else "lose_all"
        lost = message("preview.missed", what=message(f"preview.{key}", count=bet))
        items += [Note("won", won, "good"), Note("lost", lost, "bad")]
    return tuple(items)


def _if_matched(state: State, portrait: Portrait, cubes: int, bet: int) -> Message:
    """What a match brings the roller: the own bet for certain, the rest if nobody runs out."""
    if bet >= state.bank:
        return message("preview.win_rest", count=state.bank)
    roller, left = state.roller, cubes - portrait.size
    ends: set[str] = set()
    bonuses: set[int] = set()
    for bets in _ways(state, {roller: Bet("yes", bet)}, range(len(state.chips))):
        purses = [*state.chips, state.bank]
        ended = settle(purses, clockwise(roller, len(bets)), bets, True, SILENCE)
        if ended is None:
            bonus = 0 if left else min(state.cards.bonus, purses[BANK])
            bonuses.add(bonus)
            if not left and bonus < state.cards.bonus:
                ends.add("over.bank")
        else:
            ends.add(ended.key)
    if not bonuses:
        return message("preview.roller_over", count=bet)
    more = _more(state, portrait, left, max(bonuses))
    if ends:
        return message("preview.roller_unless", count=bet, more=more, why=_why(ends))
    return message("preview.roller_sure", count=bet, more=more)


def _more(state: State, portrait: Portrait, left: int, bonus: int) -> Message:
    if not left:
        return message("preview.more_bonus", bonus=bonus)
    goes_on = open_portraits(state.cards, (*state.matched, portrait.key), left)
    return message("preview.more_left" if goes_on else "preview.more_stuck", cubes=left)


def _as_bettor(state: State, aim: Aim, seat: int, right: Answer) -> tuple[Item, ...]:
    items: list[Item] = [_chance(state, aim.portrait, state.cubes)]
    if "side" in right and "bet" in right:
        mine = Bet(right["side"], right["bet"])
        items.append(_settled(state, aim, seat, mine, right=True))
        items.append(_settled(state, aim, seat, mine, right=False))
    return tuple(items)


def _chance(state: State, portrait: Portrait, cubes: int) -> Note:
    part = chance(state.cards, portrait, cubes)
    told = message("preview.chance", portrait=portrait.name, cubes=cubes, percent=percent(part))
    return Note("chance", told)


def _settled(state: State, aim: Aim, seat: int, mine: Bet, right: bool) -> Note:
    """What the seat's bet comes to if its guess is right, or wrong."""
    matched = (mine.side == "yes") == right
    settled = list(outcomes(state, aim, seat, mine, matched))
    gains = {gain for gain, _ in settled}
    frame = "preview.matched" if matched else "preview.missed"
    key = "won" if right else "lost"
    if gains == {0}:
        return Note(key, message(frame, what=message("preview.keep")), "quiet")
    usual = max(gains) if right else -mine.chips
    over = all(ended for gain, ended in settled if gain == usual)
    what = _win(mine, gains, over) if right else _lose(state, mine, matched, over)
    ends = {ended.key for gain, ended in settled if gain != usual and ended is not None}
    if ends and what.key != "preview.win_most":
        what = message("preview.unless", what=what, why=_why(ends))
    return Note(key, message(frame, what=what), "good" if right else "bad")


def _win(mine: Bet, gains: set[int], over: bool) -> Message:
    most = max(gains)
    if most < mine.chips:
        return message("preview.win_rest" if len(gains) == 1 else "preview.win_most", count=most)
    return message("preview.win_over" if over else "preview.win", count=most)


def _lose(state: State, mine: Bet, matched: bool, over: bool) -> Message:
    key = f"{'pay' if matched else 'lose'}{'_all' if over else ''}"
    return message(f"preview.{key}", count=mine.chips, seat=state.roller)


def outcomes(
    state: State, aim: Aim, seat: int, mine: Bet, matched: bool
) -> Iterator[tuple[int, Message | None]]:
    """What the seat gains in every way the bets before it can go, and why the match ends, if so."""
    order = clockwise(state.roller, len(state.chips))
    order = order[: order.index(seat) + 1]
    # A bet that lies open is known; a secret one may be any, even if it has been placed.
    known = {
        other: bet
        for other, bet in enumerate(aim.bets)
        if bet is not None and (state.open_bets or other == state.roller)
    }
    for bets in _ways(state, {**known, seat: mine}, order):
        purses = [*state.chips, state.bank]
        ended = settle(purses, order, bets, matched, SILENCE)
        yield purses[seat] - state.chips[seat], ended


def _ways(
    state: State, known: Mapping[int, Bet], seats: Sequence[int]
) -> Iterator[list[Bet | None]]:
    """Everybody's bets, by seat, in every way the seats that are not known can bet."""
    bets: list[Bet | None] = [known.get(seat) for seat in range(len(state.chips))]
    unknown = [seat for seat in seats if seat not in known]
    choices = [_all_bets(min(state.most, state.chips[seat])) for seat in unknown]
    for way in product(*choices):
        for seat, bet in zip(unknown, way, strict=True):
            bets[seat] = bet
        yield bets


@lru_cache
def _all_bets(most: int) -> tuple[Bet, ...]:
    chips = range(1, most + 1)
    return (*[Bet("yes", count) for count in chips], *[Bet("no", count) for count in chips])


def _why(ends: set[str]) -> Message:
    """Say what would have to happen first."""
    if len(ends) > 1:
        return message("preview.why_both")
    return message("preview.why_bank" if "over.bank" in ends else "preview.why_seat")
