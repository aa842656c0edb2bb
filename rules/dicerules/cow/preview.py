"""What a bet in Don't Have a Cow may come to: the chance, and who pays whom. It settles nothing.

It looks at nobody's bet but the roller's, which lies open.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb

from dicerules.core import Answer, Ask, Say
from dicerules.cow.ask import open_portraits
from dicerules.cow.cards import FACES, Cards, Portrait
from dicerules.cow.play import need
from dicerules.cow.state import Aim, State
from dicerules.previews import percent, so_far
from dicerules.views import Item, Note
from dicerules.words import say


def preview(state: State, seat: int, answer: Answer) -> tuple[Item, ...]:
    """Tell what the seat's portrait, cubes and bet so far would come to."""
    asked = need(state)
    if not isinstance(asked, Ask) or seat not in asked.forms:
        return ()
    right = so_far(asked.forms[seat], answer)
    if state.aim is None:
        return _as_roller(state, right)
    return _as_bettor(state, state.aim, seat, right)


@lru_cache(maxsize=4096)
def chance(cards: Cards, portrait: Portrait, cubes: int) -> float:
    """The chance that so many cubes cover the portrait, counted out."""
    wild = len(cards.wild)
    faces = set(portrait.need)
    # In how many ways the faces needed so far can have come: by cubes left and by gaps.
    ways = {(cubes, 0): 1}
    for face in faces:
        want, after = portrait.need.count(face), dict[tuple[int, int], int]()
        for (left, gaps), count in ways.items():
            for shown in range(left + 1):
                key = (left - shown, gaps + max(0, want - shown))
                after[key] = after.get(key, 0) + count * comb(left, shown)
        ways = after
    other = FACES - wild - len(faces)
    covered = sum(
        count * comb(left, shown) * wild**shown * other ** (left - shown)
        for (left, gaps), count in ways.items()
        for shown in range(gaps, left + 1)
    )
    return float(covered / FACES**cubes)


def _as_roller(state: State, right: Answer) -> tuple[Item, ...]:
    """The chance with the cubes chosen; as long as none are, with all there are."""
    portrait = next(
        (row for row in state.cards.portraits if row.key == right.get("portrait")), None
    )
    if portrait is None:
        return ()
    cubes, bet = right.get("cubes", state.cubes), right.get("bet")
    items: list[Item] = [_chance(state, portrait, cubes)]
    if bet is not None:
        won = _if_matched(state, portrait, cubes, bet)
        key = "roller_lost" if bet < state.chips[state.roller] else "roller_broke"
        lost = say(f"preview.{key}", count=bet)
        items += [Note("won", won, "good"), Note("lost", lost, "bad")]
    return tuple(items)


def _if_matched(state: State, portrait: Portrait, cubes: int, bet: int) -> Say:
    """What the roller gets for a match: of all bets the roller's is settled first."""
    cards, left = state.cards, cubes - portrait.size
    if bet >= state.bank:
        return say("preview.roller_ends", count=state.bank)
    if not left:
        others = [chips for seat, chips in enumerate(state.chips) if seat != state.roller]
        bank = state.bank - bet
        sure = bank - sum(min(state.most, chips) for chips in others) >= cards.bonus
        key = "preview.roller_all" if sure else "preview.roller_all_most"
        return say(key, count=bet, bonus=min(cards.bonus, bank))
    goes_on = open_portraits(cards, (*state.matched, portrait.key), left)
    key = "preview.roller_won" if goes_on else "preview.roller_stuck"
    return say(key, count=bet, cubes=left)


def _as_bettor(state: State, aim: Aim, seat: int, right: Answer) -> tuple[Item, ...]:
    items: list[Item] = [_chance(state, aim.portrait, state.cubes)]
    if "side" in right and "bet" in right:
        yes, bet = right["side"] == "yes", right["bet"]
        items.append(_if_right(state, aim, seat, yes, bet))
        items.append(_if_wrong(state, aim, yes, bet))
    return tuple(items)


def _chance(state: State, portrait: Portrait, cubes: int) -> Note:
    part = chance(state.cards, portrait, cubes)
    told = say("preview.chance", portrait=portrait.name, cubes=cubes, percent=percent(part))
    return Note("chance", told)


def _if_right(state: State, aim: Aim, seat: int, yes: bool, bet: int) -> Note:
    """What the bank pays if the guess is right: bets before this one may have emptied it."""
    if _ends_first(state, aim, yes):
        return Note("won", say(_stays(yes)), "quiet")
    first = aim.bets[state.roller]
    assert first is not None
    bank = state.bank + (-first.chips if yes else first.chips)
    seats = len(state.chips)
    between = range(1, (seat - state.roller) % seats)
    others = [state.chips[(state.roller + step) % seats] for step in between]
    sure = bank - sum(min(state.most, chips) for chips in others) >= bet
    key = f"preview.{'yes' if yes else 'no'}_{'won' if sure else 'won_most'}"
    return Note("won", say(key, count=min(bet, bank)), "good")


def _if_wrong(state: State, aim: Aim, yes: bool, bet: int) -> Note:
    if _ends_first(state, aim, not yes):
        return Note("lost", say(_stays(not yes)), "quiet")
    if yes:
        return Note("lost", say("preview.yes_lost", count=bet), "bad")
    return Note("lost", say("preview.no_lost", count=bet, seat=state.roller), "bad")


def _ends_first(state: State, aim: Aim, matched: bool) -> bool:
    """Whether the roller's bet, which is settled first, empties a purse and so ends the match."""
    bet = aim.bets[state.roller]
    assert bet is not None
    return bet.chips >= (state.bank if matched else state.chips[state.roller])


def _stays(matched: bool) -> str:
    return "preview.stays_matched" if matched else "preview.stays_missed"
