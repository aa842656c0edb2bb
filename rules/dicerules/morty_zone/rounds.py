"""Rounds of The Morty Zone: who begins one, the deal, and what it comes to. Not what is between."""

from __future__ import annotations

from msgspec.structs import replace

from dicerules.morty_zone.cards import HAND
from dicerules.morty_zone.dice import NO_DICE, Dice
from dicerules.morty_zone.goals import Sight, met
from dicerules.morty_zone.rows import ALL_LOCKED
from dicerules.morty_zone.score import score_goals, sheet_of, tell_sheet
from dicerules.morty_zone.state import Fate, Held, State
from dicerules.words import News

TIES = 20
"""The last roll for who begins, so that rolling level ends (MZ-R20)."""


def roll_for_first(state: State, faces: Dice, news: News) -> State:
    """The highest sum of two dice begins; those who are level roll again (MZ-R10)."""
    sums = [faces[at] + faces[at + 1] for at in range(0, len(faces), 2)]
    for seat, total in zip(state.contenders, sums, strict=True):
        news.say("news.first_roll", seat=seat, count=total)
    level = tuple(
        seat for seat, total in zip(state.contenders, sums, strict=True) if total == max(sums)
    )
    ties = state.ties + 1
    pairs = {seat: faces[2 * at : 2 * at + 2] for at, seat in enumerate(state.contenders)}
    state = replace(state, opening=tuple(pairs.get(seat, ()) for seat in range(len(state.fates))))
    if len(level) > 1 and ties < TIES:
        news.say("news.level", seats=list(level))
        return replace(state, contenders=level, ties=ties, news=tuple(news))
    if len(level) > 1:
        news.say("news.still_level", count=TIES)
    news.say("news.begins", seat=level[0])
    return replace(state, phase="deal", active=level[0], contenders=level[:1], news=tuple(news))


def deal_out(state: State, rick: Dice, bonus: Dice, crystals: Dice, news: News) -> State:
    """Wipe the boards; three bonus cards and a crystal to everybody (MZ-R12)."""
    seats = len(state.fates)
    fates = tuple(
        Fate(
            bonus=tuple(Held(card) for card in bonus[HAND * seat : HAND * (seat + 1)]),
            crystal=crystals[seat],
        )
        for seat in range(seats)
    )
    news.say("news.deal", number=state.round + 1, seat=state.active)
    return replace(
        state,
        phase="toss",
        fates=fates,
        deck=rick,
        discards=(),
        rick=None,
        stock=bonus[HAND * seats :],
        crystals=crystals[seats:],
        round=state.round + 1,
        toss=0,
        ties=0,
        dice=NO_DICE,
        news=tuple(news),
    )


def end_round(state: State, news: News) -> State:
    """Lock what is open, reveal the crystals, add everything up."""
    cards = state.cards
    fates, sheets = [], []
    for seat, fate in enumerate(state.fates):
        assert fate.crystal is not None
        crystal = cards.crystals[fate.crystal]
        sight = Sight(fate.rows, ALL_LOCKED)
        bonus = score_goals(cards, seat, fate, sight, True, news)
        fates.append(Fate(fate.rows, ALL_LOCKED, bonus, fate.crystal))
        reached = met(crystal.when, sight)
        key = "news.crystal_met" if reached else "news.crystal_missed"
        news.say(key, seat=seat, card=crystal.name, count=crystal.points)
        sheets.append(sheet_of(cards, fates[-1], crystal.points if reached else 0))
    for seat, sheet in enumerate(() if news.silent else sheets):
        key = "news.sheet" if sheet.total else "news.sheet_nothing"
        news.say(key, seat=seat, total=sheet.total, what=tell_sheet(sheet))
    state = replace(state, fates=tuple(fates), sheets=(*state.sheets, tuple(sheets)))
    ahead = leaders(state)
    if state.round == state.rounds:
        news.say("news.won", seats=list(ahead), count=len(ahead), points=max(points(state)))
        return replace(state, phase="over", contenders=ahead, news=tuple(news))
    return replace(state, phase="first", contenders=ahead, news=tuple(news))


def points(state: State) -> tuple[int, ...]:
    """The points of all rounds so far, in this one those that everybody can see."""
    scores = [0] * len(state.fates)
    for sheets in state.sheets:
        scores = [score + sheet.total for score, sheet in zip(scores, sheets, strict=True)]
    if len(state.sheets) < state.round:
        for seat, fate in enumerate(state.fates):
            scores[seat] += sheet_of(state.cards, fate).total
    return tuple(scores)


def leaders(state: State) -> tuple[int, ...]:
    """Who has the most points; more than one share the lead, and at the end the win (MZ-R11)."""
    scores = points(state)
    return tuple(seat for seat in range(len(scores)) if scores[seat] == max(scores))
